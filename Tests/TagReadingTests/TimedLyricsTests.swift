import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import Testing

@testable import PhonolithTagReading

/// Lyrics with times in the tags of files.
@Suite struct TimedLyricsTests {
    private let rules = FactsFromTags(options: TagReadingOptions())

    private func facts(_ fields: [(TagKind, String, String)]) -> MediaFacts {
        rules.facts(
            TagResolution(fields: fields.map { RawField(kind: $0.0, key: $0.1, values: [$0.2]) }))
    }

    @Test("LRC in a tag gives its words, and is kept with its times")
    func text() {
        let found = facts([(.vorbis, "LYRICS", "[00:01.00]One\n[00:02.00]Two")])
        #expect(found.lyrics == "One\nTwo")
        #expect(found.timedLyrics == ["[00:01.00]One\n[00:02.00]Two"])
        let plain = facts([(.vorbis, "LYRICS", "[Chorus]\nOne")])
        #expect(plain.lyrics == "[Chorus]\nOne" && plain.timedLyrics.isEmpty)
    }

    @Test("each language is kept once, the frame's where the text says none")
    func languages() {
        let found = facts([
            (.id3v24, "USLT:eng:", "Plain"), (.id3v24, "SYLT:eng:", "[00:01.000]One"),
            (.id3v24, "SYLT:ENG:again", "[00:09.000]Uno"),
            (.id3v24, "SYLT:deu:", "[00:01.000]Eins"),
            (.id3v24, "SYLT:XXX:", "[00:01.000]La"),
            (.id3v24, "USLT:fra:", "[la:fr]\n[00:01.000]Un"),
        ])
        #expect(found.lyrics == "Plain")
        #expect(
            found.timedLyrics == [
                "[la:fr]\n[00:01.000]Un", "[la:eng]\n[00:01.000]One", "[la:deu]\n[00:01.000]Eins",
                "[00:01.000]La",
            ])
    }

    /// A `SYLT` frame's body: Latin-1, English, milliseconds, lyrics, without description.
    private func frame(_ pieces: [(String, Int)], format: UInt8 = 2) -> [UInt8] {
        let body: [UInt8] = pieces.flatMap { text, time in ascii(text) + [0] + big(time) }
        let content: [UInt8] = [0] + ascii("eng") + [format, 1, 0] + body
        return ascii("SYLT") + big(content.count) + [0, 0] + content
    }

    @Test(
        "frames of synchronised lyrics give lines, and words where the pieces are words",
        arguments: [
            (
                [("One", 1000), ("Two", 62_500)], "[la:eng]\n[00:01.000]One\n[01:02.500]Two",
                "One\nTwo"
            ),
            (
                [("Hel", 1000), ("lo ", 1200), ("you\n", 1500), ("Two", 3000)],
                "[la:eng]\n[00:01.000]<00:01.000>Hel<00:01.200>lo <00:01.500>you\n[00:03.000]Two",
                "Hello you\nTwo"
            ),
            (
                [("\nOne", 1000), ("\nTwo", 2000)],
                "[la:eng]\n[00:01.000]One\n[00:02.000]Two", "One\nTwo"
            ),
        ] as [([(String, Int)], String, String)])
    func frames(pieces: [(String, Int)], lrc: String, words: String) throws {
        let found = try facts(ofFrame: frame(pieces))
        #expect(found.timedLyrics == [lrc])
        #expect(found.lyrics == words)
        // Counted in frames, which nobody can tell the times of.
        let counted = try facts(ofFrame: frame(pieces, format: 1))
        #expect(counted.timedLyrics.isEmpty && counted.lyrics == words)
    }

    private func facts(ofFrame frame: [UInt8]) throws -> MediaFacts {
        let size: [UInt8] = [0, 0, UInt8(frame.count >> 7), UInt8(frame.count & 0x7F)]
        let tag = ascii("ID3") + [3, 0, 0] + size + frame
        let folder = try ScratchFolder()
        let path = try folder.write(
            tag + (try Fixtures.bytes(of: "empty/empty.mp3")), to: "synchronised.mp3")
        return try TagReader().read(path).facts
    }
}
