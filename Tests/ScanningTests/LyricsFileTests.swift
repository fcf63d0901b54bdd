import Foundation
import PhonolithMediaModel
import Testing

@testable import PhonolithScanning

@Suite struct LyricsFileTests {
    @Test(
        "a file of lyrics gives its words, without times and without what is said of the song",
        arguments: [
            ("[00:01.00]First\n[00:02.50]Second", "First\nSecond"),
            ("[ar:Someone]\n[ti:Something]\n[00:01.00]First", "First"),
            ("[00:01.00][00:09.00]Again", "Again"),
            ("[00:01.00]<00:01.10>word <00:01.50>by <00:01.90>word", "word by word"),
            ("[1:02]short\r\n[100:02:33]long\r\n", "short\nlong"),
            ("[00:01.00]One\n\n[00:05.00]Two", "One\n\nTwo"),
            ("plain words, no times", "plain words, no times"),
            ("[00:01.00][Chorus] stays", "[Chorus] stays"),
            ("[00:01.00]e\u{301}", "é"),
            ("[00:01.00]\n[ar:Someone]\n", nil),
            ("", nil),
        ] as [(String, String?)])
    func words(text: String, words: String?) {
        #expect(LyricsFile.words(of: text) == words)
    }

    @Test(
        "the encoding is found by marks and by sense",
        arguments: [
            ("さくらのうた", .shiftJIS, nil), ("月亮代表我的心", String.Encoding(rawValue: 0x8000_0632), nil),
            ("Северный ветер", .windowsCP1251, nil), ("Blåbär", .windowsCP1252, nil),
            ("Blåbär", .utf8, nil), ("Blåbär さくら", .utf8, [0xEF, 0xBB, 0xBF]),
            ("Blåbär さくら", .utf16LittleEndian, [0xFF, 0xFE]),
            ("Blåbär さくら", .utf16BigEndian, [0xFE, 0xFF]),
        ] as [(String, String.Encoding, [UInt8]?)])
    func encodings(words: String, encoding: String.Encoding, mark: [UInt8]?) throws {
        let text = "[00:01.00]\(words)\n[00:02.00]\(words)\n"
        let bytes = try (mark ?? []) + #require(text.data(using: encoding))
        #expect(LyricsFile(bytes)?.words == "\(words)\n\(words)")
    }

    @Test("lines with times are kept with them, in each language")
    func times() throws {
        let synced = try #require(LyricsFile(Array("[la:de]\n[00:01.00]Eins\n[00:02]Zwei".utf8)))
        #expect(synced.words == "Eins\nZwei")
        #expect(synced.timed == ["[la:de]\n[00:01.00]Eins\n[00:02]Zwei"])
        let plain = try #require(LyricsFile(Array("Eins".utf8)))
        #expect(plain.words == "Eins" && plain.timed.isEmpty)
        #expect(LyricsFile([]) == nil)
    }

    /// As Apple's programs write it: words as spans, a second voice, a translation; and a second language.
    private static let document = """
        <?xml version="1.0"?>
        <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="en">
          <head><metadata><ttm:agent type="person" xml:id="v1">Not sung</ttm:agent></metadata></head>
          <body><div begin="12.3" end="20s">
            <p begin="12.300" end="00:15.500" ttm:agent="v1"><span begin="12.300" end="12.800">Hel</span><span
              begin="12.800" end="13">lo</span> <span begin="13.1" end="14.0">world &amp; all</span><span
              ttm:role="x-bg"><span begin="14.5" end="15.0">(oh)</span></span><span
              ttm:role="x-translation" xml:lang="de">Hallo Welt</span></p>
            <p begin="1:00:01.5">Late<br/>line</p>
            <p>No time</p> <p begin="15f"> </p>
          </div><div xml:lang="de"><p begin="500ms">Welt</p></div></body>
        </tt>
        """

