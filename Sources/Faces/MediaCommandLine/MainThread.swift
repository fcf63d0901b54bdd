import Dispatch
import Synchronization

/// The main thread of a program, which is none of the cooperative pool.
package enum MainThread {
    /// Runs asynchronous work to its end. Blocks the main thread.
    package static func waiting<Value: Sendable>(
        for body: sending @escaping () async throws -> Value
    ) throws -> Value {
        let outcome = Outcome<Value>()
        Task {
            do {
                outcome.set(.success(try await body()))
            } catch {
                outcome.set(.failure(error))
            }
        }
        return try outcome.wait().get()
    }

    /// The result of a task, for a thread that waits.
    private final class Outcome<Value: Sendable>: Sendable {
        private let result = Mutex<Result<Value, any Error>?>(nil)
        private let end = DispatchSemaphore(value: 0)

        func set(_ value: Result<Value, any Error>) {
            result.withLock { $0 = value }
            end.signal()
        }

        func wait() -> Result<Value, any Error> {
            while true {
                end.wait()
                if let value = result.withLock({ $0 }) { return value }
            }
        }
    }
}
