import Foundation

/// How long the web page takes to load, search and scroll in Chromium.
struct PageBenchmarks {
    /// The program `phonolith`.
    let program: String
    /// A copy of a library; the owner's password is changed.
    let database: String
    let tracks: Int
    let port: Int

    private static let password = "a-password-for-benchmarks"

    func outcomes() throws -> [Outcome] {
        try setPassword()
        let server = try MusicServer.phonolith(program, database: database, port: port)
        let views = try visit(server, firstViews)
        let searches = try visit(server, search)
        // A new browser, because this one keeps earlier pages in memory, for its back button.
        return try views + searches + visit(server, scrolling)
    }

    /// Measures in a browser in which the owner is logged in.
    private func visit(
        _ server: borrowing MusicServer,
        _ measure: (borrowing WebBrowser, borrowing MusicServer) throws -> [Outcome]
    ) throws -> [Outcome] {
        let browser = try WebBrowser.start(port: port + 2)
        try logIn(browser, server.address)
        return try measure(browser, server)
    }

    private var name: String { "\(tracks) tracks" }

    private func setPassword() throws {
        let file = database + ".password"
        try (Self.password + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        defer { unlink(file) }
        _ = try Command(
            program, ["user", "password", "owner", "--password-stdin"],
            environment: ["PHONOLITH_LIBRARY": database]
        ).reading(file).run()
    }

    private func logIn(_ browser: borrowing WebBrowser, _ address: String) throws {
        try browser.open(address + "/login")
        let status = try browser.run(
            """
            return fetch("/api/v1/session", { method: "POST", headers: { "Content-Type": "application/json" },
              body: JSON.stringify({ user: "owner", password: arguments[0] }) }).then((answer) => answer.status);
            """, [Self.password])
        guard (status as? Int).map({ 200..<300 ~= $0 }) == true else {
            throw BenchmarkError("\(address): the login is answered by \(status)")
        }
    }

    // MARK: - The first view

    private func firstViews(
        _ browser: borrowing WebBrowser, _ server: borrowing MusicServer
    ) throws -> [Outcome] {
        try browser.developerTools(
            "Page.addScriptToEvaluateOnNewDocument", ["source": PageScripts.firstView])
        let address = server.address
        // The first navigation starts processes of the browser.
        _ = try firstView(browser, address + "/", isFirst: true)
        return try ["/", "/albums", "/songs"].flatMap { path in
            try [true, false].map { isFirst in
                let runs = Runs(
                    try (0..<9).map { _ in
                        try firstView(browser, address + path, isFirst: isFirst)
                    })
                return Outcome(
                    what: "\(name): `\(path)` in Chromium"
                        + (isFirst ? ", first visit" : ", cached files"),
                    value: runs.median, unit: .milliseconds,
                    limit: tracks <= 100_000 ? .atMost(300) : nil,
                    detail: "from the navigation until the first covers or rows are"
                        + " painted, 9 visits: \(runs.range) ms")
            }
        }
    }

    /// In milliseconds.
    private func firstView(
        _ browser: borrowing WebBrowser, _ url: String, isFirst: Bool
    ) throws -> Double {
        try browser.open("about:blank")
        if isFirst { try browser.developerTools("Network.clearBrowserCache") }
        try browser.open(url)
        try browser.wait(for: "window.firstView")
        return try browser.figures("return { time: window.firstView }")["time"] ?? .infinity
    }

    // MARK: - Search

    private func search(
        _ browser: borrowing WebBrowser, _ server: borrowing MusicServer
    ) throws -> [Outcome] {
        let words = try server.albums(400).compactMap {
            ($0["artist"] as? String)?.split(separator: " ").first.map(String.init)
        }
        let chosen = Set(words.filter { $0.count > 2 }).sorted().prefix(20)
        try browser.open(server.address + "/search")
        try browser.wait(for: "document.activeElement?.id === 'search'")
        try browser.run(PageScripts.searches)
        let times = try chosen.map { word in
            try browser.run("document.querySelector('#search').value = ''; window.shown = 0")
            for character in word {
                try browser.type(character)
                // A fast typist: ten keys per second.
                usleep(80_000)
            }
            // No command disturbs the search. Results of an earlier key do not count.
            usleep(500_000)
            try browser.wait(
                for: "window.shown > window.typed && performance.now() > window.shown + 300")
            return try browser.figures("return { time: window.shown - window.typed }")["time"]
                ?? .infinity
        }
        guard !times.isEmpty else { throw BenchmarkError("\(name): has no words to search for") }
        let runs = Runs(times)
        return [
            Outcome(
                what: "\(name): search in Chromium, after the last key", value: runs.median,
                unit: .milliseconds, limit: .atMost(100),
                detail: "until the results are painted, \(times.count) words, typed at ten keys"
                    + " per second: \(runs.range) ms")
        ]
    }

    // MARK: - Scrolling

    private func scrolling(
        _ browser: borrowing WebBrowser, _ server: borrowing MusicServer
    ) throws -> [Outcome] {
        try browser.open(server.address + "/songs")
        try browser.wait(for: "document.querySelectorAll('.alphabet button').length > 5")
        try browser.run(PageScripts.scrolling)
        // The first pass fills the caches of the page.
        _ = try browser.figures("return window.jumpThrough()")
        let before = try memory(browser)
        let jumps = try browser.figures("return window.jumpThrough()")
        let drag = try browser.figures("return window.dragThrough()")
        let after = try memory(browser)
        return [
            Outcome(
                what: "\(name): jump to a letter in Chromium, the slowest",
                value: jumps["slowest"] ?? .infinity, unit: .milliseconds, limit: .atMost(300),
                detail: "until all visible rows are painted, \((jumps["count"] ?? 0).text)"
                    + " letters; median \((jumps["median"] ?? 0).text) ms"),
            Outcome(
                what: "\(name): scroll bar dragged from A to Z in Chromium, the longest frame",
                value: drag["longest"] ?? .infinity, unit: .milliseconds, limit: .atMost(100),
                detail: "\((drag["frames"] ?? 0).text) frames, median"
                    + " \((drag["median"] ?? 0).text) ms; all visible rows are painted"
                    + " \((drag["settled"] ?? .infinity).text) ms after its end"),
            Outcome(
                what: "\(name): JavaScript heap after a second pass from A to Z ÷ before",
                value: after.heap / before.heap, unit: .ratio, limit: .atMost(1.1),
                detail: "\((before.heap / 1e6).text) MB, \((after.heap / 1e6).text) MB"),
            // Nodes that were removed may outlive a garbage collection, so that their number varies.
            Outcome(
                what: "\(name): DOM nodes after a second pass from A to Z ÷ before",
                value: after.nodes / before.nodes, unit: .ratio, limit: .atMost(2),
                detail: "\(before.nodes.text), \(after.nodes.text)"),
        ]
    }

    /// The JavaScript heap, in bytes, and the number of DOM nodes, after a garbage collection.
    private func memory(
        _ browser: borrowing WebBrowser
    ) throws -> (heap: Double, nodes: Double) {
        try browser.developerTools("HeapProfiler.collectGarbage")
        try browser.developerTools("Performance.enable")
        let answer = try browser.developerTools("Performance.getMetrics") as? [String: Any]
        let metrics = answer?["metrics"] as? [[String: Any]] ?? []
        func metric(_ name: String) throws -> Double {
            let found = metrics.first { $0["name"] as? String == name }
            guard let value = found?["value"] as? NSNumber else {
                throw BenchmarkError("Chromium has no metric \(name)")
            }
            return value.doubleValue
        }
        return (try metric("JSHeapUsedSize"), try metric("Nodes"))
    }
}
