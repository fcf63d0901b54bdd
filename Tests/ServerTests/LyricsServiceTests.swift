import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import Testing

/// Lyrics with times, as clients ask for them.
@Suite(.timeLimit(.minutes(20))) struct LyricsServiceTests {
    @Test("a file of lyrics beside a track is sent with its times, each language as one")
    func timed() async throws {
        let server = try await TestServer.start(["a.mp3": "full/full.mp3"])
        let document = """
            <tt xml:lang="en"><p begin="1.5"><span begin="1.5" end="2">Hel</span><span begin="2"
            end="3">lo</span></p><p begin="1.5" xml:lang="de">Hallo</p></tt>
            """
        try Data(document.utf8).write(to: server.music.appendingPathComponent("a.ttml"))
        _ = try await LibraryScanner(catalog: server.catalog).scan()
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)

        let song = try await server.payload("getRandomSongs").object("randomSongs")
            .objects("song").first?.text("id")
        let list = try await server.payload(
            "getLyricsBySongId", "id=\(try #require(song))&enhanced=true"
        ).object("lyricsList")
        let lyrics = list.objects("structuredLyrics")
        #expect(lyrics.map { $0.text("lang") } == ["en", "de"])
        #expect(lyrics.allSatisfy { $0["synced"] as? Bool == true })
        #expect(lyrics[0].objects("line").map { $0["start"] as? Int } == [1500])
        #expect(lyrics[0].objects("line").map { $0.text("value") } == ["Hello"])
        let cues = lyrics[0].objects("cueLine").flatMap { $0.objects("cue") }
        #expect(cues.map { $0.text("value") } == ["Hel", "lo"])
        #expect(cues.map { $0["end"] as? Int } == [2000, 3000])

        let text = try await server.api("GET", "/items/\(item.persistentID)/lyrics")
        #expect(text.text.hasPrefix("[la:en]\n[00:01.500]"))
        let plain = try await server.payload("getLyrics", "title=\(item.title ?? "")")
        #expect(plain.object("lyrics").text("value") == item.lyrics)
        await server.stop()
    }
}
