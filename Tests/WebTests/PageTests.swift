import Foundation
import PhonolithTestSupport
import Testing

extension BrowserTests {
    /// The page as a person uses it, in a real browser.
    @Suite(.serialized, .household, .timeLimit(.minutes(20))) struct PageTests {
        let household: Household

        init() throws { household = try #require(Household.current) }

        private func expectNoProblems(_ browser: Browser) async throws {
            let problems = try await browser.problems()
            #expect(problems.isEmpty, "\(problems)")
        }

        // MARK: - Logging in

        @Test(
            "A wrong password is refused in words, and the right one leads to the view that was asked for"
        )
        func login() async throws {
            let browser = try await Browser.start()
            try await browser.open(household.url + "/albums")
            try await browser.wait(
                for: "location.pathname === '/login' && document.querySelector('form')")
            let faults = try await browser.accessibilityFaults()
            #expect(faults.isEmpty, "\(faults)")
            try await browser.type("owner", into: "input[name=user]")
            try await browser.type("wrong" + Browser.Key.enter, into: "input[name=password]")
            try await browser.wait(for: "document.querySelector('.problem')?.textContent")
            let problem = try await browser.text("document.querySelector('.problem').textContent")
            #expect(problem.contains("wrong user name or password"))
            try await browser.run("document.querySelector('input[name=password]').value = ''")
            try await browser.type(
                Household.password + Browser.Key.enter, into: "input[name=password]")
            try await browser.wait(
                for: "location.pathname === '/albums' && document.querySelector('.tile')")
            #expect(try await browser.text("document.title") == "Albums – Phonolith")
            try await browser.stop()
        }

        @Test("An address of another site is no place to go on to after the login")
        func openRedirect() async throws {
            let browser = try await household.logIn(toSee: "//example.org/x")
            #expect(try await browser.text("location.href") == household.url + "/")
            try await browser.stop()
        }

        // MARK: - Browsing

        @Test(
            "Albums, an album, its artist: each has its address, and back and reload keep the place"
        )
        func browsing() async throws {
            let browser = try await household.visit("/albums")
            try await browser.wait(for: "document.querySelectorAll('.tile .tile-link').length >= 2")
            let isThere =
                "[...document.querySelectorAll('.tile-title')].some(e => e.textContent === 'Night Ferry')"
            #expect(try await browser.holds(isThere))
            // End and Home lead to the last and the first of the list.
            try await browser.run("document.querySelector('.tile-link').focus()")
            for (key, place) in [("\u{E010}", "-1"), ("\u{E011}", "0")] {
                try await browser.press(key)
                try await browser.wait(
                    for:
                        "document.activeElement === [...document.querySelectorAll('.grid .tile-link')].at(\(place))"
                )
            }
            // A tile has the menu of its list where the pointer is.
            try await browser.run(
                "document.querySelector('.tile-link').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 300, clientY: 200 }))"
            )
            #expect(try await browser.text("document.querySelector('.menu').style.left") == "300px")
            try await browser.press(Browser.Key.escape)
            try await browser.run(
                "[...document.querySelectorAll('.tile-link')].find(e => e.textContent.includes('Night Ferry')).click()"
            )
            try await browser.wait(
                for: "document.querySelector('h1')?.textContent === 'Night Ferry'")
            #expect(try await browser.number("document.querySelectorAll('.row.track').length") == 4)
            #expect(
                try await browser.text("document.querySelector('.row .title').textContent")
                    == "Lamp 1")
            // Each part of the line has its own direction.
            #expect(
                try await browser.number("document.querySelectorAll('.hero .sub bdi').length") == 4)
            let album = try await browser.text("location.pathname")
            try await browser.click(".hero-artist a")
            try await browser.wait(
                for: "document.querySelector('h1')?.textContent === 'The Paper Lanterns'")
            try await browser.back()
            try await browser.wait(
                for:
                    "location.pathname === \(album.quoted) && document.querySelector('h1')?.textContent === 'Night Ferry'"
            )
            try await browser.reload()
            try await browser.wait(
                for: "document.querySelector('h1')?.textContent === 'Night Ferry'")
            try await expectNoProblems(browser)
            try await browser.stop()
        }

