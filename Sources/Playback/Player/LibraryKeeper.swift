internal import Blocking
import Catalog
internal import Synchronization

/// Writes to the library what a player did, one thing after the other, on a thread that may wait.
final class LibraryKeeper: Sendable {
    /// Whether the queue is kept, too.
    let keepsQueue: Bool
    private let catalog: Catalog
    private let thread = BlockingThreads(name: "play-library", count: 1)
    /// Used on the thread only, by one job after the other.
    private let queue = Mutex(SharedQueue())

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
        _ body: (inout SharedQueue) throws -> sending Value
    ) rethrows -> Value { try queue.withLock { try body(&$0) } }

    /// A moment after each change of the library, by whomsoever; ends where it cannot be looked at any more.
    func changes(every interval: Duration) -> AsyncStream<Void> {
        let changes = MediaLibrary(catalog).changes(every: interval)
        return AsyncStream { stream in
            let task = Task {
                // What cannot be looked at changes no more, as far as is known here.
                do { for try await _ in changes { stream.yield() } } catch {}
                stream.finish()
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }

    /// Asks the library something, after all that was to be written before.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        let catalog = catalog
        return try await Task(executorPreference: thread) { try body(catalog) }.value
    }
}
