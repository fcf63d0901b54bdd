internal import Synchronization

/// A ring of samples between the thread that makes them and the one that plays them.
///
/// One thread writes, one reads, and neither waits, locks or takes memory. Frames are counted from the
/// beginning and never back; a frame's place in the ring is its number modulo the capacity. Frames that are
/// discarded are free at once, also while nothing reads.
package final class AudioRing: @unchecked Sendable {
    // Sendable by proof: the writer touches only frames between `written` and `freed + capacity`, the
    // reader only those between `max(read, discarded)` and `written`; each publishes its count with release
    // and looks at the other's with acquire. `freed` is `read` while the reader is at work, for it may have
    // begun before a discard; else `max(read, discarded)`. The reader first marks itself, then looks at
    // `discarded`; the writer first stores `discarded`, then looks at the mark: in the one order of all
    // sequentially consistent operations at least one of them sees the other.

    /// The form of the samples.
    package let format: AudioFormat
    /// How many frames there is room for; a power of two.
    package let capacity: Int
    private let samples: UnsafeMutablePointer<Float>
    private let written = Atomic<Int>(0)
    private let read = Atomic<Int>(0)
    /// Frames before this one are not played any more.
    private let discarded = Atomic<Int>(0)
    private let isReading = Atomic<Bool>(false)
    /// Frames before this one are free for the writer, forever.
    private let freed = Atomic<Int>(0)

    /// Makes an empty ring.
    ///
    /// - Parameter duration: How much it holds at least, in seconds.
    package init(format: AudioFormat, duration: Double) {
        self.format = format
        var capacity = 1024
        while capacity < format.frames(in: duration) { capacity *= 2 }
        self.capacity = capacity
        samples = .allocate(capacity: capacity * format.channelCount)
        samples.initialize(repeating: 0, count: capacity * format.channelCount)
    }

    deinit { samples.deallocate() }

    /// How many frames were written since the beginning.
    package var writtenFrames: Int { written.load(ordering: .acquiring) }

    /// How many frames were played or thrown away since the beginning.
    package var readFrames: Int {
        max(read.load(ordering: .acquiring), discarded.load(ordering: .acquiring))
    }

    // MARK: - The writing thread

    /// How many frames there is room for now.
    package var space: Int {
        let isReading = isReading.load(ordering: .sequentiallyConsistent)
        let now = isReading ? read.load(ordering: .acquiring) : readFrames
        // A reader that begins after a discard shows its old count until it has read: room that was there stays.
        let freed = freed.max(now, ordering: .relaxed).newValue
        return capacity - (written.load(ordering: .relaxed) - freed)
    }

    /// Writes frames.
    ///
    /// - Precondition: There is ``space`` for them.
    package func write(_ source: ArraySlice<Float>) {
        source.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            write(base, frames: source.count / format.channelCount)
        }
    }

    /// Writes frames; takes no memory and no lock.
    ///
    /// - Precondition: There is ``space`` for them.
    package func write(_ source: UnsafePointer<Float>, frames count: Int) {
        let channels = format.channelCount
        let start = written.load(ordering: .relaxed)
        precondition(count <= space, "a ring is only filled")
        let place = start & (capacity - 1)
        let first = min(count, capacity - place)
        (samples + place * channels).update(from: source, count: first * channels)
        samples.update(from: source + first * channels, count: (count - first) * channels)
        written.store(start + count, ordering: .releasing)
    }

    /// Writes frames of silence.
    ///
    /// - Precondition: There is ``space`` for them.
    package func writeSilence(frames count: Int) {
        let channels = format.channelCount
        let start = written.load(ordering: .relaxed)
        precondition(count <= space, "a ring is only filled")
        let place = start & (capacity - 1)
        let first = min(count, capacity - place)
        (samples + place * channels).update(repeating: 0, count: first * channels)
        samples.update(repeating: 0, count: (count - first) * channels)
        written.store(start + count, ordering: .releasing)
    }

    /// Throws away what was written and not played yet.
    package func discard() {
        discarded.store(written.load(ordering: .relaxed), ordering: .sequentiallyConsistent)
    }

    // MARK: - The reading thread

    /// Reads frames.
    ///
    /// - Returns: How many there were, of `count` at most.
    package func read(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
        isReading.store(true, ordering: .sequentiallyConsistent)
        defer { isReading.store(false, ordering: .releasing) }
        let channels = format.channelCount
        let start = max(
            read.load(ordering: .relaxed), discarded.load(ordering: .sequentiallyConsistent))
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
