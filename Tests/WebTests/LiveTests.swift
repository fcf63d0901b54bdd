import Foundation
import Testing

extension BrowserTests {
    /// Changes by others are seen without a reload, and a server that was gone is found again.
    @Suite(.serialized, .household, .timeLimit(.minutes(20))) struct LiveTests {
        private let household: Household

        init() throws { household = try #require(Household.current) }

        @Test("A scan's songs appear in the lists, and their number, without a reload")
        func scan() async throws {
            let device = try OtherDevice(of: household)
            let browser = try await household.visit("/songs")
            try await browser.wait(for: "document.querySelectorAll('.row .title').length > 3")
            let albums = try await Browser.start()
            try await household.show("/albums", albums)
            try await albums.wait(for: "document.querySelectorAll('.tile').length > 1")
            for browser in [browser, albums] { try await browser.run("window.isTheSame = true") }
            let count = try await browser.number("document.querySelector('.count').textContent")
            try MediaShelf.addSong("Aardvark", in: household.music)
            try await device.send("POST", "/scans", [:])
            try await browser.wait(
                for:
                    "[...document.querySelectorAll('.row .title')].some(e => e.textContent === 'Aardvark')"
            )
            #expect(
                try await browser.number("document.querySelector('.count').textContent") == count
                    + 1)
            try await albums.wait(
                for:
                    "[...document.querySelectorAll('.tile-title')].some(e => e.textContent === 'Arrivals')"
            )
            for browser in [browser, albums] {
                #expect(try await browser.holds("window.isTheSame"))
            }
            for browser in [browser, albums] { try await browser.stop() }
        }

        @Test(
            "What another device stars, rates and plays is shown, and nothing that one does is lost"
        )
        func otherDevice() async throws {
            let device = try OtherDevice(of: household)
            let id = try await device.id(of: "Lamp 1")
            let browser = try await household.visit("/history")
            try await browser.wait(for: "document.querySelector('.state')")
            try await device.send("POST", "/items/\(id)/plays", ["player": "Device"])
            try await browser.wait(
                for: "document.querySelector('.row .title')?.textContent === 'Lamp 1'")

            let album = try await device.send("GET", "/items/\(id)")["albumPersistentID"] as? String
            try await browser.open(household.url + "/albums/\(try #require(album))")
            let heart = "document.querySelector('.row[data-item=\"\(id)\"] .heart')"
            try await browser.wait(for: heart)
            try await browser.run("document.querySelectorAll('.row .title')[2].focus()")
            try await device.send("PUT", "/items/\(id)/star", ["star": true])
            try await browser.wait(for: "\(heart)?.getAttribute('aria-pressed') === 'true'")
            #expect(
                try await browser.holds(
                    "document.activeElement === document.querySelectorAll('.row .title')[2]"))

            try await browser.click(".row .title", saying: "Lamp 1")
            try await browser.press("k")
            try await browser.press("f")
            try await browser.wait(for: "document.querySelector('.now .rating')")
            try await device.send("PUT", "/items/\(id)/rating", ["rating": 4])
            try await browser.wait(
                for: "document.querySelectorAll('.now .rating .full').length === 4")
            try await browser.stop()
        }

        @Test("A server that is gone is said to be, and the view is there again with it")
        func connection() async throws {
            let browser = try await household.visit("/albums")
            try await browser.wait(for: "document.querySelector('.tile-link')")
            household.endServer()
            try await browser.wait(for: "document.querySelector('#offline[role=alert]')")
            try await browser.click(".tile-link", saying: "Night Ferry")
            try await browser.wait(for: "document.querySelector('#view .state[role=alert]')")
            try household.startServerAgain()
            try await browser.wait(
                for:
                    "!document.querySelector('#offline') && document.querySelectorAll('#view .row.track').length === 4"
            )
            #expect(
                try await browser.text("document.querySelector('#messages').textContent")
                    .contains("Reconnected"))
            try await browser.stop()
        }
    }
}
