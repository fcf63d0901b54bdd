import Foundation
import TestSupport

/// Chromium without a window, driven by its WebDriver (W3C, "WebDriver").
final class Browser: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A line of the browser's console.
    struct Message: CustomStringConvertible {
        let level: String
        let text: String
        var description: String { "\(level): \(text)" }
    }

    /// Keys that have no character (WebDriver, 17.4.2).
    enum Key {
        static let enter = "\u{E007}"
        static let escape = "\u{E00C}"
        static let down = "\u{E015}"
        static let alt = "\u{E00A}"
        static let up = "\u{E013}"
        static let delete = "\u{E017}"
        static let right = "\u{E014}"
        static let tab = "\u{E004}"
    }

    private let driver: Process
    private let connection: DriverConnection
    /// The path of the session.
    private let session: String

    private init(driver: Process, connection: DriverConnection, session: String) {
        self.driver = driver
        self.connection = connection
        self.session = session
    }

    /// Starts a browser that knows nothing: no cookies, no history.
    ///
    /// - Parameter environment: What is added to the environment of the tests.
    static func start(environment: [String: String] = [:]) async throws -> Browser {
        let driver = Process()
        let output = Pipe()
        driver.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        driver.arguments = ["chromedriver", "--port=0"]
        driver.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        driver.standardOutput = output
        driver.standardError = FileHandle.nullDevice
        try driver.start()
        guard let port = port(in: output) else {
            throw Failure(description: "chromedriver does not start; run scripts/setup tests")
        }
        let connection = DriverConnection(port: port)
        // What sounds needs no click before it, as in a page that one has used.
        let words = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--autoplay-policy=no-user-gesture-required", "--lang=en-GB",
        ]
        let capabilities: [String: Any] = [
            "alwaysMatch": [
                "goog:loggingPrefs": ["browser": "ALL"], "goog:chromeOptions": ["args": words],
            ]
        ]
        let answer = try await ask(
            connection, "POST", "/session", ["capabilities": capabilities])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw Failure(description: "Chromium does not start: \(answer)")
        }
        let browser = Browser(driver: driver, connection: connection, session: "/session/\(id)")
        try await browser.resize(1440, 900)
        return browser
    }

    private static func port(in output: Pipe) -> UInt16? {
        var text = ""
        while true {
            if let match = text.firstMatch(of: /on port ([0-9]+)\./) { return UInt16(match.1) }
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { return nil }
            text += String(decoding: piece, as: UTF8.self)
        }
    }

    /// A test that fails stops no browser.
    deinit { if driver.isRunning { driver.terminate() } }

    /// Ends the browser and its driver.
    func stop() async {
        _ = try? await Self.ask(connection, "DELETE", session, nil)
        driver.terminate()
        driver.waitUntilExit()
    }

    // MARK: - Looking

    func open(_ url: String) async throws { try await command("url", ["url": url]) }

    func back() async throws { try await command("back", [:]) }

    func reload() async throws { try await command("refresh", [:]) }

    func resize(_ width: Int, _ height: Int) async throws {
        try await developerTools(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    /// Lets the page be seen as by somebody who likes it dark, or light.
    func prefer(dark: Bool) async throws {
        let feature = ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]
        try await developerTools("Emulation.setEmulatedMedia", ["features": [feature]])
    }

    /// What a script of the page returns.
    @discardableResult
    func run(_ script: String, _ arguments: [Any] = []) async throws -> Any {
        try await command("execute/sync", ["script": script, "args": arguments])
    }

    func text(_ expression: String) async throws -> String {
        try await run("return String(\(expression))") as? String ?? ""
    }

    func number(_ expression: String) async throws -> Double {
        (try await run("return Number(\(expression))") as? NSNumber)?.doubleValue ?? .nan
    }

    func holds(_ condition: String) async throws -> Bool {
        try await run("return Boolean(\(condition))") as? Bool ?? false
    }

    /// Waits for a condition, long enough for a busy machine.
    ///
    /// - Parameter pause: Between two looks; a browser that is to sound without a stutter is left in peace.
    func wait(
        for condition: String, seconds: Int = 60, every pause: Duration = .milliseconds(50)
    ) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if try await holds(condition) { return }
            try await Task.sleep(for: pause)
        }
        let page = try await text("location.href + ': ' + document.body.innerText.slice(0, 400)")
        throw Failure(description: "never true: \(condition); the page is \(page)")
    }

    /// What the console has been told since the last call.
    func messages() async throws -> [Message] {
        let list = try await command("se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return list.map {
            Message(level: $0["level"] as? String ?? "", text: $0["message"] as? String ?? "")
        }
    }

    /// What is on the screen, as a PNG.
    func picture() async throws -> Data {
        let text = try await Self.ask(connection, "GET", session + "/screenshot", nil) as? String
        guard let data = text.flatMap({ Data(base64Encoded: $0) }) else {
            throw Failure(description: "Chromium makes no picture")
        }
        return data
    }

    // MARK: - Doing

    /// Clicks in the middle of the first element that a selector finds, as a person would.
    func click(_ selector: String) async throws {
        let id = try await element(selector)
        try await command("element/\(id)/click", [:])
    }

    /// Types into an element, after what it has.
    func type(_ text: String, into selector: String) async throws {
        let id = try await element(selector)
        try await command("element/\(id)/value", ["text": text])
    }

    /// Presses keys where the focus is; modifiers are held until the end.
    func press(_ keys: String...) async throws {
        let actions =
            keys.map { ["type": "keyDown", "value": $0] }
            + keys.reversed().map { ["type": "keyUp", "value": $0] }
        try await command(
            "actions", ["actions": [["type": "key", "id": "keys", "actions": actions]]])
    }

    /// Moves the mouse.
    func point(x: Int, y: Int) async throws {
        let move: [String: Any] = ["type": "pointerMove", "duration": 0, "x": x, "y": y]
        try await command(
            "actions", ["actions": [["type": "pointer", "id": "mouse", "actions": [move]]]])
    }

    private func element(_ selector: String) async throws -> String {
        try await wait(for: "document.querySelector(\(selector.quoted))")
        let found = try await command("element", ["using": "css selector", "value": selector])
        guard let id = (found as? [String: String])?.values.first else {
            throw Failure(description: "no element \(selector)")
        }
        return id
    }

    // MARK: - Speaking

    @discardableResult
    private func command(_ name: String, _ body: [String: Any]) async throws -> Any {
        try await Self.ask(connection, "POST", "\(session)/\(name)", body)
    }

    private func developerTools(_ name: String, _ parameters: [String: Any]) async throws {
        try await command("goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    private static func ask(
        _ connection: DriverConnection, _ method: String, _ path: String, _ body: [String: Any]?
    ) async throws -> Any {
        let data = try await connection.send(
            method, path, try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data())
        let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        let value = answer["value"] ?? NSNull()
        if let problem = value as? [String: Any], let error = problem["error"] {
            throw Failure(description: "\(error): \(problem["message"] ?? "")")
        }
        return value
    }
}

extension String {
    /// As a text of JavaScript.
    var quoted: String {
        let data = try? JSONSerialization.data(withJSONObject: self, options: .fragmentsAllowed)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
