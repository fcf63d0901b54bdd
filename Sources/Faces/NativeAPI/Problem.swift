import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithMediaModel

/// Why a request is refused (RFC 9457).
struct Problem: Error, Hashable, Sendable {
    var status: HTTPResponse.Status
    /// The problem of this request, in a sentence.
    var detail: String
    /// Seconds until the next try.
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ detail: String, retryAfter: Int? = nil) {
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
    }

    static func badParameter(_ name: String, _ value: String, _ expected: String) -> Problem {
        Problem(.badRequest, "\(name) takes \(expected), not '\(value.prefix(100))'")
    }

    static func notFound(_ what: String, _ id: String) -> Problem {
        Problem(.notFound, "no \(what) has the id \(id.prefix(100))")
    }

    var response: Response {
        let record = Record([
            ("type", .text("about:blank")), ("title", .text(status.reasonPhrase)),
            ("status", .integer(status.code)), ("detail", .text(detail)),
        ])
        var headers: HTTPFields = [
            .contentType: "application/problem+json", .cacheControl: "no-store",
        ]
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: record.json)))
    }
}
