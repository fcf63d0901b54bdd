import Foundation
import PhonolithMediaModel
import PhonolithServer
import Testing

/// Habits of programs that the protocol's text leaves open.
@Suite(.timeLimit(.minutes(20))) struct ClientHabitTests {
    private func songs(_ server: TestServer) async throws -> [[String: Any]] {
        try await server.payload("search3", "query=&songCount=50").object("searchResult3")
            .objects("song")
    }

    @Test("Folders stand for the album or artist that they hold")
    func folders() async throws {
        let server = try await TestServer.start([
            "Bjork/Homogenic/1.mp3": "full/full.mp3", "Bjork/Homogenic/2.flac": "full/full.flac",
        ])
        let indexes = try await server.payload("getIndexes").object("indexes")
        let artist = try #require(
            indexes.objects("index").first?.objects("artist").first?.text("id"))
        _ = try await server.payload("star", "id=\(artist)")
        let starred = try await server.payload("getStarred2").object("starred2")
        #expect(starred.objects("album").count + starred.objects("artist").count == 1)
        let directory = try await server.payload("getMusicDirectory", "id=\(artist)")
            .object("directory")
        #expect(directory.text("starred") != nil)
        _ = try await server.payload("setRating", "id=\(artist)&rating=4")
        _ = try await server.payload("unstar", "id=\(artist)")
        #expect(try await server.payload("getStarred2").object("starred2").objects("album").isEmpty)
        #expect(try await server.error("getSimilarSongs", "id=\(artist)") == nil)
        let shared = try await server.payload("createShare", "id=\(artist)").object("shares")
        #expect(shared.objects("share").first?.objects("entry").count == 2)
        await server.stop()
    }

    @Test("Songs without an album are in the directory of their artist")
    func songsWithoutAlbum() async throws {
        let server = try await TestServer.start(["a.mp3": "odd/artists-beside-artist.mp3"])
        let song = try #require(try await songs(server).first)
        #expect(song["album"] == nil)
        let artist = try #require(song.text("artistId"))
        let directory = try await server.payload("getMusicDirectory", "id=\(artist)")
            .object("directory")
        #expect(directory.objects("child").map { $0.text("id") } == [song.text("id")])
        await server.stop()
    }

    @Test("Plays that arrive twice count once, and older ones do not move the date back")
    func offlinePlays() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let id = try #require(try await songs(server).first?.text("id"))
        let query = "id=\(id)&time=1700000000000&id=\(id)&time=1600000000000"
        for _ in 1...2 { _ = try await server.payload("scrobble", query) }
        let song = try #require(try await songs(server).first)
        #expect(song["playCount"] as? Int == 2)
        #expect(song.text("played") == "2023-11-14T22:13:20Z")
        await server.stop()
    }

    @Test("Two slashes in front of the path are one", arguments: ["", "/music"])
    func slashes(base: String) async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"]) {
            $0.basePath = base
        }
        let answer = try await server.send("GET", "//rest/ping.view?c=t&apiKey=\(server.secret)")
        #expect(answer.text.contains("status=\"ok\""), "\(answer.text)")
        await server.stop()
    }

    @Test("What there is not asks for credentials first")
    func unknownEndpoint() async throws {
        let server = try await TestServer.start([:])
        #expect(try await server.error("getNothing") == 0)
        let text = try await server.send("GET", "/rest/getNothing?f=json&c=t&v=1.16.1").text
        #expect(text.contains("\"code\":10"), "\(text)")
        await server.stop()
    }

    @Test("Articles that do not count are told as they are")
    func articles() async throws {
        let server = try await TestServer.start([:])
        for (call, name) in [("getIndexes", "indexes"), ("getArtists", "artists")] {
            let answer = try await server.payload(call).object(name)
            #expect(
                answer.text("ignoredArticles")
                    == "the a an le la les l' der die das el los las il gli het")
        }
        await server.stop()
    }
}
