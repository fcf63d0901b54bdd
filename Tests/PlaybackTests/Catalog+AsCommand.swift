import PhonolithFiles
import PhonolithStore
import PhonolithUsers

extension Catalog {
    /// Changes the queue as a command does, which waits on its thread.
    func asCommand(
        _ body: @escaping @Sendable (QueueStore, _ patience: Duration) throws -> Void
    ) async throws {
        let thread = BlockingThreads(name: "command", count: 1)
        defer { thread.end() }
        // Beside other tests a player may take long.
        try await thread.perform { try body(self.queue, .seconds(120)) }
    }
}
