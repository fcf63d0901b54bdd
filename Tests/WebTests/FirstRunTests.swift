import Foundation
import Testing

extension BrowserTests {
    /// The link that a new server prints: the owner's password, the folders, the first scan.
    @Suite(.serialized, .timeLimit(.minutes(20))) struct FirstRunTests {
        @Test(
            "The link sets the password, folders are chosen, a scan fills the library; then it works no more"
        )
        func setUp() async throws {
            let household = try await Household.start(isSetUp: false)
            defer { household.stop() }
            let link = try #require(household.setupLink)
            let browser = try await Browser.start()
            try await browser.open(link)
            try await browser.type(Household.password, into: "input[name=password]")
            try await browser.type("another-one" + Browser.Key.enter, into: "input[name=again]")
            try await browser.wait(
                for: "document.querySelector('.problem')?.textContent.includes('not the same')")
            try await browser.run("document.querySelector('input[name=again]').value = ''")
            try await browser.type(
                Household.password + Browser.Key.enter, into: "input[name=again]")

            try await browser.type("/no/such/folder" + Browser.Key.enter, into: "input[name=path]")
            try await browser.wait(
                for: "document.querySelector('.problem')?.textContent.includes('no such folder')")
            try await browser.run("document.querySelector('input[name=path]').value = ''")
            // Folders can be typed, or chosen one in the other.
            try await browser.type(household.music + "/..", into: "input[name=path]")
            try await browser.click(".field-row .button")
            try await browser.click(".folder-list button", saying: "music")
            let place = "document.querySelector('.folder-place')?.textContent"
            try await browser.wait(for: "\(place) === \(household.music.quoted)")
            try await browser.click("dialog .primary")
            try await browser.press(Browser.Key.enter)
            try await browser.wait(
                for:
                    "document.querySelector('.lines .title')?.textContent === \(household.music.quoted)"
            )
            try await browser.click(".card > div > footer .primary")
            try await browser.wait(
                for:
                    "document.querySelector('.big')?.textContent === '\(Shelf.songs.count)' && document.querySelector('.progress').hidden"
            )
            // Albums appear while the files are read.
            try await browser.wait(
                for:
                    "[...document.querySelectorAll('.card .tile-title')].some(e => e.textContent === 'Night Ferry')"
            )
            try await browser.click(".card footer .primary")
            try await browser.wait(for: "document.querySelector('.shelf .tile')")
            try await browser.open(household.url + "/library")
            try await browser.wait(
                for: "document.querySelector('.problems')?.textContent.includes('broken.mp3')")
            try await browser.stop()

            let other = try await Browser.start()
            try await other.open(link)
            try await other.wait(
                for: "document.querySelector('h1')?.textContent.includes('no longer valid')")
            try await other.stop()
        }
    }
}
