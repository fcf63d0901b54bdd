import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import Testing

/// Subtitles in files next to videos.
@Suite(.timeLimit(.minutes(20))) struct SubtitleRouteTests {
    @Test("The subtitles next to a video are listed, and sent as WebVTT")
    func subtitles() async throws {
        let server = try await TestServer.start([
            "film.mkv": "full/full.mkv", "song.flac": "full/full.flac",
        ])
        let cue = "1\n0:00:01,5 --> 00:00:02,000 X1:40\n{\\an8}One, two\n"
        for (name, text) in [
            ("film.de.forced.vtt", "WEBVTT\n"), ("film.srt", cue), ("song.srt", cue),
        ] {
            try Data(text.utf8).write(to: server.music.appendingPathComponent(name))
        }
        let items = try server.catalog.items.all(matching: MediaQuery())
        func path(_ name: String) throws -> String {
            let item = items.first { $0.location.path.description.hasSuffix(name) }
            return "/items/\(try #require(item).persistentID)/subtitles"
        }
        let listed = try await server.api("GET", path("film.mkv")).json().objects("items")
        #expect(listed.map { $0["number"] as? Int } == [1, 2])
        #expect(listed.map { $0.text("language") } == ["de", nil])
        #expect(listed.map { $0.text("label") } == ["de.forced", nil])
        #expect(listed.map { $0.text("format") } == ["vtt", "srt"])
        let text = try await server.api("GET", path("film.mkv") + "/2")
        #expect(text.headers["content-type"] == "text/vtt; charset=utf-8")
        #expect(text.text == "WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\nOne, two\n")
        for number in ["0", "3", "x", "\(Int.min)"] {
            #expect(try await server.api("GET", path("film.mkv") + "/\(number)").status == 404)
        }
        #expect(try await server.api("GET", path("song.flac")).json().objects("items").isEmpty)
        await server.stop()
    }
}
