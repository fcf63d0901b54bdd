import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Playlists over OpenSubsonic.
@Suite(.timeLimit(.minutes(20))) struct PlaylistEndpointTests {
    private func allSongs(_ server: TestServer) throws -> [String] {
        try server.catalog.items.all(matching: MediaQuery(order: [MediaOrder(.path)]))
            .map { "tr-\($0.persistentID)" }
    }

    private func entries(_ server: TestServer, _ list: String) async throws -> [String] {
        try await server.payload("getPlaylist", "id=\(list)").object("playlist").objects("entry")
            .compactMap { $0.text("id") }
    }

    /// Makes a playlist of all songs, and moves the file of the first away.
    private func listWithMissing(
        _ server: TestServer
    ) async throws -> (list: String, songs: [String]) {
        let songs = try allSongs(server)
        let query = songs.map { "&songId=\($0)" }.joined()
        let made = try await server.payload("createPlaylist", "name=List\(query)")
        let list = try #require(made.object("playlist").text("id"))
        #expect(try await entries(server, list) == songs)
        try server.remove("a.ogg")
        try await server.scan()
        let left = try await entries(server, list)
        #expect(left == Array(songs.dropFirst()))
        return (list, songs)
    }

    /// No other has the sound or the tags of the first: it would be the heir of what goes.
    private static let files = [
        "a.ogg": "full/full.ogg", "b.flac": "empty/empty.flac", "c.mp3": "empty/empty.mp3",
    ]

    @Test("Indices count the songs that are shown; missing ones come back with their files")
    func indices() async throws {
        let server = try await TestServer.start(Self.files)
        let (list, songs) = try await listWithMissing(server)
        #expect(
            try await server.error("updatePlaylist", "playlistId=\(list)&songIndexToRemove=0")
                == nil)
        #expect(try await entries(server, list) == [songs[2]])
        try server.add("full/full.ogg", as: "a.ogg")
        try await server.scan()
        #expect(try await entries(server, list) == [songs[0], songs[2]])
        await server.stop()
    }

    @Test("A playlist that gets other songs keeps missing ones")
    func replacing() async throws {
        let server = try await TestServer.start(Self.files)
        let (list, songs) = try await listWithMissing(server)
        _ = try await server.payload(
            "createPlaylist", "playlistId=\(list)&songId=\(songs[2])&songId=\(songs[1])")
        #expect(try await entries(server, list) == [songs[2], songs[1]])
        try server.add("full/full.ogg", as: "a.ogg")
        try await server.scan()
        #expect(try await entries(server, list) == [songs[0], songs[2], songs[1]])
        await server.stop()
    }

    @Test("What cannot be done has its own code, and is no fault in the log")
    func errors() async throws {
        let server = try await TestServer.start()
        let made = try await server.payload("createPlaylist", "name=List")
        let list = try #require(made.object("playlist").text("id"))
        #expect(try await server.error("createPlaylist", "name=Other&songId=tr-999") == 70)
        #expect(
            try await server.error("updatePlaylist", "playlistId=\(list)&songIdToAdd=tr-999") == 70)
        let taken = try await server.payload("createPlaylist", "name=LIST").object("error")
        #expect(taken["code"] as? Int == 0)
        #expect(taken.text("message")?.contains("already exists") == true)
        #expect(!server.log.lines.contains { $0.hasPrefix("request failed") })
        await server.stop()
    }

    @Test("The picture of a playlist is that of its first song with one")
    func picture() async throws {
        let server = try await TestServer.start([
            "a.flac": "empty/empty.flac", "b.flac": "full/full.flac",
        ])
        let songs = try allSongs(server)
        let song = try await server.payload("getSong", "id=\(songs[1])").object("song")
        let hash = try #require(song.text("coverArt")).split(separator: "_").last
        let made = try await server.payload(
            "createPlaylist", "name=List&songId=\(songs[0])&songId=\(songs[1])")
        let cover = try #require(made.object("playlist").text("coverArt"))
        #expect(cover.split(separator: "_").last == hash)
        let picture = try await server.send(
            "GET", "/rest/getCoverArt?c=test&apiKey=\(server.secret)&id=\(cover)")
        #expect(picture.headers["content-type"]?.hasPrefix("image/") == true)
        await server.stop()
    }

    @Test(
        "A name that is taken changes no songs, either",
        arguments: ["createPlaylist?songId=", "updatePlaylist?songIndexToRemove=0&songIdToAdd="])
    func takenName(call: String) async throws {
        let server = try await TestServer.start(Self.files)
        let songs = try allSongs(server)
        _ = try await server.payload("createPlaylist", "name=Taken")
        let made = try await server.payload("createPlaylist", "name=List&songId=\(songs[0])")
        let list = try #require(made.object("playlist").text("id"))
        let parts = call.split(separator: "?")
        let answer = try await server.error(
            String(parts[0]), "playlistId=\(list)&name=Taken&\(parts[1])\(songs[1])")
        #expect(answer == 0)
        #expect(try await entries(server, list) == [songs[0]])
        // Nor does a song that there is not change the name.
        let unknown = try await server.error(
            String(parts[0]), "playlistId=\(list)&name=Other&\(parts[1])tr-999999")
        #expect(unknown == 70)
        let shown = try await server.payload("getPlaylist", "id=\(list)").object("playlist")
        #expect(shown.text("name") == "List")
        #expect(try await entries(server, list) == [songs[0]])
        await server.stop()
    }

    @Test("A playlist longer than what is read at once is sent whole, in each form")
    func length() async throws {
        let server = try await TestServer.start(Self.files)
        let songs = try allSongs(server)
        let many = (0..<1203).map { songs[$0 % 3] }
        let made = try server.catalog.playlists.create(
            PlaylistCreationMetadata(name: "Long"),
            entries: many.map { NewPlaylistEntry.item(MediaItemID(Int64($0.dropFirst(3)) ?? 0)) })
        let list = "pl-\(made.persistentID)"
        #expect(try await entries(server, list) == many)
        let xml = try await server.call("getPlaylist", "id=\(list)&f=xml").text
        #expect(xml.matches(of: /<entry id="(tr-\d+)"/).map { String($0.1) } == many)
        #expect(xml.hasSuffix("</playlist></subsonic-response>"))
        // Old programs are not sent what they do not know, wherever it is read.
        let classic = try await server.send(
            "GET", "/rest/getPlaylist?apiKey=\(server.secret)&v=1.16.1&c=DSub&id=\(list)"
        ).text
        #expect(classic.matches(of: /<entry id/).count == 1203 && !classic.contains("mediaType"))
        await server.stop()
    }

    @Test("A name that cannot be read is refused")
    func names() async throws {
        let server = try await TestServer.start([:])
        for name in ["ab%00cd", "ab%0Acd", "ab%E2%80%AEcd"] {
            #expect(try await server.error("createPlaylist", "name=\(name)") == 0)
        }
        for name in [#"ab\u0000cd"#, #"ab\ncd"#] {
            let made = try await server.api("POST", "/playlists", body: #"{"name":"\#(name)"}"#)
            #expect(made.status == 400)
        }
        #expect(try server.catalog.playlists.all() == [])
        // A file's line ends become spaces.
        let file = try await server.api(
            "POST", "/playlists/import?name=ab%0Acd&format=m3u8", body: "#EXTM3U\nx.mp3\n")
        #expect(file.status == 201)
        #expect(try server.catalog.playlists.all().map(\.name) == ["ab cd"])
        await server.stop()
    }

    @Test("Administrators list the playlists of other users")
    func otherUsers() async throws {
        let server = try await TestServer.start([:])
        let anna = try server.addUser("Anna")
        let user = try server.catalog.users.user(named: "Anna")
        _ = try server.catalog.acting(as: user.id).playlists.create(
            PlaylistCreationMetadata(name: "Hers"))
        let lists = try await server.payload("getPlaylists", "username=anna")
            .object("playlists").objects("playlist")
        #expect(lists.map { $0.text("name") } == ["Hers"])
        #expect(lists.map { $0.text("owner") } == ["Anna"])
        #expect(try await server.error("getPlaylists", "username=nobody") == 70)
        let refused = try await server.send(
            "GET", "/rest/getPlaylists?f=json&c=test&apiKey=\(anna)&username=owner")
        #expect(
            try refused.json().object("subsonic-response", "error")["code"] as? Int == 50)
        await server.stop()
    }
}
