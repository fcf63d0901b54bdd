import PhonolithMediaModel
import PhonolithTagReading
import Testing

@Suite struct TagResolutionTests {
    private let rules = FactsFromTags(options: TagReadingOptions())

    private func facts(_ fields: RawField...) -> MediaFacts {
        rules.facts(TagResolution(fields: fields))
    }

    private func field(_ kind: TagKind, _ key: String, _ values: String...) -> RawField {
        RawField(kind: kind, key: key, values: values)
    }

    @Test("Of several kinds of tags the highest in rank wins, whatever their order")
    func precedence() {
        let fields = [
            field(.id3v1, "Title", "one"), field(.ape, "Title", "APE"),
            field(.id3v24, "TIT2", "four"), field(.riffInfo, "INAM", "RIFF"),
        ]
        for order in [fields, fields.reversed()] {
            #expect(rules.facts(TagResolution(fields: order)).title == "four")
        }
    }

    @Test("What the better tag lacks, the others give")
    func filling() {
        var expected = MediaFacts()
        expected.title = "four"
        expected.albumTitle = "one"
        #expect(
            facts(
                field(.id3v24, "TIT2", "four"), field(.id3v1, "Title", "one"),
                field(.id3v1, "Album", "one")) == expected)
    }

    @Test("A key that stands several times has several values")
    func repetition() {
        let found = facts(field(.id3v23, "TPE1", "Ada / Bo"), field(.id3v23, "TPE1", "Cy"))
        #expect(found.artists == ["Ada / Bo", "Cy"])
        #expect(found.artist == "Ada / Bo; Cy")
    }

    @Test("The name of a series is that of the podcast or that of the show")
    func series() {
        let podcast = facts(field(.mp4, "pcst", "1"), field(.mp4, "tvsh", "Weather Talk"))
        #expect([podcast.podcastTitle, podcast.tvShow] == ["Weather Talk", nil])
        let show = facts(field(.mp4, "stik", "10"), field(.mp4, "tvsh", "Weather Talk"))
        #expect([show.podcastTitle, show.tvShow] == [nil, "Weather Talk"])
    }

    @Test(
        "Seasons and episodes are numbers from 0",
        arguments: [("0", 0), ("02", 2), ("3/10", 3), ("", nil), ("two", nil), ("123456", nil)])
    func ordinal(text: String, number: Int?) {
        #expect(ParsedValue.ordinal(text) == number)
    }

    @Test(
        "Numbers are genres where ID3's numbers are used, and themselves elsewhere",
        arguments: [
            (TagKind.id3v1, "Genre", "17", ["Rock"]),
            (.id3v23, "TCON", "(17)(RX)", ["Rock", "Remix"]),
            (.id3v24, "TCON", "17", ["Rock"]), (.mp4, "gnre", "17", ["Rock"]),
            (.asf, "WM/GenreID", "(17)", ["Rock"]), (.id3v23, "TCON", "1995", ["1995"]),
            (.vorbis, "GENRE", "90", ["90"]), (.mp4, "©gen", "70", ["70"]),
            (.ape, "Genre", "60", ["60"]), (.asf, "WM/Genre", "80", ["80"]),
            (.riffInfo, "IGNR", "17", ["17"]), (.matroska, "50:GENRE", "17", ["17"]),
            (.ffmpeg, "genre", "17", ["17"]), (.vorbis, "GENRE", "(RX)", ["(RX)"]),
        ])
    func genreNumbers(kind: TagKind, key: String, text: String, genres: [String]) {
        #expect(facts(field(kind, key, text)).genres == genres)
    }

    @Test("Several values of a text that describes are shown together")
    func joinedValues() {
        let found = facts(
            field(.vorbis, "GROUPING", "one", "two"), field(.vorbis, "ISRC", "A", "B", "A"),
            field(.vorbis, "BARCODE", "1", "2"), field(.vorbis, "DISCSUBTITLE", "x", "y"),
            field(.vorbis, "WORK", "v", "w"), field(.vorbis, "KEY", "C", "G"),
            field(.vorbis, "COMMENT", "first", "second", "first"),
            field(.vorbis, "LYRICS", "La", "Lo", "La"), field(.vorbis, "UNSYNCEDLYRICS", "La"))
        #expect(
            [
                found.userGrouping, found.isrc, found.barcode, found.discSubtitle, found.work,
                found.key, found.comments, found.lyrics,
            ] == [
                "one; two", "A; B", "1; 2", "x; y", "v; w", "C; G", "first\nsecond", "La\n\nLo",
            ])
        #expect(found.tags.isEmpty)
    }

    @Test("Further values of what has one are kept among the other tags")
    func furtherValues() {
        let found = facts(
            field(.id3v24, "TIT2", "One", "Two", "One"), field(.id3v24, "TDRC", "1997", "2001"),
            field(.id3v24, "TXXX:Mine", "x"))
        #expect(found.title == "One")
        #expect(
            found.tags == [
                MediaTag(name: "DATE", values: ["2001"]), MediaTag(name: "MINE", values: ["x"]),
                MediaTag(name: "TITLE", values: ["Two"]),
            ])
    }

    @Test("ARTISTS gives the list and ARTIST the text")
    func listTag() {
        let found = facts(
            field(.vorbis, "ARTIST", "Ada feat. Bo"), field(.vorbis, "ARTISTS", "Ada", "Bo"))
        #expect(found.artist == "Ada feat. Bo")
        #expect(found.artists == ["Ada", "Bo"])
    }

    @Test("What cannot be understood is passed over for what can")
    func fallback() {
        let found = facts(field(.id3v24, "TDRC", "soon"), field(.id3v1, "Year", "1997"))
        #expect(found.releaseDate == PartialDate(year: 1997))
    }

    @Test("The plain comment is preferred and technical ones are none")
    func comments() {
        #expect(
            facts(
                field(.id3v23, "COMM:eng:iTunNORM", " 00000A"),
                field(.id3v23, "COMM:eng:about", "described"),
                field(.id3v23, "COMM:eng:", "plain")
            ).comments == "plain")
        #expect(facts(field(.id3v23, "COMM:eng:about", "described")).comments == "described")
        #expect(facts(field(.id3v23, "COMM:eng:iTunSMPB", "0")).comments == nil)
        #expect(facts(field(.id3v23, "COMM:eng:ID3v1 Comment", "0")).comments == nil)
    }

    @Test(
        "A track number of a record gives the side as a disc",
        arguments: [
            ("A1", nil, 1, 1), ("B2", nil, 2, 2), ("D3", nil, 4, 3),
            // Letters that go on with the second record, and letters that begin anew.
            ("C1", "2/2", 3, 1), ("D1", "2/2", 4, 1), ("A1", "2/2", 3, 1), ("B1", "2/2", 4, 1),
            ("A1", "1/2", 1, 1), ("B1", "1/2", 2, 1), ("7", "2", 2, 7),
        ] as [(String, String?, Int, Int)])
    func record(track: String, disc: String?, discNumber: Int, number: Int) {
        let fields =
            [field(.vorbis, "TRACKNUMBER", track)]
            + (disc.map { [field(.vorbis, "DISCNUMBER", $0)] } ?? [])
        let found = FactsFromTags(options: TagReadingOptions()).facts(TagResolution(fields: fields))
        #expect(found.discNumber == discNumber)
        #expect(found.albumTrackNumber == number)
        if let count = found.discCount { #expect(count >= discNumber) }
    }

    @Test("Of several sources of loudness the one that is meant for it wins")
    func loudness() {
        let soundCheck = "000003E8 000003E8 0 0 0 0 00004000 00004000 0 0"
        let id3 = [
            field(.id3v24, "COMM:eng:iTunNORM", soundCheck),
            field(.id3v24, "RVA2:normalize", "3.5"),
            field(.id3v24, "RVA2:track", "2.5"),
            field(.id3v24, "TXXX:replaygain_track_gain", "1.5 dB"),
        ]
        let gains = (0..<id3.count).map { count in
            FactsFromTags(options: TagReadingOptions()).facts(
                TagResolution(fields: Array(id3.prefix(count + 1)))
            ).replayGainTrackGain
        }
        #expect(gains == [0, 3.5, 2.5, 1.5])
        #expect(
            facts(
                field(.vorbis, "REPLAYGAIN_TRACK_GAIN", "9 dB"),
                field(.vorbis, "R128_TRACK_GAIN", "256")
            ).replayGainTrackGain == 6)
        #expect(
            facts(
                field(.header, "LAME:TRACK_GAIN", "9"), field(.ape, "REPLAYGAIN_TRACK_GAIN", "1 dB")
            )
            .replayGainTrackGain == 1)
        #expect(facts(field(.id3v24, "COMM:eng:iTunNORM", soundCheck)).comments == nil)
    }

    @Test(
        "iTunes' kinds of media are understood",
        arguments: [
            ("0", .movie), ("1", .music), ("2", .audioBook), ("6", .musicVideo), ("9", .movie),
            ("10", .tvShow), ("21", .podcast), ("23", .audioITunesU), ("14", []),
        ] as [(String, MediaType)])
    func kinds(stik: String, type: MediaType) {
        #expect(facts(field(.mp4, "stik", stik)).mediaType == type)
    }

    @Test(
        "A genre can tell the kind",
        arguments: [
            ("Podcast", .podcast), ("Audiobook", .audioBook), ("audiobooks", .audioBook),
            ("Rock", []),
        ] as [(String, MediaType)])
    func kindByGenre(genre: String, type: MediaType) {
        #expect(facts(field(.vorbis, "GENRE", genre)).mediaType == type)
    }

    @Test(
        "rtng tells explicit, clean and nothing",
        arguments: [
            ("1", true), ("4", true), ("2", false), ("0", nil),
        ] as [(String, Bool?)])
    func advisory(value: String, isExplicit: Bool?) {
        #expect(facts(field(.mp4, "rtng", value)).isExplicit == isExplicit)
    }

    @Test("Chapters of Vorbis comments stand in the order of their times")
    func chapters() {
        let found = facts(
            field(.vorbis, "CHAPTER002", "00:01:00.500"),
            field(.vorbis, "CHAPTER001", "00:00:00.000"),
            field(.vorbis, "CHAPTER001NAME", "Opening"), field(.vorbis, "CHAPTER003", "later"))
        #expect(
            found.chapters == [
                Chapter(startTime: 0, endTime: nil, title: "Opening"),
                Chapter(startTime: 60.5, endTime: nil, title: nil),
            ])
    }

    @Test("The day of ID3v2.2 completes the year")
    func dayOfID3v22() {
        let found = facts(field(.id3v22, "TDRC", "1997"), field(.id3v22, "TDA", "2009"))
        #expect(found.releaseDate == PartialDate(year: 1997, month: 9, day: 20))
    }
}

