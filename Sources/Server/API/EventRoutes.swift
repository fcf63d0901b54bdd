import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// What happens, as it happens: server-sent events (HTML, 9.2).
enum EventRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/events", "Get events as they happen: library, scan.",
            answer: .bytes("text/event-stream")
        ) { call in
            let watch = call.service.watch
            guard let place = watch.place() else {
                throw Problem(.tooManyRequests, "too many clients listen", retryAfter: 30)
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/event-stream", .cacheControl: "no-store",
                ],
                body: ResponseBody { writer in
                    // A client that goes away gives its place back now, and not when the next event cannot be sent.
                    try await call.request.body.consumeWithCancellationOnInboundClose { _ in
                        // At once, so that the client sees the beginning of the answer.
                        try await writer.write(ByteBuffer(string: "retry: 5000\n\n"))
                        let events = watch.events { try await call.renewedCaller() }
                        for try await event in events.cancelOnGracefulShutdown() {
                            try await writer.write(ByteBuffer(string: event))
                        }
                    }
                    withExtendedLifetime(place) {}
                    try await writer.finish(nil)
                })
        }
    ]
}
