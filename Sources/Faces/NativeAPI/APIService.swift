package import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
package import PhonolithAccess
import PhonolithMediaModel
package import PhonolithPodcasts
import PhonolithQueries
import PhonolithScans
package import PhonolithStore
import PhonolithStreaming
import PhonolithUsers

/// Answers `/api/v1`: the command line's words over HTTP.
package struct APIService: Sendable {
    let library: ServedCatalog
    let access: Access
    /// Seals what clients hand back and are not to read.
    let key: SecretKey
    let scans: ScanRunner
    let jukebox: Jukebox
    /// `nil` if the server keeps no podcasts.
    let podcasts: Subscriptions?
    let bodies: LongBodies
    let explanations: Explanations
    let backups: Backups
    let watch: ChangeEvents
    let counts = ListCounts()
    /// The origins of pages to which the picker sends what a user chose.
    let pickerOrigins: [String]
    /// The beginning of all paths: empty, or `/music`.
    let basePath: String
    /// The field in which a trusted proxy names the user; from others it does not come this far.
    let proxyUserField: HTTPField.Name?

    /// Opens the library's file once more. Blocks its thread.
    ///
    /// - Parameters:
    ///   - path: The library's.
    ///   - media: Where workers keep what they make, and which program they are.
    /// - Throws: `CatalogError`.
    package init(
        library: ServedCatalog, path: String, access: Access, key: SecretKey, scans: ScanRunner,
        jukebox: Jukebox, podcasts: Subscriptions?, bodies: LongBodies,
        media: MediaRenditions.Options,
        pickerOrigins: [String], basePath: String, proxyUserField: HTTPField.Name?
    ) throws {
        self.library = library
        self.access = access
        self.key = key
        self.scans = scans
        self.jukebox = jukebox
        self.podcasts = podcasts
        self.bodies = bodies
        explanations = Explanations(program: media.program)
        backups = Backups(library: path, folder: media.folder)
        watch = try ChangeEvents(library, path: path, scans: scans)
        self.pickerOrigins = pickerOrigins
        self.basePath = basePath
        self.proxyUserField = proxyUserField
    }

    package func end() async { await watch.end() }

    /// - Parameter path: The part of the URL after `/api/v1`.
    package func respond(
        to request: Request, path: Substring, _ facts: RequestFacts
    ) async -> Response {
        await refusing(facts) {
            let response = try await answer(request, path, facts)
            return response.isUnchanged(for: request)
                ? Response(status: .notModified, headers: response.headers.withoutContent)
                : response
        }
    }

    /// Runs the body; its error becomes an answer.
    private func refusing(
        _ facts: RequestFacts, _ body: () async throws -> Response
    ) async -> Response {
        do {
            return try await body()
        } catch {
            if let problem = Problem(error) { return problem.response }
            if let reason = (error as? CatalogError)?.forClients {
                facts.logger.warning("library cannot be used", metadata: ["error": "\(error)"])
                return Problem(.serviceUnavailable, reason, retryAfter: CatalogError.retryAfter)
                    .response
            }
            facts.logger.error("request failed", metadata: ["error": "\(error)"])
            return Problem(.internalServerError, "internal server error").response
        }
    }

    /// Answers `/metrics`, to administrators.
    ///
    /// - Parameter text: The answer, by the number of items of the library, whether it is being scanned, and its replicas.
    package func metrics(
        _ request: Request, _ facts: RequestFacts,
        text: @escaping @Sendable (_ items: Int, _ isScanning: Bool, [ReplicaReport]) -> String
    ) async -> Response {
        guard request.method == .get || request.method == .head else {
            return .plain(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return await refusing(facts) {
            let caller = try await caller(as: .admin, of: request, facts)
            facts.note(user: caller.name, client: nil)
            let isScanning = scans.status.isScanning
            let metrics = try await library.acting(as: caller.id).perform {
                text(try $0.items.count(matching: MediaQuery()), isScanning, $0.replicas)
            }
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics)))
        }
    }

    private func answer(
        _ request: Request, _ path: Substring, _ facts: RequestFacts
    ) async throws -> Response {
        let isReading = request.method == .get || request.method == .head
        if !isReading, request.isFromAnotherSite(than: facts.origin) {
            throw Problem(.forbidden, "requests from pages of other sites are refused")
        }
        let query = FormText(request.uri.query ?? "", most: RequestLimits.urlParameters)
        if let excess = query.excess { throw excess }
        let parts = path.split(separator: "/")
        let matches = APIRoutes.all.lazy.compactMap { route in
            route.match(parts).map { (route, $0) }
        }
        let method = request.method == .head ? .get : request.method
        // Only those who may ask learn what there is.
        guard let (route, values) = matches.first(where: { $0.0.method == method }) else {
            _ = try await caller(as: .user, of: request, facts)
            let methods = matches.map(\.0.method.rawValue)
            if methods.isEmpty { throw Problem(.notFound, "no such resource") }
            var response = Problem(
                .methodNotAllowed, "this method is not allowed for this resource"
            ).response
            response.headers[.allow] = methods.joined(separator: ", ")
            return response
        }
        let caller = try await access.caller(
            as: route.role, with: route.right, refusesAppPasswords: route.refusesAppPasswords,
            { try credentials(of: request) }, from: facts.address)
        facts.note(user: caller.name, client: nil)
        return try await route.handler(
            APICall(
                request: request, route: route, query: query, path: values, caller: caller,
                library: library.acting(as: caller.id).used(for: isReading ? .reading : .changing),
                service: self,
                address: facts.address, origin: facts.origin, linkOrigin: facts.linkOrigin))
    }

    private func caller(
        as role: AccessRole, of request: Request, _ facts: RequestFacts
    ) async throws -> Caller {
        try await access.caller(
            as: role, { try credentials(of: request) }, from: facts.address)
    }

    /// Programs bring an app password, the page its cookie, a proxy the name of the user.
    func credentials(of request: Request) throws(Problem) -> Credentials {
        if let header = request.headers[.authorization] {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else {
                throw Problem(
                    .unauthorized, "the Authorization header needs Bearer and an app password")
            }
            return .key(String(parts[1]))
        }
        let sent = SessionCookie.csrfHeader.flatMap { request.headers[$0] }
        let isReading = request.method == .get || request.method == .head
        let proof: Credentials.PageProof = isReading ? .notNeeded : .csrfToken(sent)
        if let name = proxyUserField.flatMap({ request.userName(in: $0) }) {
            return .proxyUser(name: name, proof)
        }
        guard let token = SessionCookie.token(in: request.headers) else {
            throw Problem(
                .unauthorized, "send an app password as Authorization: Bearer, or log in")
        }
        return .session(token, proof)
    }
}

