import Synchronization

/// A clock that stands still until a test advances it.
final class ManualClock: Sendable {
    private let moment = Mutex(Duration.zero)

    var now: Duration { moment.withLock(\.self) }

    func advance(by duration: Duration) { moment.withLock { $0 += duration } }
}
