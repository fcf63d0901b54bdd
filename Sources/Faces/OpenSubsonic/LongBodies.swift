import Files
package import Hummingbird
package import NIOCore
import Serving
import Worker

/// Bodies that are read before it is known whose they are.
///
/// A long one becomes several times as long where it is taken apart. So few are in memory at once, from the first bytes
/// until the request is answered, and clients of several addresses take turns. A client that waits for its turn, or sends
/// the rest of its body, for too long is refused.
package final class LongBodies: Sendable {
    /// A body, and its turn until the value is released.
    package struct Body: Sendable {
        package fileprivate(set) var bytes = ByteBuffer()
        fileprivate var turn: Hold?

        /// Whether it is so long that taking it apart would hold up others.
        package var isLong: Bool { turn != nil }
    }

    /// Bytes that a body may have without a turn, and parameters that a form may: a thousand ids.
    private static let shortest = 64 << 10
    private static let fewest = 1000

    /// Why a long body is not read.
    package enum Refusal: Error, Hashable, Sendable {
        /// Others had all turns for as long as a client waits.
        case crowded
        /// The body did not arrive in time.
        case slow

        /// Seconds until the next try.
        static let retryAfter = 10
    }

    private let turns = JobSlots(4, perClient: 2)
    private let threads = BlockingThreads(name: "bodies", count: 1)
    private let turnTimeout: Duration
    private let arrivalTimeout: Duration

    /// - Parameters:
    ///   - turnTimeout: How long a body waits for its turn.
    ///   - arrivalTimeout: How long it may take to arrive from then on.
    package init(
        turnTimeout: Duration = .seconds(10), arrivalTimeout: Duration = .seconds(15)
    ) {
        self.turnTimeout = turnTimeout
        self.arrivalTimeout = arrivalTimeout
    }

    deinit { threads.end() }

    /// Collects a body.
    ///
    /// - Throws: ``BodyRefusal/tooLong(most:)``; ``Refusal``.
    package func collect(
        _ body: RequestBody, upTo most: Int, from address: String
    ) async throws -> Body {
        let (turns, taken) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: Body?.self) { group in
            group.addTask {
                try await self.collect(body, upTo: most, from: address) { taken.yield() }
            }
            group.addTask { [arrivalTimeout] in
                for await _ in turns {
                    try await Task.sleep(for: arrivalTimeout)
                    throw Refusal.slow
                }
                return nil
            }
            defer { group.cancelAll() }
            guard let collected = try await group.next() ?? nil else { throw CancellationError() }
            return collected
        }
    }

    /// - Parameter noteTurn: Is called when the body takes a turn.
    private func collect(
        _ body: RequestBody, upTo most: Int, from address: String, noteTurn: () -> Void
    ) async throws -> Body {
        var collected = Body()
        for try await var part in body {
            collected.bytes.writeBuffer(&part)
            if collected.bytes.readableBytes > most { throw BodyRefusal.tooLong(most: most) }
            if collected.turn == nil, collected.bytes.readableBytes > Self.shortest {
                collected.turn = try await turn(of: address)
                noteTurn()
            }
        }
        // Some sequences just end when their task is cancelled.
        try Task.checkCancellation()
        // Short parameters take many times their bytes.
        let parameters = collected.bytes.readableBytesView.lazy.filter { $0 == UInt8(ascii: "&") }
        if collected.turn == nil, parameters.count > Self.fewest {
            collected.turn = try await turn(of: address)
        }
        return collected
    }

    private func turn(of address: String) async throws -> Hold {
        try await within(turnTimeout, orElse: Refusal.crowded) { [turns] in
            let client = AddressPrefix(address).text
            try await turns.take(for: client)
            return Hold { turns.giveBack(by: client) }
        }
    }

    /// The parameters in a form.
    func form(in body: Body) async throws -> FormText {
        let bytes = body.bytes
        guard body.isLong else { return FormText(String(buffer: bytes)) }
        return try await threads.perform { FormText(String(buffer: bytes)) }
    }
}
