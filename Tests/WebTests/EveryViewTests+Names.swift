import Testing

/// Names that are markup, very long, empty or in other scripts, in every place that shows them.
extension BrowserTests.EveryViewTests {
    /// Expects that no name became markup, ran as a script, or widened the view.
    func expectNoHarm(_ browser: Browser, _ place: String) async throws {
        let harm = try await browser.run(
            """
            const view = document.querySelector("#view");
            return [
              window.hacked ? "a name ran" : "", document.querySelector("body script, img[src=x]") ? "a name is markup" : "",
              view.scrollWidth > view.clientWidth ? "a name widens the view" : "", document.querySelector(".state[role=alert]")?.textContent ?? "",
            ].filter(Boolean);
            """)
        #expect(harm as? [String] == [], "\(place)")
    }

    @Test("In views of songs, albums, artists, genres, composers, folders and playlists")
    func views() async throws {
        let browser = try await household.visit("/")
        try await browser.resize(360, 800)
        let paths = try await household.paths(browser)
        // An album, an artist, a genre, a composer, a folder and a playlist of each name, at least.
        for kind in ["albums", "artists", "genres", "composers", "folders", "playlists"] {
            let count = paths.count { $0.hasPrefix("/\(kind)/") }
            #expect(count >= Shelf.oddNames.count, "\(kind): \(count)")
        }
        for path in ["/search?q=img", "/pick?type=albums"] {
            try await household.show(path, browser)
            try await expectNoHarm(browser, path)
        }
        let problems = try await browser.problems()
        #expect(problems.isEmpty, "\(problems)")
        try await browser.stop()
    }

    @Test("In the queue, in what plays, in menus and details")
    func playing() async throws {
        let browser = try await household.visit("/songs")
        try await browser.resize(360, 800)
        try await browser.wait(for: "document.querySelectorAll('.row .title').length >= 10")
        let titles =
            try await browser.run(
                "return [...document.querySelectorAll('.row .title')].map(e => e.textContent)")
            as? [String] ?? []
        for title in [Shelf.script, Shelf.emoji, Shelf.hebrew, "untitled"] {
            #expect(titles.contains(title))
        }
        #expect(titles.contains { $0.hasPrefix("Endless") && $0.count < 400 })
        for title in titles {
            try await browser.run(
                "[...document.querySelectorAll('#view .row .title')].find((e) => e.textContent === arguments[0]).click()",
                [title])
            try await browser.wait(
                for: "document.querySelector('#bar .title')?.textContent === \(title.quoted)")
            try await expectNoHarm(browser, "the player with \(title.prefix(40))")
            try await browser.press("f")
            try await browser.wait(
                for: "document.querySelector('.now h1')?.textContent === \(title.quoted)")
            try await expectNoHarm(browser, "what plays, \(title.prefix(40))")
            try await browser.back()
            try await browser.wait(for: "document.querySelectorAll('.row .title').length >= 10")
        }
        try await browser.press("q")
        try await browser.wait(for: "document.querySelector('#view .row[data-key]')")
        try await expectNoHarm(browser, "the queue")
        try await browser.run("document.querySelector('#view .row [aria-haspopup]').click()")
        try await browser.run("document.querySelectorAll('.menu button')[6].click()")
        try await browser.wait(for: "document.querySelector('dialog dl')")
        try await expectNoHarm(browser, "details")
        let problems = try await browser.problems()
        #expect(problems.isEmpty, "\(problems)")
        try await browser.stop()
    }

    @Test("Names have their own direction; the policy blocks markup and inline styles")
    func directionAndPolicy() async throws {
        let browser = try await household.visit("/songs")
        try await browser.wait(for: "document.querySelectorAll('.row .title').length >= 10")
        let hebrew =
            "[...document.querySelectorAll('.row .title span')].find((e) => e.textContent === \(Shelf.hebrew.quoted))"
        #expect(try await browser.text("getComputedStyle(\(hebrew)).direction") == "rtl")
        try await browser.run(
            "try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked=1\">') } catch (error) { window.refused = error.name }"
        )
        #expect(try await browser.text("window.refused") == "TypeError")
        // The other tests would notice a violation.
        try await browser.run(
            "const style = document.createElement('style'); style.textContent = 'p {}'; document.head.append(style)"
        )
        let problems = try await browser.problems()
        #expect(
            problems.contains { $0.text.contains("Content Security Policy") }, "\(problems)")
        try await browser.stop()
    }
}
