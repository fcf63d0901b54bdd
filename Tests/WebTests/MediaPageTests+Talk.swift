import Foundation
import PhonolithTestSupport
import Testing

/// Podcasts and audiobooks.
extension BrowserTests.MediaPageTests {
    // MARK: - Podcasts

    /// A feed with an episode that is there, and one that is not.
    private func startFeed() throws -> (feed: MusicServer, files: [MusicServer]) {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-episode-\(UUID().uuidString).mp3")
        defer { try? FileManager.default.removeItem(at: file) }
        try MediaShelf.encode(
            ["-f", "lavfi", "-i", "sine=duration=30", "-metadata", "title=The flywheel"], to: file)
        let episode = MusicServer(
            Array(try Data(contentsOf: file)), .good, contentType: "audio/mpeg")
        let gone = MusicServer([], .missing)
        let items = [("The flywheel", episode.port), ("Lost and gone", gone.port)].map {
            """
            <item><title>\($0)</title><guid>\($0)</guid><description>&lt;p&gt;About &lt;b&gt;it&lt;/b&gt;&lt;/p&gt;</description>
            <pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate>
            <enclosure url="http://127.0.0.1:\($1)/e.mp3" length="1" type="audio/mpeg"/></item>
            """
        }
        let feed = MusicServer(
            Array(
                """
                <?xml version="1.0"?><rss version="2.0"><channel><title>Small Engines</title>
                <description>Machines on a table.</description>\(items.joined())</channel></rss>
                """.utf8), .good, contentType: "application/rss+xml")
        return (feed, [episode, gone])
    }

