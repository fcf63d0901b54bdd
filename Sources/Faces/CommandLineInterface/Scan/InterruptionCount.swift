import Glibc
import Synchronization

/// How often the user has interrupted the process, or the system wanted it to end; nothing else happens then.
final class InterruptionCount {
    private let signals: HandledSignals
    private let count = Count()

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    var value: Int { count.value.load(ordering: .relaxed) }

    init() {
        let count = count
        signals = HandledSignals([SIGINT, SIGTERM]) { _ in count.value.add(1, ordering: .relaxed) }
    }

    deinit { signals.release() }
}
