import PhonolithTestSupport
import PhonolithWorker
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct JobSlotsTests {
    private final class Turns: Sendable {
        let taken = Mutex<[String]>([])

        /// Waits until so many turns were taken.
        func wait(for count: Int) async throws -> [String] {
            try await eventually("\(count) turns are taken") { taken.withLock(\.count) >= count }
            return taken.withLock(\.self)
        }
    }

    @Test("clients take turns, however many jobs one of them has")
    func turns() async throws {
        let slots = JobSlots(1)
        let turns = Turns()
        #expect(slots.takeAtOnce(for: "a"))
        #expect(!slots.takeAtOnce(for: "b"))
        for (index, client) in ["a", "a", "a", "b", "b"].enumerated() {
            Task {
                try await slots.take(for: client)
                turns.taken.withLock { $0.append(client) }
            }
            try await eventually("the client waits") { slots.waitingCount > index }
        }
        var last = "a"
        for count in 1...5 {
            slots.giveBack(by: last)
            last = try #require(try await turns.wait(for: count).last)
        }
        #expect(turns.taken.withLock(\.self) == ["b", "a", "b", "a", "a"])
        slots.giveBack(by: last)
        #expect(slots.takeAtOnce(for: "b"))
    }

    @Test("a slot that becomes free is that of the client with the fewest jobs at work")
    func fewest() async throws {
        let slots = JobSlots(3)
        let turns = Turns()
        for client in ["a", "b", "b"] { #expect(slots.takeAtOnce(for: client)) }
        for (index, client) in ["b", "a"].enumerated() {
            Task {
                try await slots.take(for: client)
                turns.taken.withLock { $0.append(client) }
            }
            try await eventually("the client waits") { slots.waitingCount > index }
        }
        slots.giveBack(by: "a")
        #expect(try await turns.wait(for: 1) == ["a"])
        slots.giveBack(by: "b")
        #expect(try await turns.wait(for: 2) == ["a", "b"])
    }

    @Test("a client has no more than its share, even where slots are free")
    func share() async throws {
        let slots = JobSlots(3, perClient: 2)
        let turns = Turns()
        for _ in 1...2 { #expect(slots.takeAtOnce(for: "a")) }
        #expect(!slots.takeAtOnce(for: "a"))
        Task {
            try await slots.take(for: "a")
            turns.taken.withLock { $0.append("a") }
        }
        try await eventually("the client waits") { slots.waitingCount > 0 }
        #expect(slots.takeAtOnce(for: "b"))
        slots.giveBack(by: "b")
        #expect(slots.waitingCount == 1)
        slots.giveBack(by: "a")
        #expect(try await turns.wait(for: 1) == ["a"])
    }

    @Test("a client whose last waiting job is cancelled is forgotten")
    func forgotten() async throws {
        let slots = JobSlots(1)
        #expect(slots.takeAtOnce(for: "a"))
        let waiting = Task { try await slots.take(for: "a") }
        try await eventually("the client waits") { slots.waitingCount > 0 }
        slots.giveBack(by: "a")
        try await waiting.value
        let cancelled = Task { try await slots.take(for: "b") }
        try await eventually("the client waits") { slots.waitingCount > 0 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        slots.giveBack(by: "a")
        #expect(slots.clientCount == 0)
    }
}
