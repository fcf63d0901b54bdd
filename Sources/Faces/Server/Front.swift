import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import PhonolithAccess
import PhonolithNativeAPI
import PhonolithOpenSubsonic

/// Takes every request: finds the face that it is for, and logs what became of it.
package struct Front: HTTPResponder {
    package typealias Context = FrontContext

    let options: ServerOptions
    let subsonic: SubsonicService
    let api: APIService
    let shares: SharePages
    let pages: WebPages
    let departures: Departures
    let admission: Admission
    let metrics: Metrics
    let log: RequestLog

    package func respond(
        to request: Request, context: FrontContext
    ) async throws -> Response {
        let request = options.withoutForeignUser(request, from: context.address)
        let client = options.trustedProxies.client(request.headers, from: context.address)
        let facts = RequestFacts(
            address: client.address, origin: origin(of: request, by: client),
            linkOrigin: linkOrigin(of: request, by: client, context), logger: context.logger)
        let (isHead, eventLoop) = (request.method == .head, context.eventLoop)
        return await HeadRequest.$isAnswered.withValue(isHead) {
            await log.logging(request, facts) {
                let response = await metrics.counting(face(of: request.uri.path)) {
                    await admission.admitting(facts.address) {
                        await following(request, context) {
                            await route(request, facts).withReason
                        }
                    }
                }
                var sent = response
                // Nothing of a client's is shown as another type than it is sent as.
                sent.headers[.xContentTypeOptions] = "nosniff"
                if isHead { return sent.withoutBody }
                sent = sent.compressed(for: request)
                sent.body = sent.body.paced(by: eventLoop)
                return sent
            }
        }
    }

    /// Gives up an answer whose client leaves. A change is made all the same: many programs send one and do not wait.
    private func following(
        _ request: Request, _ context: FrontContext,
        _ answer: @escaping @Sendable () async -> Response
    ) async -> Response {
        guard let channel = context.channel, !isChange(request) else { return await answer() }
        return await departures.following(channel, answer)
    }

    private func isChange(_ request: Request) -> Bool {
        guard let path = ownPath(request.uri.path), path.hasPrefix("/rest/") else {
            return request.method != .get && request.method != .head
        }
        return SubsonicEndpoints.endpoint(path.dropFirst(6))?.changesLibrary ?? false
    }

    private func route(_ request: Request, _ facts: RequestFacts) async -> Response {
        guard request.head.authority?.isHost ?? true else {
            return .plain(.badRequest)
        }
        guard let path = ownPath(request.uri.path) else { return .plain(.notFound) }
        if path == "/healthz" { return health(request) }
        if path == "/metrics" {
            return await api.metrics(request, facts) { metrics.text(items: $0, isScanning: $1, $2) }
        }
        if path.hasPrefix("/api/v1/") {
            return await api.respond(to: request, path: path.dropFirst(7), facts)
        }
        if path.hasPrefix(ShareAddress.pathPrefix) {
            let rest = path.dropFirst(ShareAddress.pathPrefix.count)
            return await shares.respond(to: request, path: rest, facts)
        }
        guard path.hasPrefix("/rest/") else { return pages.respond(to: request, path: path) }
        switch request.method {
        case .get, .head, .post:
            return await subsonic.respond(to: request, name: path.dropFirst(6), facts)
        case .options: return SubsonicService.preflight()
        default:
            return .plain(.methodNotAllowed, headers: [.allow: "GET, HEAD, POST, OPTIONS"])
        }
    }

    private func face(of path: String) -> Metrics.Face {
        guard let path = ownPath(path) else { return .other }
        if path.hasPrefix("/rest/") { return .subsonic }
        return path.hasPrefix("/api/") ? .api : .page
    }

    /// The path without the base path, with one slash in front: clients join `http://host/` and `/rest`. `nil` for one
    /// that is not below the base path.
    private func ownPath(_ path: String) -> Substring? {
        guard path.hasPrefix(options.basePath) else { return nil }
        let rest = path.dropFirst(options.basePath.count)
        guard rest.hasPrefix("/") else { return rest.isEmpty ? "/" : nil }
        return rest.dropFirst(rest.prefix { $0 == "/" }.count - 1)
    }

    private func health(_ request: Request) -> Response {
        request.method == .get || request.method == .head
            ? .plain(.ok, "ok\n") : .plain(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
    }

    private func origin(of request: Request, by client: TrustedProxies.Client) -> String {
        if let url = options.publicURL { return url }
        let host = client.host ?? request.head.authority ?? "\(options.host):\(options.port)"
        let scheme = client.scheme ?? (options.tls == nil ? "http" : "https")
        return "\(scheme)://\(host)\(options.basePath)"
    }
}

extension Front {
    /// The same for links that are given to others. The client writes `Host`: it counts where it surely is this machine,
    /// and where a trusted proxy passes it on; else the address counts on which the service listens.
    private func linkOrigin(
        of request: Request, by client: TrustedProxies.Client, _ context: FrontContext
    ) -> String {
        if options.publicURL == nil, client.host == nil, let host = request.head.authority,
            !OwnHost.isOwn(host.hostWithoutPort, connectedTo: context.localAddress)
        {
            let port = context.localPort ?? options.port
            let name = OwnHost.name(for: options.host)
            let scheme = options.tls == nil ? "http" : "https"
            return
                "\(scheme)://\(name.contains(":") ? "[\(name)]" : name):\(port)\(options.basePath)"
        }
        return origin(of: request, by: client)
    }
}

extension String {
    /// The host of `host:port`, `[::1]:port` or a host alone.
    fileprivate var hostWithoutPort: String {
        if hasPrefix("["), let end = firstIndex(of: "]") {
            return String(self[index(after: startIndex)..<end])
        }
        return String(prefix { $0 != ":" })
    }
}

/// The facts of a request from the network.
package struct FrontContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The client's address, without its port.
    let address: String
    /// The address and port to which the client connected; `nil` where requests come without a connection.
    let localAddress: String?
    let localPort: Int?
    let eventLoop: any EventLoop
    /// The connection; `nil` where requests come without one.
    package var channel: (any Channel)?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        eventLoop = source.channel.eventLoop
        channel = source.channel
        address = source.channel.remoteAddress?.clientAddress ?? "unknown"
        localAddress = source.channel.localAddress?.clientAddress
        localPort = source.channel.localAddress?.port
    }
}

extension SocketAddress {
    /// The address without its port; of a client by IPv4 the same whether it connects to a socket of IPv4 or to one of both
    /// families, where the system writes `::ffff:192.0.2.1` (RFC 4291, 2.5.5.2).
    var clientAddress: String? {
        guard let ipAddress else { return nil }
        let mapped = "::ffff:"
        return ipAddress.hasPrefix(mapped) && ipAddress.contains(".")
            ? String(ipAddress.dropFirst(mapped.count)) : ipAddress
    }
}

extension Response {
    /// The response; a refusal without a body gets its status in words.
    fileprivate var withReason: Response {
        guard status.code >= 400, body.contentLength == 0 else { return self }
        var headers = headers
        headers[.contentLength] = nil
        return .plain(status, headers: headers)
    }

    /// The response without its body; its length is only named where it is known.
    fileprivate var withoutBody: Response {
        Response(
            status: status, headers: headers,
            body: ResponseBody { writer in try await writer.finish(nil) })
    }
}
