import Foundation
import PhonolithMediaModel
import PhonolithPlaylists
import Testing

@Suite struct PLSTests {
    @Test("keys in any case, gaps, wrong counts and signs in values do not matter")
    func parsing() throws {
        let text = """
            [Playlist]
            NumberOfEntries=99
            FILE10=b;c#d=e.mp3
            file2=http://example.org/;stream
            Title2=Station
            Length2=-1
            Title10=A - T
            length10=61
            ; comment
            Title7=without file
            """
        let reading = try PlaylistFormat.pls.parse(Array(text.utf8))
        #expect(
            reading.document.entries == [
                PlaylistEntry(location: .uri("http://example.org/;stream"), title: "Station"),
                PlaylistEntry(title: "without file"),
                PlaylistEntry(
                    location: .path("b;c#d=e.mp3"), title: "T", artist: "A", duration: 61),
            ])
    }

    @Test("what is no list is refused")
    func refusal() {
        #expect(throws: PlaylistError.self) { try PlaylistFormat.pls.parse(Array("x=y".utf8)) }
    }

    @Test("entries count from 1, and the count is right")
    func writing() {
        let document = PlaylistDocument(
            title: "L",
            entries: [
                PlaylistEntry(location: .path("a.mp3"), title: "T", artist: "A", duration: 2.5),
                PlaylistEntry(location: .path("no\nway")), PlaylistEntry(location: .path("b.mp3")),
            ])
        let text = """
            [playlist]
            X-GNOME-Title=L
            File1=a.mp3
            Title1=A - T
            Length1=3
            File2=b.mp3
            Length2=-1
            NumberOfEntries=2
            Version=2

            """
        #expect(PlaylistFormat.pls.render(document).contents == Array(text.utf8))
    }
}

@Suite struct XSPFTests {
    private func parse(_ body: String, root: String? = nil) throws -> PlaylistReading {
        let start = root ?? "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">"
        return try PlaylistFormat.xspf.parse(Array("\(start)\(body)</playlist>".utf8))
    }

