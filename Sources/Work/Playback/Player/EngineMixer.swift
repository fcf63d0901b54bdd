package import PhonolithEffects
package import PhonolithSound

/// The processing of samples between the reader and the ring: loudness, cross-fade, tempo, effects.
///
/// Where nothing is asked of it, samples pass unchanged.
package struct EngineMixer {
    private let format: AudioFormat
    private var crossfade: Crossfade
    private var tempo: TempoFilter?
    private var effects: EffectsChain
    private var taken: [Float] = []
    private var faded: [Float] = []
    /// Samples that are ready and did not fit into the ring yet.
    private var ready: [Float] = []
    private var written = 0
    private var wantedSpeed = 1.0

    package init(
        format: AudioFormat, crossfade: Double, tempo: Double,
        effects: AudioEffects = AudioEffects()
    ) {
        self.format = format
        self.crossfade = Crossfade(
            duration: crossfade, sampleRate: format.sampleRate, channelCount: format.channelCount)
        self.effects = EffectsChain(
            sampleRate: format.sampleRate, channelCount: format.channelCount)
        self.effects.set(effects, fades: false)
        setTempo(tempo)
    }

    /// Whether all that is ready is in the ring.
    var isEmpty: Bool { written == ready.count }

    /// How many times as fast as usual sound really is: 1 where the tempo filter does not work.
    package var speed: Double { tempo?.tempo ?? 1 }

    /// How much of the item that is taken from is held back, for a fade or by the tempo filter, in seconds of the item.
    var heldDuration: Double { format.seconds(of: crossfade.heldFrames + (tempo?.heldFrames ?? 0)) }

    /// The frame of the ring that is written next after all that is ready.
    func nextFrame(in ring: AudioRing) -> Int {
        ring.writtenFrames + (ready.count - written) / format.channelCount
    }

    /// Takes samples from a reader.
    ///
    /// - Returns: Whether there were any.
    mutating func take(
        _ count: Int, from reader: SoundReader, gain: Float, mayClip: Bool
    ) -> Bool {
        taken.removeAll(keepingCapacity: true)
        guard reader.take(count, appendingTo: &taken) > 0 else { return false }
        // Damaged files have some that are no numbers, which filters would never forget.
        for index in taken.indices where !taken[index].isFinite { taken[index] = 0 }
        if gain != 1 { for index in taken.indices { taken[index] *= gain } }
        if mayClip {
            for index in taken.indices { taken[index] = ReplayGain.softened(taken[index]) }
        }
        prepare()
        crossfade.pass(&taken, appendingTo: &faded)
        convert()
        return true
    }

    /// Writes as much as fits.
    mutating func write(to ring: AudioRing) {
        let count = min(ready.count - written, ring.space * format.channelCount)
        guard count > 0 else { return }
        ring.write(ready[written..<written + count])
        written += count
    }

    /// The next samples are another item's.
    ///
    /// - Parameter duration: How long that is, in seconds, if known.
    mutating func beginNext(lasting duration: Double?) {
        prepare()
        crossfade.beginNext(lasting: duration, appendingTo: &faded)
        convert()
    }

    // No more samples come.
    mutating func finish() {
        prepare()
        crossfade.finish(appendingTo: &faded)
        convert()
        endTempo()
    }

    /// Forgets what was taken and not written.
    mutating func reset() {
        crossfade.reset()
        effects.reset()
        ready.removeAll(keepingCapacity: true)
        written = 0
        tempo = nil
        beginTempo()
    }

    mutating func setCrossfade(_ duration: Double, format: AudioFormat) {
        prepare()
        crossfade.finish(appendingTo: &faded)
        convert()
        crossfade = Crossfade(
            duration: duration, sampleRate: format.sampleRate, channelCount: format.channelCount)
    }

    /// Changes the speed; ``speed`` is what comes of it.
    ///
    /// A filter that is there takes the new speed without a seam, also that of 1: what it holds cannot be joined to other sound
    /// without a hole. It is left with ``reset()`` and ``finish()``.
    package mutating func setTempo(_ speed: Double) {
        wantedSpeed = speed
        if let tempo { tempo.setTempo(speed) } else { beginTempo() }
    }

    /// Speed 1 leaves samples as they are. Without a filter the sound keeps its speed.
    private mutating func beginTempo() {
        guard wantedSpeed != 1 else { return }
        tempo = TempoFilter(
            sampleRate: format.sampleRate, channelCount: format.channelCount, tempo: wantedSpeed)
    }

    private mutating func endTempo() {
        prepare()
        let start = ready.count
        tempo?.drain(appendingTo: &ready)
        effects.process(&ready, from: start)
        tempo = nil
        beginTempo()
    }

    /// Changes the effects of all samples that are taken from now on.
    mutating func setEffects(_ effects: AudioEffects) { self.effects.set(effects, fades: true) }

    private mutating func prepare() {
        if written == ready.count {
            ready.removeAll(keepingCapacity: true)
            written = 0
        }
        faded.removeAll(keepingCapacity: true)
    }

    private mutating func convert() {
        let start = ready.count
        defer { effects.process(&ready, from: start) }
        guard let tempo else { return ready += faded }
        // Where memory ran out the sound continues at its own speed.
        if !tempo.convert(faded, appendingTo: &ready) { self.tempo = nil }
    }
}
