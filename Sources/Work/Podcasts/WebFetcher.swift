import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
package import PhonolithFiles
package import PhonolithMediaModel

/// Fetches over HTTP and HTTPS.
///
/// Names are resolved here, the addresses are checked, and the connection goes to the address that was checked; each
/// redirect is a request of its own. So no name can lead to a private address, whatever it resolves to later.
package struct WebFetcher: Sendable {
    package struct Options: Sendable {
        /// Whether this machine and its network may be asked.
        package var allowsPrivateAddresses = false
        /// Addresses that may be asked though they are private.
        package var allowedAddresses: Set<InternetAddress> = []
        package var mostRedirects = 5
        /// How long a server may take to be reached, and send nothing.
        package var patience = Duration.seconds(30)
        /// Certificates in PEM that are trusted beside those of the system.
        package var trustedCertificates: MediaPath?

        package init() {}
    }

    private let options: Options
    private let threads: BlockingThreads

    /// - Parameter threads: Resolve names, which may take some seconds.
    package init(_ options: Options, threads: BlockingThreads) {
        self.options = options
        self.threads = threads
    }

    /// The head of a server's answer.
    struct Answer: Sendable {
        let status: Int
        let url: String
        /// Where redirects for good have led (RFC 9110, 15.4.2 and 15.4.9): the first that is not for good ends them.
        let permanentURL: String
        fileprivate let headers: HTTPHeaders
        private let body: HTTPClientResponse.Body

        fileprivate init(
            _ response: HTTPClientResponse, _ address: WebAddress, _ permanent: WebAddress
        ) {
            status = Int(response.status.code)
            permanentURL = permanent.url.absoluteString
            url = address.url.absoluteString
            (headers, body) = (response.headers, response.body)
        }

        func header(_ name: String) -> String? { headers.first(name: name) }

        /// Hands over the body piece by piece.
        ///
        /// - Parameters:
        ///   - limit: Of the whole, in bytes.
        ///   - known: How many bytes of the whole are here already.
        /// - Throws: ``FetchError`` if the whole has more than `limit` bytes, or ends early.
        func read(
            upTo limit: Int, after known: Int = 0, _ take: ([UInt8]) async throws -> Void
        ) async throws {
            if let length = header("content-length").flatMap({ Int($0) }), length > limit - known {
                throw FetchError.tooLarge(limit: limit)
            }
            var count = known
            var pieces = body.makeAsyncIterator()
            while true {
                let piece: ByteBuffer?
                do {
                    piece = try await pieces.next()
                } catch let error as CancellationError {
                    throw error
                } catch {
                    throw FetchError.brokenOff(reason: "\(error)")
                }
                guard let piece else { return }
                count += piece.readableBytes
                guard count <= limit else { throw FetchError.tooLarge(limit: limit) }
                try await take(Array(piece.readableBytesView))
            }
        }
    }

    /// Asks for an address, and follows redirects.
    ///
    /// - Parameters:
    ///   - limit: How long all of it may take.
    ///   - isDocument: Whether the body may come compressed: files are asked for as they are.
    ///   - use: Reads the answer, whose status may be any but a redirect's.
    /// - Throws: ``FetchError``, and what `use` throws.
    func fetch<Value: Sendable>(
        _ url: String, headers: [(String, String)] = [], within limit: Duration,
        isDocument: Bool = false, _ use: @escaping @Sendable (Answer) async throws -> Value
    ) async throws -> Value {
        try await within(limit, orElse: FetchError.tooSlow(limit)) {
            let address = try WebAddress(url)
            return try await follow(
                Question(
                    address: address, permanent: address, headers: headers, isDocument: isDocument),
                use)
        }
    }

    /// A request that follows redirects.
    private struct Question {
        var address: WebAddress
        /// Where redirects for good have led.
        var permanent: WebAddress
        /// Whether no redirect so far was for the time being.
        var isPermanent = true
        let headers: [(String, String)]
        let isDocument: Bool

        mutating func move(to location: String, forGood: Bool) throws {
            address = try WebAddress(location, relativeTo: address.url)
            isPermanent = isPermanent && forGood
            if isPermanent { permanent = address }
        }
    }

    private enum Outcome<Value> {
        case value(Value)
        case moved(String, forGood: Bool)
    }

    private func follow<Value: Sendable>(
        _ asked: Question, _ use: @Sendable (Answer) async throws -> Value
    ) async throws -> Value {
        var question = asked
        for _ in 0...options.mostRedirects {
            switch try await ask(question, use) {
            case .value(let value): return value
            case .moved(let location, let forGood):
                try question.move(to: location, forGood: forGood)
            }
        }
        throw FetchError.tooManyRedirects(options.mostRedirects)
    }

    // MARK: - One request

    /// How many times larger than it was sent a document may be: repetitive XML shrinks to a fiftieth.
    private static let greatestCompression = 200

    private func ask<Value: Sendable>(
        _ question: Question, _ use: @Sendable (Answer) async throws -> Value
    ) async throws -> Outcome<Value> {
        let address = question.address
        var failure = FetchError.unknownHost(address.host)
        // The first may be IPv6, which not every machine has.
        for target in try await targets(of: address.host).prefix(3) {
            var configuration = configuration(address.host, target)
            if question.isDocument {
                configuration.decompression = .enabled(limit: .ratio(Self.greatestCompression))
            }
            let client = HTTPClient(configuration: configuration)
            do {
                let outcome = try await ask(client, question, use)
                await end(client)
                return outcome
            } catch let error as FetchError {
                await end(client)
                guard case .unreachable = error else { throw error }
                failure = error
            } catch {
                await end(client)
                throw error
            }
        }
        throw failure
    }

    private func ask<Value: Sendable>(
        _ client: HTTPClient, _ question: Question,
        _ use: @Sendable (Answer) async throws -> Value
    ) async throws -> Outcome<Value> {
        let address = question.address
        var request = HTTPClientRequest(url: address.url.absoluteString)
        request.headers.add(name: "User-Agent", value: "phonolith")
        request.headers.add(name: "Accept", value: "*/*")
        if question.isDocument {
            request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
        }
        for (name, value) in question.headers { request.headers.add(name: name, value: value) }
        let response: HTTPClientResponse
        do {
            response = try await client.execute(request, deadline: .distantFuture)
        } catch let error as CancellationError {
            throw error
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw FetchError.unreachable(host: address.host, reason: "\(error)")
        }
        let answer = Answer(response, address, question.permanent)
        if [301, 302, 303, 307, 308].contains(answer.status),
            let location = answer.header("location")
        {
            return .moved(location, forGood: [301, 308].contains(answer.status))
        }
        return .value(try await use(answer))
    }

    /// The addresses that may be asked.
    ///
    /// - Throws: ``FetchError`` if a host has none.
    private func targets(of host: String) async throws -> [InternetAddress] {
        let found = try await threads.perform { InternetAddress.resolve(host) }
        guard let first = found.first else { throw FetchError.unknownHost(host) }
        let allowed =
            options.allowsPrivateAddresses
            ? found : found.filter { $0.isPublic || options.allowedAddresses.contains($0) }
        guard !allowed.isEmpty else {
            throw FetchError.privateAddress(host: host, address: first.description)
        }
        return allowed
    }

    private func configuration(
        _ host: String, _ target: InternetAddress
    ) -> HTTPClient.Configuration {
        let patience = TimeAmount.nanoseconds(
            options.patience.components.seconds * 1_000_000_000
                + options.patience.components.attoseconds / 1_000_000_000)
        var tls = TLSConfiguration.makeClientConfiguration()
        if let file = options.trustedCertificates {
            tls.additionalTrustRoots = [.file(file.description)]
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: patience, read: patience))
        // The certificate is still checked for the name.
        configuration.dnsOverride = [host: target.description]
        configuration.httpVersion = .http1Only
        // A failure is reported at once, and tried again by the next refresh.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    private func end(_ client: HTTPClient) async {
        // It was only used here, and what was asked has ended.
        try? await client.shutdown()
    }
}

/// An address of the web, taken apart so that the host that is checked is the host that is asked.
struct WebAddress: Hashable, Sendable {
    let url: URL
    /// In lower case; of IPv6 without brackets.
    let host: String

    /// - Throws: ``FetchError/badAddress(_:)`` for anything but `http` and `https`, and for an address with a
    ///   password.
    init(_ text: String, relativeTo base: URL? = nil) throws(FetchError) {
        guard let url = URL(string: text, relativeTo: base)?.absoluteURL,
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.user() == nil, url.password() == nil,
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { throw .badAddress(text) }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let isName = bare.utf8.allSatisfy { Self.isPartOfName($0) }
        guard isName || InternetAddress(bare)?.bytes.count == 16,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { throw .badAddress(text) }
        (parts.scheme, parts.percentEncodedHost, parts.fragment) = (
            scheme, isName ? bare : "[\(bare)]", nil
        )
        guard let whole = parts.url else { throw .badAddress(text) }
        (self.url, self.host) = (whole, bare)
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
