import Foundation
import Testing

extension BrowserTests {
    /// Every view: at each width, for everybody, with every link and every name.
    @Suite(.serialized, .household(preparing: Shelf.addPlaylists), .timeLimit(.minutes(20)))
    struct EveryViewTests {
        let household: Household

        init() throws { household = try #require(Household.current) }

        /// Parts of the page that are wider than the window or outside of it.
        private static let excess = """
            const view = document.querySelector("#view");
            const wide = Math.max(document.documentElement.scrollWidth - innerWidth, view.scrollWidth - view.clientWidth);
            const parts = [...document.querySelectorAll("#rail, #top, #bar, #tabs, #bar :is(button, a), #view > *, h1")]
              .filter((part) => part.checkVisibility() && part.getClientRects().length)
              .filter((part) => { const box = part.getBoundingClientRect(); return box.left < -1 || box.right > innerWidth + 1; });
            return [...(wide > 0 ? [`${wide} pixels too wide`] : []), ...parts.map((part) => part.outerHTML.slice(0, 100))];
            """

        @Test(
            "No view is wider than the window, fails, or breaks the page's policy, from left to right and from right to left",
            arguments: BrowserTests.widths)
        func widths(width: Int) async throws {
            let browser = try await household.visit("/")
            let paths = try await household.paths(browser)
            try await browser.resize(width, 800)
            // Colours have no size; should they get one, the narrowest window shows it.
            let schemes = width == 360 ? [false, true] : [false]
            for path in paths {
                try await household.show(path, browser)
                #expect(try await !isFailed(browser), "\(path)")
                try await expectNoHarm(browser, "\(path) at \(width)")
                for direction in ["ltr", "rtl"] {
                    try await browser.run("document.documentElement.dir = '\(direction)'")
                    for isDark in schemes {
                        try await browser.prefer(dark: isDark)
                        let excess =
                            try await browser.run(Self.excess) as? [String] ?? ["no answer"]
                        #expect(excess.isEmpty, "\(path) at \(width), \(direction): \(excess)")
                    }
                }
            }
            let problems = try await browser.problems()
            #expect(problems.isEmpty, "\(problems)")
            try await browser.stop()
        }

        @Test("Zoomed to 400 %, every view fits, and has room beside what is fixed")
        func zoom() async throws {
            let browser = try await household.visit("/search?q=night")
            try await browser.click(".row .title")
            try await browser.wait(for: "document.querySelector('#bar .title')")
            let paths = try await household.kinds(browser)
            // WCAG 2.2, 1.4.10: 1280 × 1024 pixels at 400 %.
            try await browser.resize(320, 256)
            for path in paths {
                try await household.show(path, browser)
                let excess = try await browser.run(Self.excess) as? [String] ?? ["no answer"]
                #expect(excess.isEmpty, "\(path): \(excess)")
                let room = try await browser.run(
                    "return document.querySelector('#view').clientHeight")
                #expect(room as? Int ?? 0 >= 100, "\(path)")
            }
            try await browser.stop()
        }

        @Test("Every link leads to a view that is there, when it is clicked")
        func links() async throws {
            // A queue that another test has left would bring the player's bar, which comes late and moves what is clicked.
            try await OtherDevice(of: household).send("PUT", "/queue", ["items": []])
            let browser = try await household.visit("/")
            let paths = try await household.paths(browser)
            #expect(paths.count > 40)
            var clicked = Set<Household.Link>()
            for path in paths {
                try await household.show(path, browser)
                try await clickLinks(of: path, browser, &clicked)
            }
            // Phones show a bar instead of the rail.
            try await browser.resize(360, 800)
            try await household.show("/", browser)
            try await clickLinks(of: "/", browser, &clicked)
            #expect(Set(clicked.map(\.part)).isSuperset(of: ["rail", "tabs", "view"]))
            let problems = try await browser.problems()
            #expect(problems.isEmpty, "\(problems)")
            try await browser.stop()
        }

        /// Clicks the links of a view, except those that were clicked in the same part of another view.
        private func clickLinks(
            of path: String, _ browser: Browser, _ clicked: inout Set<Household.Link>
        ) async throws {
            for (place, link) in try await household.links(browser).enumerated()
            where clicked.insert(link).inserted {
                if link.path.hasPrefix("/api/") {
                    let status = try await browser.run(
                        "return fetch(arguments[0]).then((answer) => answer.status)", [link.path])
                    #expect(status as? Int == 200, "\(path): \(link)")
                    continue
                }
                try await browser.run(
                    "document.querySelector('#view').firstElementChild.dataset.old = ''")
                try await browser.click("[data-place=\"\(place)\"]")
                try await browser.wait(
                    for: "!document.querySelector('#view > [data-old]') && \(Household.isShown)")
                let reached = try await browser.text("location.pathname + location.search")
                #expect(reached == link.path, "\(path): \(link)")
                #expect(try await !isFailed(browser), "\(path): \(link)")
                try await household.show(path, browser)
                _ = try await household.links(browser)
            }
        }

        private func isFailed(_ browser: Browser) async throws -> Bool {
            try await browser.holds("document.querySelector('.state[role=alert]')")
        }

        @Test(
            "axe finds nothing, in any view, in its menus and in what plays, light and dark",
            arguments: [360, 1440])
        func accessibility(width: Int) async throws {
            let browser = try await household.visit("/search?q=night")
            try await browser.click(".row .title")
            try await browser.wait(for: "document.querySelector('#bar .title')")
            let paths = try await household.kinds(browser)
            try await browser.resize(width, 800)
            for path in paths {
                try await household.show(path, browser)
                let faults = try await browser.accessibilityFaults() + browser.darkFaults()
                #expect(faults.isEmpty, "\(path): \(faults)")
            }
            for path in ["/songs", "/queue"] {
                try await household.show(path, browser)
                try await browser.click("#view [aria-haspopup=menu]")
                let faults = try await browser.accessibilityFaults() + browser.darkFaults()
                #expect(faults.isEmpty, "the menu of \(path): \(faults)")
            }
            try await browser.stop()
        }

        @Test("axe finds nothing in a dialog")
        func dialogs() async throws {
            let browser = try await household.visit("/playlists")
            for label in ["New playlist", "New smart playlist"] {
                try await household.show("/playlists", browser)
                try await browser.run(
                    "[...document.querySelectorAll('.heading .button')].find((e) => e.textContent === arguments[0]).click()",
                    [label])
                try await browser.wait(for: "document.querySelector('dialog[open]')")
                let faults = try await browser.accessibilityFaults()
                #expect(faults.isEmpty, "\(label): \(faults)")
            }
            try await browser.stop()
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
            #expect(
                try await browser.text("document.activeElement.getAttribute('role')") == "menuitem")
            try await browser.press(Browser.Key.escape)
            #expect(
                try await browser.holds(
                    "!document.querySelector('.menu') && document.activeElement.matches('.row [aria-haspopup]')"
                ))
            try await browser.stop()
        }
    }
}
