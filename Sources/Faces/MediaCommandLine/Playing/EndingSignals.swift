import Dispatch
import Foundation
import Synchronization

/// The signals that end what a command plays or records, as long as it handles them.
package struct EndingSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    private let sources: [any DispatchSourceSignal]
    /// The signals' previous actions.
    private let former: [__sighandler_t?]

    /// Has the first signal end what goes on, and a second one the process at once.
    package static func handle(_ end: @escaping @Sendable () async -> Void) -> EndingSignals {
        let count = SignalCount()
        let former = numbers.map { signal($0, SIG_IGN) }
        return EndingSignals(
            sources: numbers.map { number in
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler {
                    guard count.add() == 1 else {
                        PlayTerminal.restoreAtOnce()
                        exit(130)
                    }
                    Task { await end() }
                }
                source.resume()
                return source
            }, former: former)
    }

    /// Has the signals do what they did before.
    package func restore() {
        for source in sources { source.cancel() }
        for (number, action) in zip(Self.numbers, former) { signal(number, action) }
    }

    private final class SignalCount: Sendable {
        private let count = Atomic<Int>(0)

        func add() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}
