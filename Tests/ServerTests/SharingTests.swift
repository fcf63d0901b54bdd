import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithServer
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Data that users share with each other and with others: radio, shares, chat, users.
@Suite(.timeLimit(.minutes(20))) struct SharingTests {
    @Test("Radio stations are listed for all, changed by administrators, and lead to the web only")
    func radio() async throws {
        let server = try await TestServer.start([:])
        let user = try server.addUser("anna")
        func stations() async throws -> [[String: Any]] {
            let answer = try await server.send(
                "GET", "/rest/getInternetRadioStations?f=json&apiKey=\(user)")
            return try answer.json().object("subsonic-response", "internetRadioStations")
                .objects("internetRadioStation")
        }
        let stream = "streamUrl=https%3A%2F%2Fexample.org%2Fa.mp3"
        #expect(
            try await server.error(
                "createInternetRadioStation", "\(stream)&name=One&homepageUrl=http%3A%2F%2Fx.org")
                == nil)
        let station = try #require(try await stations().first)
        #expect(station.text("name") == "One")
        #expect(station.text("streamUrl") == "https://example.org/a.mp3")
        #expect(station.text("homePageUrl") == "http://x.org")
        let id = try #require(station.text("id"))
        for wrong in ["file%3A%2F%2F%2Fetc%2Fpasswd", "javascript%3Aalert(1)", "x"] {
            #expect(
                try await server.error("createInternetRadioStation", "streamUrl=\(wrong)&name=x")
                    == 0)
        }
        for host in [
            "127.0.0.1%3A22", "localhost", "192.168.1.2%3A8000", "%5B%3A%3A1%5D", "2130706433",
            "radio.local",
        ] {
            let url = "streamUrl=http%3A%2F%2F\(host)%2F"
            #expect(try await server.error("createInternetRadioStation", "\(url)&name=x") == 0)
        }
        #expect(
            try await server.error("updateInternetRadioStation", "id=\(id)&\(stream)&name=Two")
                == nil)
        #expect(try await stations().map { $0.text("name") } == ["Two"])
        #expect(try await server.error("deleteInternetRadioStation", "id=\(id)") == nil)
        #expect(try await server.error("deleteInternetRadioStation", "id=\(id)") == 70)
        #expect(try await stations().isEmpty)
        await server.stop()
    }

    @Test("Stations at home are allowed where private addresses are")
    func radioAtHome() async throws {
        let server = try await TestServer.start([:]) { $0.allowsPrivateAddresses = true }
        let url = "streamUrl=http%3A%2F%2F192.168.1.2%3A8000%2F"
        #expect(try await server.error("createInternetRadioStation", "\(url)&name=x") == nil)
        await server.stop()
    }

    @Test("A share is open to those who have its link, until it expires or is deleted")
    func shares() async throws {
        let server = try await TestServer.start()
        let song = try #require(
            try await server.payload("search3", "query=").object("searchResult3")
                .objects("song").first { $0.text("suffix") == "flac" })
        let id = try #require(song.text("id"))
        let made = try await server.payload("createShare", "id=\(id)&description=%3Cb%3E")
            .object("shares").objects("share")
        let share = try #require(made.first)
        #expect(share.objects("entry").map { $0.text("id") } == [id])
        #expect(share.text("expires") != nil)
        let url = try #require(share.text("url"))
        let path = String(url.dropFirst(server.url.absoluteString.count))
        let page = try await server.send("GET", path)
        #expect(page.status == 200)
        #expect(page.headers["content-type"]?.hasPrefix("text/html") == true)
        #expect(page.text.contains("&lt;b&gt;") && !page.text.contains("<b>"))
        let bytes = try await server.send("GET", "\(path)/0", headers: ["Range": "bytes=0-9"])
        #expect(bytes.status == 206 && bytes.body.count == 10)
        #expect(try await server.send("GET", "\(path)/1").status == 404)
        #expect(try await server.send("GET", "/share/wrong").status == 404)
        #expect(server.log.lines.allSatisfy { !$0.contains(path.dropFirst(7)) })

        let shareID = try #require(share.text("id"))
        func visits() async throws -> Int? {
            try await server.payload("getShares").object("shares").objects("share").first?[
                "visitCount"] as? Int
        }
        try await eventually("the visit is counted") { try await visits() == 1 }
        // In 1970: expired.
        #expect(try await server.error("updateShare", "id=\(shareID)&expires=1000") == nil)
        #expect(try await server.send("GET", path).status == 404)
        #expect(try await server.send("GET", "\(path)/0").status == 404)
        for odd in ["-1", "99999999999999999"] {
            #expect(try await server.error("updateShare", "id=\(shareID)&expires=\(odd)") == 0)
        }
        #expect(try await server.error("updateShare", "id=\(shareID)&expires=0") == nil)
        #expect(try await server.send("GET", path).status == 200)
        // Items that are closed to the user who made the share are no longer shared.
        let owner = try server.catalog.users.all()[0]
        try server.catalog.users.setRoots(closed: server.catalog.roots.all().map(\.id), for: owner)
        #expect(try await server.send("GET", "\(path)/0").status == 404)
        try server.catalog.users.setRoots(open: server.catalog.roots.all().map(\.id), for: owner)
        #expect(try await server.error("deleteShare", "id=\(shareID)") == nil)
        #expect(try await server.send("GET", path).status == 404)
        await server.stop()
    }

    @Test("Chat messages go to all users, and are asked for by time")
    func chat() async throws {
        let server = try await TestServer.start([:])
        let user = try server.addUser("anna")
        #expect(try await server.error("addChatMessage", "message=h%C3%A9%20%3C") == nil)
        func messages(since: Int) async throws -> [[String: Any]] {
            try await server.send(
                "GET", "/rest/getChatMessages?f=json&apiKey=\(user)&since=\(since)"
            ).json().object("subsonic-response", "chatMessages").objects("chatMessage")
        }
        let all = try await messages(since: 0)
        #expect(all.map { $0.text("message") } == ["hé <"])
        #expect(all.first?.text("username") == "owner")
        let time = try #require(all.first?["time"] as? Int)
        #expect(try await messages(since: time).isEmpty)
        await server.stop()
    }

    @Test("Administrators add, change and remove users; users change their own passwords")
    func users() async throws {
        let server = try await TestServer.start()
        let root = try #require(try server.catalog.roots.all().first?.id)
        try server.setPassword()
        #expect(
            try await server.errorWithPassword(
                "createUser", "username=eva&password=enc:6c6f6e672d70617373&email=&adminRole=false")
                == nil)
        #expect(
            try await server.errorWithPassword(
                "createUser", "username=eva&password=long-pass&email=x") == 0)
        #expect(
            try await server.errorWithPassword("createUser", "username=e&password=short&email=x")
                == 0)
        func code(_ name: String, _ query: String) async throws -> Int? {
            try await server.send("GET", "/rest/\(name)?f=json&\(query)").json()
                .object("subsonic-response", "error")["code"] as? Int
        }
        #expect(try await code("ping", "u=eva&p=long-pass") == nil)
        #expect(
            try await code("changePassword", "u=eva&p=long-pass&username=eva&password=other-pass")
                == nil)
        #expect(try await code("ping", "u=eva&p=long-pass") == 40)
        #expect(
            try await code("changePassword", "u=eva&p=other-pass&username=owner&password=mine-now")
                == 50)
        // Nothing is open but what is named.
        #expect(
            try await server.errorWithPassword("updateUser", "username=eva&musicFolderId=\(root)")
                == nil)
        #expect(
            try await server.errorWithPassword("updateUser", "username=eva&musicFolderId=99") == 70)
        #expect(
            try await server.errorWithPassword("updateUser", "username=eva&adminRole=true") == nil)
        #expect(try await code("getUsers", "u=eva&p=other-pass") == nil)
        #expect(try await server.errorWithPassword("deleteUser", "username=owner") == 50)
        #expect(try await server.errorWithPassword("deleteUser", "username=eva") == nil)
        #expect(try await server.errorWithPassword("deleteUser", "username=eva") == 70)
        await server.stop()
    }

    @Test("A reported playback is shown with its place, and counts when it stops late enough")
    func playback() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let song = try #require(
            try await server.payload("search3", "query=").object("searchResult3")
                .objects("song").first)
        let id = try #require(song.text("id"))
        func report(_ state: String, _ position: Int, _ more: String = "") async throws {
            let error = try await server.error(
                "reportPlayback",
                "mediaId=\(id)&mediaType=song&positionMs=\(position)&state=\(state)\(more)")
            #expect(error == nil)
        }
        func playing() async throws -> [String: Any]? {
            try await server.payload("getNowPlaying").object("nowPlaying").objects("entry").first
        }
        func count() async throws -> Int? {
            try await server.payload("getSong", "id=\(id)").object("song")["playCount"] as? Int
        }
        try await report("paused", 100, "&playbackRate=1.5")
        #expect(try await playing()?.text("state") == "paused")
        #expect(try await playing()?["positionMs"] as? Int == 100)
        #expect(try await playing()?["playbackRate"] as? Double == 1.5)
        try await report("stopped", 0)
        #expect(try await playing() == nil)
        #expect(try await count() == 0)
        // The song lasts half a second.
        try await report("starting", 0)
        server.clock.advance(by: .milliseconds(500))
        try await report("stopped", 500, "&ignoreScrobble=true")
        #expect(try await count() == 0)
        try await report("starting", 0)
        server.clock.advance(by: .milliseconds(500))
        try await report("stopped", 500)
        #expect(try await count() == 1)
        #expect(try server.catalog.plays.all().map(\.player) == ["test"])
        let history = try await server.api("GET", "/history").json()
        #expect(history["total"] as? Int == 1)
        let play = try #require(history.objects("items").first)
        #expect(play.text("player") == "test" && play["finished"] as? Bool == true)
        #expect("tr-" + (play.object("item").text("persistentID") ?? "") == id)
        await server.stop()
    }
}
