package import Hummingbird
package import NIOCore
import PhonolithFiles
import PhonolithWorker
import Synchronization

/// Bodies of requests, and their parsing.
///
/// A long one becomes several times as long where it is taken apart. So few are in memory at once, from the first bytes
/// until the request is answered, and clients of several addresses take turns. A client that waits for its turn, or sends
/// the rest of its body, for too long is refused.
package final class LongBodies: Sendable {
    /// A body, and its turn until the value is released.
    package struct Body: Sendable {
        package fileprivate(set) var bytes = ByteBuffer()
        fileprivate var turn: Hold?

        /// Whether the body is so long that parsing it would delay others.
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
        package static let retryAfter = 10
    }

    /// A body that is not read, and its beginning, which may say in what form the client wants to be told.
    package struct Rejected: Error {
        package let reason: any Error
        package let beginning: ByteBuffer
    }

    private let turns = JobSlots(4, perClient: 2)
    /// Parse short bodies, and long ones, which must not hold them up.
    private let threads = BlockingThreads(name: "bodies", count: 1)
    private let longThreads = BlockingThreads(name: "long-bodies", count: 1)
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

    deinit {
        threads.end()
        longThreads.end()
    }

    /// Collects a body.
    ///
    /// - Parameter mostParameters: How many parameters it may have, for a form: one with more is not read to its end.
    /// - Throws: ``Rejected``, for ``BodyRefusal/tooLong(most:)``, ``RequestExcess`` or ``Refusal``.
    package func collect(
        _ body: RequestBody, upTo most: Int, mostParameters: Int = .max, from address: String
    ) async throws -> Body {
        let beginning = Mutex(ByteBuffer())
        do {
            return try await collectInTime(body, (most, mostParameters), from: address) { bytes in
                beginning.withLock { $0 = bytes }
            }
        } catch {
            guard error is BodyRefusal || error is RequestExcess || error is Refusal else {
                throw error
            }
            throw Rejected(reason: error, beginning: beginning.withLock(\.self))
        }
    }

    /// - Parameter noteBeginning: Is called with the beginning of a long body.
    private func collectInTime(
        _ body: RequestBody, _ most: (bytes: Int, parameters: Int), from address: String,
        _ noteBeginning: @escaping @Sendable (ByteBuffer) -> Void
    ) async throws -> Body {
        let (turns, taken) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: Body?.self) { group in
            group.addTask {
                try await self.collect(
                    body, most, from: address, noteBeginning, noteTurn: { taken.yield() })
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
        _ body: RequestBody, _ most: (bytes: Int, parameters: Int), from address: String,
        _ noteBeginning: (ByteBuffer) -> Void, noteTurn: () -> Void
    ) async throws -> Body {
        var collected = Body()
        var parameters = 0
        for try await var part in body {
            parameters += part.readableBytesView.lazy.filter { $0 == UInt8(ascii: "&") }.count
            collected.bytes.writeBuffer(&part)
            let isLong = collected.bytes.readableBytes > Self.shortest
            if isLong, collected.turn == nil { noteBeginning(collected.bytes) }
            if collected.bytes.readableBytes > most.bytes {
                throw BodyRefusal.tooLong(most: most.bytes)
            }
            if parameters > most.parameters { throw RequestExcess(parameters: most.parameters) }
            if isLong, collected.turn == nil {
                collected.turn = try await turn(of: address)
                noteTurn()
            }
        }
        // Some sequences just end when their task is cancelled.
        try Task.checkCancellation()
        // Short parameters take many times their bytes.
        if collected.turn == nil, parameters > Self.fewest {
            noteBeginning(collected.bytes)
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

    // MARK: - Parsing

    /// Takes the bytes of a body apart, on a thread that may be busy for a while.
    package func parse<Value: Sendable>(
        _ body: Body, _ parse: @escaping @Sendable (ByteBuffer) throws -> Value
    ) async throws -> Value {
        try await (body.isLong ? longThreads : threads).perform { [bytes = body.bytes] in
            try parse(bytes)
        }
    }

    /// The parameters in a form.
    package func form(in body: Body) async throws -> FormText {
        try await parse(body) { FormText(bytes: $0.readableBytesView) }
    }

    /// Of a form that is refused, those of the parameters with these names that are at its beginning or end: a form of
    /// megabytes is not searched for them.
    package func parameters(
        _ names: Set<String>, atEndsOf form: ByteBuffer
    ) async throws -> FormText {
        try await threads.perform {
            FormText(bytes: form.ends(upTo: Self.shortest).utf8, only: names)
        }
    }

    /// The body of a request as an object of JSON; `nil` for an empty one.
    ///
    /// - Throws: ``BodyRefusal``, ``Refusal``, ``RequestExcess``.
    package func object<Value: Decodable & Sendable>(
        _ type: Value.Type, in request: Request, upTo most: Int, from address: String
    ) async throws -> Value? {
        // One that states its length is refused before anything of it is read.
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most {
            throw BodyRefusal.tooLong(most: most)
        }
        let body: Body
        do {
            body = try await collect(request.body, upTo: most, from: address)
        } catch let rejected as Rejected {
            throw rejected.reason
        }
        guard body.bytes.readableBytes > 0 else { return nil }
        guard request.hasJSON else { throw BodyRefusal.notJSON }
        return try await parse(body) { try $0.object(type) }
    }
}

extension ByteBuffer {
    /// The pairs at the beginning and the end of a form, of each so many bytes; those that are cut are left out.
    fileprivate func ends(upTo count: Int) -> String {
        let separator = UInt8(ascii: "&")
        guard readableBytes > 2 * count else { return String(buffer: self) }
        let beginning = readableBytesView.prefix(count)
        let whole = beginning.prefix(
            upTo: beginning.lastIndex(of: separator) ?? beginning.startIndex)
        let end = readableBytesView.suffix(count).drop { $0 != separator }
        return String(decoding: whole, as: UTF8.self) + String(decoding: end, as: UTF8.self)
    }
}