    @Test("a track has what it says, durations in thousandths of a second")
    func track() throws {
        let reading = try parse(
            """
            <title>L &amp; M</title><trackList><track>
              <location> a%20b.mp3 </location><location>http://example.org/x</location>
              <identifier>https://musicbrainz.org/recording/8f3471b5-7e6a-48da-86a9-c1c07a0f47ae</identifier>
              <title>T</title><creator>A</creator><album>B</album><trackNum>3</trackNum>
              <duration>1500</duration>
            </track></trackList>
            """)
        var entry = PlaylistEntry(
            location: .uri("a%20b.mp3"), title: "T", artist: "A", album: "B", duration: 1.5,
            trackNumber: 3, musicBrainzRecordingID: "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae")
        entry.details.otherLocations = ["http://example.org/x"]
        #expect(
            reading
                == PlaylistReading(document: PlaylistDocument(title: "L & M", entries: [entry])))
    }

    @Test("a place is percent-decoded, and taken as it stands where that is no file")
    func locations() throws {
        let location = try parse(
            "<trackList><track><location>a%20b#c?.mp3</location></track></trackList>"
        )
        .document.entries[0].location
        #expect(location?.paths == ["a b#c?.mp3", "a%20b#c?.mp3"])
    }

    @Test(
        "relative places are seen from xml:base",
        arguments: [
            ("file:///music/", "a.mp3", "file:///music/a.mp3"), ("sub/", "a.mp3", "sub/a.mp3"),
            ("http://h/x/list", "a.mp3", "http://h/x/a.mp3"), ("http://h/x/", "/a", "http://h/a"),
            ("http://h/", "file:///a", "file:///a"),
        ])
    func base(base: String, reference: String, result: String) throws {
        let reading = try parse(
            "<trackList xml:base=\"\(base)\"><track><location>\(reference)</location></track></trackList>"
        )
        #expect(reading.document.entries[0].location == .uri(result))
    }

    @Test("the list's own location is no base")
    func ownLocation() throws {
        let reading = try parse(
            "<location>http://h/x/</location><trackList><track><location>a</location></track></trackList>"
        )
        #expect(reading.document.entries[0].location == .uri("a"))
    }

    @Test("another namespace, or none, is a problem and no hindrance")
    func namespaces() throws {
        let body = "<trackList><track><title>T</title></track></trackList>"
        for root in ["<playlist>", "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0\">"] {
            let reading = try parse(body, root: root)
            #expect(reading.document.entries == [PlaylistEntry(title: "T")])
            #expect(reading.problems.count == 1)
        }
        let prefixed = """
            <x:playlist xmlns:x="http://xspf.org/ns/0/" xmlns:y="urn:y"><x:trackList><y:other/><x:track>\
            <x:title>T</x:title><y:title>no</y:title></x:track></x:trackList></x:playlist>
            """
        #expect(
            try PlaylistFormat.xspf.parse(Array(prefixed.utf8)).document.entries
                == [PlaylistEntry(title: "T")])
    }

    @Test(
        "what is wrong in a part costs that part",
        arguments: [
            "<duration>x</duration>", "<duration>-1</duration>", "<trackNum>1.5</trackNum>",
            "<title>again</title>", "<link>x</link>",
            "<extension application=\"urn:x\"><a/></extension>",
        ])
    func wrongParts(part: String) throws {
        let reading = try parse(
            "<trackList><track><title>T</title>\(part)</track><track/></trackList>")
        #expect(reading.document.entries == [PlaylistEntry(title: "T"), PlaylistEntry()])
        #expect(reading.problems.map(\.entry) == [0])
    }

    @Test("unknown numbers are left out, never -1 or 0")
    func writing() {
        let document = PlaylistDocument(entries: [
            PlaylistEntry(location: .path("a b/#ü.mp3"), title: "<T>")
        ])
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/">
              <trackList>
                <track>
                  <location>a%20b/%23%C3%BC.mp3</location>
                  <location>a b/#ü.mp3</location>
                  <title>&lt;T&gt;</title>
                </track>
              </trackList>
            </playlist>

            """
        #expect(PlaylistFormat.xspf.render(document).contents == Array(text.utf8))
    }

    @Test("characters that XML has not are left out with a warning")
    func controls() throws {
        let document = PlaylistDocument(entries: [
            PlaylistEntry(location: .path("a"), title: "a\u{1}b")
        ])
        let writing = PlaylistFormat.xspf.render(document)
        #expect(writing.problems.map(\.entry) == [0])
        #expect(
            try PlaylistFormat.xspf.parse(writing.contents).document.entries[0].title == "ab")
    }
}

@Suite struct XMLTests {
    @Test(
        "what is no XML, or no XSPF, is refused with the reason",
        arguments: [
            "", "words", "<playlist>", "<playlist></x>", "<a/>", "<playlist/>", "<playlist", "<",
            "<playlist a=b></playlist>", "<playlist>&nothing;</playlist>", "<playlist/><playlist/>",
            "<!DOCTYPE p [<!ENTITY a \"b\">]><playlist><title>&a;</title><trackList/></playlist>",
            String(repeating: "<playlist>", count: 100_000),
        ])
    func refusals(text: String) {
        #expect(throws: PlaylistError.self) { try PlaylistFormat.xspf.parse(Array(text.utf8)) }
    }

    @Test("a list that is cut off has the tracks that are whole")
    func cutOff() throws {
        let whole = """
            <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><title>L</title><trackList>
            <track><title>a</title></track><track><location>b.mp3</location><title><![CDATA[b]]></title></track>
            <!-- c --><track ><title>&lt;c</title></track></trackList></playlist>
            """
        let start = try #require(whole.firstRange(of: "</track>")?.upperBound)
        let end = try #require(whole.firstRange(of: "</playlist>")?.upperBound)
        for place in whole.indices[start..<end] {
            let reading = try PlaylistFormat.xspf.parse(Array(whole[..<place].utf8))
            #expect(reading.document.title == "L")
            let titles = reading.document.entries.map(\.title)
            #expect(titles == Array(["a", "b", "<c"].prefix(titles.count)) && !titles.isEmpty)
            #expect(reading.problems.map(\.entry) == [nil], "\(whole[..<place].suffix(20))")
        }
        #expect(try PlaylistFormat.xspf.parse(Array(whole.utf8)).problems == [])
        // In the middle it is no list of which the end is missing.
        #expect(throws: PlaylistError.self) {
            try PlaylistFormat.xspf.parse(Array(whole.replacing("<!--", with: "</x>").utf8))
        }
    }

    /// A title as it is written, in bytes, and as it is read.
    static let badTitles: [(written: [UInt8], read: String)] = [
        (Array("Decass&#56553;gui".utf8), "Decassgui"), (Array("&#55356;&#57225;".utf8), "🎉"),
        (Array("&#xD83C;&#xDF89;".utf8), "🎉"), (Array("&#XD83C;&#XDF89;!".utf8), "🎉!"),
        (Array("&#57225;&#55356;x".utf8), "x"), (Array("&#55356;&amp;".utf8), "&"),
        (Array("x&#0;y".utf8), "xy"), (Array("x&#1114112;y".utf8), "xy"),
        (Array("x&#99999999;y".utf8), "xy"), (Array("a &eacute; b".utf8), "a é b"),
        (Array("a &nope; b".utf8), "a &nope; b"), (Array("Drum & Bass".utf8), "Drum & Bass"),
        (Array("AT&T; ok".utf8), "AT&T; ok"), (Array("a&".utf8), "a&"),
        (Array("&&amp;".utf8), "&&"),
        (Array("&;x".utf8), "&;x"), (Array("&#;x".utf8), "x"), (Array("caf".utf8) + [0xE9], "café"),
        (
            Array("&".utf8) + Array(repeating: 0x61, count: 20) + Array(";".utf8),
            "&aaaaaaaaaaaaaaaaaaaa;"
        ),
    ]

    @Test("a bad character costs that character, and no track", arguments: badTitles)
    func badCharacter(written: [UInt8], read: String) throws {
        func track(_ number: Int, _ title: [UInt8]) -> [UInt8] {
            Array("<track><location>\(number).mp3</location><title>".utf8) + title
                + Array("</title></track>".utf8)
        }
        let text =
            Array("<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList>".utf8)
            + track(1, Array("a".utf8)) + track(2, written) + track(3, Array("c".utf8))
            + Array("</trackList></playlist>".utf8)
        let entries = try PlaylistFormat.xspf.parse(text).document.entries
        #expect(entries.map(\.title) == ["a", read, "c"])
        #expect(entries.map(\.location) == [1, 2, 3].map { .uri("\($0).mp3") })
    }

    @Test("entities are never made, so nothing outside is fetched and nothing grows")
    func entities() {
        let bomb = """
            <!DOCTYPE playlist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">
            <!ENTITY file SYSTEM "file:///etc/passwd">]><playlist><title>&file;&b;</title></playlist>
            """
        #expect(throws: PlaylistError.self) { try PlaylistFormat.xspf.parse(Array(bomb.utf8)) }
    }

    @Test("references, CDATA, comments, instructions and a document type are understood")
    func syntax() throws {
        let text = """
            \u{FEFF}<?xml version='1.0'?><!DOCTYPE playlist SYSTEM "x.dtd"><!-- < -->
            <playlist xmlns="http://xspf.org/ns/0/"><title>&#x41;&#66;<![CDATA[<&>]]>&quot;&apos;</title>
            <?php ?><trackList/></playlist>
            """
        #expect(
            try PlaylistFormat.xspf.parse(Array(text.utf8)).document.title == "AB<&>\"'")
    }
}

@Suite struct JSPFTests {
    private func parse(_ text: String) throws -> PlaylistDocument {
        try PlaylistFormat.jspf.parse(Array(text.utf8)).document
    }

    @Test("tracks that are decoded some at a time are those that are decoded as one")
    func pieces() throws {
        let entries = (1...4000).map {
            PlaylistEntry(
                location: .uri("\($0).mp3"), title: "}],\"\\ \($0)",
                artist: String(repeating: "x", count: 200))
        }
        let document = PlaylistDocument(title: "[{\"track\":[", entries: entries)
        let text = String(
            decoding: PlaylistFormat.jspf.render(document).contents, as: UTF8.self)
        #expect(try parse(text) == document)
        // Written in escapes, the name hides the tracks from who looks for them.
        #expect(try parse(text.replacing("\"track\"", with: "\"tr\\u0061ck\"")) == document)
    }

    /// What stands between two sound tracks: the titles that are read, and the number of problems.
    static let odd: [(text: String, titles: [String?], problems: Int)] = [
        (#"{"title":1999}"#, ["a", "1999", "b"], 0), (#"{"title":1.5}"#, ["a", "1.5", "b"], 0),
        (#"{"title":true}"#, ["a", nil, "b"], 1), (#"{"title":["x"]}"#, ["a", nil, "b"], 1),
        (#"{"title":null}"#, ["a", nil, "b"], 0), (#"{"title":{"x":1}}"#, ["a", nil, "b"], 1),
        (#"{"title":"x","location":5}"#, ["a", "x", "b"], 1),
        (#"{"title":"x","location":{"a":"b"}}"#, ["a", "x", "b"], 1),
        (#"{"title":"x","duration":"long"}"#, ["a", "x", "b"], 0),
        (#"{"title":"x","duration":[1],"trackNum":{}}"#, ["a", "x", "b"], 0),
        (#"{"title":"x","link":"y","meta":[1]}"#, ["a", "x", "b"], 2),
        (#""x""#, ["a", "b"], 1), ("5", ["a", "b"], 1), ("null", ["a", "b"], 1),
        ("[]", ["a", "b"], 1), ("[{}]", ["a", "b"], 1), ("{}", ["a", nil, "b"], 0),
    ]

    @Test("what is odd in a track costs that alone", arguments: odd, ["track", "tr\\u0061ck"])
    func oddTracks(odd: (text: String, titles: [String?], problems: Int), name: String) throws {
        let text = #"{"playlist":{"\#(name)":[{"title":"a"},\#(odd.text),{"title":"b"}]}}"#
        let reading = try PlaylistFormat.jspf.parse(Array(text.utf8))
        #expect(reading.document.entries.map(\.title) == odd.titles)
        #expect(reading.problems.count == odd.problems)
    }

    @Test("what is odd in the head of a list costs that alone")
    func oddHead() throws {
        let reading = try PlaylistFormat.jspf.parse(
            Array(#"{"playlist":{"title":["L"],"creator":7,"track":[{"title":"a"}]}}"#.utf8))
        #expect(reading.document.title == nil)
        #expect(reading.document.creator == "7")
        #expect(reading.document.entries.map(\.title) == ["a"])
        #expect(reading.problems.map(\.entry) == [nil])
    }

    @Test("a list that is cut off has the tracks that are whole")
    func cutOff() throws {
        let whole =
            #"{"playlist":{"title":"L","track":[{"title":"a"},{"title":"b","duration":1000}, {"title":"c"}]}}"#
        let start = try #require(whole.firstRange(of: #"{"title":"a"}"#)?.upperBound)
        for end in whole.indices[start...] {
            let reading = try PlaylistFormat.jspf.parse(Array(whole[..<end].utf8))
            #expect(reading.document.title == "L")
            let titles = reading.document.entries.map(\.title)
            #expect(titles == Array(["a", "b", "c"].prefix(titles.count)) && !titles.isEmpty)
            #expect(reading.problems.count == 1)
        }
    }

    @Test(
        "what is wrong among the tracks is told",
        arguments: [
            #"{"playlist":{"track":[{"title":"a"}}"#, #"{"playlist":{"track":[{"title":"a"} 1]}}"#,
            #"{"playlist":{"track":[{"title":"#, #"{"playlist":{"track":5}}"#,
        ])
    func brokenTracks(text: String) {
        #expect(throws: PlaylistError.self) { try parse(text) }
    }

    @Test("lists that are texts, and numbers that are texts, are taken, too")
    func leniency() throws {
        let document = try parse(
            """
            {"playlist": {"title": "L", "identifier": ["urn:l"], "track": [
              {"location": "a.mp3", "identifier": "https://musicbrainz.org/recording/8f3471b5-7e6a-48da-86a9-c1c07a0f47ae",
               "duration": "1500", "trackNum": 0, "title": "T", "unknown": {"x": [1]}},
              {"location": ["b.mp3"], "duration": -1}]}}
            """)
        #expect(
            document.entries == [
                PlaylistEntry(
                    location: .uri("a.mp3"), title: "T", duration: 1.5,
                    musicBrainzRecordingID: "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae"),
                PlaylistEntry(location: .uri("b.mp3")),
            ])
        #expect(document.details.identifiers == ["urn:l"])
    }

    @Test(
        "what is no JSPF is refused",
        arguments: ["", "[]", "{}", "{\"playlist\":[]}", "{\"playlist\""])
    func refusals(text: String) { #expect(throws: PlaylistError.self) { try parse(text) } }

    @Test("locations and identifiers of a track are lists")
    func writing() {
        let document = PlaylistDocument(
            title: "L", entries: [PlaylistEntry(location: .path("a b"), trackNumber: 1)])
        #expect(
            String(decoding: PlaylistFormat.jspf.render(document).contents, as: UTF8.self) == """
                {"playlist":{"title":"L","track":[
                {"location":["a%20b"],"trackNum":1}
                ]}}

                """)
    }
}

@Suite struct CueSheetTests {
    @Test("tracks begin at index 1 and end where the next one in their file begins")
    func tracks() {
        let sheet = CueSheet(
            parsing: Array(
                """
                \u{FEFF}REM GENRE "Art Pop"
                REM DATE 1997
                PERFORMER "Björk"
                TITLE "Homogenic"
                FILE "CD "one".flac" WAVE
                  TRACK 01 AUDIO
                    TITLE "Hunter"
                    ISRC GBAAA9700001
                    INDEX 00 00:00:00
                    INDEX 01 00:02:00
                  TRACK 02 AUDIO
                    TITLE "Jóga"
                    PERFORMER "Björk feat. X"
                    INDEX 00 04:10:00
                    INDEX 01 04:12:37
                FILE "two.flac" WAVE
                  TRACK 03 AUDIO
                    INDEX 01 00:00:00
                  TRACK 04 MODE1/2352
                    INDEX 01 09:00:00
                """.utf8))
        #expect(sheet.title == "Homogenic")
        #expect(sheet.remarks == ["GENRE": "Art Pop", "DATE": "1997"])
        #expect(sheet.tracks.map(\.number) == [1, 2, 3])
        #expect(sheet.tracks.map(\.file) == ["CD \"one\".flac", "CD \"one\".flac", "two.flac"])
        #expect(sheet.tracks.map(\.start) == [150, 18937, 0])
        // Data end the sound before them.
        #expect(sheet.tracks.map(\.end) == [18937, nil, 40500])
        #expect(sheet.tracks.map(\.gap) == [0, 18750, nil])
        #expect(sheet.tracks[0].isrc == "GBAAA9700001")
        #expect(sheet.tracks[1].performer == "Björk feat. X")
        #expect(sheet.problems == [])
    }

    @Test("a gap may stand at the end of the file before")
    func gapInFileBefore() {
        let sheet = CueSheet(
            parsing: Array(
                """
                FILE "1.wav" WAVE
                TRACK 01 AUDIO
                INDEX 01 00:00:00
                TRACK 02 AUDIO
                INDEX 00 03:00:00
                FILE "2.wav" WAVE
                INDEX 01 00:00:00
                """.utf8))
        #expect(sheet.tracks.map(\.file) == ["1.wav", "2.wav"])
        #expect(sheet.tracks.map(\.end) == [nil, nil])
    }

    @Test("broken tracks are left out, with the reason")
    func broken() {
        let sheet = CueSheet(
            parsing: Array(
                """
                FILE plain name.mp3 MP3
                TRACK 01 AUDIO
                INDEX 01 00:61:00
                TRACK 02 AUDIO
                INDEX 01 00:01:00
                """.utf8))
        #expect(sheet.tracks.map(\.number) == [2])
        #expect(sheet.tracks.map(\.file) == ["plain name.mp3"])
        #expect(sheet.problems.count == 1)
    }

    @Test("a sheet is a list of parts of files")
    func list() throws {
        let text =
            "PERFORMER P\nFILE \"a.flac\" WAVE\nTRACK 1 AUDIO\nTITLE T\nINDEX 01 00:00:00\n"
            + "TRACK 2 AUDIO\nINDEX 01 01:00:00"
        #expect(
            try PlaylistFormat.cue.parse(Array(text.utf8)).document.entries == [
                PlaylistEntry(
                    location: .path("a.flac"), title: "T", artist: "P", albumArtist: "P",
                    duration: 60, trackNumber: 1, endTime: 60),
                PlaylistEntry(
                    location: .path("a.flac"), artist: "P", albumArtist: "P", trackNumber: 2,
                    startTime: 60),
            ])
    }
}

@Suite struct WindowsMediaTests {
    @Test("ASX is read in any case, with stray ampersands and open tags")
    func asx() throws {
        let text = """
            <ASX VERSION="3.0"><TITLE>L</TITLE>
            <ENTRY><TITLE>A & B</TITLE><AUTHOR>X</AUTHOR><REF HREF="http://h/?a=1&b=2"><REF href='two'/>
            <DURATION VALUE="0:01:30"/></ENTRY>
            <entryref href="other.asx"/></asx>
            """
        var entry = PlaylistEntry(
            location: .uri("http://h/?a=1&b=2"), title: "A & B", artist: "X", duration: 90)
        entry.details.otherLocations = ["two"]
        #expect(
            try PlaylistFormat.asx.parse(Array(text.utf8)).document
                == PlaylistDocument(
                    title: "L",
                    entries: [entry, PlaylistEntry(location: .path("other.asx"))]))
    }

    @Test("ASX as an INI file is read")
    func references() throws {
        let text = "[Reference]\r\nRef1=http://h/1\r\nRef2=http://h/2\r\n"
        #expect(
            try PlaylistFormat.asx.parse(Array(text.utf8)).document.entries.count == 2)
    }

    @Test("WPL is read, and its separators are Windows'")
    func wpl() throws {
        let text = """
            <?wpl version="1.0"?><smil><head><meta name="Generator"/><title>L</title></head>
            <body><seq><media src="..\\Music\\A &amp; B.mp3" albumTitle="C"/></seq></body></smil>
            """
        let document = try PlaylistFormat.wpl.parse(Array(text.utf8)).document
        #expect(document.title == "L")
        #expect(document.entries.map(\.album) == ["C"])
        #expect(document.entries[0].location?.paths.last == "../Music/A & B.mp3")
    }

    static let whole: [(format: PlaylistFormat, text: String)] = [
        (
            .asx,
            """
            <asx version="3.0"><entry><title>a &lt; a</title><ref href="a.mp3"/></entry>
            <!-- c --><entry><ref href="b.mp3"/><title><![CDATA[b]]></title></entry><entryref href="c.mp3" /></asx>
            """
        ),
        (
            .wpl,
            """
            <?wpl version="1.0"?><smil><head><title>L</title></head><body><seq><media src="a.mp3"/>
            <media src='b.mp3'></media><media src="c.mp3" albumTitle="C > B"/></seq></body></smil>
            """
        ),
    ]

    @Test("a list that is cut off has the entries that are whole, and says so", arguments: whole)
    func cutOff(format: PlaylistFormat, whole: String) throws {
        func places(_ reading: PlaylistReading) -> [String] {
            reading.document.entries.compactMap { $0.location?.paths.last?.description }
        }
        let start = try #require(whole.firstRange(of: "a.mp3\"/>")?.upperBound)
        let end = try #require(whole.range(of: "</", options: .backwards)?.lowerBound)
        for place in whole.indices[start...end] {
            let reading = try format.parse(Array(whole[..<place].utf8))
            let expected = ["a.mp3", "b.mp3", "c.mp3"]
            #expect(places(reading) == Array(expected.prefix(max(1, places(reading).count))))
            #expect(reading.problems.map(\.entry) == [nil], "\(whole[..<place].suffix(20))")
            // What is read once stays.
            let isLast = whole[place...].range(of: "c.mp3") == nil && whole[place...].first == "<"
            if isLast { #expect(places(reading) == expected) }
        }
        let reading = try format.parse(Array(whole.utf8))
        #expect(places(reading) == ["a.mp3", "b.mp3", "c.mp3"])
        #expect(reading.problems == [])
    }

    @Test(
        "signs that begin no tag are text",
        arguments: ["AC < DC", "1 <2", "<", "< <b>", "a <= b"])
    func signs(title: String) throws {
        let text = "<asx><entry><title>\(title)</title><ref href=\"a.mp3\"/></entry></asx>"
        let reading = try PlaylistFormat.asx.parse(Array(text.utf8))
        #expect(reading.document.entries.map(\.location) == [.path("a.mp3")])
        #expect(reading.problems == [])
    }
}

@Suite struct PathTests {
    @Test(
        "a path is seen from a folder",
        arguments: [
            ("/a/b/c.mp3", "/a/b", "c.mp3"), ("/a/c.mp3", "/a/b", "../c.mp3"),
            ("/x/y.mp3", "/a/b", "../../x/y.mp3"),
            ("/music-classical/a", "/music", "../music-classical/a"),
            ("/a", "/", "a"),
        ])
    func relative(path: String, folder: String, result: String) {
        #expect(MediaPath(path).relative(from: MediaPath(folder)) == MediaPath(result))
    }

    @Test(
        "dots are resolved as far as that goes",
        arguments: [
            ("/a/../b/./c", "/b/c"), ("../a//b", "../a/b"), ("/../a", "/a"), ("a/..", ""),
            ("../../x", "../../x"),
        ])
    func standardized(path: String, result: String) {
        #expect(MediaPath(path).standardized == MediaPath(result))
    }

    @Test(
        "a format is known by its extension or its beginning",
        arguments: [
            ("#EXTM3U\n", PlaylistFormat.m3u8), ("\u{FEFF}[playlist]", .pls),
            ("<?xml version='1.0'?>\n<playlist>", .xspf), ("{ \"playlist\"", .jspf),
            ("<Asx>", .asx), ("<?wpl?><smil>", .wpl),
        ])
    func formats(text: String, format: PlaylistFormat) {
        #expect(PlaylistFormat(contents: Array(text.utf8)) == format)
        #expect(PlaylistFormat(pathExtension: format.rawValue.uppercased()) == format)
    }
}

@Suite("Times that playlists say")
struct PlaylistTimeTests {
    @Test(
        "are none where they are no times",
        arguments: ["1e300", "nan", "inf", "-5", "npt:10", "5,2", "1,2,3", ""])
    func fragment(_ times: String) throws {
        let list = """
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track>
            <location>a.flac</location>
            <meta rel="https://www.w3.org/TR/media-frags/">t=\(times)</meta>
            </track></trackList></playlist>
            """
        let entry = try #require(
            try PlaylistFormat.xspf.parse(Array(list.utf8)).document.entries.first)
        #expect(entry.startTime == nil || entry.startTime == 0)
        #expect(entry.endTime == nil)
    }

    @Test(
        "are none where they are longer than any file", arguments: ["1e300", "1e13", "nan", "-1"])
    func windowsMedia(milliseconds: String) throws {
        let list = """
            <?wpl version="1.0"?><smil><body><seq>
            <media src="a.flac" duration="\(milliseconds)"/><media src="b.flac" duration="1500"/>
            </seq></body></smil>
            """
        let entries = try PlaylistFormat.wpl.parse(Array(list.utf8)).document.entries
        #expect(entries.map(\.duration) == [nil, 1.5])
    }

    @Test("are none where a number has hundreds of digits")
    func digits() throws {
        let list = "#EXTM3U\n#EXTINF:" + String(repeating: "9", count: 400) + ",A\na.mp3\n"
        let entry = try #require(
            try PlaylistFormat.m3u.parse(Array(list.utf8)).document.entries.first)
        #expect(entry.duration == nil)
        #expect(entry.title == "A")
    }
}
