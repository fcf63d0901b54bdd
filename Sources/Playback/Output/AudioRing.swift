internal import Synchronization

/// A ring of samples between the thread that makes them and the one that plays them.
///
/// One thread writes, one reads, and neither waits, locks or takes memory. Frames are counted from the
/// beginning and never back; a frame's place in the ring is its number modulo the capacity.
final class AudioRing: @unchecked Sendable {
    // Sendable by proof: the writer touches only frames between `written` and `read + capacity`, the
    // reader only those between `read` and `written`; each publishes its count with release and looks at
    // the other's with acquire.

    /// The form of the samples.
    let format: AudioFormat
    /// How many frames there is room for; a power of two.
    let capacity: Int
    private let samples: UnsafeMutablePointer<Float>
    private let written = Atomic<Int>(0)
    private let read = Atomic<Int>(0)
    /// What lies before it is not played any more.
    private let discarded = Atomic<Int>(0)

    /// Makes an empty ring.
    ///
    /// - Parameter duration: How much it holds at least, in seconds.
    init(format: AudioFormat, duration: Double) {
        self.format = format
        var capacity = 1024
        while capacity < format.frames(in: duration) { capacity *= 2 }
        self.capacity = capacity
        samples = .allocate(capacity: capacity * format.channelCount)
        samples.initialize(repeating: 0, count: capacity * format.channelCount)
    }

    deinit { samples.deallocate() }

    /// How many frames were written since the beginning.
    var writtenFrames: Int { written.load(ordering: .acquiring) }

    /// How many frames were played or thrown away since the beginning.
    var readFrames: Int {
        max(read.load(ordering: .acquiring), discarded.load(ordering: .acquiring))
    }

    // MARK: - The writing thread

    /// How many frames there is room for now.
    var space: Int { capacity - (writtenFrames - read.load(ordering: .acquiring)) }

    /// Writes frames.
    ///
    /// - Precondition: There is ``space`` for them.
    func write(_ source: ArraySlice<Float>) {
        let channels = format.channelCount
        let start = written.load(ordering: .relaxed)
        let count = source.count / channels
        precondition(count <= space, "a ring is only filled")
        source.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            let place = start & (capacity - 1)
            let first = min(count, capacity - place)
            (samples + place * channels).update(from: base, count: first * channels)
            samples.update(from: base + first * channels, count: (count - first) * channels)
        }
        written.store(start + count, ordering: .releasing)
    }

    /// Throws away what was written and not played yet.
    func discard() { discarded.store(written.load(ordering: .relaxed), ordering: .releasing) }

    // MARK: - The reading thread

    /// Reads frames.
    ///
    /// - Returns: How many there were, of `count` at most.
    func read(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
        let channels = format.channelCount
        let start = max(
            read.load(ordering: .relaxed), discarded.load(ordering: .acquiring))
        let count = min(count, written.load(ordering: .acquiring) - start)
        guard count > 0 else {
            read.store(start, ordering: .releasing)
            return 0
        }
        let place = start & (capacity - 1)
        let first = min(count, capacity - place)
        target.update(from: samples + place * channels, count: first * channels)
        (target + first * channels).update(from: samples, count: (count - first) * channels)
        read.store(start + count, ordering: .releasing)
        return count
    }
}
