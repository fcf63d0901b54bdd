import Foundation
import Synchronization

/// A window of ``Chromium``, and what one does in it.
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

    private let chromium: Chromium
    private let window: Chromium.Window
    private let isClosed = Atomic(false)

    private init(_ window: Chromium.Window, of chromium: Chromium) {
        self.window = window
        self.chromium = chromium
    }

    /// Opens a window. Where no other is open it knows nothing: no cookies, no history.
    ///
    /// - Parameter chromium: Another than the one that the suites share.
    static func start(in chromium: Chromium? = nil) async throws -> Browser {
        guard let chromium = chromium ?? .shared else {
            throw Failure(description: "no browser: the suite is not one of BrowserTests")
        }
        let browser = Browser(try await chromium.open(), of: chromium)
        try await browser.resize(1440, 900)
        return browser
    }

    /// A test that fails closes no window.
    deinit { if !isClosed.load(ordering: .relaxed) { chromium.abandon(window) } }

    /// Closes the window.
    func stop() async throws {
        isClosed.store(true, ordering: .relaxed)
        try await chromium.close(window)
    }

    // MARK: - Looking

    func open(_ url: String) async throws { try await command("url", ["url": url]) }

    /// Gives the window a cookie before it opens a page of the site.
    func setCookie(_ name: String, to value: String, of url: String) async throws {
        try await developerTools(
            "Network.setCookie", ["name": name, "value": value, "url": url, "httpOnly": true])
    }

    /// The value of a cookie of the page.
    func cookie(_ name: String) async throws -> String {
        let cookie = try await chromium.command("cookie/\(name)", nil, in: window)
        guard let value = (cookie as? [String: Any])?["value"] as? String else {
            throw Failure(description: "the page has no cookie \(name)")
        }
        return value
    }

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

    /// The result of a script of the page.
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

    /// Messages on the console since the last call.
    func messages() async throws -> [Message] {
        let list = try await command("se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return list.map {
            Message(level: $0["level"] as? String ?? "", text: $0["message"] as? String ?? "")
        }
    }

    /// The screen, as a PNG.
    func picture() async throws -> Data {
        let text = try await chromium.command("screenshot", nil, in: window) as? String
        guard let data = text.flatMap({ Data(base64Encoded: $0) }) else {
            throw Failure(description: "Chromium makes no picture")
        }
        return data
    }

    // MARK: - Doing

    /// Clicks in the middle of the first element that a selector finds, as a person would.
    func click(_ selector: String) async throws {
        try await act("click", on: "document.querySelector(\(selector.quoted))")
    }

    /// Clicks the first element that a selector finds, is enabled and has these words, or this name.
    func click(_ selector: String, saying words: String) async throws {
        let says =
            "e.textContent.includes(\(words.quoted)) || e.ariaLabel?.includes(\(words.quoted))"
        try await act(
            "click",
            on:
                "[...document.querySelectorAll(\(selector.quoted))].find(e => !e.disabled && (\(says)))"
        )
    }

    /// Types into an element, after what it has.
    func type(_ text: String, into selector: String) async throws {
        try await act(
            "value", on: "document.querySelector(\(selector.quoted))", with: ["text": text])
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

    /// Drags something with a finger.
    ///
    /// - Parameters:
    ///   - start: An expression with the point where the finger is put down: `[x, y]`.
    ///   - end: The same, for where it is lifted.
    func drag(from start: String, to end: String) async throws {
        func move(to point: String, milliseconds: Int) async throws -> [String: Any] {
            let place = try await run("return \(point).map(Math.round)") as? [Int] ?? []
            guard place.count == 2 else { throw Failure(description: "no point: \(point)") }
            return [
                "type": "pointerMove", "duration": milliseconds, "x": place[0], "y": place[1],
            ]
        }
        let actions: [[String: Any]] = [
            try await move(to: start, milliseconds: 0), ["type": "pointerDown", "button": 0],
            try await move(to: end, milliseconds: 300), ["type": "pointerUp", "button": 0],
        ]
        let finger: [String: Any] = [
            "type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"],
            "actions": actions,
        ]
        try await command("actions", ["actions": [finger]])
    }

    /// Acts on the element of an expression. A view that is made anew meanwhile has the same element again, and is
    /// asked for it again.
    private func act(
        _ action: String, on expression: String, with body: [String: Any] = [:]
    ) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            try await wait(for: expression)
            let found = try await run("return \(expression)") as? [String: String]
            guard let id = found?.values.first else { continue }
            do {
                try await command("element/\(id)/\(action)", body)
                return
            } catch let failure as Failure
                where ContinuousClock.now < end
                && ["stale", "no such element"].contains(where: failure.description.hasPrefix)
            {
                continue
            }
        }
    }

    // MARK: - Speaking

    @discardableResult
    private func command(_ name: String, _ body: [String: Any]) async throws -> Any {
        try await chromium.command(name, body, in: window)
    }

    private func developerTools(_ name: String, _ parameters: [String: Any]) async throws {
        try await chromium.developerTools(name, parameters, in: window)
    }
}

extension String {
    /// As a text of JavaScript.
    var quoted: String {
        let data = try? JSONSerialization.data(withJSONObject: self, options: .fragmentsAllowed)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
