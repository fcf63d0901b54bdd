import Foundation
import Testing

/// Every view: at each width, for everybody, and with names that mean harm.
@Suite(.serialized, .household, .timeLimit(.minutes(15))) struct EveryViewTests {
    private let household: Household

    init() throws { household = try #require(Household.current) }

    private static let views = [
        "/", "/albums", "/artists", "/album-artists", "/composers", "/genres", "/songs",
        "/search?q=l", "/playing", "/queue", "/playlists", "/favorites", "/folders", "/videos",
        "/podcasts", "/audiobooks", "/history", "/statistics", "/library",
        "/library/duplicates", "/settings", "/pick",
    ]

    @Test("No view is wider than the window, fails, or breaks the policy of the page")
    func widths() async throws {
        let browser = try await household.visit("/")
        for width in [360, 768, 1440] {
            try await browser.resize(width, 800)
            for view in Self.views {
                try await browser.open(household.url + view)
                try await browser.wait(for: Household.isShown)
                let excess = try await browser.number(
                    "Math.max(document.documentElement.scrollWidth - innerWidth, document.querySelector('#view').scrollWidth - document.querySelector('#view').clientWidth)"
                )
                #expect(excess <= 0, "\(view) at \(width) is \(excess) pixels too wide")
                #expect(
                    try await !browser.holds("document.querySelector('.state[role=alert]')"),
                    "\(view)")
            }
        }
        let problems = try await browser.messages().filter {
            $0.level == "SEVERE" && !$0.text.contains("/api/v1/session ")
        }
        #expect(problems.isEmpty, "\(problems)")
        await browser.stop()
    }

    @Test("Every link leads to a view that is there")
    func links() async throws {
        let browser = try await household.visit("/")
        var known = Set(Self.views)
        var waiting = Array(known)
        while let view = waiting.popLast() {
            try await browser.open(household.url + view)
            try await browser.wait(for: Household.isShown)
            #expect(
                try await !browser.holds("document.querySelector('.state[role=alert]')"), "\(view)")
            let found = try await browser.run(
                "return [...document.querySelectorAll('#app a[href]:not(.skip)')].map(a => a.href.slice(location.origin.length))"
            )
            for link in found as? [String] ?? []
            where !link.hasPrefix("/api/") && known.insert(link).inserted {
                waiting.append(link)
            }
        }
        #expect(known.count > 30)
        await browser.stop()
    }

    @Test("Names that are markup, endless, absent or of other scripts do no harm")
    func names() async throws {
        let browser = try await household.visit("/songs")
        for view in Self.views + ["/search?q=img", "/pick?type=albums"] {
            try await browser.open(household.url + view)
            try await browser.wait(for: Household.isShown)
            #expect(
                try await !browser.holds(
                    "window.hacked || document.querySelector('#view script, #view img[src=x]')"),
                "\(view)")
        }
        try await browser.open(household.url + "/songs")
        try await browser.wait(for: "document.querySelectorAll('.row .title').length >= 9")
        let titles =
            try await browser.run(
                "return [...document.querySelectorAll('.row .title')].map(e => e.textContent)")
            as? [String] ?? []
        #expect(titles.contains(Shelf.script))
        #expect(titles.contains("untitled"))
        #expect(titles.contains("🎻👩‍👩‍👧‍👦"))
        #expect(titles.contains { $0.hasPrefix("Endless") && $0.count < 400 })
        let direction =
            "[...document.querySelectorAll('.row .title span')].find(e => e.textContent === 'שלום עולם')"
        #expect(try await browser.text("getComputedStyle(\(direction)).direction") == "rtl")
        // A script in the page could not do it either.
        try await browser.run(
            "try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked=1\">') } catch (error) { window.refused = error.name }"
        )
        #expect(try await browser.text("window.refused") == "TypeError")
        await browser.stop()
    }

    @Test(
        "Everything has a name and a role, can be read, and can be reached by keys",
        arguments: [false, true])
    func accessibility(isDark: Bool) async throws {
        let browser = try await household.visit("/")
        try await browser.prefer(dark: isDark)
        for view in Self.views {
            try await browser.open(household.url + view)
            try await browser.wait(
                for: Household.isShown)
            let faults =
                try await browser.run(AccessibilityRules.script) as? [String] ?? ["no answer"]
            #expect(faults.isEmpty, "\(view): \(faults)")
        }
        await browser.stop()
    }

    @Test("Keys lead through the page: skip, search, rows, menus")
    func keys() async throws {
        let browser = try await household.visit("/songs")
        try await browser.wait(for: "document.querySelectorAll('.row .title').length > 2")
        try await browser.press("/")
        #expect(try await browser.text("document.activeElement.id") == "search")
        try await browser.run("document.querySelector('.row .title').focus()")
        try await browser.press(Browser.Key.down)
        #expect(
            try await browser.holds(
                "document.activeElement === document.querySelectorAll('.row .title')[1]"))
        try await browser.run("document.querySelector('.row [aria-haspopup]').focus()")
        try await browser.press(Browser.Key.enter)
        #expect(try await browser.text("document.activeElement.getAttribute('role')") == "menuitem")
        try await browser.press(Browser.Key.escape)
        #expect(
            try await browser.holds(
                "!document.querySelector('.menu') && document.activeElement.matches('.row [aria-haspopup]')"
            ))
        await browser.stop()
    }
}
