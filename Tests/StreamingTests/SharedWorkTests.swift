import PhonolithStreaming
import Testing

/// Work that several clients wait for.
@Suite(.timeLimit(.minutes(20))) struct SharedWorkTests {
    @Test("Work goes on for those who stay")
    func oneLeaves() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let work = SharedWork {
            _ = await gate.first { _ in true }
            try Task.checkCancellation()
            return 1
        }
        #expect(work.join())
        let first = Task { try await work.value }
        let second = Task { try await work.value }
        first.cancel()
        open.yield()
        #expect(try await second.value == 1)
    }

    @Test("Work is cancelled when all have left, and cannot be joined then")
    func allLeave() async throws {
        let work = SharedWork { try await Task.sleep(for: .seconds(600)) }
        #expect(work.join())
        let clients = (0..<2).map { _ in Task { try await work.value } }
        for client in clients { client.cancel() }
        for client in clients {
            await #expect(throws: CancellationError.self) { try await client.value }
        }
        #expect(!work.join())
    }
}
