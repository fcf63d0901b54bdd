public import PhonolithEffects
public import PhonolithMediaModel
package import PhonolithSamples
public import PhonolithSound

extension QueuePlayer {
    /// Sets the volume.
    ///
    /// - Parameters:
    ///   - volume: 0...1; values beyond are taken for the nearest, and NaN changes nothing.
    ///   - fadeDuration: In how many seconds.
    public func setVolume(_ volume: Double, fadeDuration: Double = 0) {
        guard !volume.isNaN else { return }
        let volume = max(0, min(1, volume))
        if !isMuted { fade(from: self.volume, to: volume, in: fadeDuration) }
        guard volume != self.volume else { return }
        self.volume = volume
        tell(.volumeDidChange(volume))
    }

    /// Has nothing heard, or sound at its volume again.
    public func setMuted(_ isMuted: Bool) {
        guard isMuted != self.isMuted else { return }
        self.isMuted = isMuted
        fade(from: isMuted ? volume : 0, to: isMuted ? 0 : volume, in: 0)
        tell(.isMutedDidChange(isMuted))
    }

    private func fade(from old: Double, to new: Double, in duration: Double) {
        let rate = engine.snapshot.format?.sampleRate ?? 44_100
        // At once is in 5 ms, so that it does not click; while nothing plays, at once is at once.
        let frames = engine.snapshot.isRunning ? max(duration, 0.005) * Double(rate) : 1
        engine.stage.setVolume(Float(new), from: Float(old), inFrames: Int(bounded: frames))
    }

    /// −1 for all left, 0 for the middle, 1 for all right; only of sound with two channels.
    public var pan: Double {
        get { Double(engine.stage.balance) }
        set { engine.stage.balance = Float(max(-1, min(1, newValue))) }
    }

    /// Sets ``pan``.
    public func setPan(_ pan: Double) { self.pan = pan }

    /// Sets ``numberOfLoops``.
    public func setNumberOfLoops(_ count: Int) { numberOfLoops = count }

    /// Sets the speed, at unchanged pitch.
    ///
    /// - Parameter rate: 0.5...2; values beyond are taken for the nearest.
    public func setRate(_ rate: Double) {
        let rate = Self.possibleRate(rate)
        guard rate != self.rate else { return }
        engine.send(.setRate(rate))
        noteRate(rate)
    }

    private static func possibleRate(_ rate: Double) -> Double {
        max(0.5, min(2, rate.isFinite ? rate : 1))
    }

    /// Sets ``defaultRate``; values beyond 0.5...2 are taken for the nearest.
    public func setDefaultRate(_ rate: Double?) { defaultRate = rate.map(Self.possibleRate) }

    /// Sets ``automaticallyWaitsToMinimizeStalling``.
    public func setAutomaticallyWaitsToMinimizeStalling(_ waits: Bool) {
        automaticallyWaitsToMinimizeStalling = waits
        engine.send(.setWaits(waits))
    }

    func noteRate(_ rate: Double) {
        guard rate != self.rate else { return }
        self.rate = rate
        tell(.rateDidChange(rate))
    }

    /// Sets ReplayGain; it takes effect within a second.
    public func setReplayGain(_ gain: ReplayGain) {
        replayGain = gain
        engine.send(.setReplayGain(gain))
    }

    /// Sets the duration of crossfades.
    ///
    /// - Parameter duration: In seconds, 0...30; 0 for none.
    public func setCrossfade(_ duration: Double) {
        crossfadeDuration = max(0, min(30, duration.isFinite ? duration : 0))
        engine.send(.setCrossfade(crossfadeDuration))
    }

    /// Sets the effects, without a gap and without a click; it takes effect within half a second.
    public func setEffects(_ effects: AudioEffects) {
        self.effects = effects
        engine.send(.setEffects(effects))
    }

    /// Sets the languages of which a sound is played, the first that an item has, where none is chosen with
    /// ``setAudioTrack(_:)``; of items that are opened from now on.
    public func setAudioLanguages(_ languages: [LanguageTag]) {
        engine.send(.setAudioLanguages(languages))
    }

    /// Keeps what servers send for the items that are opened from now on.
    ///
    /// - Parameter keeping: Called on a thread of the player's; `nil` for what is not kept.
    package func setKeeping(_ keeping: @escaping @Sendable (PlayerItem) -> (any StreamKeeper)?) {
        engine.send(.setKeeping(keeping))
    }

    /// Plays on other devices of the sound server: on one without a gap, on several the same.
    ///
    /// - Parameter names: Names of outputs, see ``SoundServer/devices(_:)``; none for the server's choice. A device
    ///   that is gone when playback starts is replaced by the server's choice.
    public func setOutputDevices(_ names: [String]) {
        engine.send(.setDevices(names))
        noteDevices(names)
    }

    func noteDevices(_ names: [String]) {
        guard names != outputDevices else { return }
        outputDevices = names
        tell(.outputDevicesDidChange(names))
    }

    /// Whether levels are measured.
    public var isMeteringEnabled: Bool {
        get { engine.stage.measures }
        set { engine.stage.measures = newValue }
    }

    /// Sets ``isMeteringEnabled``.
    public func setMeteringEnabled(_ isEnabled: Bool) { isMeteringEnabled = isEnabled }

    /// The current levels of up to eight channels; empty unless metering is enabled.
    public var levels: [ChannelLevel] {
        guard isMeteringEnabled, let format = engine.snapshot.format else { return [] }
        return (0..<min(format.channelCount, OutputStage.meteredChannels)).map {
            ChannelLevel(
                peak: engine.stage.peak(ofChannel: $0),
                rootMeanSquare: engine.stage.level(ofChannel: $0))
        }
    }
}

extension AudioDestination {
    /// Without output, in real time.
    public static var null: AudioDestination { .null(speed: 1) }
}
