import MediaModel
import Testing

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
}
