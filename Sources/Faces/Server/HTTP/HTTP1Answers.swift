import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Answers clients of HTTP/1.0 as they understand it: they do not know chunks, and some take the end of the connection
/// for the end of the answer (RFC 9112, 6.3 and 9.3). Keeps the answers to HEAD without any byte of a body: where their
/// length is not known, the encoder would end chunks that were not begun. Asks for a body that a client holds back
/// (RFC 9110, 10.1.1), once the answers before are written. Closes the connection of a client that is answered long before the end of
/// its body, as one whose body is too long is: to read the rest would cost more than a new connection.
final class HTTP1Answers: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The relevant facts of a request that is not answered yet.
    private struct Question {
        var isOld = false
        var isHead = false
        /// Whether the client waits to be asked for the body.
        var isHeldBack = false
        /// Whether the connection ends with the answer, as its head says.
        var isLast = false
    }

    /// In the order in which they came: clients may send requests before they have the answers to earlier ones.
    private var questions: [Question] = []

    /// The rest of the latest request that has not arrived.
    private enum Arriving: Equatable {
        case nothing
        /// This number of bytes of its body, and its end.
        case bytes(Int)
        /// A body of unknown length.
        case chunks

        /// - Parameter head: That of the request.
        init(_ head: HTTPRequestHead) {
            if head.headers.contains(name: "transfer-encoding") {
                self = .chunks
            } else {
                self = .bytes(head.headers["content-length"].first.flatMap { Int($0) } ?? 0)
            }
        }
    }
    private var arriving = Arriving.nothing
    /// Whether the connection is about to be closed, and nothing more is read.
    private var isLeaving = false

    /// Bytes of a body that are read although the request is answered, so that the connection can be used again.
    private static let mostUnused = 256 << 10
    /// How long a client may take to read its answer, which it would lose if the connection were closed before
    /// (RFC 9112, 9.6).
    private static let timeToRead = TimeAmount.seconds(2)

    /// Whether the request that is being answered sends more than is worth being read.
    private var sendsTooMuch: Bool {
        guard questions.count == 1 else { return false }
        return switch arriving {
        case .nothing: false
        case .bytes(let count): count > Self.mostUnused
        case .chunks: true
        }
    }

    /// Puts one between the parser of requests and what forgets their version.
    static func install(in pipeline: ChannelPipeline) {
        let pipeline = pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        // Fails only for a handler that is not there.
        try? pipeline.addHandler(HTTP1Answers(), position: .before(codec))
    }

    /// A request of HTTP/1.1 that does not say once for which host it is: it must be refused (RFC 9112, 3.2). Handlers
    /// behind this one see no more of it.
    struct WrongHost {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .body(let bytes):
            if case .bytes(let count) = arriving { arriving = .bytes(count - bytes.readableBytes) }
        case .end: arriving = .nothing
        case .head(let head):
            arriving = Arriving(head)
            let isOld = head.version.minor == 0
            let expected = head.headers["expect"].first?.lowercased()
            questions.append(
                Question(
                    isOld: isOld, isHead: head.method == .HEAD,
                    // Clients of HTTP/1.0 do not know the answer.
                    isHeldBack: !isOld && expected == "100-continue"))
            let hosts = head.headers["host"].count
            guard hosts == 1 || isOld && hosts == 0 else {
                return context.fireUserInboundEventTriggered(WrongHost())
            }
        }
        context.fireChannelRead(data)
        askForBody(context)
    }

    /// Asks for the body of the request that is to be answered next, unless it is refused already.
    private func askForBody(_ context: ChannelHandlerContext) {
        guard questions.first?.isHeldBack == true else { return }
        questions[0].isHeldBack = false
        let goOn = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(goOn)), promise: nil)
    }

    func read(context: ChannelHandlerContext) {
        if !isLeaving { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let question = questions.first ?? Question()
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if question.isOld { head.version = .http1_0 }
            if sendsTooMuch { questions[0].isLast = true }
            if question.isOld || sendsTooMuch {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(question.isHead ? nothing(context) : data, promise: promise)
        case .end:
            isLeaving = question.isLast
            if !questions.isEmpty { questions.removeFirst() }
            let last = question.isHead ? nothing(context) : data
            guard question.isOld || isLeaving else {
                context.write(last, promise: promise)
                return askForBody(context)
            }
            let written = promise ?? context.eventLoop.makePromise()
            let (channel, delay) = (context.channel, isLeaving ? Self.timeToRead : .zero)
            written.futureResult.whenComplete { _ in
                channel.eventLoop.scheduleTask(in: delay) { channel.close(promise: nil) }
            }
            context.write(last, promise: written)
        }
    }

    /// No bytes: the work that waits for their promise goes on.
    private func nothing(_ context: ChannelHandlerContext) -> NIOAny {
        wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(capacity: 0))))
    }
}

extension ResponseBody {
    /// Bodies that are longer have some parts under way at a time.
    private static let longest = 256 << 10

    /// The same, written no faster than its connection sends it.
    ///
    /// A connection that has enough to send says so on its event loop. While that is busy, all that is written is taken,
    /// and 200 clients that load files would have hundreds of megabytes under way. So each part waits until the
    /// connection knows of the one before.
    ///
    /// - Parameter eventLoop: That of the connection.
    func paced(by eventLoop: any EventLoop) -> ResponseBody {
        if let contentLength, contentLength <= Self.longest { return self }
        let body = map { part in
            try await eventLoop.submit {}.get()
            return part
        }
        return ResponseBody(contentLength: contentLength) { writer in try await body.write(writer) }
    }
}
