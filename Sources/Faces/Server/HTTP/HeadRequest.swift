import HTTPTypes
import Hummingbird

/// HEAD: a GET whose answer has no body (RFC 9110, 9.3.2).
enum HeadRequest {
    /// Whether the task answers one: nothing is begun then that takes work.
    @TaskLocal static var isAnswered = false
}

extension Response {
    /// The response without its body; its length is only named where it is known.
    var withoutBody: Response {
        Response(
            status: status, headers: headers,
            body: ResponseBody { writer in try await writer.finish(nil) })
    }
}
