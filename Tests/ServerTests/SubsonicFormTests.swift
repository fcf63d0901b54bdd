import Foundation
import MediaModel
import Server
import Testing

/// What needs no server: texts in and out.
@Suite struct SubsonicFormTests {
    @Test("One description gives both forms: single values are attributes, lists elements")
    func rendering() {
        var song = SubsonicObject("id", .text("tr-1"))
        song.add("isDir", .flag(false))
        song.addOpen("genres", .objects([SubsonicObject("name", .text("Pop & <Rock>"))]))
        song.addOpen("isrc", .texts(["A", "B"]))
        song.addOpen("moods", .texts([]))
        #expect(
            SubsonicRendering.json(song)
                == #"{"id":"tr-1","isDir":false,"genres":[{"name":"Pop & <Rock>"}],"isrc":["A","B"],"moods":[]}"#
        )
        #expect(
            SubsonicRendering.xml(song, as: "song")
                == #"<song id="tr-1" isDir="false"><genres name="Pop &amp; &lt;Rock&gt;"/><isrc>A</isrc><isrc>B</isrc></song>"#
        )
    }

    @Test("A value may be an element's text or an element of its own")
    func places() {
        var genre = SubsonicObject("songCount", .integer(2))
        genre.add("value", .text("Jazz"), at: .content)
        #expect(
            SubsonicRendering.xml(genre, as: "genre") == #"<genre songCount="2">Jazz</genre>"#)
        var info = SubsonicObject()
        info.add("notes", .text("x"), at: .element)
        #expect(
            SubsonicRendering.xml(info, as: "albumInfo")
                == "<albumInfo><notes>x</notes></albumInfo>")
        #expect(SubsonicRendering.json(genre) == #"{"songCount":2,"value":"Jazz"}"#)
    }

    @Test("XML survives line ends in attributes, and has nothing that it cannot hold")
    func awkwardText() throws {
        let text = "a\n\"b\"\t\r\u{0}\u{1F}\u{FFFE}c"
        let xml = SubsonicRendering.xml(SubsonicObject("t", .text(text)), as: "e")
        #expect(xml == "<e t=\"a&#10;&quot;b&quot;&#9;&#13;c\"/>")
        let json = SubsonicRendering.json(SubsonicObject("t", .text(text)))
        let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
        #expect(read == ["t": text])
    }

    @Test(
        "Ids are text, and there is one way to write each",
        arguments: [
            ("tr-1", true), ("al-9223372036854775807", true), ("ar-3", true), ("pl-4", true),
            ("fo-5", true), ("tr-0", false), ("tr-01", false), ("tr-+1", false), ("tr--1", false),
            ("1", false), ("", false), ("tr-", false), ("xx-1", false),
            ("tr-9223372036854775808", false),
        ])
    func ids(text: String, isID: Bool) {
        #expect((SubsonicID(text)?.description == text) == isID)
    }

    @Test("A form's text is decoded, whatever is wrong with it")
    func forms() {
        let form = FormText("a=1+2&a=%C3%BC&b&=x&c=%zz&d=%F")
        #expect(form.values("a") == ["1 2", "ü"])
        #expect(form["b"] == "")
        #expect(form["c"] == "%zz")
        #expect(form["d"] == "%F")
        #expect(form["e"] == nil)
    }

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

    @Test("Passwords are hashed with a salt, and known again")
    func passwords() throws {
        let hash = try PasswordHash(of: "sésame")
        let other = try PasswordHash(of: "sésame")
        #expect(hash != other)
        let read = try #require(PasswordHash(hash.description))
        #expect(try read.matches("sésame"))
        // The same word with its accent as a character of its own.
        #expect(try read.matches("se\u{301}same"))
        #expect(try !read.matches("sesame"))
    }
}
