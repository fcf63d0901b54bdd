package import HTTPTypes
package import Hummingbird
import NIOCore
package import PhonolithFiles

extension Response {
    /// A response in a few words, for what no face answers.
    ///
    /// - Parameter text: `nil` for the status in words.
    package static func plain(
        _ status: HTTPResponse.Status, _ text: String? = nil, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        let text = text ?? "\(status.code) \(status.reasonPhrase)\n"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The response, which keeps a hold until its body was written, or will never be.
    package func holding(_ hold: Hold) -> Response {
        var response = self
        response.body = ResponseBody(contentLength: body.contentLength) { [body] writer in
            try await body.write(writer)
            withExtendedLifetime(hold) {}
        }
        return response
    }
}

/// HEAD: a GET whose answer has no body (RFC 9110, 9.3.2).
package enum HeadRequest {
    /// Whether the task answers one: nothing is begun then that takes work.
    @TaskLocal package static var isAnswered = false
}
