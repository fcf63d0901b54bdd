import Glibc
import PhonolithCommandLineInterface
import Synchronization

/// The signals that end what a command plays or records, as long as it handles them.
package struct EndingSignals {
    private let signals: HandledSignals

    /// Has the first signal end what goes on, and a second one the process at once.
    package static func handle(_ end: @escaping @Sendable () async -> Void) -> EndingSignals {
        let count = SignalCount()
        return EndingSignals(
            signals: HandledSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { _ in
                guard count.add() == 1 else {
                    PlayTerminal.restoreAtOnce()
                    exit(130)
                }
                Task { await end() }
            })
    }

    /// Has the signals do what they did before.
    package func restore() { signals.release() }

    private final class SignalCount: Sendable {
        private let count = Atomic<Int>(0)

        func add() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}
