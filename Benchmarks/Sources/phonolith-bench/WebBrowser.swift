import Foundation

/// Headless Chromium, controlled through WebDriver (W3C, "WebDriver"); ends with the value. Scripts in the page measure,
/// so that the time of the commands themselves does not count.
struct WebBrowser: ~Copyable {
    private let driver: pid_t
    private let address: String
    private var session = ""

    /// Programs that are not installed.
    static var missing: [String] {
        ["chromium", "chromedriver"].filter {
            Command("sh", ["-c", "command -v " + $0]).text() == nil
        }
    }

    private init(_ driver: pid_t, _ address: String) {
        self.driver = driver
        self.address = address
    }

    /// Starts a browser without cookies and history.
    static func start(port: Int) throws -> WebBrowser {
        let driver = try Command("chromedriver", ["--port=\(port)", "--log-level=OFF"]).start()
        var browser = WebBrowser(driver, "http://127.0.0.1:\(port)")
        for _ in 0..<100 {
            if let session = try? browser.newSession() {
                browser.session = session
                return browser
            }
            usleep(100_000)
        }
        throw BenchmarkError("Chromium does not start; try: chromedriver --version")
    }

    private func newSession() throws -> String {
        // A laptop's window. The sandbox needs rights that containers do not have.
        let options = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--window-size=1440,900", "--lang=en-GB",
        ]
        let wanted: [String: Any] = ["alwaysMatch": ["goog:chromeOptions": ["args": options]]]
        let answer = try ask("/session", ["capabilities": wanted]) as? [String: Any]
        guard let id = answer?["sessionId"] as? String else {
            throw BenchmarkError("chromedriver gives no session")
        }
        return "/session/" + id
    }

    deinit {
        _ = Command("curl", ["--silent", "--request", "DELETE", address + session]).text()
        kill(driver, SIGTERM)
        waitpid(driver, nil, 0)
    }

    func open(_ url: String) throws { _ = try ask(session + "/url", ["url": url]) }

    /// Runs a script in the page. Returns its value, or that of its promise.
    @discardableResult
    func run(_ script: String, _ arguments: [Any] = []) throws -> Any {
        try ask(session + "/execute/sync", ["script": script, "args": arguments])
    }

    /// Runs a script that returns an object of numbers.
    func figures(_ script: String, _ arguments: [Any] = []) throws -> [String: Double] {
        guard let figures = try run(script, arguments) as? [String: NSNumber] else {
            throw BenchmarkError("a script of the page gives no figures: \(script.prefix(200))")
        }
        return figures.mapValues(\.doubleValue)
    }

    /// Waits for a condition in the page.
    func wait(for condition: String) throws {
        for _ in 0..<600 {
            if try run("return Boolean(\(condition))") as? Bool == true { return }
            usleep(50_000)
        }
        throw BenchmarkError("never true in the page: \(condition)")
    }

    /// Sends a command of the Chrome DevTools Protocol.
    @discardableResult
    func developerTools(_ command: String, _ parameters: [String: Any] = [:]) throws -> Any {
        try ask(session + "/goog/cdp/execute", ["cmd": command, "params": parameters])
    }

    /// Sends the key events of a character to the focused element.
    func type(_ character: Character) throws {
        for event in ["keyDown", "keyUp"] {
            try developerTools(
                "Input.dispatchKeyEvent", ["type": event, "text": String(character)])
        }
    }

    private func ask(_ path: String, _ body: [String: Any]) throws -> Any {
        let text = String(
            decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        let answer =
            Command(
                "curl",
                [
                    "--silent", "--max-time", "120", "--header", "Content-Type: application/json",
                    "--data-binary", text, address + path,
                ]
            ).text() ?? ""
        let object = try? JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
        guard let value = object?["value"] else {
            throw BenchmarkError("chromedriver \(path): \(answer.prefix(200))")
        }
        if let problem = value as? [String: Any], let error = problem["error"] {
            throw BenchmarkError("chromedriver \(path): \(error): \(problem["message"] ?? "")")
        }
        return value
    }
}
