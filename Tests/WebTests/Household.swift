import Foundation
import PhonolithAccess
import PhonolithTestSupport
import Synchronization
import Testing

/// A server with a library of its own, as a person would run it: the programs themselves, on files that are made here.
final class Household: Sendable {
    /// The one of the suite that runs.
    @TaskLocal static var current: Household?

    static let password = "a-long-password"

    /// The address of the page, without a slash behind it.
    let url: String
    let music: String
    /// Sets the owner's password; `nil` where that is done.
    let setupLink: String?
    /// The paths of all views, once somebody has looked for them (``paths(_:)``).
    let knownPaths = Mutex<[String]>([])
    /// The tokens of users who have logged in, by their names.
    private let logins = Mutex<[String: String]>([:])
    private let folder: URL
    private let server: Mutex<Program>
    /// Arguments of the server, without its address.
    private let arguments: [String]

    private init(
        url: String, music: String, setupLink: String?, folder: URL, server: Program,
        arguments: [String]
    ) {
        self.url = url
        self.music = music
        self.setupLink = setupLink
        self.folder = folder
        self.server = Mutex(server)
        self.arguments = arguments
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - isSetUp: Whether the owner has a password, and the files are in the library.
    ///   - environment: Variables of the server beside those of the tests.
    ///   - shelf: Makes the music in a folder.
    static func start(
        isSetUp: Bool, options: [String] = [], environment: [String: String] = [:],
        filling shelf: (URL) throws -> Void = Shelf.make
    ) async throws -> Household {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-web-\(UUID().uuidString)")
        let music = folder.appendingPathComponent("music")
        try shelf(music)
        let library = folder.appendingPathComponent("library.sqlite").path
        if isSetUp {
            try run("phonolith", ["scan", music.path, "--quiet", "--library", library])
            try run(
                "phonolith-server",
                ["user", "password", "owner", "--password-stdin", "--library", library],
                input: password + "\n")
        }
        let errors = folder.appendingPathComponent("errors")
        let arguments = ["serve", "--library", library, "--quiet"] + options
        let server = try Program(
            [BuiltProgram.url(of: "phonolith-server").path] + arguments + [
                "--listen", "127.0.0.1:0",
            ],
            environment: environment, output: .pipe, errors: .file(errors))
        let printed = lines(isSetUp ? 1 : 2, server.output)
        guard let first = printed.first(where: { $0.hasPrefix("listening on ") }) else {
            let reason = try String(contentsOf: errors, encoding: .utf8)
            throw Browser.Failure(description: "the server does not start: \(printed) \(reason)")
        }
        let link = printed.first { $0.contains("/setup?token=") }?.split(separator: " ").last
        return Household(
            url: String(first.dropFirst("listening on ".count)), music: music.path,
            setupLink: link.map(String.init), folder: folder, server: server, arguments: arguments)
    }

    /// Ends the server; its library stays.
    func endServer() {
        server.withLock { server in
            server.terminate()
            server.waitUntilExit()
        }
    }

    /// Starts the server again, at the same address.
    func startServerAgain() throws {
        try server.withLock { server in
            server = try Program(
                [BuiltProgram.url(of: "phonolith-server").path] + arguments
                    + ["--listen", String(url.dropFirst("http://".count))], output: .pipe)
            _ = Self.lines(1, server.output)
        }
    }

    func stop() {
        endServer()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A browser in which a user has logged in, at a view. A user logs in once: to check a password is slow by design.
    func visit(
        _ path: String, as user: String = "owner", in chromium: Chromium? = nil
    ) async throws -> Browser {
        guard let token = logins.withLock({ $0[user] }) else {
            let browser = try await logIn(toSee: path, as: user, in: chromium)
            let token = try await browser.cookie(SessionCookie.name)
            logins.withLock { $0[user] = token }
            return browser
        }
        let browser = try await Browser.start(in: chromium)
        try await browser.setCookie(SessionCookie.name, to: token, of: url)
        try await browser.open(url + path)
        try await browser.wait(for: Self.isPageShown)
        return browser
    }

    /// A browser in which a user logs in by name and password, and is led to a view.
    func logIn(
        toSee path: String, as user: String = "owner", in chromium: Chromium? = nil
    ) async throws -> Browser {
        let browser = try await Browser.start(in: chromium)
        try await browser.open(url + "/login?next=" + path.urlEncoded)
        try await browser.type(user, into: "input[name=user]")
        try await browser.type(Self.password + Browser.Key.enter, into: "input[name=password]")
        try await browser.wait(for: Self.isPageShown)
        return browser
    }

    private static let isPageShown = "document.querySelector('#rail') && \(isShown)"

    /// Whether a view has what it shows.
    static let isShown =
        "document.querySelector('#view .page, #view .state') && !document.querySelector('#view [aria-busy]')"

    // MARK: - Programs

    /// The command's output for this library.
    func answer(_ words: String...) throws -> String {
        let library = folder.appendingPathComponent("library.sqlite").path
        return String(
            decoding: try output(
                of: [BuiltProgram.url(of: "phonolith").path] + words + ["--library", library]),
            as: UTF8.self)
    }

    private static func run(_ name: String, _ words: [String], input: String = "") throws {
        let process = try Program([BuiltProgram.url(of: name).path] + words, input: .pipe)
        try process.input.write(contentsOf: Data(input.utf8))
        try process.input.close()
        process.waitUntilExit()
        // 1: done, and one of the files is none.
        guard process.terminationStatus <= 1 else {
            throw Browser.Failure(
                description: "\(name) \(words) ended with \(process.terminationStatus)")
        }
    }

    private static func lines(_ count: Int, _ output: FileHandle) -> [String] {
        var text = ""
        while text.count(where: { $0 == "\n" }) < count {
            let piece = output.availableData
            if piece.isEmpty { break }
            text += String(decoding: piece, as: UTF8.self)
        }
        return text.split(separator: "\n").map(String.init)
    }
}

/// Gives all tests of a suite one household, which ends with them.
struct HouseholdTrait: SuiteTrait, TestScoping {
    let isRecursive = false
    var shelf: @Sendable (URL) throws -> Void = Shelf.make
    var prepare: @Sendable (Household) throws -> Void = { _ in }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let household = try await Household.start(
            isSetUp: true, options: ["--picker-origin", "http://127.0.0.1:1"], filling: shelf)
        defer { household.stop() }
        try prepare(household)
        try await Household.$current.withValue(household) { try await function() }
    }
}

extension Trait where Self == HouseholdTrait {
    static var household: Self { HouseholdTrait() }

    /// One in which something has been done.
    static func household(
        preparing prepare: @escaping @Sendable (Household) throws -> Void
    ) -> Self {
        HouseholdTrait(prepare: prepare)
    }

    /// One with this music.
    static func household(filling shelf: @escaping @Sendable (URL) throws -> Void) -> Self {
        HouseholdTrait(shelf: shelf)
    }
}

extension String {
    fileprivate var urlEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
    }
}
