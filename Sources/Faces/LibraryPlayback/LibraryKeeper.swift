import FoundationEssentials
import Glibc
internal import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithPlayback
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
internal import Synchronization

/// Writes to the library what a player did, one thing after the other, on a thread that may wait.
final class LibraryKeeper: PlayerLibrary {
    let keepsQueue: Bool
    private let catalog: Catalog
    /// The program that plays.
    private let programName: String
    private let thread = BlockingThreads(name: "play-library", count: 1)
    /// Used on the thread only, by one job after the other.
    private let queue = Mutex(QueueOwnership())
    // In their order.
    private let unwritten = Mutex<[NotedPlay]>([])

    /// Without notice for people, and without work for a server that many ask.
    var pauseBetweenRequests: Duration {
        catalog.isOnServer ? .milliseconds(500) : .milliseconds(200)
    }

    init(_ catalog: Catalog, keepsQueue: Bool, programName: String) {
        self.catalog = catalog
        self.keepsQueue = keepsQueue
        self.programName = programName
    }

    deinit { thread.end() }

    // MARK: - Writing

    /// Writes something, and then the plays that could not be written until now.
    private func write(
        onFailure: @escaping FailureHandler, _ body: @escaping @Sendable (Catalog) throws -> Void
    ) {
        Task(executorPreference: thread) { [self] in
            do { try body(catalog) } catch { return await onFailure(error) }
            // They stay for the next time.
            try? writePlays()
        }
    }

    func note(_ play: NotedPlay, onFailure: @escaping FailureHandler) {
        unwritten.withLock { $0.append(play) }
        Task(executorPreference: thread) { [self] in
            do { try writePlays() } catch { await onFailure(error) }
        }
    }

    private func writePlays() throws {
        while let play = unwritten.withLock(\.first) {
            unwritten.withLock { $0[0].wasTried = true }
            try play.write(to: catalog, by: programName)
            unwritten.withLock { _ = $0.removeFirst() }
        }
    }

    func keepBookmark(_ time: Double?, of item: MediaItemID, onFailure: @escaping FailureHandler) {
        write(onFailure: onFailure) { catalog in
            // The sound may last longer than the file says; there is nothing to resume then.
            do { try catalog.values.setBookmark(time, of: item) } catch is BookmarkError {}
        }
    }

    func keep(_ queue: KeptQueue, for requests: [Int64], onFailure: @escaping FailureHandler) {
        write(onFailure: onFailure) { [self] catalog in
            try withQueue { try $0.keep(queue, for: requests, in: catalog) }
        }
    }

    func keepPosition(_ queue: KeptQueue, onFailure: @escaping FailureHandler) {
        write(onFailure: onFailure) { [self] catalog in
            try withQueue { try $0.keepPosition(queue, in: catalog) }
        }
    }

    func answer(
        _ request: ReceivedRequest, refusal: String, report: PlayerReport?,
        onFailure: @escaping FailureHandler
    ) {
        write(onFailure: onFailure) { catalog in
            try catalog.queue.answer(request.id, refusal, report: report?.json)
        }
    }

    func take(_ stored: KeptQueue) {
        write(onFailure: { _ in }) { [self] _ in withQueue { $0.take(stored) } }
    }

    func rememberOutputDevices(_ names: [String]) async throws {
        try await read { try $0.queue.chooseOutputs(names) }
    }

    func finish() async -> String? {
        let lost = await Task(executorPreference: thread) { [self] () -> String? in
            do {
                try writePlays()
                return nil
            } catch {
                let count = unwritten.withLock(\.count)
                return "\(count) \(count == 1 ? "play is" : "plays are") lost: \(error)"
            }
        }.value
        // Failed writes were reported when they failed.
        try? await read { [self] _ in withQueue { $0.end() } }
        return lost
    }

    private func withQueue<Value: Sendable>(
        _ body: (inout QueueOwnership) throws -> sending Value
    ) rethrows -> Value { try queue.withLock { try body(&$0) } }

    // MARK: - Reading

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        let catalog = catalog
        return try await Task(executorPreference: thread) { try body(catalog) }.value
    }

    func items(matching query: MediaQuery) async throws -> [PlayerItem] {
        try await read { catalog in
            var items: [PlayerItem] = []
            try catalog.items.forEach(matching: query) { items.append(PlayerItem($0)) }
            return items
        }
    }

    func keptQueue() async throws -> KeptQueue {
        try await read { [self] catalog in
            try withQueue { try $0.read(from: catalog, keeps: keepsQueue) }
        }
    }

    func news(beside waiting: ReceivedRequest?) async throws -> QueueNews {
        try await read { [self] catalog in
            try withQueue { try $0.news(in: catalog, beside: waiting) }
        }
    }

    func keepingFailure() async -> String? {
        // Asking for that does not fail.
        (try? await read { [self] _ in withQueue { $0.failure } }) ?? nil
    }
}

extension NotedPlay {
    /// Writes it. Blocks its thread.
    fileprivate func write(to catalog: Catalog, by program: String) throws {
        switch verdict {
        case .played:
            try catalog.values.notePlay(of: item, at: date, by: program, isReport: wasTried)
        case .skipped: try catalog.values.noteSkip(of: item, at: date, by: program)
        }
    }
}
