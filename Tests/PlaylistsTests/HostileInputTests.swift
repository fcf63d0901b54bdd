import PhonolithMediaModel
import PhonolithPlaylists
import Testing

/// Files in other encodings, of other programs, and broken at random.
@Suite struct HostileInputTests {
    @Test("UTF-16 without a mark is read", arguments: [true, false])
    func unmarked(isLittle: Bool) throws {
        let text = "#EXTM3U\r\n#EXTINF:1,Björk - Jóga\r\nfolder/Jóga.mp3\r\n"
        let bytes = text.utf16.flatMap { unit -> [UInt8] in
            let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
            return isLittle ? [low, high] : [high, low]
        }
        let format = try #require(PlaylistFormat(contents: bytes))
        let entry = try #require(try format.parse(bytes).document.entries.first)
        #expect(entry.artist == "Björk")
        #expect(entry.location == .path("folder/Jóga.mp3"))
    }

    @Test("places in the head of an XSPF list and in tracks are seen from xml:base")
    func bases() throws {
        let text = """
            <playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="http://example.org/a/">
              <image> cover.jpg </image><info>about</info>
              <trackList><track xml:base="b/"><location>1.mp3</location><image>1.jpg</image>
              </track></trackList>
            </playlist>
            """
        let document = try PlaylistFormat.xspf.parse(Array(text.utf8)).document
        #expect(document.details.image == "http://example.org/a/cover.jpg")
        #expect(document.details.info == "http://example.org/a/about")
        #expect(document.entries[0].location == .uri("http://example.org/a/b/1.mp3"))
        #expect(document.entries[0].details.image == "http://example.org/a/b/1.jpg")
    }

