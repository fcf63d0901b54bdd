import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithOpenSubsonic
import PhonolithTestSupport
import Synchronization
import Testing

/// Bodies that are read before it is known whose they are.
@Suite(.timeLimit(.minutes(20))) struct LongBodyTests {
    /// A loaded machine may take longer from one step of a test to the next than a client waits.
    private let bodies = LongBodies(turnTimeout: .seconds(600))

    private func collect(_ size: Int, from address: String) async throws -> LongBodies.Body {
        let bytes = ByteBuffer(repeating: UInt8(ascii: "a"), count: size)
        return try await bodies.collect(
            RequestBody(buffer: bytes), upTo: 1 << 20, from: address)
    }

    /// Why a body is not read; the beginning of a long one comes with it.
    private func refusal(
        _ collect: () async throws -> LongBodies.Body
    ) async -> (any Error)? {
        let rejected = await #expect(throws: LongBodies.Rejected.self) { _ = try await collect() }
        #expect((rejected?.beginning.readableBytes ?? 0) > 64 << 10)
        return rejected?.reason
    }

    @Test("Few long ones of an address are in memory at once, and others are read meanwhile")
    func turns() async throws {
        var held = [
            try await collect(100_000, from: "2001:db8::1"),
            try await collect(100_000, from: "2001:db8::2"),
        ]
        let isRead = Mutex(false)
        let third = Task {
            let size = try await collect(100_000, from: "2001:db8::3").bytes.readableBytes
            isRead.withLock { $0 = true }
            return size
        }
        // The third is of the same network, and waits; a short one and one of another network do not.
        #expect(try await collect(1000, from: "2001:db8::4").bytes.readableBytes == 1000)
        #expect(try await collect(100_000, from: "192.0.2.1").bytes.readableBytes == 100_000)
        #expect(isRead.withLock { !$0 })
        held.removeFirst()
        #expect(try await third.value == 100_000)
        #expect(held.count == 1)
    }

    @Test("A short form of very many parameters takes a turn, too")
    func manyParameters() async throws {
        func collect(_ count: Int) async throws -> LongBodies.Body {
            try await bodies.collect(
                RequestBody(buffer: ByteBuffer(repeating: UInt8(ascii: "&"), count: count)),
                upTo: 1 << 20, from: "192.0.2.1")
        }
        let (few, many) = (try await collect(1000), try await collect(1001))
        #expect([few.isLong, many.isLong] == [false, true])
    }

    @Test(
        "A form of more parameters than are taken is not read to its end", arguments: [1, 7, 4096])
    func endlessForm(size: Int) async throws {
        let (parts, continuation) = AsyncStream<ByteBuffer>.makeStream()
        let most = 10_000
        for _ in 0...(most / size) {
            continuation.yield(ByteBuffer(repeating: UInt8(ascii: "&"), count: size))
        }
        // The end never comes.
        let rejected = await #expect(throws: LongBodies.Rejected.self) {
            _ = try await bodies.collect(
                RequestBody(asyncSequence: parts), upTo: 1 << 20, mostParameters: most,
                from: "192.0.2.1")
        }
        #expect(rejected?.reason as? RequestExcess == RequestExcess(parameters: most))
        continuation.finish()
    }

    @Test("Who waits too long for a turn is told to come again")
    func crowd() async throws {
        let bodies = LongBodies(turnTimeout: .milliseconds(50))
        let long = ByteBuffer(repeating: 0, count: 100_000)
        func collect() async throws -> LongBodies.Body {
            try await bodies.collect(
                RequestBody(buffer: long), upTo: 1 << 20, from: "192.0.2.1")
        }
        let held = (try await collect(), try await collect())
        let refusal = await refusal { try await collect() }
        #expect(refusal as? LongBodies.Refusal == .crowded)
        withExtendedLifetime(held) {}
    }

    @Test("One that stops in the middle loses its turn")
    func stop() async throws {
        let bodies = LongBodies(arrivalTimeout: .milliseconds(50))
        for _ in 1...5 {
            let (parts, continuation) = AsyncStream<ByteBuffer>.makeStream()
            continuation.yield(ByteBuffer(repeating: 0, count: 100_000))
            let refusal = await refusal {
                try await bodies.collect(
                    RequestBody(asyncSequence: parts), upTo: 1 << 20, from: "192.0.2.1")
            }
            #expect(refusal as? LongBodies.Refusal == .slow)
            continuation.finish()
        }
        let whole = try await bodies.collect(
            RequestBody(buffer: ByteBuffer(repeating: 0, count: 100_000)), upTo: 1 << 20,
            from: "192.0.2.1")
        #expect(whole.isLong)
    }

    @Test("Too long ones are refused, and give back their turn")
    func tooLong() async throws {
        for _ in 1...5 {
            let refusal = await refusal { try await collect(2 << 20, from: "192.0.2.1") }
            #expect(refusal as? BodyRefusal == .tooLong(most: 1 << 20))
        }
        let longest = try await collect(1 << 20, from: "192.0.2.1")
        #expect(longest.isLong)
    }
}
