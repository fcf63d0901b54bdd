internal import PhonolithFiles
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
internal import Synchronization

/// Writes to the library what a player did, one thing after the other, on a thread that may wait.
final class LibraryKeeper: Sendable {
    /// Whether the queue is kept, too.
    let keepsQueue: Bool
    private let catalog: Catalog
    private let thread = BlockingThreads(name: "play-library", count: 1)
    /// Used on the thread only, by one job after the other.
    private let queue = Mutex(OwnedQueue())
    /// In their order.
    private let unwritten = Mutex<[NotedPlay]>([])

    /// How often the library is asked for requests of other programs: without notice for people, and without work for a
    /// server that many ask.
    var pauseBetweenRequests: Duration {
        catalog.isOnServer ? .milliseconds(500) : .milliseconds(200)
    }

    init(_ catalog: Catalog, keepsQueue: Bool) {
        self.catalog = catalog
        self.keepsQueue = keepsQueue
    }

    deinit { thread.end() }

    /// Writes something, after what was to be written before, and then the plays that could not be written until now.
    func write(
        _ body: @escaping @Sendable (Catalog) throws -> Void,
        onFailure: @escaping @Sendable (any Error) async -> Void
    ) {
        Task(executorPreference: thread) { [self] in
            do { try body(catalog) } catch { return await onFailure(error) }
            // They stay for the next time.
            try? writePlays()
        }
    }

    /// Writes a play, after what was to be written before. One that cannot be written is kept until it can.
    func write(
        _ play: NotedPlay, onFailure: @escaping @Sendable (any Error) async -> Void
    ) {
        unwritten.withLock { $0.append(play) }
        Task(executorPreference: thread) { [self] in
            do { try writePlays() } catch { await onFailure(error) }
        }
    }

    private func writePlays() throws {
        while let play = unwritten.withLock(\.first) {
            unwritten.withLock { $0[0].wasTried = true }
            try play.write(to: catalog)
            unwritten.withLock { _ = $0.removeFirst() }
        }
    }

    /// Writes the plays that could not be written until now.
    ///
    /// - Returns: One line about those that cannot be written now either; `nil` where there is none.
    func finishPlays() async -> String? {
        await Task(executorPreference: thread) { [self] in
            do {
                try writePlays()
                return nil
            } catch {
                let count = unwritten.withLock(\.count)
                return "\(count) \(count == 1 ? "play is" : "plays are") lost: \(error)"
            }
        }.value
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