    @Test("TTML gives lines and words with their times, by language")
    func timedText() throws {
        let lyrics = try #require(LyricsFile(Array(Self.document.utf8)))
        #expect(
            lyrics.timed == [
                """
                [la:en]
                [00:12.300]<00:12.300>Hel<00:12.800><00:12.800>lo<00:13.000> <00:13.100>world & all<00:14.000><00:14.500>(oh)<00:15.000>
                [60:01.500]Late line
                No time
                """,
                "[la:de]\n[00:00.500]Welt",
            ])
        #expect(lyrics.words == "Hello world & all(oh)\nLate line\nNo time")
        // Of a document that breaks off, what stands before.
        let broken = Self.document.prefix(upTo: Self.document.range(of: "<p>No")!.lowerBound)
        #expect(LyricsFile(Array(String(broken).utf8))?.timed.count == 1)
        #expect(LyricsFile(Array("<tt ><p begin=".utf8)) == nil)
    }

    @Test("deep and many-tongued documents are read in time")
    func hostileDocuments() {
        let deep = "<tt ><p begin='1'>" + String(repeating: "<span>", count: 100_000)
        #expect(LyricsFile(Array(deep.utf8)) == nil)
        let tongues = (0..<20_000).map { "<p begin='1' xml:lang='l\($0)'>x</p>" }.joined()
        #expect(LyricsFile(Array("<tt >\(tongues)</tt>".utf8))?.timed.count == 8)
    }

    /// The same word, as programs write it.
    private static let encoded: [[UInt8]] = {
        let units = Array("Señal".utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let utf8 = Array("Señal".utf8)
        let latin: [UInt8] = [0x53, 0x65, 0xF1, 0x61, 0x6C]
        return [
            utf8, [0xEF, 0xBB, 0xBF] + utf8, latin, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big,
        ]
    }()

    @Test("the text is read in the encoding that the bytes are in", arguments: encoded)
    func encodings(bytes: [UInt8]) {
        #expect(LyricsFile.text(bytes) == "Señal")
    }

    /// The tracks and lyrics files of a folder, and which of these are about which.
    static let folders: [(media: [MediaPath], lyrics: [MediaPath], names: [[MediaPath]])] = [
        (["Song.mp3"], ["Song.lrc"], [["Song.lrc"]]),
        (["Song.mp3"], ["song.lrc"], [["song.lrc"]]),
        (["Song.mp3"], ["SONG.LRC"], [["SONG.LRC"]]),
        (["Ünder.mp3"], ["ünder.Lrc"], [["ünder.Lrc"]]),
        (["Song.mp3"], ["song.lrc", "Song.lrc"], [["Song.lrc"]]),
        (["Song.mp3"], ["Song.lrc", "Song.LRC"], [["Song.lrc"]]),
        (["Song.mp3"], ["song.lrc", "song.ttml"], [["song.ttml"]]),
        (["Song.mp3"], ["song.lrc", "SONG.lrc"], [["song.lrc"]]),
        (["Song.mp3"], ["song.en.lrc", "SONG.en.lrc", "Song.en.lrc"], [["Song.en.lrc"]]),
        (
            [MediaPath(bytes: [0x43, 0xE8, 0x2E, 0x6D, 0x70, 0x33])],
            [MediaPath(bytes: [0x43, 0xE9, 0x2E, 0x6C, 0x72, 0x63])], [[]]
        ),
        (["Song.mp3", "song.mp3"], ["SONG.lrc"], [[], []]),
        (["Song.mp3", "song.mp3"], ["song.lrc"], [[], ["song.lrc"]]),
        (["Song.mp3", "Song.flac"], ["song.lrc"], [["song.lrc"], ["song.lrc"]]),
        (["Song.mp3"], ["song.en.lrc", "song.lrc"], [["song.lrc", "song.en.lrc"]]),
        (["Song.mp3"], ["song.pt-BR.ttml"], [["song.pt-BR.ttml"]]),
        (["Song.mp3", "song.en.mp3"], ["Song.EN.lrc"], [[], ["Song.EN.lrc"]]),
        (["Song.mp3"], ["song.take two.lrc", "other.lrc"], [[]]),
    ]

    @Test(
        "a file of the same name is about a track, in other letter case where none has it exactly",
        arguments: folders)
    func names(media: [MediaPath], lyrics: [MediaPath], names: [[MediaPath]]) {
        for lyrics in [lyrics, lyrics.reversed()] {
            let found = LyricsOfFolder(lyrics, of: media)
            #expect(media.map(found.names) == names)
        }
    }

    @Test("lyrics next to a track take the place of those of its tags")
    func nextToTrack() throws {
        let folder = try TemporaryFolder()
        try folder.write("[00:01.00]Eins", to: "a.lrc")
        for (name, words) in [("a.mp3", "Eins"), ("b.mp3", "Old")] {
            try folder.write("", to: name)
            var facts = MediaFacts()
            facts.lyrics = "Old"
            LyricsFile.describe(&facts, at: MediaPath(folder.url(name).path))
            #expect(facts.lyrics == words)
            #expect(facts.timedLyrics.count == (name == "a.mp3" ? 1 : 0))
        }
    }
}
