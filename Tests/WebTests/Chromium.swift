import Foundation
import PhonolithTestSupport
import Synchronization

/// Chromium without a screen, driven by its WebDriver (W3C, "WebDriver"), and the sound server that it plays to.
final class Chromium: Sendable {
    /// The one that all suites of ``BrowserTests`` share.
    @TaskLocal static var shared: Chromium?

    let sound: PulseServer
    private let driver: Program
    private let connection: DriverConnection
    /// The path of the session.
    private let session: String
    /// The window that is there from the beginning. Windows of tests come and go.
    private let first: Window
    private let state: Mutex<State>
    /// Without a client the sound server ends after some seconds.
    private let silence: Program

    /// A handle of WebDriver.
    typealias Window = String

    private struct State {
        /// The window that commands go to; `nil` where it is closed.
        var current: Window?
        /// Windows of tests that failed.
        var abandoned: [Window] = []
    }

    private init(
        sound: PulseServer, silence: Program, driver: Program, connection: DriverConnection,
        session: String, first: Window
    ) {
        (self.sound, self.silence) = (sound, silence)
        (self.driver, self.connection, self.session) = (driver, connection, session)
        self.first = first
        state = Mutex(State(current: first))
    }

    /// Debian's command of this name is a script, which the driver would end in place of the browser.
    private static let program = "/usr/lib/chromium/chromium-headless-shell"

    /// Starts the driver, and the browser by it.
    ///
    /// - Parameter rate: Samples a second of the sound server.
    static func start(rate: Int = 44_100) async throws -> Chromium {
        let sound = try await PulseServer(rate: rate)
        let silence = try sound.start("pacat", ["-d", "one", "--raw", "/dev/zero"])
        // The failure below says what to do, whatever the error is.
        guard
            let driver = try? Program(
                ["chromedriver", "--port=0"], environment: sound.environment, output: .pipe),
            let port = port(in: driver.output)
        else {
            throw Browser.Failure(
                description: "chromedriver does not start; run scripts/setup tests")
        }
        let connection = DriverConnection(port: port)
        // Sound needs no click before it, as in a page that one has used.
        let words = [
            "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--autoplay-policy=no-user-gesture-required", "--lang=en-GB",
        ]
        // Without the windows, tabs and buttons around a page, which take longer to draw than the page.
        let options: [String: Any] = ["binary": program, "args": words]
        let capabilities: [String: Any] = [
            "alwaysMatch": [
                "goog:loggingPrefs": ["browser": "ALL"], "goog:chromeOptions": options,
            ]
        ]
        let answer = try await connection.ask("POST", "/session", ["capabilities": capabilities])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String,
            let handle = try await connection.ask("GET", "/session/\(id)/window") as? String
        else { throw Browser.Failure(description: "Chromium does not start: \(answer)") }
        return Chromium(
            sound: sound, silence: silence, driver: driver, connection: connection,
            session: "/session/\(id)", first: handle)
    }

    private static func port(in output: FileHandle) -> UInt16? {
        var text = ""
        while true {
            if let match = text.firstMatch(of: /on port ([0-9]+)\./) { return UInt16(match.1) }
            let piece = output.availableData
            if piece.isEmpty { return nil }
            text += String(decoding: piece, as: UTF8.self)
        }
    }

    deinit {
        for process in [driver, silence] { process.terminate() }
    }

    /// Ends the browser, its driver and the sound server.
    func stop() async {
        // The driver ends a browser that does not answer any more.
        _ = try? await connection.ask("DELETE", session)
        for process in [driver, silence] {
            process.terminate()
            process.waitUntilExit()
        }
        sound.stop()
    }

    // MARK: - Windows

    /// Opens a window. Where no other is open it knows nothing: no cookies, no history.
    func open() async throws -> Window {
        let abandoned = state.withLock { state in
            defer { state.abandoned = [] }
            return state.abandoned
        }
        for window in abandoned { try await close(window) }
        let answer = try await command("window/new", ["type": "window"], in: first)
        guard let window = (answer as? [String: Any])?["handle"] as? Window else {
            throw Browser.Failure(description: "Chromium makes no window")
        }
        // Drops messages of others from the console.
        try await command("se/log", ["type": "browser"], in: window)
        return window
    }

    /// Closes a window, and forgets all that its site has left behind.
    func close(_ window: Window) async throws {
        let script = ["script": "return location.origin", "args": []] as [String: Any]
        let origin = try await command("execute/sync", script, in: window)
        // A page that goes on may leave more.
        try await command("url", ["url": "about:blank"], in: window)
        for name in ["Network.clearBrowserCookies", "Network.clearBrowserCache"] {
            try await developerTools(name, in: window)
        }
        try await developerTools(
            "Storage.clearDataForOrigin", ["origin": origin, "storageTypes": "all"], in: window)
        try await connection.ask("DELETE", session + "/window")
        state.withLock { $0.current = nil }
    }

    /// Closes a window before the next is opened.
    func abandon(_ window: Window) { state.withLock { $0.abandoned.append(window) } }

    // MARK: - Commands

    /// The result of a command (WebDriver, 8.2) to a window.
    @discardableResult
    func command(_ name: String, _ body: [String: Any]?, in window: Window) async throws -> Any {
        if state.withLock({ $0.current }) != window {
            try await connection.ask("POST", session + "/window", ["handle": window])
            state.withLock { $0.current = window }
        }
        return try await connection.ask(body == nil ? "GET" : "POST", "\(session)/\(name)", body)
    }

    /// The result of a command of the Chrome DevTools Protocol to a window.
    @discardableResult
    func developerTools(
        _ name: String, _ parameters: [String: Any] = [:], in window: Window
    ) async throws -> [String: Any] {
        let body: [String: Any] = ["cmd": name, "params": parameters]
        return try await command("goog/cdp/execute", body, in: window) as? [String: Any] ?? [:]
    }
}
