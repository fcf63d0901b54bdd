import Foundation
import Testing

extension BrowserTests.MediaPageTests {
    @Test(
        "A folder is chosen by its name and by keys, and added; a disk that is gone is said to be")
    func folders() async throws {
        let other = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-root-\(UUID().uuidString)")
        let films = other.appendingPathComponent("films")
        try FileManager.default.createDirectory(
            at: films.appendingPathComponent("old"), withIntermediateDirectories: true)
        try Data().write(to: other.appendingPathComponent("a file"))
        defer { try? FileManager.default.removeItem(at: other) }

        let browser = try await household.visit("/library")
        let place = "document.querySelector('.folder-place')?.textContent"
        try await browser.click(".field-row .button")
        try await browser.wait(for: "\(place)?.startsWith('/')")
        try await browser.press(Browser.Key.escape)
        // Browsing begins at what was typed.
        try await browser.type(other.path, into: "input[name=path]")
        try await browser.click(".field-row .button")
        try await browser.wait(for: "\(place) === \(other.path.quoted)")
        let names =
            try await browser.run(
                "return [...document.querySelectorAll('.folder-list button')].map(e => e.textContent)"
            ) as? [String]
        #expect(names == ["Parent folder", "films"])
        try await browser.press(Browser.Key.down)
        try await browser.press(Browser.Key.enter)
        try await browser.wait(for: "\(place) === \(films.path.quoted)")
        try await browser.press("\u{E003}")
        try await browser.wait(for: "\(place) === \(other.path.quoted)")
        try await browser.click(".folder-list button", saying: "films")
        try await browser.wait(for: "\(place) === \(films.path.quoted)")
        try await browser.click("dialog .primary")
        try await browser.wait(
            for: "document.querySelector('input[name=path]').value === \(films.path.quoted)")
        try await browser.press(Browser.Key.enter)
        let roots = "[...document.querySelectorAll('.lines li')]"
        let added = "\(roots).find(e => e.textContent.includes(\(films.path.quoted)))"
        try await browser.wait(
            for: "\(added)?.querySelector('.names') && !\(added).querySelector('.away')")

        try FileManager.default.removeItem(at: films)
        try await browser.click(".button", saying: "Scan now")
        try await browser.wait(for: "\(added)?.textContent.includes('Not available')")
        try await browser.click("button", saying: "Remove: \(films.path)")
        try await browser.click("dialog .dangerous")
        try await browser.wait(for: "\(roots).length > 0 && !\(added)")
        try await expectNoFailures(browser)
        try await browser.stop()
    }

    @Test("A file that could not be read is shown with its reason, ignored, and shown again")
    func problems() async throws {
        let browser = try await household.visit("/library")
        let listed = "document.querySelector('.problems')?.innerText.includes('broken.mp3')"
        try await browser.wait(for: listed)
        #expect(
            try await browser.text("document.querySelector('.problems').innerText")
                .contains("not audio"))
        try await browser.click(".problems button", saying: "Ignore")
        try await browser.wait(for: "!\(listed)")
        try await browser.reload()
        try await browser.wait(for: "document.querySelector('.check') && !\(listed)")
        try await browser.click(".check input")
        try await browser.wait(for: listed)
        try await browser.click(".problems button", saying: "Stop ignoring")
        try await browser.wait(
            for: "document.querySelector('.problems button')?.textContent === 'Ignore'")
        try await expectNoFailures(browser)
        try await browser.stop()
    }

    @Test("Duplicates are found by audio and by tags, and lead to the items")
    func duplicates() async throws {
        let browser = try await household.visit("/library")
        try await browser.click("a.button", saying: "Show duplicates")
        let rows = "document.querySelectorAll('.duplicate-group .row').length"
        try await browser.wait(
            for: "location.pathname === '/library/duplicates' && \(rows) === 2")
        let paths = try await browser.text("document.querySelector('.duplicate-group').innerText")
        #expect(paths.contains("a.flac") && paths.contains("copy.flac") && paths.contains("Best"))
        try await browser.click(".tabs button", saying: "Same song")
        try await browser.wait(for: "location.search === '?by=tags' && \(rows) === 3")
        try await browser.reload()
        try await browser.wait(for: "\(rows) === 3")
        #expect(
            try await browser.text(
                "document.querySelector('.duplicate-group .sub:has(.best)').innerText"
            )
            .contains("FLAC"))
        try await browser.click(".duplicate-group .wide a")
        try await browser.wait(for: "document.querySelector('h1')?.textContent === 'Double'")
        try await expectNoFailures(browser)
        try await browser.stop()
    }

    @Test("The library and its key are downloaded as files")
    func backup() async throws {
        let browser = try await household.visit("/library")
        try await browser.wait(for: "document.querySelectorAll('a[download]').length === 2")
        let files =
            try await browser.run(
                """
                return Promise.all([...document.querySelectorAll('a[download]')].map(async (link) => {
                  const answer = await fetch(link.href);
                  const bytes = new Uint8Array(await answer.arrayBuffer());
                  return `${answer.status} ${bytes.length > 31} ${String.fromCharCode(...bytes.slice(0, 6))} ${answer.headers.get('content-disposition').match(/\\.sqlite(\\.key)?"/)?.[0]}`;
                }))
                """) as? [String] ?? []
        #expect(files.first == "200 true SQLite .sqlite\"")
        #expect(
            files.last?.hasPrefix("200 true") == true
                && files.last?.hasSuffix(".sqlite.key\"") == true)
        try await browser.stop()
    }
}