        @Test("What is typed is found, and the address says what was looked for")
        func search() async throws {
            let browser = try await household.visit("/")
            try await browser.type("lamp 3", into: "#search")
            try await browser.wait(
                for: "location.search === '?q=lamp+3' && document.querySelector('.row .title')")
            #expect(
                try await browser.text("document.querySelector('.row .title').textContent")
                    == "Lamp 3")
            try await browser.reload()
            try await browser.wait(
                for: "document.querySelector('.row .title')?.textContent === 'Lamp 3'")
            #expect(try await browser.text("document.querySelector('#search').value") == "lamp 3")
            try await expectNoProblems(browser)
            try await browser.stop()
        }

        @Test("An expression filters the songs, and a wrong one is explained")
        func filter() async throws {
            let browser = try await household.visit("/songs")
            try await browser.type(
                "composer = \"Ada Quill\"" + Browser.Key.enter, into: "input[name=where]")
            try await browser.wait(for: "document.querySelector('.count')?.textContent === '4'")
            #expect(try await browser.text("document.activeElement.name") == "where")
            try await browser.type(" and" + Browser.Key.enter, into: "input[name=where]")
            try await browser.wait(
                for: "document.querySelector('.problem')?.textContent.includes('where')")
            #expect(
                try await !browser.holds(
                    "document.querySelector('.problem').textContent.includes('phonolith')"))
            try await browser.stop()
        }

        // MARK: - Listening

        @Test("A song sounds, goes on, is counted, and the next follows")
        func playing() async throws {
            let browser = try await household.visit("/search?q=night")
            try await browser.run(
                "window.decks = []; const play = Audio.prototype.play; Audio.prototype.play = HTMLMediaElement.prototype.play = function () { window.decks.push(this); return play.call(this); }"
            )
            try await browser.wait(for: "document.querySelector('.row .title')")
            try await browser.run(
                "[...document.querySelectorAll('.row .title')].find(e => e.textContent === 'Lamp 1').click()"
            )
            try await browser.wait(
                for:
                    "window.decks[0] && window.decks[0].currentTime > 0.5 && !window.decks[0].paused"
            )
            let early = try await browser.number("window.decks[0].currentTime")
            try await browser.wait(for: "window.decks[0].currentTime > \(early + 0.5)")
            #expect(
                try await browser.text("document.querySelector('#bar .title').textContent")
                    == "Lamp 1")
            #expect(try await browser.text("navigator.mediaSession.metadata.title") == "Lamp 1")
            #expect(
                try await browser.text("document.title")
                    == "Lamp 1 · The Paper Lanterns – Phonolith")
            #expect(
                try await browser.text("document.querySelector('.bar-time').innerText")
                    .wholeMatch(of: /0:0\d \/ 0:06/) != nil)
            // Half of six seconds were heard.
            try await browser.wait(
                for: "document.querySelector('#bar .title').textContent !== 'Lamp 1'", seconds: 90)
            try await browser.open(household.url + "/history")
            try await browser.wait(
                for:
                    "[...document.querySelectorAll('.row .title')].some(e => e.textContent === 'Lamp 1')"
            )
            let times = try await browser.number(
                "[...document.querySelectorAll('.day [role=list] .row > .time:last-child')].filter(e => /\\d:\\d/.test(e.textContent)).length"
            )
            #expect(
                try await browser.number("document.querySelectorAll('.day .row').length") == times)
            let faults = try await browser.accessibilityFaults()
            #expect(faults.isEmpty, "\(faults)")
            try await expectNoProblems(browser)
            try await browser.stop()
        }

        @Test(
            "The queue is moved by keys, loses what is taken away, and is there again after a reload"
        )
        func queue() async throws {
            let browser = try await household.visit("/albums")
            try await browser.run(
                "[...document.querySelectorAll('.tile-link')].find(e => e.textContent.includes('Night Ferry')).click()"
            )
            try await browser.click(".hero .button.primary")
            try await browser.wait(for: "document.querySelector('#bar .title')?.textContent")
            try await browser.press("k")
            try await browser.press("q")
            let titles =
                "[...document.querySelectorAll('#view .row .title')].map(e => e.textContent).join()"
            try await browser.wait(for: "\(titles) === 'Lamp 1,Lamp 2,Lamp 3,Lamp 4'")
            try await browser.run("document.querySelectorAll('#view .row .title')[3].focus()")
            try await browser.press(Browser.Key.alt, Browser.Key.up)
            try await browser.wait(for: "\(titles) === 'Lamp 1,Lamp 2,Lamp 4,Lamp 3'")
            try await browser.press(Browser.Key.delete)
            try await browser.wait(for: "\(titles) === 'Lamp 1,Lamp 2,Lamp 3'")
            // By a finger on the grip, and by the menu.
            func point(_ element: String, _ share: Double) -> String {
                "((box) => [box.left + 8, box.top + \(share) * box.height])(\(element).getBoundingClientRect())"
            }
            try await browser.drag(
                from: point("document.querySelectorAll('#view .grip')[2]", 0.5),
                to: point("document.querySelector('#view .grip').closest('.row')", 0.1))
            try await browser.wait(for: "\(titles) === 'Lamp 3,Lamp 1,Lamp 2'")
            try await browser.run("document.querySelector('#view .row [aria-haspopup]').click()")
            try await browser.run(
                "for (const word of ['down']) [...document.querySelectorAll('.menu button')].find(e => e.textContent === 'Move ' + word).click()"
            )
            try await browser.wait(for: "\(titles) === 'Lamp 1,Lamp 3,Lamp 2'")
            try await browser.run("document.querySelectorAll('#view .row .title')[2].focus()")
            try await browser.press(Browser.Key.alt, Browser.Key.up)
            try await browser.wait(for: "\(titles) === 'Lamp 1,Lamp 2,Lamp 3'")
            try await browser.click(".heading .button", saying: "Clear")
            try await browser.wait(for: "\(titles) === ''")
            try await browser.click(".message .button", saying: "Undo")
            try await browser.wait(for: "\(titles) === 'Lamp 1,Lamp 2,Lamp 3'")
            let device = try OtherDevice(of: household)
            try await eventually("the queue is kept") {
                try await (device.send("GET", "/queue")["items"] as? [Any])?.count == 3
            }
            try await browser.reload()
            try await browser.wait(for: "\(titles) === 'Lamp 1,Lamp 2,Lamp 3'")
            try await expectNoProblems(browser)
            try await browser.stop()
        }

        @Test("Lyrics are shown with their times")
        func lyrics() async throws {
            let browser = try await household.visit("/search?q=night")
            try await browser.wait(for: "document.querySelector('.row .title')")
            try await browser.run(
                "[...document.querySelectorAll('.row .title')].find(e => e.textContent === 'Lamp 1').click()"
            )
            try await browser.click(".bar-open")
            try await browser.wait(
                for: "document.querySelector('.lyric[aria-current]')?.textContent === 'Second line'"
            )
            // The button of the bar leads back to where one was.
            try await browser.run("document.querySelector('.bar-more .icon-button').click()")
            try await browser.wait(for: "location.pathname === '/search'")
            try await browser.click(".bar-open")
            try await browser.resize(360, 800)
            try await browser.wait(
                for: "document.querySelector('.now [data-use=sleep]')?.checkVisibility()")
            try await browser.stop()
        }

        // MARK: - User data

        @Test("A star and a rating are kept")
        func rating() async throws {
            let browser = try await household.visit("/search?q=lamp+2")
            try await browser.run("document.querySelector('.row .heart').click()")
            try await browser.wait(
                for: "document.querySelector('.row .heart').getAttribute('aria-pressed') === 'true'"
            )
            try await browser.run("document.querySelector('.row .title').click()")
            try await browser.press("f")
            try await browser.wait(for: "document.querySelector('.now .rating')")
            try await browser.run("document.querySelectorAll('.rating button')[3].click()")
            try await browser.wait(for: "document.querySelectorAll('.rating .full').length === 4")
            try await browser.open(household.url + "/songs?where=rating%20%3D%204")
            try await browser.wait(
                for: "document.querySelector('.row .title')?.textContent === 'Lamp 2'")
            try await browser.open(household.url + "/favorites")
            try await browser.wait(
                for: "document.querySelector('.row .title')?.textContent === 'Lamp 2'")
            try await expectNoProblems(browser)
            try await browser.stop()
        }

        @Test("A playlist is made, filled, put in another order, emptied and deleted")
        func playlist() async throws {
            let browser = try await household.visit("/search?q=night")
            for title in ["Lamp 1", "Lamp 2"] {
                try await browser.wait(for: "document.querySelector('.row .title')")
                try await browser.run(
                    "[...document.querySelectorAll('.row')].find(e => e.querySelector('.title').textContent === '\(title)').querySelector('[aria-haspopup]').click()"
                )
                try await browser.run(
                    "[...document.querySelectorAll('.menu button')].find(e => e.textContent.includes('playlist')).click()"
                )
                if title == "Lamp 1" {
                    try await browser.click("dialog .button")
                    try await browser.type("Evening" + Browser.Key.enter, into: "dialog input")
                } else {
                    try await browser.click("dialog .choices button")
                }
                try await browser.wait(
                    for: "document.querySelector('.message') && !document.querySelector('dialog')")
            }
            try await browser.open(household.url + "/playlists")
            try await browser.click(".lines a")
            let titles =
                "[...document.querySelectorAll('#view .row .title')].map(e => e.textContent).join()"
            try await browser.wait(for: "\(titles) === 'Lamp 1,Lamp 2'")
            try await browser.run("document.querySelectorAll('#view .row .title')[1].focus()")
            try await browser.press(Browser.Key.alt, Browser.Key.up)
            try await browser.wait(for: "\(titles) === 'Lamp 2,Lamp 1'")
            try await browser.reload()
            try await browser.wait(for: "\(titles) === 'Lamp 2,Lamp 1'")
            try await browser.run("document.querySelector('#view .row .remove').click()")
            try await browser.wait(for: "\(titles) === 'Lamp 1'")
            try await browser.run(
                "document.querySelector('.hero .actions [aria-haspopup]').click(); document.querySelector('.menu .dangerous').click()"
            )
            try await browser.click("dialog .dangerous")
            try await browser.wait(
                for: "location.pathname === '/playlists' && document.querySelector('.state')")
            try await expectNoProblems(browser)
            try await browser.stop()
        }

        @Test("A smart playlist shows what it would find while one writes its rule")
        func smartPlaylist() async throws {
            let browser = try await household.visit("/playlists")
            try await browser.run(
                "[...document.querySelectorAll('.button')].find(e => e.textContent.includes('smart')).click()"
            )
            try await browser.type("Folk", into: "dialog input[name=name]")
            try await browser.type("genre = Folk", into: "dialog input[name=where]")
            try await browser.wait(
                for: "document.querySelector('.preview')?.textContent.includes('4 items')")
            try await browser.click("dialog .primary")
            try await browser.wait(
                for:
                    "document.querySelector('h1')?.textContent === 'Folk' && document.querySelectorAll('.row.track').length === 4"
            )
            try await browser.stop()
        }

        @Test(
            "An album is shared by a link, which plays it to the end without a login, until it is deleted"
        )
        func share() async throws {
            let browser = try await household.visit("/albums")
            try await browser.run(
                "[...document.querySelectorAll('.tile-link')].find(e => e.textContent.includes('Night Ferry')).click()"
            )
            try await browser.click(".hero [aria-haspopup]")
            try await browser.click(".menu button", saying: "Share")
            try await browser.click("dialog .primary")
            try await browser.wait(for: "document.querySelector('dialog .secret')")
            let url = try await browser.text("document.querySelector('dialog .secret').textContent")
            #expect(url.hasPrefix(household.url + "/share/"))
            try await browser.open(url)
            try await browser.wait(for: "document.querySelector('a[aria-current]')")
            #expect(
                try await browser.text("document.querySelector('main').innerText")
                    .contains("The Paper Lanterns · 4 items · 0:12"))
            let faults = try await browser.accessibilityFaults()
            #expect(faults.isEmpty, "\(faults)")
            try await browser.run("document.querySelectorAll('a')[2].click()")
            try await browser.wait(
                for:
                    "document.querySelector('a[aria-current]').innerText.includes('Lamp 4') && document.querySelector('audio').currentTime > 0.1"
            )
            try await browser.open(household.url + "/settings")
            try await browser.click(".lines button", saying: "Delete: Night Ferry")
            try await browser.click("dialog .dangerous")
            try await browser.wait(
                for: "document.querySelector('#view').innerText.includes('shared nothing')")
            try await expectNoProblems(browser)
            try await browser.open(url)
            try await browser.wait(
                for: "document.querySelector('h1')?.textContent === 'Not found'")
            try await browser.stop()
        }

        @Test("Each artist of a song is led to, and has it")
        func severalArtists() async throws {
            let browser = try await household.visit("/search?q=duo")
            try await browser.click(".row [aria-haspopup]")
            try await browser.click(".menu button", saying: "Go to artist")
            try await browser.wait(
                for: "document.querySelectorAll('.menu button').length === 2")
            try await browser.click(".menu button", saying: "Ben Elm")
            try await browser.wait(
                for:
                    "document.querySelector('h1')?.textContent === 'Ben Elm' && document.querySelector('.row .title')?.textContent === 'Duo'"
            )
            try await browser.stop()
        }

        // MARK: - The picker

        @Test("The picker refuses origins that the server does not list")
        func picker() async throws {
            let browser = try await household.visit("/albums")
            try await browser.open(
                household.url + "/pick?type=songs&multiple=1&origin=https://example.org")
            try await browser.wait(
                for: "document.querySelector('.state')?.textContent.includes('--picker-origin')")
            try await browser.open(
                household.url + "/pick?type=songs&multiple=1&origin=http://127.0.0.1:1")
            try await browser.wait(for: "document.querySelectorAll('[role=checkbox]').length > 3")
            try await browser.run(
                "window.opener = { postMessage: (...words) => (window.sent = JSON.stringify(words)) }; window.close = () => {}"
            )
            try await browser.run("document.querySelectorAll('[role=checkbox]')[0].click()")
            try await browser.run("document.querySelectorAll('[role=checkbox]')[1].click()")
            try await browser.click(".pick-head .primary")
            let sent = try await browser.text("window.sent")
            #expect(
                sent.wholeMatch(of: /\[\{"ids":\["\d+","\d+"\]\},"http:\/\/127\.0\.0\.1:1"\]/)
                    != nil,
                "\(sent)")
            try await browser.stop()
        }
    }
}
