import Catalog
internal import Files
internal import Synchronization

/// Writes to the library what a player did, one thing after the other, on a thread that may wait.
final class LibraryKeeper: Sendable {
    /// Whether the queue is kept, too.
    let keepsQueue: Bool
    private let catalog: Catalog
    private let thread = BlockingThreads(name: "play-library", count: 1)
    /// Used on the thread only, by one job after the other.
    private let queue = Mutex(OwnedQueue())

    init(_ catalog: Catalog, keepsQueue: Bool) {
        self.catalog = catalog
        self.keepsQueue = keepsQueue
    }

    deinit { thread.end() }

    /// Writes something, after what was to be written before.
    func write(
        _ body: @escaping @Sendable (Catalog) throws -> Void,
        onFailure: @escaping @Sendable (any Error) async -> Void
    ) {
        let catalog = catalog
        Task(executorPreference: thread) {
            do { try body(catalog) } catch { await onFailure(error) }
        }
    }

    /// Does something with the kept queue.
    func withQueue<Value: Sendable>(
        _ body: (inout OwnedQueue) throws -> sending Value
    ) rethrows -> Value { try queue.withLock { try body(&$0) } }

    /// Asks the library something, after all that was to be written before.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        let catalog = catalog
        return try await Task(executorPreference: thread) { try body(catalog) }.value
    }
}
