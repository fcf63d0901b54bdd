import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import PhonolithAccess
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithScans
import PhonolithStore
import PhonolithUsers

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

extension Problem {
    /// The problem of an error that concerns the client; `nil` for any other.
    init?(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as AccessRefusal: self = refusal.problem
        case let refusal as BodyRefusal: self = refusal.problem
        case let excess as RequestExcess: self.init(.badRequest, excess.description)
        case let refusal as LongBodies.Refusal: self = refusal.problem
        case let refusal as MediaRefusal: self = refusal.problem
        case let error as UserError: self = error.problem
        case let refusal as QueueEdit.Refusal: self.init(.conflict, refusal.description)
        case let refusal as Jukebox.Refusal: self.init(.badRequest, refusal.description)
        case let failure as Jukebox.Failure:
            self.init(.serviceUnavailable, "the jukebox cannot play: \(failure)")
        case let error as ClosedRootError: self.init(.conflict, error.description)
        case let error as ScanLockError:
            self.init(error.isHeld ? .conflict : .serviceUnavailable, error.description)
        case let error as ShareTooLong: self.init(.badRequest, error.description)
        case let error as CatalogError where error.isOfQuestion:
            self.init(.badRequest, error.description)
        case is HTTPParserError: self.init(.badRequest, "the request ended before its body")
        case is CancellationError:
            // The client has gone, or the service ends.
            self.init(.serviceUnavailable, "the request was cancelled")
        default: return nil
        }
    }
}

extension MediaRefusal {
    fileprivate var problem: Problem {
        switch self {
        case .unreadable: Problem(.notFound, "the file cannot be read right now")
        case .elsewhere(let host): Problem(.serviceUnavailable, Self.reason(host: host))
        case .busy:
            Problem(
                .tooManyRequests, "too many files are being converted",
                retryAfter: MediaRenditions.retryAfter)
        case .failed(let reason):
            Problem(.unprocessableContent, "the file cannot be converted: \(reason)")
        }
    }
}

extension UserError {
    fileprivate var problem: Problem {
        switch self {
        case .noUser: Problem(.notFound, description)
        case .unusableName: Problem(.unprocessableContent, description)
        case .isOwner, .nameTaken, .hasData: Problem(.conflict, description)
        }
    }
}

extension BodyRefusal {
    fileprivate var problem: Problem {
        switch self {
        case .tooLong: Problem(.contentTooLarge, description)
        case .notJSON: Problem(.unsupportedMediaType, description)
        case .lacksProperty, .otherObject: Problem(.badRequest, description)
        }
    }
}

extension LongBodies.Refusal {
    fileprivate var problem: Problem {
        switch self {
        case .crowded:
            Problem(
                .tooManyRequests, "too many long bodies at once", retryAfter: Self.retryAfter)
        case .slow: Problem(.requestTimeout, "the body did not arrive in time")
        }
    }
}

extension AccessRefusal {
    fileprivate var problem: Problem {
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
