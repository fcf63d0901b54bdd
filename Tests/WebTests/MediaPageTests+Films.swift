import Testing

extension BrowserTests.MediaPageTests {
    private func openFilm(_ title: String) async throws -> Browser {
        let id = try await OtherDevice(of: household).id(of: title)
        let browser = try await household.visit("/videos/\(id)")
        try await browser.wait(for: "document.querySelector('.film-play')")
        return browser
    }

    private static let time = "document.querySelector('.film-buttons .time').textContent"
    private static let line = ".film-line input"

    @Test(
        "The time line shows pictures and chapters under the mouse, by keys, and while it is dragged"
    )
    func previews() async throws {
        let browser = try await openFilm("Harbour")
        try await browser.wait(for: "\(Self.time).endsWith('/ 0:30')")
        try await browser.hover(Self.line, at: 0.5)
        let preview =
            "document.querySelector('.film-preview:not([hidden]) .film-when')?.textContent"
        try await browser.wait(for: "\(preview)?.endsWith('High tide')")
        let sprite = "document.querySelector('.sprite:not([hidden])')"
        try await browser.wait(for: "Math.abs(\(sprite)?.dataset.time - 15) <= 1")
        // It is a picture that is there.
        let status = try await browser.run(
            "return fetch(\(sprite).style.backgroundImage.slice(5, -2)).then(answer => `${answer.status} ${answer.headers.get('content-type')}`)"
        )
        #expect(status as? String == "200 image/jpeg")
        try await browser.point(x: 10, y: 10)
        try await browser.wait(for: "document.querySelector('.film-preview').hidden")

        try await browser.run("document.querySelector('.film-play').focus()")
        try await browser.run("document.querySelector('\(Self.line)').focus()")
        try await browser.press(Browser.Key.right)
        try await browser.wait(for: "\(Self.time).startsWith('0:05')")
        try await browser.wait(for: "\(preview)?.startsWith('0:05')")
        #expect(
            try await browser.text(
                "document.querySelector('\(Self.line)').getAttribute('aria-valuetext')")
                == "0:05 of 0:30")

        try await browser.run(
            "const line = document.querySelector('\(Self.line)'); line.value = 0.8; line.dispatchEvent(new Event('input'))"
        )
        try await browser.wait(for: "\(preview)?.startsWith('0:24')")
        #expect(try await browser.holds("\(Self.time).startsWith('0:05')"))
        try await browser.run(
            "document.querySelector('\(Self.line)').dispatchEvent(new Event('change'))")
        try await browser.wait(for: "\(Self.time).startsWith('0:24')")
        try await expectNoFailures(browser)
        try await browser.stop()
    }

    @Test("A film plays from a chapter, and continues where it was left")
    func continues() async throws {
        let browser = try await openFilm("Harbour")
        try await browser.click(".chapters button", saying: "High tide")
        let video = "document.querySelector('video')"
        try await browser.wait(for: "!\(video).paused && \(video).currentTime > 12.5")
        #expect(
            try await browser.text("document.querySelector('.chapters [aria-current]').innerText")
                .contains("High tide"))
        try await browser.press("k")
        try await browser.wait(for: "\(video).paused")
        try await browser.click("[data-use=subtitles]")
        try await browser.click(".menu button", saying: "English")
        try await browser.wait(
            for:
                "\(video).textTracks[0].activeCues?.[0]?.text === `Second ${Math.floor(\(video).currentTime)}`"
        )
        try await browser.press("c")
        try await browser.wait(for: "\(video).textTracks[0].mode === 'disabled'")
        let film = try await browser.text("location.pathname")
        try await browser.click("#rail a[href$='/albums']")
        try await browser.wait(for: "location.pathname === '/albums' && \(Household.isShown)")
        let device = try OtherDevice(of: household)
        let item = try await device.send("GET", "/items/\(try await device.id(of: "Harbour"))")
        #expect((item["bookmarkTime"] as? Double ?? 0) > 12)
        try await browser.back()
        try await browser.wait(
            for: "location.pathname === '\(film)' && \(video)?.currentTime > 12 && \(video).paused")
        #expect(
            try await browser.text("document.querySelector('.film').innerText")
                .contains("Continues at 0:1"))
        try await expectNoFailures(browser)
        try await browser.stop()
    }

    @Test("A film that the browser cannot play is converted by the server, and can be sought")
    func converted() async throws {
        let browser = try await openFilm("Old reel")
        let video = "document.querySelector('video')"
        #expect(try await browser.holds("\(video).readyState === 0"))
        try await browser.click(".film-play")
        try await browser.wait(
            for: "\(video).src.includes('format=mp4') && \(video).currentTime > 0.2", seconds: 120)
        #expect(try await browser.holds("\(Self.time).endsWith('/ 0:20')"))
        try await browser.run(
            "const line = document.querySelector('\(Self.line)'); line.value = 0.75; for (const name of ['input', 'change']) line.dispatchEvent(new Event(name))"
        )
        try await browser.wait(
            for: "!\(video).paused && /0:1[5-9]/.test(\(Self.time)) && \(video).readyState > 2",
            seconds: 120)
        // The converted film begins at another time, and the subtitles with it.
        try await browser.press("c")
        try await browser.wait(
            for:
                "/Second 1[5-9]/.test(\(video).textTracks[0].activeCues?.[0]?.text) && \(video).currentTime < 8"
        )
        try await expectNoFailures(browser)
        try await browser.stop()
    }

    @Test("The controls of a film fit a phone")
    func phone() async throws {
        let browser = try await openFilm("Harbour")
        try await browser.resize(360, 740)
        let outside = """
            [...document.querySelectorAll('.film-bar button')].filter(button => button.checkVisibility()).filter(button => {
              const [box, film] = [button.getBoundingClientRect(), document.querySelector('.film-box').getBoundingClientRect()];
              return box.left < film.left || box.right > film.right || box.width < 36;
            }).length
            """
        #expect(try await browser.number(outside) == 0)
        try await browser.stop()
    }
}
