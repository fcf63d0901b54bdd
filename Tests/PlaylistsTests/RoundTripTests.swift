import PhonolithMediaModel
import PhonolithPlaylists
import Testing

/// Entries are read again as they were written; warnings name those that cannot be written.
@Suite struct RoundTripTests {
    @Test("a hard name comes back byte by byte, or is warned of", arguments: HardNames.all)
    func names(path: MediaPath) throws {
        for format in PlaylistFormat.writable {
            let document = PlaylistDocument(entries: [PlaylistEntry(location: .path(path))])
            let writing = format.render(document)
            let read = try format.parse(writing.contents).document.entries.map(\.comparable)
            if read.isEmpty {
                let hasLineEnd = path.bytes.contains { $0 == 0x0A || $0 == 0x0D }
                #expect(hasLineEnd && path.bytes.first != 0x2F, "\(format) \(path)")
                #expect(writing.problems.map(\.entry) == [0])
            } else {
                #expect(read == document.entries, "\(format) \(path)")
            }
        }
    }

    @Test("XSPF and JSPF can say every name", arguments: HardNames.all)
    func allNames(path: MediaPath) throws {
        for format in [PlaylistFormat.xspf, .jspf] {
            let document = PlaylistDocument(entries: [PlaylistEntry(location: .path(path))])
            let writing = format.render(document)
            #expect(writing.problems == [])
            #expect(
                try format.parse(writing.contents).document.entries.first?.location?.path == path)
        }
    }

    @Test("any list comes back, but for what is warned of", arguments: 0..<60)
    func anyList(seed: Int) throws {
        var numbers = Numbers(seed: UInt64(seed))
        let document = numbers.document()
        for format in PlaylistFormat.writable {
            let writing = format.render(document)
            let read = try format.parse(writing.contents)
            let warned = Set(writing.problems.map(\.entry))
            let left = document.entries.indices.filter { index in
                !writing.problems.contains {
                    $0.entry == index && $0.reason.contains("is skipped")
                }
            }
            try #require(read.document.entries.count == left.count, "\(format) \(seed)")
            for (entry, index) in zip(read.document.entries, left) where !warned.contains(index) {
                let expected = document.entries[index].asKept(by: format)
                #expect(entry.comparable == expected.comparable, "\(format) \(seed)")
            }
            if !warned.contains(nil) { #expect(read.document.title == document.title) }
        }
    }

    @Test("XSPF and JSPF keep all that a list has")
    func everything() throws {
        var details = PlaylistDetails()
        details.annotation = "a <b>note</b> & more"
        details.info = "https://example.org/?a=1&b=2"
        details.image = "https://example.org/cover.jpg"
        details.identifiers = ["urn:x:1", "urn:x:2"]
        details.otherLocations = ["http://example.org/a.ogg"]
        details.links = [.init("http://example.org/rel", "http://example.org/content")]
        details.metas = [.init("http://example.org/meta", "words")]
        let entry = PlaylistEntry(
            location: .uri("file:///music/a%20b.mp3"), title: "Title", artist: "Artist - A",
            album: "Album", duration: 61.234, trackNumber: 3, startTime: 1.5, endTime: 62.5,
            musicBrainzRecordingID: "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae", details: details)
        var ofList = PlaylistDetails()
        ofList.date = "2026-11-21T09:30:00Z"
        ofList.license = "https://example.org/license"
        ofList.location = "https://example.org/list.xspf"
        ofList.identifiers = ["urn:list"]
        ofList.attributions = [.init("location", "http://example.org/old.xspf")]
        ofList.links = details.links
        let document = PlaylistDocument(
            title: "A \"list\"", creator: "me", annotation: "words\nin lines", details: ofList,
            entries: [entry, entry])
        for format in [PlaylistFormat.xspf, .jspf] {
            let writing = format.render(document)
            #expect(writing.problems == [])
            #expect(try format.parse(writing.contents) == PlaylistReading(document: document))
        }
    }

    @Test("comments of an M3U stay where they were")
    func comments() throws {
        let text = "#EXTM3U\n# mine\n#EXTVLCOPT:x=1\na.mp3\nb.mp3\n# the end\n"
        let reading = try PlaylistFormat.m3u8.parse(Array(text.utf8))
        #expect(PlaylistFormat.m3u8.render(reading.document).contents == Array(text.utf8))
        #expect(PlaylistFormat.xspf.render(reading.document).problems.map(\.entry) == [0])
    }

    @Test("no bytes make the parsers crash", arguments: PlaylistFormat.allCases)
    func anyBytes(format: PlaylistFormat) {
        var numbers = Numbers(seed: 7)
        let samples = [
            "#EXTM3U\n#EXTINF:1,a - b\nx", "[playlist]\nFile1=a\nTitle1=b",
            "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList><track/></trackList></playlist>",
            "{\"playlist\":{\"track\":[{\"location\":[\"a\"]}]}}",
            "FILE \"a\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00",
            "<asx><entry><ref href='a'/></entry></asx>", "<smil><media src='a'/></smil>",
        ]
        for _ in 0..<300 {
            var bytes = Array(samples[numbers.below(samples.count)].utf8)
            for _ in 0..<numbers.below(6) {
                let index = numbers.below(bytes.count)
                switch numbers.below(3) {
                case 0: bytes[index] = UInt8(numbers.below(256))
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8(numbers.below(256)), at: index)
                }
                if bytes.isEmpty { break }
            }
            _ = try? format.parse(bytes)
        }
    }
}

