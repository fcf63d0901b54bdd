import PhonolithMediaModel
import PhonolithPlaylists
import Testing

@Suite struct M3UTests {
    private func parse(_ text: String) throws -> [PlaylistEntry] {
        try PlaylistFormat.m3u.parse(Array(text.utf8)).document.entries
    }

    private func paths(_ text: String) throws -> [String] {
        try parse(text).map { $0.location?.description ?? "" }
    }

    @Test("an entry is a line; blank lines and comments are none")
    func lines() throws {
        #expect(try paths("a.mp3\n\n  \n# words\n/b/c.mp3\n") == ["a.mp3", "/b/c.mp3"])
    }

    @Test("lines end with LF, CR LF or CR", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) throws {
        let text = ["#EXTM3U", "#EXTINF:5,A - T", "a b.mp3", "c.mp3"].joined(separator: end)
        #expect(
            try parse(text) == [
                PlaylistEntry(location: .path("a b.mp3"), title: "T", artist: "A", duration: 5),
                PlaylistEntry(location: .path("c.mp3")),
            ])
    }

    @Test("a byte order mark is no part of the first line")
    func byteOrderMark() throws {
        #expect(try paths("\u{FEFF}#EXTM3U\nx.mp3") == ["x.mp3"])
        #expect(try paths("\u{FEFF}x.mp3") == ["x.mp3"])
        let utf16: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0]
        #expect(try PlaylistFormat.m3u.parse(utf16).document.entries.count == 2)
    }

    @Test(
        "what stands behind #EXTINF is read however it is written",
        arguments: [
            ("123,Artist - Title", "Artist", "Title", 123.0), ("-1,Title", nil, "Title", nil),
            ("0,A - B - C", "A", "B - C", nil), ("12.5, Title ", nil, "Title", 12.5),
            ("60 tvg-id=\"a,b\" group=\"x\",Artist - Title", "Artist", "Title", 60),
            ("61", nil, nil, 61), (",Title", nil, "Title", nil), ("x,y", nil, "y", nil),
        ] as [(String, String?, String?, Double?)])
    func information(line: String, artist: String?, title: String?, duration: Double?) throws {
        let entry = PlaylistEntry(
            location: .path("a"), title: title, artist: artist, duration: duration)
        #expect(try parse("#EXTM3U\n#EXTINF:\(line)\na") == [entry])
        #expect(try parse("#extm3u\n#ExtInf:\(line)\na") == [entry])
    }

    @Test("album, album artist, genre and picture are read")
    func otherWords() throws {
        let reading = try PlaylistFormat.m3u.parse(
            Array(
                """
                #EXTM3U
                #EXTENC:UTF-8
                #PLAYLIST:My list
                #EXTALB:Album
                #EXTART:Album artist
                #EXTGENRE:Jazz
                #EXTALBUMARTURL:https://example.org/a.jpg
                a.mp3
                b.mp3
                """.utf8))
        var entry = PlaylistEntry(
            location: .path("a.mp3"), album: "Album", albumArtist: "Album artist", genre: "Jazz")
        entry.details.image = "https://example.org/a.jpg"
        let expected = PlaylistDocument(
            title: "My list", entries: [entry, PlaylistEntry(location: .path("b.mp3"))])
        #expect(reading == PlaylistReading(document: expected))
    }

    @Test("text that is no UTF-8 is Windows-1252, line by line")
    func codePage() throws {
        let bytes =
            Array("#EXTINF:1,Bj".utf8) + [0xF6] + Array("rk - J\u{F3}ga\nBj".utf8) + [0xF6, 0x0A]
        let entry = try PlaylistFormat.m3u.parse(bytes).document.entries[0]
        #expect(entry.artist == "Björk")
        // As it is written, then as it may have been meant.
        #expect(
            entry.location?.paths == [MediaPath(bytes: [0x42, 0x6A, 0xF6]), MediaPath("Bjö")])
    }

    /// Names of encodings, "Café" or another word in them, and how it is read; `nil` for names that are not known.
    static let encodings: [(name: String, bytes: [UInt8], text: String?)] = [
        ("UTF-8", Array("Café".utf8), "Café"), ("utf8", Array("Café".utf8), "Café"),
        ("ISO-8859-1", [0x43, 0x61, 0x66, 0xE9], "Café"),
        (" iso-8859-1", [0x43, 0x61, 0x66, 0xE9], "Café"),
        ("latin1", [0x43, 0x61, 0x66, 0xE9], "Café"),
        ("windows-1252", [0x93, 0x78, 0x94], "“x”"),
        ("ISO-8859-2", [0xE8, 0xE1, 0x73, 0x74], "část"),
        ("windows-1250", [0x9A, 0x61, 0x74], "šat"), ("cp1250", [0x9A, 0x61, 0x74], "šat"),
        ("windows-1251", [0xEC, 0xE8, 0xF0], "мир"), ("CP1251", [0xEC, 0xE8, 0xF0], "мир"),
        ("KOI8-R", [0xCD, 0xC9, 0xD2], "мир"), ("ISO-8859-7", [0xE1, 0xE2], "αβ"),
        ("Shift_JIS", [0x89, 0xCC], "歌"), ("SJIS", [0x89, 0xCC], "歌"),
        ("EUC-JP", [0xB2, 0xCE], "歌"),
        ("EUC-JP", [0xA5, 0xAB, 0x61, 0xA5, 0xAD, 0x8E, 0xB1], "カaキｱ"), ("GBK", [0xB8, 0xE8], "歌"),
        ("Big5", [0xBA, 0x71], "歌"), ("EUC-KR", [0xB3, 0xEB, 0xB7, 0xA1], "노래"),
        // What is UTF-8 is read as that, whatever it is called.
        ("ISO-8859-1", Array("Café".utf8), "Café"), ("windows-1251", Array("мир".utf8), "мир"),
        ("UTF-8", [0x43, 0x61, 0x66, 0xE9], "Café"), ("x-none", [0x43, 0x61, 0x66, 0xE9], nil),
    ]

    @Test("#EXTENC is obeyed", arguments: encodings)
    func encoding(encoding: (name: String, bytes: [UInt8], text: String?)) throws {
        let parts = [
            Array("#EXTM3U\n#EXTENC:\(encoding.name)\n#PLAYLIST:L\n#EXTINF:1,".utf8),
            encoding.bytes,
            Array("\nfolder/".utf8), encoding.bytes, Array(".mp3\n".utf8),
        ]
        let reading = try PlaylistFormat.m3u.parse(parts.flatMap(\.self))
        let text = encoding.text ?? "Café"
        #expect(reading.document.entries.map(\.title) == [text])
        #expect(
            reading.document.entries[0].location?.paths.contains(MediaPath("folder/\(text).mp3"))
                == true)
        #expect(reading.document.title == "L")
        #expect(reading.problems.count == (encoding.text == nil ? 1 : 0))
    }

    @Test(
        "zeros and Ctrl-Z of old systems are no part of a line",
        arguments: [
            "a.mp3\nb.mp3\u{1A}", "a.mp3\nb.mp3\n\u{1A}", "a.mp3\r\nb.mp3\r\n\u{1A}\u{1A}",
            "a.mp3\nb.mp3\n\0\0\0\0", "a.mp3\nb.mp3\n\u{1A}\0\0", "a.mp3\0\nb.mp3\0\n",
            "a.mp3\0\0\0\nb.mp3", "\0\0a.mp3\n\0b.mp3\n", "a.mp3\0dirt\nb.mp3\n",
            "a.mp3\n\0\0\n\0\nb.mp3\n", "#EXTM3U\0\na.mp3\nb.mp3\u{1A}",
        ])
    func oldSystems(text: String) throws {
        #expect(try paths(text) == ["a.mp3", "b.mp3"])
        let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let wide: [UInt8] = [0xFF, 0xFE] + units
        #expect(
            try PlaylistFormat.m3u.parse(wide).document.entries.map { $0.location?.description }
                == ["a.mp3", "b.mp3"])
        #expect(
            try PlaylistFormat.m3u.parse(wide + [0x1A]).document.entries.count == 2)
    }

    @Test(
        "what has zeros and is no text is refused", arguments: ["ID3\u{3}\0\0TAG", "\u{1}\0\u{2}a"])
    func binary(text: String) {
        #expect(throws: PlaylistError("is not text")) { try parse(text) }
    }

    @Test("HLS is refused")
    func stream() {
        #expect(throws: PlaylistError.isStream) {
            try parse("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\nsegment0.ts")
        }
    }

    @Test(
        "markup is refused",
        arguments: [
            "<!DOCTYPE html>\n<html>404 Not Found</html>\n", "\u{FEFF}\n  <HTML lang=en>",
            "<?xml version=\"1.0\"?>\n<rss/>", "<!-- saved -->\n<html>",
        ])
    func markup(text: String) {
        #expect(throws: PlaylistError("is a web page or other markup, not a playlist")) {
            try parse(text)
        }
    }

    @Test("a name may begin with an angle bracket")
    func angleBracket() throws {
        let entries = try parse("<3.mp3\n<html>.mp3\n")
        #expect(entries.map { $0.location?.path } == ["<3.mp3", "<html>.mp3"])
    }

    @Test("URLs are entries, and drives of Windows are none")
    func urls() throws {
        let entries = try parse("http://example.org/x?y=1#z\nC:\\Music\\a.mp3\nfile:///m/a%20b.mp3")
        #expect(entries.map { $0.location?.isRemote } == [true, false, false])
        #expect(entries[1].location?.paths.last == "C:/Music/a.mp3")
        #expect(entries[2].location?.path == "/m/a b.mp3")
    }

    @Test("what is written begins with #EXTM3U alone, without byte order mark, with whole seconds")
    func writing() {
        let document = PlaylistDocument(
            title: "L",
            entries: [
                PlaylistEntry(
                    location: .path("#1.mp3"), title: "T", artist: "A", album: "B", duration: 59.6),
                PlaylistEntry(location: .uri("http://example.org/s")),
                PlaylistEntry(location: .path("t.mp3"), title: "only"),
            ])
        let text = """
            #EXTM3U
            #PLAYLIST:L
            #EXTINF:60,A - T
            #EXTALB:B
            ./#1.mp3
            http://example.org/s
            #EXTINF:-1,only
            t.mp3

            """
        #expect(PlaylistFormat.m3u8.render(document).contents == Array(text.utf8))
        let named = text.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXTENC:UTF-8\n")
        #expect(PlaylistFormat.m3u.render(document).contents == Array(named.utf8))
    }

    @Test("what a line cannot say is warned of")
    func warnings() {
        let document = PlaylistDocument(entries: [
            PlaylistEntry(location: .path("a\nb.mp3")), PlaylistEntry(title: "nowhere"),
            PlaylistEntry(location: .path("x"), title: "two\nlines"),
            PlaylistEntry(location: .path("y"), title: "T", artist: "A - B"),
            PlaylistEntry(location: .path("/a\nb.mp3")),
        ])
        let writing = PlaylistFormat.m3u8.render(document)
        #expect(writing.problems.map(\.entry) == [0, 1, 2, 3, 4])
        #expect(String(decoding: writing.contents, as: UTF8.self).contains("file:///a%0Ab.mp3"))
    }
}
