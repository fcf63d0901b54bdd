import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
package import PhonolithAccess
import PhonolithMediaModel
import PhonolithPlayQueues
package import PhonolithPodcasts
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithStreaming
import PhonolithUsers

// Answers `/rest`: OpenSubsonic.
package struct SubsonicService: Sendable {
    let library: ServedCatalog
    let access: Access
    let scans: ScanRunner
    let jukebox: Jukebox
    /// `nil` if the server keeps no podcasts.
    let podcasts: Subscriptions?
    let nowPlaying = NowPlaying()
    /// Where pages of long lists ended.
    let pageEnds = PageEnds()
    let bodies: LongBodies
    // The clock of ``nowPlaying``.
    let uptime: @Sendable () -> Duration
    let serverVersion: String
    /// Whether stations of internet radio may be in a private network.
    let allowsPrivateAddresses: Bool

    package init(
        library: ServedCatalog, access: Access, scans: ScanRunner, jukebox: Jukebox,
        podcasts: Subscriptions?, bodies: LongBodies,
        uptime: @escaping @Sendable () -> Duration, serverVersion: String,
        allowsPrivateAddresses: Bool
    ) {
        self.library = library
        self.access = access
        self.scans = scans
        self.jukebox = jukebox
        self.podcasts = podcasts
        self.bodies = bodies
        self.uptime = uptime
        self.serverVersion = serverVersion
        self.allowsPrivateAddresses = allowsPrivateAddresses
    }

    /// Programs that stumble over fields they do not know.
    private static let classicClients: Set<String> = ["DSub", "SubMusic"]

    /// - Parameter name: The part of the URL after `/rest/`.
    package func respond(
        to request: Request, name: Substring, _ front: RequestFacts
    ) async -> Response {
        var response = await answer(request, name, front)
        // Pages of other origins may read what they have credentials for; there are no cookies.
        response.headers[.accessControlAllowOrigin] = "*"
        // Beside those that every page may read (Fetch, "CORS-safelisted response-header name").
        response.headers[.accessControlExposeHeaders] =
            "Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Retry-After"
        return response
    }

    /// The answer to a browser that is about to send a request from a page of another origin.
    package static func preflight() -> Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: "*", .accessControlAllowMethods: "GET, POST, HEAD",
                .accessControlAllowHeaders: "*", .accessControlMaxAge: "86400",
            ])
    }

    private func answer(
        _ request: Request, _ name: Substring, _ front: RequestFacts
    ) async -> Response {
        var text = FormText(request.uri.query ?? "", most: RequestLimits.urlParameters)
        if let excess = text.excess {
            return respond(
                SubsonicError(.generic, "\(excess); longer lists are sent in a form"), text)
        }
        var form: LongBodies.Body?
        defer { withExtendedLifetime(form) {} }
        do {
            if request.method == .post, request.bodyType == "application/x-www-form-urlencoded" {
                form = try await self.form(of: request, front, &text)
            }
            let json = request.method == .post && request.hasJSON ? request : nil
            let (endpoint, call) = try await call(text, json, name, front)
            switch try await endpoint.handler(call) {
            case .payload(let payload): return try await respond(payload, call)
            case .bytes(let answer):
                return answer.response(
                    to: RequestConditions(request.headers), isHead: request.method == .head)
            }
        } catch {
            return TranscodingEndpoints.response(
                to: error, of: name, otherwise: respond(to: error, text, front))
        }
    }

    private func respond(
        to error: any Error, _ text: FormText, _ front: RequestFacts
    ) -> Response {
        switch error {
        case let error as SubsonicError: return respond(error, text)
        case let excess as RequestExcess:
            return respond(SubsonicError(.generic, "\(excess)"), text)
        case is HTTPParserError: return .plain(.badRequest)
        case BodyRefusal.tooLong(let most):
            return respond(
                SubsonicError(.generic, "The body is longer than \(most) bytes"), text,
                .contentTooLarge)
        case LongBodies.Refusal.crowded:
            return respond(
                SubsonicError(.generic, "Too many long forms at once; try again in a moment"), text,
                .tooManyRequests, retryAfter: LongBodies.Refusal.retryAfter)
        case LongBodies.Refusal.slow:
            return respond(
                SubsonicError(.generic, "The form did not arrive in time"), text, .requestTimeout)
        case AccessRefusal.crowded:
            // Clients that took it for a wrong password would ask the user for another one.
            return respond(
                AccessRefusal.crowded.subsonicError, text, .tooManyRequests,
                retryAfter: AccessRefusal.retryAfter)
        case let refusal as AccessRefusal: return respond(refusal.subsonicError, text)
        case let error as PlaylistEditError: return respond(error.subsonicError, text)
        case let error as UserError: return respond(error.subsonicError, text)
        case let error as ShareTooLong:
            return respond(SubsonicError(.generic, error.description), text)
        case let refusal as QueueEdit.Refusal:
            return respond(SubsonicError(.generic, refusal.description), text)
        case let failure as Jukebox.Failure:
            return respond(SubsonicError(.generic, "The jukebox cannot play: \(failure)"), text)
        case let error as CatalogError where error.isOfQuestion:
            return respond(SubsonicError(.generic, error.description), text)
        case is CancellationError:
            // The client has left.
            return respond(SubsonicError(.generic, "The request was cancelled"), text)
        case MediaRefusal.busy: return Self.tooManyTranscodes
        case MediaRefusal.unreadable:
            return respond(SubsonicError(.notFound, "The file cannot be read right now"), text)
        case MediaRefusal.elsewhere(let host):
            return respond(
                SubsonicError(.generic, MediaRefusal.reason(host: host)), text, .serviceUnavailable)
        case MediaRefusal.failed(let reason):
            front.logger.warning("cannot convert", metadata: ["reason": "\(reason)"])
            return respond(
                SubsonicError(.generic, "The file cannot be converted: \(reason)"), text)
        default:
            if let reason = (error as? CatalogError)?.forClients {
                front.logger.warning("library cannot be used", metadata: ["error": "\(error)"])
                return respond(
                    SubsonicError(.generic, reason), text, .serviceUnavailable,
                    retryAfter: CatalogError.retryAfter)
            }
            front.logger.error("request failed", metadata: ["error": "\(error)"])
            return respond(SubsonicError(.generic, "Internal server error"), text)
        }
    }

    /// The endpoint and call of a request, once its caller is known and its parameters are checked.
    private func call(
        _ text: FormText, _ json: Request?, _ name: Substring, _ front: RequestFacts
    ) async throws -> (Endpoint, SubsonicCall) {
        let known = SubsonicEndpoints.endpoint(name)
        // Callers without credentials do not learn which endpoints are absent, either.
        let caller = try await access.caller(
            as: known?.role ?? .user, with: known?.right,
            refusesAppPasswords: known?.refusesAppPasswords ?? false,
            { try SubsonicCredentials.read(text) }, from: front.address)
        front.note(user: caller.name, client: text["c"])
        guard let endpoint = known else { throw SubsonicError(.generic, "No such endpoint") }
        try text.refuseNUL()
        for parameter in endpoint.parameters { try parameter.check(text) }
        let call = SubsonicCall(
            text: text, json: json, address: front.address, caller: caller,
            library: library.acting(as: caller.id)
                .used(for: endpoint.changesLibrary ? .changing : .readingAtOneMoment),
            service: self, origin: front.linkOrigin)
        return (endpoint, call)
    }

    /// The parameters that say in what form a client wants its answer.
    private static let answerForms: Set = ["f", "callback", "c"]

    /// The form in the body, whose parameters are added to `text`: the credentials may be among them. Of one that is
    /// refused, those that say how.
    private func form(
        of request: Request, _ front: RequestFacts, _ text: inout FormText
    ) async throws -> LongBodies.Body {
        do {
            let body = try await bodies.collect(
                request.body, upTo: RequestLimits.Body.form,
                mostParameters: RequestLimits.listCount, from: front.address)
            text.append(try await bodies.form(in: body))
            guard let excess = text.excess else { return body }
            text.append(
                try await bodies.parameters(Self.answerForms, atEndsOf: body.bytes))
            throw excess
        } catch let rejected as LongBodies.Rejected {
            text.append(
                try await bodies.parameters(Self.answerForms, atEndsOf: rejected.beginning))
            throw rejected.reason
        }
    }

    private static var tooManyTranscodes: Response {
        Response(
            status: .tooManyRequests, headers: [.retryAfter: String(MediaRenditions.retryAfter)])
    }

    // MARK: - Envelopes

    private func respond(_ payload: SubsonicObject, _ call: SubsonicCall) async throws -> Response {
        let envelope = envelope(for: call.text)
        let form = SubsonicEnvelope.Form(call.text)
        let body = SubsonicBody(
            text: SubsonicEnvelope.render(envelope.body(payload), as: form), form: form,
            isClassic: envelope.isClassic, library: call.library.used(for: .readingAtOneMoment))
        return Self.response(try await body.responseBody(), form)
    }

    private func respond(
        _ error: SubsonicError, _ text: FormText, _ status: HTTPResponse.Status,
        retryAfter: Int? = nil
    ) -> Response {
        var response = respond(error, text)
        response.status = status
        response.headers[.retryAfter] = retryAfter.map { String($0) }
        return response
    }

    private func respond(_ error: SubsonicError, _ text: FormText) -> Response {
        let body = envelope(for: text).body(
            SubsonicObject("error", .object(error.object)), isFailure: true)
        let form = SubsonicEnvelope.Form(text)
        let bytes = SubsonicEnvelope.render(body, as: form).bytes
        return Self.response(ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)), form)
    }

    private func envelope(for text: FormText) -> SubsonicEnvelope {
        SubsonicEnvelope(
            serverVersion: serverVersion,
            isClassic: Self.classicClients.contains(text["c"] ?? ""))
    }

    private static func response(_ body: ResponseBody, _ form: SubsonicEnvelope.Form) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: form.contentType, .cacheControl: "no-store"], body: body)
    }
}

