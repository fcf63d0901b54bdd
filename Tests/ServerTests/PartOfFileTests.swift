import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Tracks of cue sheets, of which no client gets the file; and what browsers get of shares.
@Suite(.timeLimit(.minutes(20))) struct PartOfFileTests {
    /// A server with a file of 10 s that a sheet divides, and one that browsers do not play.
    private func withServer(_ body: (TestServer) async throws -> Void) async throws {
        let server = try await TestServer.start(["x.flac": "full/full.flac"])
        for name in ["disc.wav", "other.aiff"] {
            let made = try await answer(
                to: [
                    "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
                    "sine=frequency=440:sample_rate=44100:duration=10",
                    server.music.appendingPathComponent(name).path,
                ])
            try #require(made.code == 0)
        }
        let sheet = """
            FILE "disc.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:08:00

            """
        try Data(sheet.utf8).write(to: server.music.appendingPathComponent("disc.cue"))
        try await server.scan()
        try await body(server)
        await server.stop()
    }

    private func song(_ title: String, of server: TestServer) async throws -> [String: Any] {
        let songs = try await server.payload("search3", "query=&songCount=50")
            .object("searchResult3").objects("song")
        return try #require(songs.first { $0.text("title") == title })
    }

    /// The bytes of the only song of a new share.
    private func shared(
        _ song: [String: Any], by server: TestServer
    ) async throws -> TestServer.Answer {
        let id = try #require(song.text("id"))
        let shares = try await server.payload("createShare", "id=\(id)").object("shares")
        let url = try #require(shares.objects("share").first?.text("url"))
        let path = url.dropFirst(server.url.absoluteString.count)
        return try await server.send("GET", "\(path)/0")
    }

    @Test("A track shows the format that is sent, and not the size of its file")
    func fields() async throws {
        try await withServer { server in
            let track = try await song("Two", of: server)
            #expect(track.text("suffix") == "wav")
            #expect(track.text("transcodedSuffix") == "flac")
            #expect(track.text("transcodedContentType") == "audio/flac")
            #expect(track["size"] == nil)
            let id = try #require(track.text("id"))
            let stream = try await server.call("stream", "id=\(id)")
            #expect(stream.headers["content-type"] == track.text("transcodedContentType"))
            let whole = try await song("other", of: server)
            #expect(whole["size"] != nil && whole["transcodedSuffix"] == nil)
        }
    }

    @Test("A share of a track sends the track, and what browsers do not play as MP3")
    func shares() async throws {
        try await withServer { server in
            let track = try await shared(song("Two", of: server), by: server)
            #expect(track.status == 200)
            #expect(track.headers["content-type"] == "audio/flac")
            #expect(track.body.starts(with: Array("fLaC".utf8)))
            // Two seconds of ten.
            #expect(track.body.count < 2 * 44_100 * 2 + 20_000)
            let other = try await shared(song("other", of: server), by: server)
            #expect(other.status == 200)
            #expect(other.headers["content-type"] == "audio/mpeg")
        }
    }

    @Test("A link in place of a file is followed to media files only")
    func links() async throws {
        let server = try await TestServer.start([
            "a.flac": "full/full.flac", "b.mp3": "full/full.mp3",
        ])
        let secret = server.music.deletingLastPathComponent().appendingPathComponent("secret.txt")
        try Data("secret".utf8).write(to: secret)
        let song = try #require(
            try server.catalog.items.all(matching: MediaQuery()).first {
                $0.location.path.lastComponent == "a.flac"
            }
        ).persistentID
        let file = server.music.appendingPathComponent("a.flac")
        func answers(linkedTo target: String) async throws -> [TestServer.Answer] {
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(
                atPath: file.path, withDestinationPath: target)
            return [
                try await server.api("/items/\(song)/download"),
                try await server.call("stream", "id=tr-\(song)&format=raw&f=json"),
            ]
        }
        let refused = try await answers(linkedTo: secret.path)
        #expect(refused[0].status == 404)
        #expect(try refused[1].json().object("subsonic-response", "error")["code"] as? Int == 70)
        let bytes = try Data(contentsOf: server.music.appendingPathComponent("b.mp3"))
        #expect(try await answers(linkedTo: "b.mp3").map(\.body) == [bytes, bytes])
        await server.stop()
    }
}
