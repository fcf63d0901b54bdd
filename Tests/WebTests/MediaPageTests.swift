import Foundation
import Testing

extension BrowserTests {
    /// Films, books, podcasts, the server's own sound, and looking after the library: as a person uses them, in a real
    /// browser.
    @Suite(.serialized, .mediaHousehold, .timeLimit(.minutes(20))) struct MediaPageTests {
        let household: Household

        init() throws { household = try #require(Household.current) }

        func expectNoFailures(_ browser: Browser) async throws {
            let failures = try await browser.failures()
            #expect(failures.isEmpty, "\(failures)")
        }

        @Test(
            "Views of films, books, feeds and duplicates fit each width, and everybody can use them",
            arguments: BrowserTests.widths)
        func views(width: Int) async throws {
            let device = try OtherDevice(of: household)
            let film = try await device.id(of: "Harbour")
            let book = try await device.id(of: "Chapter 2")
            let browser = try await household.visit("/")
            try await browser.resize(width, 800)
            for path in [
                "/videos", "/videos/\(film)", "/audiobooks", "/audiobooks/\(book)", "/podcasts",
                "/library", "/library/duplicates", "/library/duplicates?by=tags", "/statistics",
            ] {
                try await household.show(path, browser)
                let faults = try await browser.faults() + browser.darkFaults()
                #expect(faults.isEmpty, "\(path): \(faults)")
            }
            try await expectNoFailures(browser)
            try await browser.stop()
        }

        // MARK: - Details

        @Test("The details of an item lead to why it is listed as it is")
        func explanation() async throws {
            let browser = try await household.visit("/search?q=twin")
            try await browser.click(".row [aria-haspopup=menu]")
            try await browser.click(".menu button", saying: "Details")
            try await browser.click("dialog .button", saying: "Why is it listed")
            try await browser.wait(for: "document.querySelector('.explanation tbody tr')")
            let words = try await browser.text("document.querySelector('dialog').innerText")
            #expect(
                words.contains("Artist") && words.contains("The Pair") && words.contains("TITLE"))
            try await browser.press(Browser.Key.escape)
            try await browser.wait(for: "!document.querySelector('dialog')")
            try await expectNoFailures(browser)
            try await browser.stop()
        }

        // MARK: - Numbers

        @Test("What the plots show can be read as tables")
        func statistics() async throws {
            let browser = try await household.visit("/statistics")
            try await browser.wait(for: "document.querySelectorAll('figure').length === 4")
            try await browser.click("figure:has(.bars) summary")
            let rows =
                try await browser.run(
                    "return [...document.querySelectorAll('figure details[open] tbody tr')].map(row => row.innerText.trim())"
                ) as? [String] ?? []
            let bars =
                try await browser.run(
                    "return [...document.querySelector('figure:has(details[open]) .bars').children].map(bar => [...bar.children].map(e => e.textContent).filter(Boolean).join('\\t'))"
                ) as? [String] ?? []
            #expect(!rows.isEmpty && rows == bars)
            #expect(
                try await browser.holds(
                    "[...document.querySelectorAll('figure svg')].every(plot => plot.getAttribute('role') === 'img' && plot.getAttribute('aria-label'))"
                ))
            try await browser.stop()
        }
    }
}