    @Test(
        "files of other programs are refused by their names",
        arguments: [
            (
                "<!DOCTYPE plist PUBLIC \"x\" \"y\">\n<plist version=\"1.0\"><dict/></plist>",
                "iTunes"
            ),
            ("<rhythmdb version=\"2.0\"><entry/></rhythmdb>", "library of Rhythmbox"),
            (
                "<rhythmdb-playlists><playlist name=\"x\"/></rhythmdb-playlists>",
                "playlists of Rhythmbox"
            ),
            ("<smartplaylist type=\"songs\"><name>x</name></smartplaylist>", "Kodi"),
            ("<WinampXML><playlists><playlist/></playlists></WinampXML>", "Winamp"),
        ])
    func foreign(text: String, words: String) throws {
        let bytes = Array(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + text).utf8)
        let error = #expect(throws: PlaylistError.self) { try PlaylistFormat.xspf.parse(bytes) }
        #expect(error?.description.contains(words) == true)
        #expect(ForeignPlaylist(contents: bytes)?.error == error)
    }

    @Test("a path that begins with a blank is written so that others keep it")
    func leadingBlank() throws {
        let entry = PlaylistEntry(location: .path(" lead/1.mp3"))
        for format in PlaylistFormat.writable {
            let writing = format.render(PlaylistDocument(entries: [entry]))
            let text = String(decoding: writing.contents, as: UTF8.self)
            if format != .jspf { #expect(text.contains("./ lead/1.mp3"), "\(format)") }
            #expect(writing.problems == [])
            let read = try format.parse(writing.contents).document.entries
            #expect(read.map { $0.location?.path } == [" lead/1.mp3"])
            #expect(read[0].details.isEmpty)
        }
    }

    /// Files of every kind, to be broken.
    private static let samples: [(PlaylistFormat?, String)] = [
        (
            .m3u8,
            "#EXTM3U\n#PLAYLIST:L\n#EXTINF:12 a=\"b,c\",A - B\n#EXTALB:X\n./a b.mp3\nfile:///%41\n"
        ),
        (
            .pls,
            "[playlist]\nFile1=a.mp3\nTitle1=A - B\nLength1=12\nFile3=http://x/\nNumberOfEntries=9\n"
        ),
        (
            .xspf,
            """
            <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="x/">
            <title>a&amp;b&#x41;</title><attribution><location>x</location></attribution><trackList>
            <track><location>a%20b</location><duration>12</duration><meta rel="https://www.w3.org/TR/media-frags/">t=1,2</meta></track>
            </trackList><![CDATA[x]]><!-- c --></playlist>
            """
        ),
        (
            .jspf,
            #"{"playlist":{"title":"a\"b","track":[{"location":["a"],"duration":"12","trackNum":1e3,"meta":[{"a":"b"}]},{}]}}"#
        ),
        (
            .cue,
            "REM DATE 1997\nTITLE \"x\"\nFILE \"a \"b\".flac\" WAVE\nTRACK 01 AUDIO\nINDEX 00 00:00:00\nINDEX 01 00:02:10\nTRACK 02 AUDIO\nINDEX 01 99:59:74\n"
        ),
        (
            .asx,
            "<ASX><ENTRY><REF HREF=\"x?a&b\"/><DURATION VALUE=\"1:02:03.5\"/><TITLE>t</ENTRY></ASX>"
        ),
        (
            .wpl,
            "<smil><head><title>x</title></head><body><seq><media src=\"a\" duration=\"5\"/></seq></body></smil>"
        ),
        (
            nil,
            #"{"name":"x", // c"# + "\n"
                + #""all":[{"any":[{"inTheRange":{"year":[1,2]}}]},{"is":{"rating":0}}],"sort":"-year","limit":5}"#
        ),
    ]

    @Test("nothing that is broken at random traps or grows", arguments: 0..<8)
    func mutations(sample: Int) {
        var numbers = SystemlessGenerator(state: UInt64(sample) + 1)
        let (format, text) = Self.samples[sample]
        var read = 0
        for _ in 0..<1500 {
            let bytes = numbers.broken(Array(text.utf8))
            guard let format else {
                if (try? NavidromePlaylist(parsing: bytes)) != nil { read += 1 }
                continue
            }
            guard let reading = try? format.parse(bytes) else { continue }
            read += 1
            // An entry takes some bytes of the file.
            #expect(reading.document.entries.count <= bytes.count)
            for format in PlaylistFormat.writable { _ = format.render(reading.document) }
            for entry in reading.document.entries {
                if let seconds = entry.duration { #expect(seconds.isFinite && seconds >= 0) }
                _ = entry.location?.paths
            }
        }
        #expect(read > 0)
    }
}

/// Numbers that are the same each time.
private struct SystemlessGenerator {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(1, limit)
    }

    /// The bytes with some pieces cut out, doubled, moved or replaced.
    mutating func broken(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...next(below: 4) {
            let from = next(below: bytes.count + 1)
            let to = min(bytes.count, from + next(below: 12))
            let piece = Array(bytes[from..<to])
            switch next(below: 6) {
            case 0: bytes.removeSubrange(from..<to)
            case 1: bytes.insert(contentsOf: piece, at: next(below: bytes.count + 1))
            case 2:
                let noise = (0..<next(below: 6)).map { _ in UInt8(next(below: 256)) }
                bytes.replaceSubrange(from..<to, with: noise)
            case 3:
                bytes.insert(contentsOf: Self.tokens[next(below: Self.tokens.count)].utf8, at: from)
            case 4: bytes = Array(bytes[..<from])
            default:
                let many = (0..<next(below: 300)).flatMap { _ in piece }
                bytes.insert(contentsOf: many, at: from)
            }
        }
        return bytes
    }

    private static let tokens = [
        "\u{0}", "\"", "\\", "<", "</", "&#x10FFFF;", "&#xD800;", "%", "%00",
        "999999999999999999999",
        "-9223372036854775808", "1e999", "nan", "[", "{", "{\"all\":[", "]]>", "<![CDATA[", "<!--",
        "\r", "\u{FEFF}", "//", "/*", "NaN:NaN:NaN", "::", "..", "/", "file://", "1:1:1:1:1",
    ]
}
