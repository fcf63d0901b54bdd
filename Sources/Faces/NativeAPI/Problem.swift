import Catalog
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel
import NIOCore
import Serving

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

extension BodyRefusal {
    var problem: Problem {
        switch self {
        case .tooLong: Problem(.contentTooLarge, description)
        case .notJSON: Problem(.unsupportedMediaType, description)
        case .lacksProperty, .otherObject: Problem(.badRequest, description)
        }
    }
}

extension AccessRefusal {
    var problem: Problem {
        switch self {
        case .wrongCredentials, .tokenNotUsable:
            Problem(.unauthorized, "wrong user name or password")
        case .unknownKey: Problem(.unauthorized, "the app password or the session is not valid")
        case .notAdmin(let name): Problem(.forbidden, "\(name) is not an administrator")
        case .lacksRight(let name, let right):
            Problem(.forbidden, "\(name) has no right to \(right.rawValue)")
        case .needsMainPassword:
            Problem(
                .forbidden,
                "this needs an app password for administration, or the main password: log in with POST /session"
            )
        case .notFromPage: Problem(.forbidden, "the request lacks the session's CSRF token")
        case .throttled(let seconds):
            Problem(.tooManyRequests, "too many failed logins", retryAfter: seconds)
        case .crowded:
            Problem(.tooManyRequests, "too many logins at once", retryAfter: Self.retryAfter)
        }
    }
}
