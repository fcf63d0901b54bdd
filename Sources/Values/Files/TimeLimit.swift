/// Does work that must end in time.
///
/// - Parameters:
///   - limit: How long it may take.
///   - error: The error thrown after that, when the cancelled work has ended.
/// - Throws: `error`, and what `work` throws.
package func within<Value: Sendable>(
    _ limit: Duration, orElse error: any Error, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw error
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
