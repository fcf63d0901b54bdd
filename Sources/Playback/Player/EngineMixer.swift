internal import Libav

/// What happens to samples between the reader and the ring: loudness, cross-fade, tempo.
///
/// Where nothing is asked of it, samples pass unchanged.
struct EngineMixer {
    private let format: AudioFormat
    private var crossfade: Crossfade
    private var tempo: Tempo?
    private var taken: [Float] = []
    private var faded: [Float] = []
    /// What is ready and did not fit into the ring yet.
    private var ready: [Float] = []
    private var written = 0

    init(format: AudioFormat, crossfade: Double, tempo: Double) {
        self.format = format
        self.crossfade = Crossfade(duration: crossfade, format: format)
        setTempo(tempo)
    }

    /// Whether all that is ready is in the ring.
    var isEmpty: Bool { written == ready.count }

    /// Takes samples from a reader.
    ///
    /// - Returns: Whether there were any.
    mutating func take(_ count: Int, from reader: ItemReader, gain: Float) -> Bool {
        taken.removeAll(keepingCapacity: true)
        guard reader.take(count, appendingTo: &taken) > 0 else { return false }
        if gain != 1 { for index in taken.indices { taken[index] *= gain } }
        prepare()
        crossfade.pass(&taken, appendingTo: &faded)
        convert()
        return true
    }

    /// The frame of the ring with which the samples begin that were taken last.
    func beginning(in ring: AudioRing) -> Int { ring.writtenFrames }

    /// Writes as much as fits.
    mutating func write(to ring: AudioRing) {
        let count = min(ready.count - written, ring.space * format.channelCount)
        guard count > 0 else { return }
        ring.write(ready[written..<written + count])
        written += count
    }

    /// The next samples are another item's.
    mutating func beginNext() {
        prepare()
        crossfade.beginNext(appendingTo: &faded)
        convert()
    }

    /// No more samples come.
    mutating func finish() {
        prepare()
        crossfade.finish(appendingTo: &faded)
        convert()
        let speed = tempo?.speed
        tempo?.drain(appendingTo: &ready)
        tempo = nil
        if let speed { setTempo(speed) }
    }

    /// Forgets what was taken and not written.
    mutating func reset() {
        crossfade.reset()
        ready.removeAll(keepingCapacity: true)
        written = 0
        let speed = tempo?.speed
        tempo = nil
        if let speed { setTempo(speed) }
    }

    mutating func setCrossfade(_ duration: Double, format: AudioFormat) {
        prepare()
        crossfade.finish(appendingTo: &faded)
        convert()
        crossfade = Crossfade(duration: duration, format: format)
    }

    /// - Parameter speed: 1 leaves samples as they are.
    mutating func setTempo(_ speed: Double) {
        prepare()
        tempo?.drain(appendingTo: &ready)
        tempo = speed == 1 ? nil : Tempo(speed, format)
    }

    private mutating func prepare() {
        if written == ready.count {
            ready.removeAll(keepingCapacity: true)
            written = 0
        }
        faded.removeAll(keepingCapacity: true)
    }

    private mutating func convert() {
        if let tempo { tempo.convert(faded, appendingTo: &ready) } else { ready += faded }
    }

    /// The filter, which cannot be copied, behind a reference.
    private final class Tempo {
        let speed: Double
        private var filter: TempoFilter?

        init(_ speed: Double, _ format: AudioFormat) {
            self.speed = speed
            // FFmpeg has the filter or it was built without; then sound keeps its speed.
            filter = try? TempoFilter.open(
                sampleRate: format.sampleRate, channelCount: format.channelCount, tempo: speed)
        }

        func convert(_ samples: [Float], appendingTo result: inout [Float]) {
            guard filter != nil else { return result += samples }
            do {
                try filter?.convert(samples[...], appendingTo: &result)
            } catch {
                // Memory ran out: the sound goes on at its own speed.
                filter = nil
            }
        }

        func drain(appendingTo result: inout [Float]) {
            // What a filter cannot give any more is a few milliseconds.
            try? filter?.drain(appendingTo: &result)
            filter = nil
        }
    }
}
