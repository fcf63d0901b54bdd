import Foundation
import PhonolithAccess
import PhonolithMediaModel
import PhonolithOpenSubsonic
import Testing

/// Texts in and out, without a server.
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

    @Test("Of a form that never ends no more pairs are taken than people send")
    func endlessForm() {
        let most = RequestLimits.listCount
        let whole = FormText(
            "&a&&" + Array(repeating: "b=c", count: most - 1).joined(separator: "&"))
        #expect(whole.pairs.count == most && whole.excess == nil)
        var cut = FormText(String(repeating: "&a", count: most + 1))
        #expect(cut.pairs.count == most && cut.excess != nil)
        var query = FormText("v=1")
        query.append(cut)
        cut.append(whole)
        #expect(query.excess != nil && cut.excess != nil)
        let url = FormText("a&a&a", most: 2)
        #expect(url.pairs.count == 2 && url.excess != nil)
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

    @Test("Passwords are hashed with a salt, and known again")
    func passwords() throws {
        #expect(try PasswordHash(of: "sésame").description.hasPrefix("$scrypt$16384$8$5$"))
        let hash = try PasswordHash(of: "sésame", cost: .least)
        let other = try PasswordHash(of: "sésame", cost: .least)
        #expect(hash != other)
        let read = try #require(PasswordHash(hash.description))
        #expect(try read.matches("sésame"))
        // The same word with its accent as a character of its own.
        #expect(try read.matches("se\u{301}same"))
        #expect(try !read.matches("sesame"))
    }

    @Test(
        "A stored hash that this program never made is none",
        arguments: [
            ("$scrypt$2$1$1", true), ("$scrypt$16384$8$5", true), ("$scrypt$-2$1$1", false),
            ("$scrypt$0$1$1", false), ("$scrypt$1$1$1", false), ("$scrypt$2$-1$1", false),
            ("$scrypt$2$0$1", false), ("$scrypt$2$1$-1", false), ("$scrypt$2$1$0", false),
            ("$scrypt$2$1$1000000", false), ("$scrypt$1048576$8$1", false),
            ("$scrypt$9223372036854775807$1$1", false), ("$scrypt$2$1$x", false),
            ("$md5$2$1$1", false), ("scrypt", false), ("", false),
        ])
    func storedHashes(cost: String, isOne: Bool) throws {
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let hash = PasswordHash("\(cost)$AAAA$\(key)")
        #expect((hash != nil) == isOne)
        if let hash { #expect(try !hash.matches("sésame")) }
        #expect(PasswordHash("\(cost)$AAAA$AAAA") == nil)
    }
}