extension PlaylistEditError {
    fileprivate var subsonicError: SubsonicError {
        switch self {
        case .noItem(let id): .notFound("Song", "tr-\(id)")
        case .noPlaylist(let id): .notFound("Playlist", "pl-\(id)")
        case .ambiguousName, .nameTaken, .nameNotReplaced, .isEdited, .isAskedFor,
            .ruleAsksForUnknown, .wasEdited, .positionOutOfRange, .isSmart, .isNotSmart,
            .asksForItself, .unsayableRule, .emptyName, .longName, .tooManyEntries:
            SubsonicError(.generic, description)
        }
    }
}

extension UserError {
    fileprivate var subsonicError: SubsonicError {
        switch self {
        case .noUser(let name): .notFound("User", name)
        case .isOwner: SubsonicError(.notAuthorized, description)
        case .nameTaken, .unusableName, .hasData: SubsonicError(.generic, description)
        }
    }
}

extension AccessRefusal {
    var subsonicError: SubsonicError {
        switch self {
        case .wrongCredentials: SubsonicError(.wrongCredentials, "Wrong username or password")
        case .tokenNotUsable:
            SubsonicError(
                .tokenNotSupported,
                "Wrong token; tokens need an app password: phonolith app-password add")
        case .unknownKey: SubsonicError(.invalidKey, "Invalid API key")
        case .notAdmin(let name):
            SubsonicError(.notAuthorized, "\(name) is not an administrator")
        case .lacksRight(let name, let right):
            SubsonicError(.notAuthorized, "\(name) has no \(right.rawValue)Role")
        case .needsMainPassword:
            SubsonicError(
                .notAuthorized,
                "This needs the main password, sent as p, or an app password for administration")
        case .notFromPage: SubsonicError(.notAuthorized, "Sessions only work in the web page")
        case .throttled(let seconds):
            SubsonicError(
                .wrongCredentials, "Too many failed logins; try again in \(seconds) seconds")
        case .crowded: SubsonicError(.generic, "Too many logins at once; try again in a moment")
        }
    }
}
