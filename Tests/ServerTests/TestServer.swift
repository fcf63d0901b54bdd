import Foundation
import Hummingbird
import HummingbirdTesting
import PhonolithAccess
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithServer
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

/// A server in this process, with a library that was scanned from files.
final class TestServer: Sendable {
    /// How requests come to the server.
    enum Transport {
        /// To what answers them, without addresses and connections.
        case router
        /// Over connections on this machine.
        case socket
    }

    let url: URL
    /// Stands still unless the test advances it.
    let clock = ManualClock()
    /// Takes requests in place of a socket; `nil` where there is one.
    let client: (any TestClientProtocol)?
    /// An app password of the owner's.
    let secret: String
    let catalog: Catalog
    let log: RecordedLog
    /// Sets the owner's password; `nil` where a user has one.
    let setupToken: String?
    private let key: SecretKey
    private let folder: URL
    /// Headers of a browser in which the owner is logged in; `nil` before the first login.
    let browser = Mutex<[String: String]?>(nil)
    private let task: Task<Void, Never>
    private let place: Mutex<ServerPlace?>

    static let mediaProgram = MediaPath(BuiltProgram.url(of: "phonolith-media").path)

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - files: Fixtures by the names that they have below the root.
    ///   - more: Fixtures of other roots, by names whose first part is that of the root.
    ///   - transport: The socket for tests of what only connections have: addresses, limits, framing, clients that leave.
    ///   - changing: Changes to the standard options.
    static func start(
        _ files: [String: String] = [
            "Björk/Homogenic/1.flac": "full/full.flac", "Björk/Homogenic/2.mp3": "full/full.mp3",
            "loose.mp3": "empty/empty.mp3",
        ], more: [String: String] = [:], basePath: String = "",
        over transport: Transport = .router,
        changing: (inout ServerOptions) -> Void = { _ in }
    ) async throws -> TestServer {
        let place = try await ServerPlace()
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-server-\(UUID().uuidString)")
        let root = folder.appendingPathComponent("music")
        for (name, fixture) in files {
            let file = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: file)
        }
        var roots = files.isEmpty ? [] : [root.path]
        for (name, fixture) in more {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: file)
            let first = folder.appendingPathComponent(String(name.prefix { $0 != "/" })).path
            if !roots.contains(first) { roots.append(first) }
        }
        let library = folder.appendingPathComponent("library.sqlite").path
        let catalog = try Catalog.open(at: library, for: .creating)
        if !roots.isEmpty {
            _ = try await LibraryScanner(catalog: catalog).scan(
                roots.map { MediaPath($0) }, options: ScanOptions())
        }
        let key = try SecretKey(of: catalog) { Issue.record("\($0)") }
        let secret = try Access.addAppPassword(
            label: "test", of: catalog.users.all()[0], in: catalog, key: key
        ).secret
        var options = ServerOptions(
            cache: MediaPath(folder.appendingPathComponent("cache").path))
        options.port = 0
        options.media.program = mediaProgram
        options.basePath = basePath
        options.passwordCost = .least
        options.jukeboxOutput = "null"
        options.useInterval = .milliseconds(100)
        // The servers of all tests share two threads, which may be busy for longer than a client is given.
        options.limits.headerSeconds = 60
        changing(&options)
        return try await TestServer(catalog, key, secret, folder, options, transport, place)
    }

    private init(
        _ catalog: Catalog, _ key: SecretKey, _ secret: String, _ folder: URL,
        _ options: ServerOptions, _ transport: Transport, _ place: ServerPlace
    ) async throws {
        let log = RecordedLog()
        var options = options
        options.uptime = { [clock] in clock.now }
        let service = try Service(catalog, key: key, options: options, logger: log.logger)
        let (beginnings, continuation) = AsyncThrowingStream.makeStream(of: Beginning.self)
        task = Task {
            do {
                switch transport {
                case .router: try await Self.answer(service) { continuation.yield($0) }
                case .socket:
                    try await service.run {
                        continuation.yield(Beginning(setupToken: $1, port: $0))
                    }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        guard let beginning = try await beginnings.first(where: { _ in true }),
            let url = URL(
                string: (beginning.port.map { "http://127.0.0.1:\($0)" } ?? Self.origin)
                    + options.basePath)
        else { throw CancellationError() }
        self.place = Mutex(place)
        setupToken = beginning.setupToken
        client = beginning.client
        self.key = key
        self.catalog = catalog
        self.secret = secret
        self.folder = folder
        self.log = log
        self.url = url
    }

    /// The server's address in requests without a socket.
    static let origin = "http://localhost"

    /// Facts that are known when the server takes requests.
    private struct Beginning {
        var setupToken: String?
        var port: Int?
        var client: (any TestClientProtocol)?
    }

    /// Answers requests without listening, until the task is cancelled.
    private static func answer(
        _ service: Service, _ onBegin: @escaping @Sendable (Beginning) -> Void
    ) async throws {
        let token = try await service.begin()
        let whole = try service.application()
        let application = Application(
            responder: WholeRequests(responder: whole.responder), services: service.companions,
            logger: whole.logger)
        do {
            try await application.test(.router) { client in
                onBegin(Beginning(setupToken: token, client: client))
                try await Task.sleep(for: .seconds(1 << 40))
            }
        } catch is CancellationError {
            // The test has ended.
        }
        await service.end()
    }

    /// Ends the server, and removes its files.
    func stop() async {
        task.cancel()
        await task.value
        try? catalog.close()
        try? FileManager.default.removeItem(at: folder)
        place.withLock { $0 = nil }
    }

    /// Adds a user.
    ///
    /// - Returns: An app password of the user.
    func addUser(_ name: String, role: UserRole = .user) throws -> String {
        let user = try catalog.users.add(name, role: role)
        return try Access.addAppPassword(label: "test", of: user, in: catalog, key: key).secret
    }

    /// An app password of a user that may do all that the main password may.
    func addAdministration(of name: String = "owner") throws -> String {
        try Access.addAppPassword(
            label: "users", administers: true, of: catalog.users.user(named: name), in: catalog,
            key: key
        ).secret
    }

    /// The folder that is scanned.
    var music: URL { folder.appendingPathComponent("music") }

    /// Adds a file to the folder that is scanned.
    func add(_ fixture: String, as name: String) throws {
        let file = music.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: file)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: music.appendingPathComponent(name))
    }

    /// Adds a root beside the folder that is scanned, and scans it.
    ///
    /// - Parameter files: Fixtures by the names that they have below the root.
    func addRoot(_ name: String, _ files: [String: String]) async throws -> LibraryRoot {
        let root = folder.appendingPathComponent(name)
        for (name, fixture) in files {
            let file = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: file)
        }
        let path = MediaPath(root.path)
        _ = try await LibraryScanner(catalog: catalog).scan([path], options: ScanOptions())
        guard let added = try catalog.roots.all().first(where: { $0.path == path }) else {
            throw CancellationError()
        }
        return added
    }

    /// Scans all roots.
    func scan() async throws {
        _ = try await LibraryScanner(catalog: catalog).scan(
            catalog.roots.all().map(\.path), options: ScanOptions())
    }
}

/// Passes requests on when all of their bodies is there.
///
/// The test client sends the end of a body while its request is being answered already. An answer that is made faster,
/// of those that end when their client closes its connection, would trap: Hummingbird's
/// `consumeWithCancellationOnInboundClose` takes it that a connection sends the end, or an error.
private struct WholeRequests: HTTPResponder {
    let responder: Front

    func respond(to request: Request, context: FrontContext) async throws -> Response {
        var request = request
        _ = try await request.collectBody(upTo: .max)
        var context = context
        context.channel = nil
        return try await responder.respond(to: request, context: context)
    }
}
