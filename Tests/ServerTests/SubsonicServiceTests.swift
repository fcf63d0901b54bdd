import Foundation
import PhonolithAccess
import PhonolithOpenSubsonic
import PhonolithScanning
import PhonolithStore
import PhonolithUsers
import Testing

/// OpenSubsonic over a real socket.
@Suite(.timeLimit(.minutes(20))) struct SubsonicServiceTests {
    @Test("ping answers in XML, JSON and JSONP, by GET and POST, with and without .view")
    func ping() async throws {
        let server = try await TestServer.start([:])
        let plain = try await server.call("ping")
        #expect(plain.headers["content-type"]?.hasPrefix("application/xml") == true)
        #expect(
            plain.text.contains(
                #"<subsonic-response xmlns="http://subsonic.org/restapi" status="ok""#))
        let json = try await server.payload("ping.view")
        #expect(json.text("status") == "ok")
        #expect(json["openSubsonic"] as? Bool == true)
        let jsonp = try await server.call("ping", "f=jsonp&callback=cb_1")
        #expect(jsonp.text.hasPrefix("cb_1({") && jsonp.text.hasSuffix("});"))
        let hostile = try await server.call("ping", "f=jsonp&callback=alert(1)")
        #expect(hostile.text.hasPrefix("{"))
        let form = try await server.send(
            "POST", "/rest/ping.view",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: "apiKey=\(server.secret)&f=json")
        #expect(try form.json().object("subsonic-response").text("status") == "ok")
        let foreign = try await server.send(
            "GET", "/rest/ping?f=json", headers: ["Origin": "http://x"])
        #expect(foreign.headers["access-control-allow-origin"] == "*")
        await server.stop()
    }

    @Test("Who does not prove who they are gets the protocol's code, with status 200")
    func refusals() async throws {
        let server = try await TestServer.start([:])
        func code(_ query: String) async throws -> Int? {
            let answer = try await server.send("GET", "/rest/ping?f=json&\(query)")
            #expect(answer.status == 200)
            return try answer.json().object("subsonic-response", "error")["code"] as? Int
        }
        #expect(try await code("") == 10)
        #expect(try await code("u=owner") == 10)
        #expect(try await code("u=owner&p=wrong") == 40)
        #expect(try await code("u=nobody&p=wrong") == 40)
        #expect(try await code("u=owner&t=00&s=abcdef") == 41)
        #expect(try await code("apiKey=wrong") == 44)
        #expect(try await code("apiKey=\(server.secret)&u=owner") == 43)
        #expect(try await code("apiKey=\(server.secret)") == nil)
        #expect(try await code("u=OWNER&p=\(server.secret)") == nil)
        let hexadecimal = server.secret.utf8.map { String($0, radix: 16) }.joined()
        #expect(try await code("u=owner&p=enc:\(hexadecimal)") == nil)
        #expect(try await server.error("noSuchEndpoint") == 0)
        let open = try await server.send("GET", "/rest/getOpenSubsonicExtensions?f=json")
        #expect(
            try !open.json().object("subsonic-response").objects("openSubsonicExtensions").isEmpty)
        await server.stop()
    }

    @Test("The protocol's own example of a token is accepted, and no secret is ever logged")
    func tokensAndLog() async throws {
        let server = try await TestServer.start([:])
        let salt = "c19b2d"
        let token = try md5(server.secret + salt)
        let answer = try await server.send(
            "GET", "/rest/ping?u=owner&t=\(token)&s=\(salt)&c=app&f=json")
        #expect(try answer.json().object("subsonic-response").text("status") == "ok")
        _ = try await server.api("GET", "/stats")
        _ = try await server.send("GET", "/rest/ping?u=owner&p=guessed-word&f=json")
        let lines = server.log.lines
        #expect(
            lines.contains {
                $0.hasPrefix("request") && $0.contains("/rest/ping") && $0.contains("app")
            })
        #expect(lines.contains { $0.hasPrefix("login failed") })
        for secret in [server.secret, token, salt, "guessed-word"] {
            #expect(!lines.contains { $0.contains(secret) })
        }
        await server.stop()
    }

    @Test("After some wrong tokens a client has to wait, but not with a right one")
    func throttling() async throws {
        let server = try await TestServer.start([:])
        func code(_ token: String) async throws -> Int? {
            let answer = try await server.send(
                "GET", "/rest/ping?f=json&u=owner&t=\(token)&s=abcdef")
            return try answer.json().object("subsonic-response", "error")["code"] as? Int
        }
        let token = try md5(server.secret + "abcdef")
        #expect(try await code(token) == nil)
        for _ in 0..<LoginThrottle.free { #expect(try await code("00") == 41) }
        #expect(try await code("00") == 40)
        #expect(try await code(token) == nil)
        #expect(try await server.error("ping") == nil)
        await server.stop()
    }

    @Test("Artists, albums and songs lead to each other")
    func browsing() async throws {
        let server = try await TestServer.start()
        let albums = try await server.payload("getAlbumList2", "type=alphabeticalByName")
            .object("albumList2").objects("album")
        let album = try #require(albums.first { $0.text("name") != "" })
        let whole = try await server.payload("getAlbum", "id=\(album.text("id") ?? "")")
            .object("album")
        let songs = whole.objects("song")
        #expect(songs.count == whole["songCount"] as? Int)
        for song in songs {
            #expect(song.text("albumId") == album.text("id"))
            #expect(try await server.error("getArtist", "id=\(song.text("artistId") ?? "")") == nil)
            #expect(
                try await server.error("getMusicDirectory", "id=\(song.text("parent") ?? "")")
                    == nil)
        }
        let found = try await server.payload("search3", "query=%22%22&songCount=500")
            .object("searchResult3").objects("song")
        #expect(found.count == 3)
        #expect(try await server.error("getAlbum") == 10)
        #expect(try await server.error("getAlbum", "id=al-999") == 70)
        #expect(try await server.error("getAlbum", "id=../../etc/passwd") == 70)
        #expect(try await server.error("getAlbumList2", "type=odd") == 0)
        await server.stop()
    }

    @Test(
        "Pages of everything join to the whole list, in whatever order they are asked, also after changes"
    )
    func pages() async throws {
        let server = try await TestServer.start()
        func songs(_ offset: Int, _ count: Int) async throws -> [String] {
            try await server.payload("search3", "query=&songOffset=\(offset)&songCount=\(count)")
                .object("searchResult3").objects("song").compactMap { $0.text("id") }
        }
        func check(count: Int) async throws {
            let whole = try await songs(0, 500)
            #expect(whole.count == count)
            for offset in Array(0...count) + [1, 0] {
                #expect(try await songs(offset, 1) == Array(whole.dropFirst(offset).prefix(1)))
                #expect(try await songs(offset, 2) == Array(whole.dropFirst(offset).prefix(2)))
            }
        }
        try await check(count: 3)
        try server.remove("loose.mp3")
        try server.add("full/full.mp3", as: "A/0.mp3")
        try server.add("full/full.m4a", as: "A/1.m4a")
        _ = try await LibraryScanner(catalog: server.catalog).scan()
        try await check(count: 4)
        await server.stop()
    }

    @Test("Folders are those on disk, from the roots down")
    func folders() async throws {
        let server = try await TestServer.start()
        let indexes = try await server.payload("getIndexes").object("indexes")
        let top = try #require(indexes.objects("index").first)
        #expect(top.text("name") == "B")
        #expect(top.objects("artist").map { $0.text("name") } == ["Björk"])
        #expect(indexes.objects("child").count == 1)
        let id = try #require(top.objects("artist").first?.text("id"))
        let inner = try await server.payload("getMusicDirectory", "id=\(id)").object("directory")
        #expect(inner.text("name") == "Björk")
        let folder = try #require(inner.objects("child").first)
        #expect(folder["isDir"] as? Bool == true)
        #expect(folder.text("title") == "Homogenic")
        let songs = try await server.payload("getMusicDirectory", "id=\(folder.text("id") ?? "")")
            .object("directory").objects("child")
        #expect(songs.compactMap { $0.text("suffix") } == ["flac", "mp3"])
        #expect(songs.allSatisfy { $0.text("parent") == folder.text("id") })
        await server.stop()
    }

    @Test("Original bytes come whole, in ranges, as a head, and not again to who has them")
    func streaming() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let song = try #require(
            try await server.payload("search3", "query=").object("searchResult3").objects("song")
                .first)
        let query = "id=\(song.text("id") ?? "")"
        let whole = try await server.call("stream", query)
        #expect(whole.status == 200)
        #expect(whole.body.count == song["size"] as? Int)
        #expect(whole.headers["content-type"] == "audio/flac")
        #expect(whole.headers["accept-ranges"] == "bytes")
        let part = try await server.call("stream", query, headers: ["Range": "bytes=10-19"])
        #expect(part.status == 206)
        #expect(part.body == whole.body[10..<20])
        #expect(part.headers["content-range"] == "bytes 10-19/\(whole.body.count)")
        let end = try await server.call("download", query, headers: ["Range": "bytes=-5"])
        #expect(end.body == whole.body.suffix(5))
        #expect(end.headers["content-disposition"]?.contains("a.flac") == true)
        let beyond = try await server.call(
            "stream", query, headers: ["Range": "bytes=99999999-"])
        #expect(beyond.status == 416)
        #expect(beyond.headers["content-range"] == "bytes */\(whole.body.count)")
        let tag = try #require(whole.headers["etag"])
        let same = try await server.call(
            "stream", query, headers: ["Range": "bytes=0-0", "If-Range": tag])
        #expect(same.status == 206)
        let other = try await server.call(
            "stream", query, headers: ["Range": "bytes=0-0", "If-Range": "\"x\""])
        #expect(other.status == 200)
        let known = try await server.call("stream", query, headers: ["If-None-Match": tag])
        #expect(known.status == 304)
        let head = try await server.send(
            "HEAD", "/rest/stream?apiKey=\(server.secret)&\(query)")
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(head.headers["content-length"] == "\(whole.body.count)")
        // An error is no sound: XML, unless the client wants JSON.
        let missing = try await server.call("stream", "id=tr-999")
        #expect(missing.headers["content-type"]?.hasPrefix("application/xml") == true)
        #expect(try await server.error("stream", "id=") == 10)
        await server.stop()
    }

    @Test("A playlist keeps its order and duplicates, and edits speak of the list as it was")
    func playlists() async throws {
        let server = try await TestServer.start()
        let ids = try await server.payload("search3", "query=").object("searchResult3")
            .objects("song").compactMap { $0.text("id") }
        let made = try await server.payload(
            "createPlaylist", "name=a%20%26%20b&songId=\(ids[1])&songId=\(ids[0])&songId=\(ids[1])")
        let id = try #require(made.object("playlist").text("id"))
        func entries() async throws -> [String] {
            try await server.payload("getPlaylist", "id=\(id)").object("playlist")
                .objects("entry").compactMap { $0.text("id") }
        }
        #expect(try await entries() == [ids[1], ids[0], ids[1]])
        _ = try await server.payload(
            "updatePlaylist",
            "playlistId=\(id)&songIndexToRemove=0&songIndexToRemove=1&songIdToAdd=\(ids[2])")
        #expect(try await entries() == [ids[1], ids[2]])
        _ = try await server.payload("createPlaylist", "playlistId=\(id)&songId=\(ids[0])")
        #expect(try await entries() == [ids[0]])
        let listed = try await server.payload("getPlaylists").object("playlists")
            .objects("playlist")
        #expect(listed.map { $0.text("name") } == ["a & b"])
        #expect(listed.first?["songCount"] as? Int == 1)
        #expect(try await server.error("deletePlaylist", "id=\(id)") == nil)
        #expect(try await server.error("getPlaylist", "id=\(id)") == 70)
        await server.stop()
    }

    @Test("Plays, ratings and bookmarks are kept; streaming counts nothing")
    func annotation() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let first = try await server.payload("search3", "query=").object("searchResult3")
            .objects("song").first
        let id = try #require(first?.text("id"))
        func song() async throws -> [String: Any] {
            try await server.payload("getSong", "id=\(id)").object("song")
        }
        _ = try await server.call("stream", "id=\(id)")
        #expect(try await song()["playCount"] as? Int == 0)
        // Seconds where the protocol has milliseconds.
        _ = try await server.payload("scrobble", "id=\(id)&time=1700000000")
        #expect(try await song()["playCount"] as? Int == 1)
        #expect(try await song().text("played") == "2023-11-14T22:13:20Z")
        _ = try await server.payload("scrobble", "id=\(id)&submission=false")
        let playing = try await server.payload("getNowPlaying").object("nowPlaying")
            .objects("entry")
        #expect(playing.map { $0.text("id") } == [id])
        _ = try await server.payload("setRating", "id=\(id)&rating=4")
        #expect(try await song()["userRating"] as? Int == 4)
        _ = try await server.payload("setRating", "id=\(id)&rating=0")
        #expect(try await song()["userRating"] == nil)
        #expect(try await server.error("setRating", "id=\(id)&rating=9") == 0)
        _ = try await server.payload("createBookmark", "id=\(id)&position=234")
        let bookmarks = try await server.payload("getBookmarks").object("bookmarks")
            .objects("bookmark")
        #expect(bookmarks.first?["position"] as? Int == 234)
        #expect(bookmarks.first?.object("entry").text("id") == id)
        _ = try await server.payload("deleteBookmark", "id=\(id)")
        #expect(
            try await server.payload("getBookmarks").object("bookmarks").objects("bookmark")
                .isEmpty)
        await server.stop()
    }

    @Test("Each endpoint without its required parameters answers error 10")
    func requiredParameters() async throws {
        let server = try await TestServer.start([:])
        try server.setPassword()
        for endpoint in SubsonicEndpoints.all
        where endpoint.parameters.contains(where: \.isRequired) {
            let code =
                try await
                (endpoint.refusesAppPasswords
                ? server.errorWithPassword(endpoint.name) : server.error(endpoint.name))
            #expect(code == 10, "\(endpoint.name)")
        }
        await server.stop()
    }

    @Test("Old programs get no field that they do not know")
    func classicClients() async throws {
        let server = try await TestServer.start([:])
        let answer = try await server.send(
            "GET", "/rest/ping?apiKey=\(server.secret)&c=DSub&f=json")
        #expect(try answer.json().object("subsonic-response")["openSubsonic"] == nil)
        await server.stop()
    }

    private func md5(_ text: String) throws -> String { try Digests.md5(text) }
}
