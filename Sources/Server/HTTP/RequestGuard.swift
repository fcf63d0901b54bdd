import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections of clients that send a request too slowly or that is too long, or that take nothing of their
/// answer: each costs a connection.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: Limits
    /// Closes the connection when the request has not arrived in time.
    private var arrival: Scheduled<Void>?
    /// Closes the connection when the client takes nothing.
    private var stall: Scheduled<Void>?
    private var bodySize = 0
    private var isRefused = false

    init(_ limits: Limits) { self.limits = limits }

    func channelActive(context: ChannelHandlerContext) {
        awaitRequest(context)
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        OldClients.install(in: context.pipeline)
        if context.channel.isActive { awaitRequest(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            bodySize = 0
            awaitRequest(context)
            // What is announced to be too long is not waited for.
            if let length = head.headerFields[.contentLength].flatMap({ Int($0) }),
                length > limits.bodySize
            {
                return refuse(context)
            }
        case .body(let bytes):
            bodySize += bytes.readableBytes
            if bodySize > limits.bodySize { return refuse(context) }
        case .end: end(&arrival)
        }
        context.fireChannelRead(data)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        end(&stall)
        if !context.channel.isWritable {
            stall = close(context, after: limits.stallSeconds)
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(&arrival)
        end(&stall)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(&arrival)
        end(&stall)
    }

    private func awaitRequest(_ context: ChannelHandlerContext) {
        end(&arrival)
        arrival = close(context, after: limits.requestSeconds)
    }

    private func close(_ context: ChannelHandlerContext, after seconds: Int) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
            channel.close(promise: nil)
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        let head = HTTPResponse(
            status: .contentTooLarge,
            headerFields: [.contentLength: "0", .connection: "close"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    private func end(_ task: inout Scheduled<Void>?) {
        task?.cancel()
        task = nil
    }
}
