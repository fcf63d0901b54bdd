package import Dispatch
import Foundation
import Synchronization

/// The signals that end what a command records.
package enum EndingSignals {
    /// Has the first signal end the recording, and a second one the process at once.
    ///
    /// - Returns: What to cancel when the recording has ended.
    package static func handle(
        _ end: @escaping @Sendable () async -> Void
    ) -> [any DispatchSourceSignal] {
        let count = SignalCount()
        return [SIGINT, SIGTERM, SIGHUP].map { number in
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
        }
    }

    private final class SignalCount: Sendable {
        private let count = Atomic<Int>(0)

        func add() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}