    @Test("A feed is subscribed to, its episodes are downloaded and played, and it is given up")
    func podcast() async throws {
        let servers = try startFeed()
        let browser = try await household.visit("/podcasts")
        try await browser.click(".button", saying: "Subscribe")
        try await browser.type(
            "http://127.0.0.1:\(servers.feed.port)/feed.xml" + Browser.Key.enter,
            into: "dialog input[name=url]")
        try await browser.wait(
            for:
                "location.pathname.startsWith('/podcasts/feeds/') && document.querySelector('h1')?.textContent === 'Small Engines' && document.querySelectorAll('[data-episode]').length === 2"
        )
        let words = try await browser.text("document.querySelector('#view').innerText")
        #expect(words.contains("Machines on a table.") && words.contains("About it"))
        let faults = try await browser.faults()
        #expect(faults.isEmpty, "\(faults)")

        try await browser.click("[data-episode] button", saying: "Download: The flywheel")
        try await browser.click("[data-episode] button", saying: "Download: Lost and gone")
        try await browser.wait(
            for:
                "document.querySelector('[data-status=error] .problem')?.textContent.includes('404')"
        )
        try await browser.click("[data-episode] button", saying: "Play: The flywheel")
        try await browser.wait(
            for: "document.querySelector('#bar .title')?.textContent === 'The flywheel'")
        try await browser.press("k")
        try await browser.click("[data-episode] button", saying: "Delete file: The flywheel")
        try await browser.click("dialog .dangerous")
        try await browser.wait(
            for: "document.querySelector('[data-episode] [aria-label=\"Download: The flywheel\"]')")

        try await browser.click(".button", saying: "Unsubscribe")
        try await browser.click("dialog .dangerous")
        try await browser.wait(for: "location.pathname === '/podcasts' && \(Household.isShown)")
        #expect(
            try await !browser.holds(
                "document.querySelector('#view').innerText.includes('Subscriptions')"))
        try await expectNoFailures(browser)
        try await browser.stop()
        withExtendedLifetime(servers) {}
    }

    @Test("A feed that cannot be read says why, and is tried again when one asks")
    func brokenFeed() async throws {
        let server = MusicServer(Array("no feed".utf8), .good, contentType: "text/plain")
        let browser = try await household.visit("/podcasts")
        try await browser.click(".button", saying: "Subscribe")
        try await browser.type(
            "ftp://example.org/x" + Browser.Key.enter, into: "dialog input[name=url]")
        try await browser.wait(for: "document.querySelector('dialog .problem')?.textContent")
        try await browser.run("document.querySelector('dialog input[name=url]').value = ''")
        try await browser.type(
            "http://127.0.0.1:\(server.port)/" + Browser.Key.enter, into: "dialog input[name=url]")
        try await browser.wait(
            for:
                "document.querySelector('#view .problem')?.textContent.includes('could not be read')"
        )
        try await browser.open(household.url + "/podcasts")
        try await browser.wait(
            for: "document.querySelector('.lines .sub')?.textContent.includes('could not be read')")
        try await browser.click(".lines a")
        try await browser.click(".button", saying: "Check for new episodes")
        try await browser.wait(
            for:
                "document.querySelector('#view .problem')?.textContent.includes('could not be read')"
        )
        try await browser.click(".button", saying: "Unsubscribe")
        try await browser.click("dialog .dangerous")
        try await browser.wait(for: "location.pathname === '/podcasts'")
        try await browser.stop()
    }

    // MARK: - Audiobooks

    @Test("A book has its parts, is heard as fast as one likes, and continues where it was left")
    func audiobook() async throws {
        let browser = try await household.visit("/audiobooks")
        try await browser.click(".tile-link", saying: "The Long Walk")
        try await browser.wait(
            for:
                "document.querySelector('h1')?.textContent === 'The Long Walk' && document.querySelectorAll('.row.track').length === 2"
        )
        try await browser.click(".actions button", saying: "Speed")
        try await browser.click(".menu button", saying: "1.5")
        try await browser.wait(
            for:
                "[...document.querySelectorAll('.actions button')].some(e => e.textContent === 'Speed 1.5 ×')"
        )
        try await browser.click(".row .title", saying: "Chapter 2")
        try await browser.wait(
            for: "document.querySelector('#bar .title')?.textContent === 'Chapter 2'")
        for _ in 1...2 { try await browser.press("l") }
        try await browser.wait(for: "document.querySelector('#bar .bar-line').value > 333")
        try await browser.press("k")
        try await browser.open(household.url + "/audiobooks")
        try await browser.wait(for: "document.querySelector('.shelf .watched')")
        try await browser.click(".shelf .tile-link", saying: "The Long Walk")
        try await browser.click(".actions .primary", saying: "Continue at Part 2 · 0:2")
        try await browser.wait(
            for:
                "document.querySelector('#bar .title')?.textContent === 'Chapter 2' && document.querySelector('#bar .bar-line').value > 333"
        )
        // The page of the book knows that it plays, and which part.
        try await browser.wait(
            for:
                "[...document.querySelectorAll('.row.track[aria-current]')].map(e => e.querySelector('.title').textContent).join() === 'Chapter 2'"
        )
        try await browser.click(".actions .primary", saying: "Pause")
        try await browser.click("#bar [data-use=ahead]")
        try await browser.wait(
            for:
                "document.querySelector('.actions .primary').textContent.startsWith('Continue at Part 2 · 0:5')"
        )
        try await expectNoFailures(browser)
        try await browser.stop()
    }

    // MARK: - The server's own sound

    @Test("What plays moves to the server's sound output, is controlled there, and comes back")
    func jukebox() async throws {
        let device = try OtherDevice(of: household)
        /// Waits until the server does what the page has asked for.
        func expect(_ what: String, _ isTrue: ([String: Any]) -> Bool) async throws {
            try await eventually("the jukebox \(what)") {
                isTrue(try await device.send("GET", "/jukebox"))
            }
        }
        let plays = { (state: [String: Any]) in state["isPlaying"] as? Bool == true }
        let browser = try await household.visit("/search?q=twin")
        try await browser.click(".row .title", saying: "Twin")
        try await browser.wait(for: "document.querySelector('#bar .title')?.textContent === 'Twin'")
        try await browser.click("#bar .speaker")
        try await browser.click(".menu button", saying: "Server")
        try await browser.wait(
            for: "document.querySelector('#bar.remote .title')?.textContent === 'Twin'")
        try await expect("plays", plays)
        let items = try await device.send("GET", "/jukebox")["items"] as? [String]
        #expect((items?.count ?? 0) >= 1)
        try await browser.click("#bar .play")
        try await expect("pauses") { !plays($0) }
        try await browser.press("l")
        try await browser.wait(for: "document.querySelector('#bar .bar-line').value > 300")
        try await expect("goes on 10 seconds") { ($0["time"] as? Double ?? 0) >= 9 }
        // Changes by another device are seen.
        try await device.send("PATCH", "/jukebox", ["isPlaying": true, "volume": 0.5])
        try await browser.wait(
            for:
                "document.querySelector('#bar .play').ariaLabel === 'Pause' && document.querySelector('#bar .volume').value === '50'"
        )
        try await browser.reload()
        try await browser.wait(
            for: "document.querySelector('#bar.remote .title')?.textContent === 'Twin'")
        try await browser.click("#bar .speaker")
        try await browser.click(".menu button", saying: "This browser")
        try await browser.wait(
            for: "document.querySelector('#bar:not(.remote) .title')?.textContent === 'Twin'")
        try await expect("pauses") { !plays($0) }
        try await expectNoFailures(browser)
        try await browser.stop()
    }
    @Test("The output device of the server is chosen from the menu")
    func outputDevices() async throws {
        let sound = try await PulseServer()
        for name in ["kitchen", "attic"] {
            try sound.control(
                "load-module", "module-null-sink", "sink_name=\(name)",
                "sink_properties=device.description=\(name)")
        }
        let household = try await Household.start(
            isSetUp: true, environment: ["PULSE_SERVER": sound.address])
        defer { household.stop() }
        try await OtherDevice(of: household).send("PATCH", "/jukebox", ["outputs": ["kitchen"]])
        let browser = try await household.visit("/")
        try await browser.click("#bar .speaker")
        try await browser.click(".menu button", saying: "Server")
        try await browser.wait(for: "document.querySelector('#bar.remote')")
        /// Waits until the menu marks a device as chosen.
        func expectChosen(_ name: String) async throws {
            try await browser.click("#bar .speaker")
            try await browser.wait(
                for:
                    "[...document.querySelectorAll('.menu [aria-checked=true]')].at(-1)?.textContent.includes('\(name)')"
            )
        }
        try await expectChosen("kitchen")
        try await browser.click(".menu button", saying: "attic")
        try await eventually("the other device is chosen") {
            try await OtherDevice(of: household).send("GET", "/jukebox")["outputs"] as? [String]
                == ["attic"]
        }
        try await expectChosen("attic")
        try await browser.click(".menu button", saying: "Default output")
        try await expectChosen("Default output")
        let faults = try await browser.faults()
        #expect(faults.isEmpty, "\(faults)")
        try await browser.stop()
    }
}
