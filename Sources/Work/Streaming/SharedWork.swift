internal import Synchronization

/// Work that several clients wait for. It is cancelled when all of them have left.
package final class SharedWork<Value: Sendable>: Sendable {
    private let task: Task<Value, any Error>
    /// 0 when it is cancelled.
    private let waiting = Mutex(1)

    /// Begins for one client, which has to wait for ``value``.
    package init(_ work: @escaping @Sendable () async throws -> Value) {
        task = Task { try await work() }
    }

    /// Joins as one more client.
    ///
    /// - Returns: `false` if all have left.
    package func join() -> Bool {
        waiting.withLock { count in
            if count == 0 { return false }
            count += 1
            return true
        }
    }

    /// The result. A client leaves when its task is cancelled.
    package var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                let isLast = waiting.withLock { count in
                    count -= 1
                    return count == 0
                }
                if isLast { task.cancel() }
            }
        }
    }
}
