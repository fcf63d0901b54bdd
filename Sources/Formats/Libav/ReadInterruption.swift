internal import CPhonolithFFmpeg
internal import PhonolithFiles
internal import Synchronization

/// Ends a read that waits: when it takes too long, or when it is no longer wanted.
///
/// FFmpeg asks it again and again while it waits for a server.
package final class ReadInterruption: Sendable {
    private let limit = Mutex<Limit?>(nil)
    private let isCancelled = Atomic<Bool>(false)
    private let wasExpired = Atomic<Bool>(false)

    private struct Limit {
        let running = RunningTime()
        let seconds: Double
    }

    /// Makes one that interrupts nothing yet.
    package init() {}

    /// Ends whatever waits, now and from now on.
    package func cancel() { isCancelled.store(true, ordering: .relaxed) }

    // Whether ``cancel()`` was called.
    package var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }

    /// Whether the time that was allowed is over.
    package var isOverdue: Bool {
        limit.withLock { limit in
            limit.map { $0.running.elapsed() / .seconds(1) >= $0.seconds } ?? false
        }
    }

    /// Whether a read was ended because it took too long, by what it says of itself or, where it had something
    /// to give by then, by a later one.
    package var hasExpired: Bool { wasExpired.load(ordering: .relaxed) }

    /// Forgets that a read took too long, for a new connection.
    package func startAgain() { wasExpired.store(false, ordering: .relaxed) }

    /// FFmpeg asks whether to continue waiting.
    private func endsWaiting() -> Bool {
        if wasCancelled { return true }
        guard isOverdue else { return false }
        wasExpired.store(true, ordering: .relaxed)
        return true
    }

    /// Runs something that may wait, with a limit in seconds.
    func allowing<Value: ~Copyable, Failure>(
        seconds: Double, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        limit.withLock { $0 = Limit(seconds: seconds) }
        let value = try body()
        limit.withLock { $0 = nil }
        return value
    }

    /// The callback for FFmpeg; the caller keeps `self` alive as long as FFmpeg may ask.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                let interruption = Unmanaged<ReadInterruption>.fromOpaque(opaque)
                    .takeUnretainedValue()
                return interruption.endsWaiting() ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }
}