extension PlaylistEntry {
    /// The entry as the format keeps it, silently without values that it has no place for.
    fileprivate func asKept(by format: PlaylistFormat) -> PlaylistEntry {
        var entry = self
        switch format {
        case .m3u, .m3u8:
            (entry.trackNumber, entry.musicBrainzRecordingID) = (nil, nil)
            entry.duration = duration.map { $0.rounded() }.flatMap { $0 > 0 ? $0 : nil }
        case .pls:
            (entry.trackNumber, entry.musicBrainzRecordingID) = (nil, nil)
            (entry.album, entry.albumArtist, entry.genre) = (nil, nil, nil)
            entry.duration = duration.map { $0.rounded() }.flatMap { $0 > 0 ? $0 : nil }
        default:
            (entry.albumArtist, entry.genre) = (nil, nil)
            entry.duration = duration.map { ($0 * 1000).rounded() / 1000 }
        }
        return entry
    }
}

/// Numbers and lists that are the same for the same seed.
private struct Numbers {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<max(1, bound), using: &generator)
    }

    private mutating func maybe<Value>(_ value: (inout Numbers) -> Value) -> Value? {
        below(3) == 0 ? nil : value(&self)
    }

    private static let words = [
        "Jóga", "a & b", "<b>", "\"quoted\"", "'", "#", "%20", "日本", "🎸", "x - y", "\\", ",", "=",
        "two\nlines", "Bjo\u{308}rk", "  ", "a;b", "]]>", "\u{1}",
    ]

    private mutating func text() -> String {
        let text = (0...below(3)).map { _ in Self.words[below(Self.words.count)] }
            .joined(separator: " ").trimmingBlanks
        return text.isEmpty ? "x" : text
    }

    private mutating func path() -> MediaPath {
        let names = HardNames.all
        let folder = below(2) == 0 ? MediaPath("/music") : names[below(names.count)]
        let path = folder.appending(names[below(names.count)])
        // Blanks at the ends of a title or path are what lines do not keep; names have tests of their own.
        return path
    }

    mutating func document() -> PlaylistDocument {
        var document = PlaylistDocument(title: maybe { $0.text() })
        document.entries = (0..<below(8)).map { _ in
            PlaylistEntry(
                location: .path(path()), title: maybe { $0.text() }, artist: maybe { $0.text() },
                album: maybe { $0.text() }, albumArtist: maybe { $0.text() },
                genre: maybe { $0.text() },
                duration: maybe { Double($0.below(400_000)) / 100 + 0.5 },
                trackNumber: maybe { $0.below(99) + 1 },
                musicBrainzRecordingID: maybe { _ in "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae" })
        }
        return document
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let scalars = unicodeScalars.drop { $0.value <= 0x20 }
        return String(
            String.UnicodeScalarView(scalars.reversed().drop { $0.value <= 0x20 }.reversed()))
    }
}
