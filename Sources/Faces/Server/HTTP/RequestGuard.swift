import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes connections of clients that have too many of them, that send a request too slowly or that is too long, or
/// that take nothing of their answer: each costs a connection. Requests refused here get a line in the log.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: Limits
    private let connections: OpenConnections
    private let departures: Departures
    private let log: RequestLog
    /// The client's, without its port; `nil` while the connection is not counted.
    private var address: String?
    /// The request that arrives, or was the last to.
    private var request: HTTPRequest?
    /// Closes the connection when the request has not arrived in time.
    private var arrival: Scheduled<Void>?
    /// Closes the connection when the client takes nothing.
    private var stall: Scheduled<Void>?
    private var bodySize = 0
    /// Requests that have arrived, at least their heads, and were not answered yet.
    private var unanswered = 0
    /// Why what arrived last gets no other answer: after the requests before it, the framework answers it with an
    /// empty 400.
    private var refusal: Refusal?
    /// The text of such an answer, as long as it is not written.
    private var explanation: String?

    init(
        _ limits: Limits, _ connections: OpenConnections, _ departures: Departures,
        _ log: RequestLog
    ) {
        self.limits = limits
        self.connections = connections
        self.departures = departures
        self.log = log
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        begin(context)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // Up to ten buffers of a connection wait for what reads its body: of 64 KiB, as they grow to, many clients that send
        // a lot at once would take hundreds of megabytes. Fails only for a channel that reads no socket.
        try? context.channel.syncOptions?.setOption(
            .recvAllocator,
            value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 8192))
        HTTP1Answers.install(in: context.pipeline)
        if context.channel.isActive { begin(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if refusal != nil { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            bodySize = 0
            request = head
            unanswered += 1
            connections.noteRequest(on: context.channel)
            awaitRequest(context, limits.requestSeconds)
            if let refusal = refusal(of: head) { return refuse(context, with: refusal) }
        case .body(let bytes):
            bodySize += bytes.readableBytes
            if bodySize > limits.bodySize { return end(context, with: tooLong) }
        case .end: end(&arrival)
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is HTTP1Answers.WrongHost {
            request = nil
            return refuse(context, with: (.badRequest, "it does not name one host"))
        }
        if case ChannelEvent.inputClosed = event { departures.noteEndOfInput(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let mistake = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        request = nil
        refuse(context, with: (Self.status(for: mistake), "\(mistake)"))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            guard let refusal, head.status == .badRequest, head.headerFields[.contentLength] == "0"
            else { break }
            note(refusal, context)
            explanation = Self.text(refusal.status)
            let explained = Self.head(refusal.status)
            return context.write(wrapOutboundOut(.head(explained)), promise: promise)
        case .body: break
        case .end:
            // The client has some time to take the answer, and to close.
            if refusal != nil { awaitRequest(context, limits.requestSeconds) }
            if let text = explanation {
                explanation = nil
                let body = HTTPResponsePart.body(ByteBuffer(string: text))
                context.write(wrapOutboundOut(body), promise: nil)
            }
            return context.write(data, promise: noting(promise, context))
        }
        context.write(data, promise: promise)
    }

    /// The promise of an answer's end, with which the request is answered.
    private func noting(
        _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) -> EventLoopPromise<Void> {
        let written = promise ?? context.eventLoop.makePromise()
        let guardian = NIOLoopBound(self, eventLoop: context.eventLoop)
        let channel = context.channel
        written.futureResult.whenSuccess {
            let guardian = guardian.value
            guardian.unanswered -= 1
            if guardian.unanswered == 0 { guardian.connections.noteAnswers(on: channel) }
        }
        return written
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        end(&stall)
        if !context.channel.isWritable {
            stall = close(context, after: limits.stallSeconds)
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        departures.noteClosing(context.channel)
        finish(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { finish(context) }

    // MARK: - Connections

    private func begin(_ context: ChannelHandlerContext) {
        guard address == nil else { return }
        let peer = context.remoteAddress?.clientAddress ?? "unknown"
        guard connections.begin(context.channel, from: peer) else {
            return context.close(promise: nil)
        }
        address = peer
        awaitRequest(context, min(limits.headerSeconds, limits.requestSeconds))
    }

    private func finish(_ context: ChannelHandlerContext) {
        end(&arrival)
        end(&stall)
        if address != nil { connections.end(context.channel) }
        address = nil
    }

    private func awaitRequest(_ context: ChannelHandlerContext, _ seconds: Int) {
        end(&arrival)
        arrival = close(context, after: seconds)
    }

    private func close(_ context: ChannelHandlerContext, after seconds: Int) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
            channel.close(promise: nil)
        }
    }

    private func end(_ task: inout Scheduled<Void>?) {
        task?.cancel()
        task = nil
    }

    // MARK: - Refusals

    private typealias Refusal = (status: HTTPResponse.Status, reason: String)

    private var tooLong: Refusal {
        (.contentTooLarge, "the body is longer than \(limits.bodySize) bytes")
    }

    /// Why a request is refused by its header: a body announced to be too long is not waited for.
    private func refusal(of head: HTTPRequest) -> Refusal? {
        if let length = head.headerFields[.contentLength].flatMap({ Int($0) }),
            length > limits.bodySize
        {
            return tooLong
        }
        if (head.path ?? "").utf8.count > limits.headerSize {
            return (.uriTooLong, "the address is longer than \(limits.headerSize) bytes")
        }
        if head.headerSize > limits.headerSize {
            return (
                .requestHeaderFieldsTooLarge,
                "the headers are longer than \(limits.headerSize) bytes"
            )
        }
        return nil
    }

    /// The answer to what is no request (RFC 9110, 15.5 and 15.6; RFC 6585, 5).
    private static func status(for mistake: HTTPParserError) -> HTTPResponse.Status {
        switch mistake {
        case .headerOverflow: .requestHeaderFieldsTooLarge
        case .invalidMethod: .notImplemented
        default: .badRequest
        }
    }

    /// Takes nothing more, and has the refusal sent once the requests before are answered.
    private func refuse(_ context: ChannelHandlerContext, with refusal: Refusal) {
        guard self.refusal == nil else { return }
        self.refusal = refusal
        end(&arrival)
        context.fireErrorCaught(HTTPParserError.unknown)
    }

    /// Takes nothing more of a request whose answer may have begun.
    private func end(_ context: ChannelHandlerContext, with refusal: Refusal) {
        self.refusal = refusal
        note(refusal, context)
        let body = HTTPResponsePart.body(ByteBuffer(string: Self.text(refusal.status)))
        context.write(wrapOutboundOut(.head(Self.head(refusal.status))), promise: nil)
        context.write(wrapOutboundOut(body), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    private func note(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        let peer = address ?? "unknown"
        let client = request.map { connections.proxies.client($0.headerFields, from: peer).address }
        log.note(
            refused: request, from: client ?? peer, with: refusal.status, because: refusal.reason)
    }

    private static func text(_ status: HTTPResponse.Status) -> String {
        "\(status.code) \(status.reasonPhrase)\n"
    }

    private static func head(_ status: HTTPResponse.Status) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headerFields: [
                .contentType: "text/plain; charset=utf-8",
                .contentLength: String(text(status).utf8.count), .connection: "close",
            ])
    }
}

extension HTTPRequest {
    /// In bytes, as ``Limits/headerSize`` counts them.
    fileprivate var headerSize: Int {
        headerFields.reduce((path ?? "").utf8.count) { size, field in
            size + field.name.rawName.utf8.count + field.value.utf8.count + Limits.bytesPerHeader
        }
    }
}
