import PhonolithMediaModel
import Testing

@Suite struct SongLyricsTests {
    @Test("LRC gives lines with times in order, and text without them as it is")
    func lyrics() {
        let synced = SongLyrics(
            """
            [ar:Somebody]
            [la:de]
            [offset:+250]
            [00:12.00][01:02.5]Refrain
            [00:01]<00:01.00>One <00:01.50>two
            """)
        #expect(synced.isSynced)
        #expect(synced.language == "de")
        #expect(synced.offset == 250)
        #expect(synced.lines.map(\.start) == [1000, 12_000, 62_500])
        #expect(synced.lines.map(\.text) == ["One two", "Refrain", "Refrain"])
        let plain = SongLyrics("\nfirst\n\n[chorus]\nsecond\n")
        #expect(!plain.isSynced)
        #expect(plain.lines.map(\.text) == ["first", "", "[chorus]", "second"])
    }

    @Test(
        "An offset is read whatever is around its number, and moves the lines",
        arguments: [
            ("[offset:-3000]", -3000, 13_000), ("[offset: -3000]", -3000, 13_000),
            ("[offset:-3000 ]", -3000, 13_000), ("[offset:+ 500]", 500, 9500),
            ("[OFFSET : 500 ms]", 500, 9500), ("[offset:\u{2212}500]", -500, 10_500),
            ("[offset:99999]", 99_999, 0), ("[offset:soon]", 0, 10_000), ("[offset:]", 0, 10_000),
        ])
    func offset(sign: String, offset: Int, time: Int) throws {
        let lyrics = SongLyrics("\(sign)\n[00:10.00]one")
        #expect(lyrics.offset == offset)
        #expect(lyrics.lines.map { lyrics.time(of: $0) } == [time])
    }

    @Test(
        "Times of a line are read as people write them",
        arguments: [
            ("[01:02]", [62_000]), ("[01:02.3]", [62_300]), ("[01:02.34]", [62_340]),
            ("[01:02.345]", [62_345]), ("[01:02.3456]", [62_345]), ("[1:2.3]", [62_300]),
            ("[01:02:34]", [62_340]), ("[01:02,34]", [62_340]), ("[00:01:02.34]", [62_340]),
            ("[1:01:02.34]", [3_662_340]), ("[01:00:01,5]", [3_601_500]), ("[100:02]", [6_002_000]),
            ("[00:01] [00:02]", [1000, 2000]), ("[00:01][00:02]", [1000, 2000]),
            ("[00:02.5]  [00:01,5] [0:00:03.0]", [1500, 2500, 3000]),
            ("[00:61]", [nil]), ("[01:02.]", [nil]), ("[a:02]", [nil]), ("[1:2:3:4]", [nil]),
        ] as [(String, [Int?])])
    func stamps(signs: String, times: [Int?]) {
        #expect(SongLyrics(signs + "x").lines.map(\.start) == times)
    }

    @Test("Words have their times, and their places in bytes of the line")
    func words() throws {
        let lyrics = SongLyrics(
            """
            [00:01.00]<00:01.00>Élan <00:01.50> <00:02.00>vital<00:02.40>
            [00:03.00]Oh <00:03.20>no
            [00:04.00][00:09.00]<00:04.00>Again
            [00:05.00]<00:06.00>back <00:05.00>wards
            [00:07.00]<00:07.00>a < b <00:07.50>c
            """)
        func shown(_ line: SongLyrics.Line) -> [String] {
            let bytes = Array(line.text.utf8)
            return line.words.map {
                "\(String(decoding: bytes[$0.bytes], as: UTF8.self)) \($0.start) \($0.end ?? -1)"
            }
        }
        let lines = lyrics.lines
        #expect(
            lines.map(\.text) == [
                "Élan  vital", "Oh no", "Again", "back wards", "a < b c", "Again",
            ])
        #expect(shown(lines[0]) == ["Élan 1000 1500", "vital 2000 2400"])
        #expect(shown(lines[1]) == ["no 3200 -1"])
        // A line that comes twice, and one whose times go back.
        #expect(lines[2].words.isEmpty && lines[3].words.isEmpty)
        #expect(shown(lines[4]) == ["a < b 7000 -1", "c 7500 -1"])
    }

    @Test("A blank that an accent has been put on is no end of a line's words")
    func accentedBlank() throws {
        let line = try #require(SongLyrics("[00:01.00]<00:01.00> \u{308}a<00:02.00>").lines.first)
        #expect(Array(line.text.utf8) == Array("\u{308}a".utf8))
        #expect(line.words.map(\.bytes) == [0..<3])
    }

    @Test(
        "the line that is sung is the last that has begun",
        arguments: [(0, nil), (0.9, nil), (1, 0), (2.4, 0), (2.5, 1), (1e12, 1), (-1, nil)]
            as [(Double, Int?)])
    func currentLine(time: Double, line: Int?) {
        #expect(SongLyrics("[00:01]One\n[00:02.5]Two").line(at: time) == line)
        #expect(SongLyrics("[offset:500]\n[00:01.5]One\n[00:03]Two").line(at: time) == line)
        #expect(SongLyrics("One\nTwo").line(at: time) == nil)
    }
}
