internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// Ends a read that waits: when it takes too long, or when nobody wants it any more.
///
/// FFmpeg asks it again and again while it waits for a server.
package final class ReadInterruption: Sendable {
    /// In nanoseconds of the monotonic clock; 0 for none.
    private let deadline = Atomic<UInt64>(0)
    private let isCancelled = Atomic<Bool>(false)
    private let wasExpired = Atomic<Bool>(false)

    /// Makes one that interrupts nothing yet.
    package init() {}

    /// Ends whatever waits, now and from now on.
    package func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Whether ``cancel()`` was called.
    package var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }

    /// Whether the time that was allowed is over.
    package var isOverdue: Bool {
        let limit = deadline.load(ordering: .relaxed)
        return limit != 0 && Self.now >= limit
    }

    /// Whether a read was ended because it took too long, by what it says of itself or, where it had something
    /// to give by then, by a later one.
    package var hasExpired: Bool { wasExpired.load(ordering: .relaxed) }

    /// FFmpeg asks whether to go on waiting.
    private func endsWaiting() -> Bool {
        if wasCancelled { return true }
        guard isOverdue else { return false }
        wasExpired.store(true, ordering: .relaxed)
        return true
    }

    /// Runs something that may wait, for so many seconds at most.
    func allowing<Value: ~Copyable, Failure>(
        seconds: Double, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        deadline.store(Self.now + UInt64(seconds * 1e9), ordering: .relaxed)
        let value = try body()
        deadline.store(0, ordering: .relaxed)
        return value
    }

    /// What FFmpeg is given; the caller keeps `self` alive as long as FFmpeg may ask.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                let interruption = Unmanaged<ReadInterruption>.fromOpaque(opaque)
                    .takeUnretainedValue()
                return interruption.endsWaiting() ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
