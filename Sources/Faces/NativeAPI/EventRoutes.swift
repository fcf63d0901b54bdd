import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithUsers
import PhonolithWorker
import ServiceLifecycle

// Server-sent events (HTML, 9.2).
enum EventRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/events", "Stream events of the library, of scans and of the jukebox.",
            answer: .bytes("text/event-stream")
        ) { call in
            guard let place = call.service.watch.place() else {
                throw Problem(.tooManyRequests, "too many clients are connected", retryAfter: 30)
            }
            var headers: HTTPFields = [
                .contentType: "text/event-stream", .cacheControl: "no-store",
            ]
            // nginx would keep events back until it has some kilobytes of them.
            if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody { writer in
                    // A closed connection frees the place at once, not when sending the next event fails.
                    try await call.request.body.consumeWithCancellationOnInboundClose { _ in
                        // At once, so that the client sees the beginning of the answer.
                        try await writer.write(ByteBuffer(string: "retry: 5000\n\n"))
                        for try await event in events(for: call).cancelOnGracefulShutdown() {
                            try await writer.write(ByteBuffer(string: event))
                        }
                    }
                    withExtendedLifetime(place) {}
                    try await writer.finish(nil)
                })
        }
    ]

    /// Events as they are written, of all kinds. They end when those of the library do, which check the caller.
    private static func events(for call: APICall) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(32)) { stream in
            let task = Task {
                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask {
                            try await call.service.watch.watch(
                                for: { try await call.renewedCaller() }, { stream.yield($0) })
                        }
                        group.addTask { try await watchJukebox(call) { stream.yield($0) } }
                        _ = try await group.next()
                        group.cancelAll()
                    }
                    stream.finish()
                } catch is AccessRefusal {
                    stream.finish()
                } catch {
                    stream.finish(throwing: error is CancellationError ? nil : error)
                }
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }

    /// How often the jukebox is looked at.
    private static let interval = Duration.seconds(1)

    /// Sends what the jukebox does, as the caller sees it, until the task is cancelled.
    private static func watchJukebox(
        _ call: APICall, _ send: (String) -> Void
    ) async throws {
        let jukebox = call.service.jukebox
        var last: JukeboxState?
        while true {
            do {
                if let state = try await jukebox.change(since: &last, for: call.library),
                    try await !call.renewedCaller().deniedRights.contains(.jukebox)
                {
                    send("event: player\ndata: \(state.record.json)\n\n")
                }
            } catch is Jukebox.Failure {
                // It does not play. A request for its state gets the reason.
            }
            try await Task.sleep(for: interval)
        }
    }
}
