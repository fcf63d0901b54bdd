public import PhonolithMediaModel

/// Where sound goes.
///
/// All methods are called by the player's own thread, one after the other. An output either plays on a
/// thread of its own, which takes from the ring, or in ``pump()``.
package protocol AudioOutput: AnyObject, Sendable {
    /// The form that the output would rather have than the source's; `nil` if any is welcome.
    ///
    /// - Parameter source: The form of the first item.
    func format(for source: SourceForm) -> AudioFormat

    /// Whether it has one form from its beginning to its end, as a file has: it is not opened again for items of
    /// a better form.
    var keepsForm: Bool { get }

    /// Gets ready to play from a ring; not playing yet. Blocks its thread.
    func open(_ source: OutputSource) throws

    func resume()

    /// Stops playing at once, and keeps what is not played yet.
    func pause()

    /// Forgets what it took from the ring and has not played yet.
    func flush()

    /// Does what is due, where the output has no thread of its own.
    ///
    /// - Returns: Whether more could be played at once, were it there.
    func pump() throws -> Bool

    /// How many frames it took from the ring that are not heard yet.
    var pendingFrames: Int { get }

    /// For how long the last sound may still be on its way when it counts as heard, in seconds.
    var tail: Double { get }

    /// Whether it takes data when it comes, because late audio does not matter.
    var waits: Bool { get }

    /// How long the player may sleep, in seconds, while it plays.
    var rest: Double { get }

    /// Plays on other devices from now on, without a gap that is heard.
    ///
    /// - Returns: `false` if it has to be opened again for that.
    func move(to devices: [String]) -> Bool

    /// Does with what is open what the program's audio session wishes.
    func adoptWishes()

    /// Shows what is heard to other programs, such as a mixer.
    func show(title: String)

    /// Learns that all has been played; ``close()`` follows.
    func noteEnd()

    /// Gives back what it has. Called once, at the end; also where opening failed.
    func close() throws
}

extension AudioOutput {
    package var keepsForm: Bool { false }

    // An output without devices plays on.
    package func move(to devices: [String]) -> Bool { true }

    package func adoptWishes() {}

    package func noteEnd() {}

    package func show(title: String) {}
}

/// The source of an output's sound: the ring, with volume and measure on top.
package struct OutputSource: Sendable {
    package let ring: AudioRing
    let stage: OutputStage
    /// The form of the first item.
    let form: SourceForm
    /// Rings of further outputs that play the same.
    var copies: [AudioRing] = []
    /// Reports events of the output to the player, from any thread.
    let report: @Sendable (OutputEvent) -> Void

    package init(
        ring: AudioRing, stage: OutputStage, form: SourceForm,
        report: @escaping @Sendable (OutputEvent) -> Void
    ) {
        (self.ring, self.stage, self.form, self.report) = (ring, stage, form, report)
    }

    package var format: AudioFormat { ring.format }

    /// Fills a stretch of memory; takes no memory and no lock.
    ///
    /// - Returns: How many frames are sound; after them is silence.
    func fill(_ target: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        let count = ring.read(into: target, count: frames)
        finish(target, sound: count, frames: frames)
        copy(target, frames: count)
        return count
    }

    /// The same for an output that may give again what was not heard.
    func fill(
        _ target: UnsafeMutablePointer<Float>, frames: Int, remembering history: inout SampleHistory
    ) -> Int {
        let again = history.take(into: target, frames: frames)
        let rest = target + again * format.channelCount
        let new = ring.read(into: rest, count: frames - again)
        history.note(rest, frames: new)
        finish(target, sound: again + new, frames: frames)
        copy(rest, frames: new)
        return again + new
    }

    /// Passes on the sound; samples that a slow output has no room for are left out there.
    private func copy(_ sound: UnsafePointer<Float>, frames: Int) {
        for copy in copies { copy.write(sound, frames: min(frames, copy.space)) }
    }

    private func finish(_ target: UnsafeMutablePointer<Float>, sound count: Int, frames: Int) {
        stage.process(target, frames: count, channels: format.channelCount)
        (target + count * format.channelCount).update(
            repeating: 0, count: (frames - count) * format.channelCount)
    }
}

/// An event of an output by itself.
package enum OutputEvent: Hashable, Sendable {
    /// Something else wants to be heard alone, such as a call.
    case interruptionBegan
    case interruptionEnded
    /// The device in use is gone: headphones were pulled out.
    case deviceLost
    /// The same, and there is no other: the stream is gone with it.
    case streamLost
    /// One of several devices is gone; the others play on, where it did not set the pace for them.
    case memberLost(String, leads: Bool)
    case deviceAppeared(String)
    /// The sound server is gone.
    case serverLost
    /// The sound server is back.
    case serverFound
    /// It plays on the device with this name, because a user or the server moved it.
    case deviceChanged(String)
    /// The program's audio session wishes something else for it.
    case wishesChanged
}

extension AudioDestination {
    /// Makes an output, which opens nothing yet.
    ///
    /// - Parameters:
    ///   - devices: The names of the outputs that play the same; none for the server's choice.
    ///   - place: The output on which an earlier stream without a chosen device was, because a mixer moved it there.
    ///   - server: The sound server.
    ///   - role: The purpose of the sound, as the sound server names it (`media.role`).
    package func makeOutput(
        on devices: [String] = [], beginningAt place: String? = nil,
        server: SoundServer = SoundServer(), role: String = "music"
    ) -> any AudioOutput {
        switch self {
        case .pulse where devices.count > 1: OutputGroup(devices, server: server, role: role)
        case .pulse:
            PulseOutput(server: server, device: devices.first, beginningAt: place, role: role)
        case .null(let speed): NullOutput(speed: speed)
        case .wave(let path): WaveOutput(path: path)
        }
    }
}

/// Where a player's sound goes.
public enum AudioDestination: Hashable, Sendable {
    /// To the sound server (PulseAudio, PipeWire).
    case pulse
    /// Without output, in real time or N times faster; infinity for as fast as possible.
    case null(speed: Double)
    /// To a WAV file, as fast as possible.
    case wave(MediaPath)
}