extension Response {
    /// Whether the client has this answer already, as its tag shows (RFC 9110, 13.1.2).
    fileprivate func isUnchanged(for request: Request) -> Bool {
        guard status == .ok, request.method == .get || request.method == .head,
            let tag = headers[.eTag].flatMap({ EntityTag(header: $0) }),
            let known = request.headers[.ifNoneMatch],
            // The tag of a playlist is the number of its edits, for If-Match: its content changes without one, too.
            Int(tag.value) == nil
        else { return false }
        return tag.isNamed(in: known)
    }
}

extension HTTPFields {
    fileprivate var withoutContent: HTTPFields {
        var fields = self
        (fields[.contentType], fields[.contentLength]) = (nil, nil)
        return fields
    }
}

extension Request {
    /// The name of the user in a field that a proxy sets; `nil` for none, and for several: then the client has sent one,
    /// too.
    fileprivate func userName(in field: HTTPField.Name) -> String? {
        let values = headers[values: field]
        guard values.count == 1, let name = values.first, !name.isEmpty else { return nil }
        return name
    }
}

extension Request {
    /// Whether a browser sends the request for a page of another origin, which would act with the user's cookie, or log
    /// the user in to another account. Programs send neither of the fields that are read here.
    ///
    /// - Parameter origin: The server's own, as clients know it.
    func isFromAnotherSite(than origin: String) -> Bool {
        // Browsers send it to secure origins and to this machine (W3C Fetch Metadata, 2.4), whatever proxies do to Host.
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) {
            return site != "same-origin" && site != "none"
        }
        guard let sent = headers[.origin] else { return false }
        // Without the scheme, which is unknown behind a proxy that is not trusted.
        guard let authority = sent.authority else { return true }
        return authority != origin.authority && authority != head.authority?.lowercased()
    }
}

extension String {
    /// Host and port of a URL; `nil` for `null` and other text.
    fileprivate var authority: String? {
        firstRange(of: "://").map { self[$0.upperBound...].prefix { $0 != "/" }.lowercased() }
    }
}
