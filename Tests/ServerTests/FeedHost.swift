import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import PhonolithFixtures
import ServiceLifecycle
import Synchronization

/// A server of podcasts, in the test's own process.
final class FeedHost: Sendable {
    struct Asked: Sendable {
        var path: String
        var headers: HTTPFields
    }

    private let requests: Requests
    private let services: ServiceGroup
    /// Begins all addresses of this server.
    let url: String
    let port: Int

    private final class Requests: Sendable {
        let all = Mutex<[Asked]>([])
    }

    /// Requests so far.
    var asked: [Asked] { requests.all.withLock(\.self) }

    func count(of path: String) -> Int { asked.count { $0.path == path } }

    /// - Parameters:
    ///   - host: An address of this machine.
    ///   - certificate: PEM files of a certificate and its key; without them HTTP is spoken.
    init(
        host: String = "127.0.0.1", certificate: (file: String, key: String)? = nil,
        _ answer: @escaping @Sendable (Asked) -> Response
    ) async throws {
        let requests = Requests()
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            let asked = Asked(path: request.uri.path, headers: request.headers)
            requests.all.withLock { $0.append(asked) }
            return answer(asked)
        }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "feed-host")
        logger.logLevel = .critical
        let server: HTTPServerBuilder
        if let certificate {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate.file)
            server = try .tls(
                .http1(),
                tlsConfiguration: .makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) },
                    privateKey: .privateKey(
                        NIOSSLPrivateKey(file: certificate.key, format: .pem))))
        } else {
            server = .http1()
        }
        let application = Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(address: .hostname(host, port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let services = ServiceGroup(services: [application], logger: logger)
        Task {
            defer { continuation.finish() }
            try await services.run()
        }
        guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
        self.requests = requests
        self.services = services
        self.port = port
        url = "\(certificate == nil ? "http" : "https")://\(host):\(port)"
    }

    /// Ends the server. A cancelled one would trap over connections that it has accepted and not begun to serve.
    func stop() {
        let services = services
        Task { await services.triggerGracefulShutdown() }
    }

    // MARK: - Answers

    static let sound = Result { try Data(contentsOf: Fixtures.url(of: "full/full.mp3")) }

    static func feed(
        _ episodes: [(title: String, path: String)], title: String = "Stones"
    ) -> String {
        let items = episodes.map {
            """
            <item><title>\($0.title)</title><guid>\($0.path)</guid>
            <pubDate>Mon, 06 Sep 2021 10:00:00 GMT</pubDate>
            <enclosure url="\($0.path)" length="1" type="audio/mpeg"/></item>
            """
        }
        let channel = "<title>\(title)</title>\(items.joined())"
        return "<rss version=\"2.0\"><channel>\(channel)</channel></rss>"
    }

    static func text(
        _ text: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    static func redirect(to url: String) -> Response {
        Response(status: .found, headers: [.location: url])
    }
}
