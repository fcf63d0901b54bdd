import Catalog
import Fixtures
import Foundation
import FoundationNetworking
import MediaModel
import Scanning
import Server
import Synchronization

/// A server over a real socket, with a library that was scanned from files.
final class TestServer: Sendable {
    let url: URL
    /// An app password of the owner's.
    let secret: String
    let catalog: Catalog
    let log: RecordedLog
    /// Sets the owner's password; `nil` where a user has one.
    let setupToken: String?
    private let key: SecretKey
    private let service: Service
    private let folder: URL
    /// What a browser sends in which the owner is logged in; `nil` before the first login.
    private let browser = Mutex<[String: String]?>(nil)
    private let task: Task<Void, any Error>

    /// Built beside the tests.
    static let mediaProgram = MediaPath(
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("phonolith-media").path)

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - files: Fixtures by the names that they have below the root.
    ///   - more: Fixtures of other roots, by names whose first part is that of the root.
    ///   - changing: What is to be different from the standard options.
    static func start(
        _ files: [String: String] = [
            "Björk/Homogenic/1.flac": "full/full.flac", "Björk/Homogenic/2.mp3": "full/full.mp3",
            "loose.mp3": "empty/empty.mp3",
        ], more: [String: String] = [:], basePath: String = "",
        changing: (inout ServerOptions) -> Void = { _ in }
    ) async throws -> TestServer {
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
        let key = try SecretKey(ofLibrary: library)
        let secret = try Access.addAppPassword(
            label: "test", of: catalog.users()[0], in: catalog, key: key
        ).secret
        var options = ServerOptions(
            cache: MediaPath(folder.appendingPathComponent("cache").path))
        options.port = 0
        options.media.program = mediaProgram
        options.basePath = basePath
        options.passwordCost = .least
        options.jukeboxOutput = "null"
        // All servers of the tests share two threads, which may be busy for longer than a client is given.
        options.limits.headerSeconds = 60
        changing(&options)
        return try await TestServer(catalog, key, secret, folder, options)
    }

    private init(
        _ catalog: Catalog, _ key: SecretKey, _ secret: String, _ folder: URL,
        _ options: ServerOptions
    ) async throws {
        let log = RecordedLog()
        let service = try Service(catalog, key: key, options: options, logger: log.logger)
        let (ports, continuation) = AsyncStream.makeStream(of: (Int, String?).self)
        let running = Task {
            do {
                try await service.run { continuation.yield(($0, $1)) }
            } catch {
                continuation.finish()
                throw error
            }
        }
        guard let (port, token) = await ports.first(where: { _ in true }),
            let url = URL(string: "http://127.0.0.1:\(port)\(options.basePath)")
        else {
            try await running.value
            throw CancellationError()
        }
        setupToken = token
        self.key = key
        self.service = service
        self.catalog = catalog
        self.secret = secret
        self.folder = folder
        self.log = log
        self.url = url
        task = running
    }

    /// Ends the server, and removes its files.
    func stop() async {
        task.cancel()
        _ = try? await task.value
        try? catalog.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Adds a user.
    ///
    /// - Returns: An app password of the user.
    func addUser(_ name: String, role: UserRole = .user) throws -> String {
        let user = try catalog.addUser(name, role: role)
        return try Access.addAppPassword(label: "test", of: user, in: catalog, key: key).secret
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
        guard let added = try catalog.roots().first(where: { $0.path == path }) else {
            throw CancellationError()
        }
        return added
    }

    /// Scans all roots.
    func scan() async throws {
        _ = try await LibraryScanner(catalog: catalog).scan(
            catalog.roots().map(\.path), options: ScanOptions())
    }

    /// Tests make more failed logins than a client would.
    func forgetFailures() { service.forgetFailures() }

    /// Makes the wait after failed logins longer than a busy machine takes for the next request.
    func lengthenWait(of name: String = "owner", from address: String = "127.0.0.1") {
        service.noteFailures(10, of: name, from: address)
    }

    // MARK: - Asking

    /// Sends the cookies that a test gives, and no others: all servers of the tests have the same host.
    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        // All servers of the tests share two threads, and the hashing of passwords takes these for long.
        configuration.timeoutIntervalForRequest = 300
        return URLSession(configuration: configuration)
    }()

    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }

        func json() throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
        }
    }

    func send(
        _ method: String = "GET", _ path: String, headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> Answer {
        guard let url = URL(string: url.absoluteString + path) else { throw CancellationError() }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await Self.session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw CancellationError() }
        var found: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            found["\(name)".lowercased()] = "\(value)"
        }
        return Answer(status: response.statusCode, headers: found, body: data)
    }

    /// Calls an endpoint as an app would, with the app password.
    func call(
        _ name: String, _ query: String = "", headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(
            "GET", "/rest/\(name)?apiKey=\(secret)&v=1.16.1&c=test&\(query)", headers: headers)
    }

    /// What an endpoint answers in JSON, below the envelope.
    func payload(_ name: String, _ query: String = "") async throws -> [String: Any] {
        try await call(name, "f=json&\(query)").json()["subsonic-response"] as? [String: Any]
            ?? [:]
    }

    /// The code of the error that an endpoint answers; `nil` for none.
    func error(_ name: String, _ query: String = "") async throws -> Int? {
        (try await payload(name, query)["error"] as? [String: Any])?["code"] as? Int
    }

    /// Gets a resource of the native API, with the app password.
    func api(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await api("GET", path, headers: headers)
    }

    /// The owner's main password, once ``setPassword()`` was called.
    static let password = "owner-password"

    func setPassword() throws {
        try Access.setPassword(
            Self.password, of: catalog.users()[0], in: catalog, cost: .least)
    }

    /// Asks the native API as the page does in a browser in which the owner is logged in.
    func page(_ method: String, _ path: String, body: String? = nil) async throws -> Answer {
        let headers: [String: String]
        if let known = browser.withLock(\.self) {
            headers = known
        } else {
            headers = try await login()
            browser.withLock { $0 = headers }
        }
        return try await send(method, "/api/v1" + path, headers: headers, body: body)
    }

    private func login() async throws -> [String: String] {
        try setPassword()
        let answer = try await send(
            "POST", "/api/v1/session", body: #"{"user":"owner","password":"\#(Self.password)"}"#)
        guard let token = try answer.json().text("csrfToken"),
            let cookie = answer.headers["set-cookie"]?.prefix(while: { $0 != ";" })
        else { throw CancellationError() }
        return ["Cookie": String(cookie), "X-CSRF-Token": token]
    }

    /// The code of the error that an endpoint answers to the owner's main password; `nil` for none.
    func errorWithPassword(_ name: String, _ query: String = "") async throws -> Int? {
        let answer = try await send(
            "GET", "/rest/\(name)?f=json&u=owner&p=\(Self.password)&\(query)")
        return try answer.json().object("subsonic-response", "error")["code"] as? Int
    }

    /// Asks the native API, with the app password.
    func api(
        _ method: String, _ path: String, headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> Answer {
        var headers = headers
        headers["Authorization"] = "Bearer \(secret)"
        return try await send(method, "/api/v1" + path, headers: headers, body: body)
    }
}
