import Foundation
import PhonolithMediaModel
import Testing

@Suite struct MediaValueTests {
    @Test(
        "sums that differ in their last digits are the same thousandths",
        arguments: [
            (14.3475, 14.348), (14.347499999999998, 14.348), (0.1 + 0.2, 0.3), (0.0004, 0),
            (86_400.0005, 86_400.001), (-1.2344, -1.234),
        ])
    func thousandths(number: Double, rounded: Double) {
        #expect(MediaValue.thousandths(number) == .number(rounded))
    }
}

@Suite struct PartialDateTests {
    @Test("a date is read as far as it is known", arguments: ["1997", "1997-09", "1997-09-20"])
    func roundTrip(text: String) {
        #expect(PartialDate(text)?.description == text)
    }

    @Test(
        "what no calendar has is no date",
        arguments: ["", "97", "1997-13", "1997-02-29", "1997-9-2", "0000", "1997-09-20T10", "１９９７"])
    func refused(text: String) {
        #expect(PartialDate(text) == nil)
    }

    @Test("dates order by time, the less known first")
    func order() throws {
        let dates = try ["1997-09-20", "1997", "1996-12-31", "1997-09"].map {
            try #require(PartialDate($0))
        }
        #expect(
            dates.sorted().map(\.description) == ["1996-12-31", "1997", "1997-09", "1997-09-20"])
    }
}

@Suite struct MediaPathTests {
    @Test("a path comes apart at its last slash")
    func components() {
        let path = MediaPath("/music/Björk/Jóga.FLAC")
        #expect(path.parent == MediaPath("/music/Björk"))
        #expect(path.lastComponent == MediaPath("Jóga.FLAC"))
        #expect(path.pathExtension == "flac")
        #expect(path.parent.appending(path.lastComponent) == path)
        #expect(MediaPath("/a").parent == MediaPath("/"))
        #expect(MediaPath("a").parent == MediaPath(""))
        #expect(MediaPath(".mp3").pathExtension == "")
    }

    @Test("being inside goes by whole components")
    func inside() {
        #expect(MediaPath("/music/a").isInside(MediaPath("/music")))
        #expect(MediaPath("/music").isInside(MediaPath("/music")))
        #expect(!MediaPath("/music-classical").isInside(MediaPath("/music")))
        #expect(MediaPath("/music").isInside(MediaPath("/")))
    }

    @Test("a name that is not UTF-8 is kept, and shown with U+FFFD")
    func notUTF8() {
        let path = MediaPath(bytes: [0x61, 0xFF, 0x62])
        #expect(path.description == "a\u{FFFD}b")
        #expect(!path.isUTF8)
    }

    @Test(
        "a path is text in JSON, and a list of bytes where it is none",
        arguments: [
            (MediaPath("/a/ö\u{301}"), "\"\\/a\\/ö\u{301}\""),
            (MediaPath(bytes: [0x61, 0xFF]), "[97,255]"),
        ])
    func coding(path: MediaPath, json: String) throws {
        let data = try JSONEncoder().encode(path)
        #expect(String(decoding: data, as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(MediaPath.self, from: data) == path)
    }
}

@Suite struct PropertyNameTests {
    @Test(
        "the distance of two words is how many letters must be changed",
        arguments: [
            ("title", "title", 0), ("Title", "tITLE", 0), ("titel", "title", 2), ("yea", "year", 1),
            ("", "year", 4), ("year", "", 4), ("kitten", "sitting", 3),
        ])
    func distance(one: String, other: String, distance: Int) {
        #expect(one.editDistance(to: other) == distance)
        #expect(other.editDistance(to: one) == distance)
    }

    @Test(
        "the name that was meant is found where it is near",
        arguments: [
            ("titel", "title"), ("Artst", "artist"), ("yer", "year"), ("albumTitel", "albumTitle"),
            ("plays", nil), ("x", nil), ("", nil), (String(repeating: "year", count: 20_000), nil),
        ])
    func nearest(name: String, property: String?) {
        #expect(name.nearest(among: MediaProperty.names.keys) == property)
    }

    @Test(
        "the last day that a date may mean is its own, or its month's or year's",
        arguments: [
            ("1997", "1997-12-31"), ("1997-02", "1997-02-28"), ("2000-02", "2000-02-29"),
            ("1997-09-20", "1997-09-20"),
        ])
    func lastDay(date: String, day: String) throws {
        #expect(try #require(PartialDate(date)).lastDay.description == day)
    }
}

@Suite struct FileURLTests {
    @Test(
        "a path and its URL lead to each other, byte by byte",
        arguments: [
            ("/music/Björk", "file:///music/Bj%C3%B6rk"),
            ("/a b/#1?.mp3", "file:///a%20b/%231%3F.mp3"),
            ("/100%/x:y", "file:///100%25/x%3Ay"), ("/", "file:///"),
        ])
    func urls(path: String, url: String) {
        #expect(MediaPath(path).fileURL?.absoluteString == url)
        #expect(URL(string: url).flatMap(MediaPath.init(fileURL:)) == MediaPath(path))
    }

    @Test("bytes that are no text are kept in URLs")
    func bytes() {
        let path = MediaPath(bytes: Array("/music/".utf8) + [0xFF, 0xFE])
        #expect(path.fileURL.flatMap(MediaPath.init(fileURL:)) == path)
    }

    @Test("a relative path is one below the working folder, and other URLs have no path")
    func relative() {
        let working = FileManager.default.currentDirectoryPath
        #expect(MediaPath("a:b.mp3").fileURL?.path == working + "/a:b.mp3")
        #expect(MediaPath("").fileURL == nil)
        #expect(URL(string: "https://example.org/a.mp3").flatMap(MediaPath.init(fileURL:)) == nil)
    }
}
