import Dispatch
import Foundation
import Synchronization

/// The signals that end what a command plays or records, as long as it handles them.
package struct EndingSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    private let sources: [any DispatchSourceSignal]

    /// Has the first signal end the recording, and a second one the process at once.
    package static func handle(_ end: @escaping @Sendable () async -> Void) -> EndingSignals {
        let count = SignalCount()
        return EndingSignals(
            sources: numbers.map { number in
                signal(number, SIG_IGN)
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
            })
    }

    /// Leaves the signals to the system again, which ends the process.
    package func restore() {
        for source in sources { source.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }

    private final class SignalCount: Sendable {
        private let count = Atomic<Int>(0)

        func add() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}