/// Names in one value, beside as many identifiers.
@Suite struct ProvenNameTests {
    private static let ids = (0..<3).map { "\($0)1111111-1111-4111-8111-111111111111" }

    @Test(
        "Identifiers prove how many artists a value names",
        arguments: [
            ("Ann/Bob/Cyd", 3, ["Ann", "Bob", "Cyd"]), ("Ann/Bob/Cyd", 0, ["Ann/Bob/Cyd"]),
            ("Ann/Bob/Cyd", 1, ["Ann/Bob/Cyd"]), ("Ann/Bob/Cyd", 2, ["Ann/Bob/Cyd"]),
            ("Ann; Bob", 2, ["Ann", "Bob"]), ("Ann; Bob", 0, ["Ann", "Bob"]),
            ("Alpha; Beta!", 1, ["Alpha; Beta!"]), ("North / South", 1, ["North / South"]),
            ("Main feat. Guest", 1, ["Main", "Guest"]), ("AC/DC; Bob", 2, ["AC/DC", "Bob"]),
            ("Ann; ann; ANN", 0, ["Ann"]),
        ],
        ["ARTIST", "ARTISTS"])
    func artists(row: (value: String, count: Int, names: [String]), key: String) {
        // A list of names has no guests in it.
        if key == "ARTISTS", row.value.contains(" feat. ") || row.value.contains(" / ") { return }
        let ids = Array(Self.ids.prefix(row.count))
        var fields = [RawField(kind: .vorbis, key: key, values: [row.value])]
        if !ids.isEmpty {
            fields.append(RawField(kind: .vorbis, key: "MUSICBRAINZ_ARTISTID", values: ids))
        }
        let facts = FactsFromTags(options: TagReadingOptions())
            .facts(TagResolution(fields: fields))
        #expect(facts.artists == row.names)
    }

    @Test("What is equal after folding is one, in artists, genres and identifiers")
    func folding() {
        let fields = [
            RawField(kind: .vorbis, key: "ARTIST", values: ["Björk", "BJÖRK", "Bo"]),
            RawField(kind: .vorbis, key: "GENRE", values: ["Folk", "folk", "Drone"]),
            RawField(
                kind: .vorbis, key: "MUSICBRAINZ_ARTISTID",
                values: ["ab" + Self.ids[0].dropFirst(2), "AB" + Self.ids[0].dropFirst(2)]),
        ]
        let facts = FactsFromTags(options: TagReadingOptions())
            .facts(TagResolution(fields: fields))
        #expect(facts.artists == ["Björk", "Bo"])
        #expect(facts.genres == ["Folk", "Drone"])
        #expect(facts.musicBrainzArtistIDs.count == 1)
    }
}
