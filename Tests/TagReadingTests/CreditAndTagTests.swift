import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import Testing

@testable import PhonolithTagReading

@Suite struct CreditAndTagTests {
    private let rules = FactsFromTags(options: TagReadingOptions())

    private func facts(_ fields: [RawField]) -> MediaFacts {
        rules.facts(TagResolution(fields: fields))
    }

    private func field(_ kind: TagKind, _ key: String, _ values: String...) -> RawField {
        RawField(kind: kind, key: key, values: values)
    }

    // MARK: - Credits

    @Test(
        "a performer's instrument is in parentheses at the end, or in the frame",
        arguments: [
            ("Ada (guitar)", "Ada", "guitar"), ("Ada", "Ada", nil), ("Ada ()", "Ada", nil),
            ("Bo (Jr.) (lead vocals)", "Bo (Jr.)", "lead vocals"),
            ("Ada (guitar (acoustic))", "Ada", "guitar (acoustic)"),
            ("Ada (a (b) (c))", "Ada", "a (b) (c)"), ("Ada guitar)", "Ada guitar)", nil),
            ("Ada (guitar (acoustic)", "Ada (guitar", "acoustic"),
            ("(Sandy) Alex", "(Sandy) Alex", nil),
            (" (guitar)", " (guitar)", nil), ("Ada(guitar)", "Ada(guitar)", nil),
        ])
    func instruments(text: String, name: String, instrument: String?) {
        let credit = MediaCredit(role: .performer, name: name, instrument: instrument)
        #expect(facts([field(.vorbis, "PERFORMER", text)]).credits == [credit])
    }

    @Test("ID3's pairs are credits; a part without a role of its own is a performer's")
    func pairs() {
        let found = facts([
            field(.id3v24, "TMCL:cello", "Ada"), field(.id3v24, "TIPL:DJ-mix", "Bo"),
            field(.id3v24, "TIPL:Producer", "Cy"), field(.id3v24, "TIPL:orchestra", "Band"),
            field(.id3v24, "TMCL:performer", "Di"),
        ])
        #expect(
            found.credits == [
                MediaCredit(role: .performer, name: "Ada", instrument: "cello"),
                MediaCredit(role: .performer, name: "Band", instrument: "orchestra"),
                MediaCredit(role: .performer, name: "Di"),
                MediaCredit(role: .producer, name: "Cy"), MediaCredit(role: .djmixer, name: "Bo"),
            ])
        #expect(found.tags == [])
    }

    @Test("each name counts once in a role, one value is cut as that of artists is")
    func names() {
        let found = facts([
            field(.vorbis, "CONDUCTOR", "Ada", "Ada"), field(.vorbis, "LYRICIST", "Ada; Bo"),
        ])
        #expect(
            found.credits == [
                MediaCredit(role: .conductor, name: "Ada"),
                MediaCredit(role: .lyricist, name: "Ada"),
                MediaCredit(role: .lyricist, name: "Bo"),
            ])
        let many = facts([
            RawField(kind: .vorbis, key: "PERFORMER", values: (0..<400).map { "Name \($0)" })
        ])
        #expect(many.credits.count == 256)
    }

    @Test("MOVEMENT is a number in some files and a name in others")
    func movement() {
        let picard = facts([
            field(.vorbis, "MOVEMENT", "2"), field(.vorbis, "MOVEMENTNAME", "Allegro"),
            field(.vorbis, "MOVEMENTTOTAL", "4"),
        ])
        #expect((picard.movement, picard.movementNumber) == ("Allegro", 2))
        #expect(picard.movementCount == 4)
        let other = facts([field(.vorbis, "MOVEMENT", "Allegro")])
        #expect((other.movement, other.movementNumber) == ("Allegro", nil))
    }

    @Test("a file's involved people, links and own frames are read")
    func file() throws {
        let sound = try Fixtures.bytes(of: "empty/empty.mp3")
        let tag = id3v2([
            (id: "IPLS", text: "producer\0Ada\0trombone\0Bo"), (id: "TPE3", text: "Cy"),
            (id: "TXXX", text: "Foo Bar\0x"), (id: "TCOP", text: "1997 Ada"),
            (id: "TPUB", text: "Label"), (id: "TXXX", text: "BARCODE\0123"),
            (id: "TXXX", text: "MusicBrainz Work Id\0w"), (id: "TLEN", text: "1000"),
        ])
        let folder = try ScratchFolder()
        let path = try folder.write(tag + sound, to: "people.mp3")
        let found = try TagReader().read(path).facts
        #expect(
            found.credits == [
                MediaCredit(role: .conductor, name: "Cy"),
                MediaCredit(role: .performer, name: "Bo", instrument: "trombone"),
                MediaCredit(role: .producer, name: "Ada"),
            ])
        #expect((found.label, found.barcode) == ("Label", "123"))
        #expect(
            found.tags == [
                MediaTag(name: "COPYRIGHT", values: ["1997 Ada"]),
                MediaTag(name: "FOO BAR", values: ["x"]),
                MediaTag(name: "MUSICBRAINZ_WORKID", values: ["w"]),
            ])
    }

    /// Texts of a frame of people in their order, and the credits in theirs; as mutagen pairs them.
    static let people: [(texts: [String], credits: [MediaCredit])] = [
        (["producer", "Ada", "mix"], [.init(role: .producer, name: "Ada")]),
        (["producer", "Ada", "engineer", ""], [.init(role: .producer, name: "Ada")]),
        (["producer", "", "mix", "Bo"], [.init(role: .mixer, name: "Bo")]),
        (
            ["", "Ada", "mix", "Bo"],
            [.init(role: .performer, name: "Ada"), .init(role: .mixer, name: "Bo")]
        ),
        (
            ["producer", "Ada", "", "", "mix", "Bo"],
            [.init(role: .producer, name: "Ada"), .init(role: .mixer, name: "Bo")]
        ),
        (["producer", "Ada", "", "", ""], [.init(role: .producer, name: "Ada")]),
        (["producer"], []), (["", "", ""], []),
        (
            ["producer", "Ada", "mix", "Bo", "engineer"],
            [.init(role: .producer, name: "Ada"), .init(role: .mixer, name: "Bo")]
        ),
    ]

    @Test(
        "a text that lacks among roles and people costs its pair alone",
        arguments: [("IPLS", 3), ("TIPL", 4), ("IPL", 2)], [0, 1, 3])
    func odd(frame: (id: String, version: Int), encoding: Int) throws {
        let folder = try ScratchFolder()
        let sound = try Fixtures.bytes(of: "empty/empty.mp3")
        for (texts, credits) in Self.people where encoding < 3 || frame.version == 4 {
            let isWide = encoding == 1
            let parts = texts.map { text in
                isWide
                    ? [0xFF, 0xFE] + text.utf16.flatMap { little(Int($0), 2) } : Array(text.utf8)
            }
            let content = [UInt8(encoding)] + parts.joined(separator: isWide ? [0, 0] : [0])
            let head =
                frame.version == 2
                ? big(content.count, 3) : bytes(big(content.count), [0, 0])
            var tag = id3v2(bytes: bytes(ascii(frame.id), head, content))
            tag[3] = UInt8(frame.version)
            let path = try folder.write(tag + sound, to: "people.mp3")
            #expect(try TagReader().read(path).facts.credits == credits, "\(texts)")
        }
    }

    // MARK: - Tags without a property

    @Test(
        "a tag has the same name in all formats",
        arguments: [
            (TagKind.id3v24, "TXXX:Foo", "FOO"), (.id3v23, "TCOP", "COPYRIGHT"),
            (.id3v24, "TIT3", "SUBTITLE"), (.id3v24, "WOAR", "ARTISTWEBPAGE"),
            (.id3v24, "WXXX:", "URL"), (.id3v24, "WXXX:Shop", "URL:SHOP"),
            (.id3v24, "TABC", "TABC"),
            (.vorbis, "foo", "FOO"), (.ape, "Foo", "FOO"), (.asf, "WM/SubTitle", "SUBTITLE"),
            (.asf, "foo", "FOO"), (.mp4, "----:com.apple.iTunes:Foo", "FOO"),
            (.mp4, "cprt", "COPYRIGHT"), (.mp4, "©xyz", "XYZ"), (.riffInfo, "ICOP", "COPYRIGHT"),
            (.riffInfo, "IABC", "IABC"), (.aiff, "(c) ", "COPYRIGHT"), (.matroska, "50:FOO", "FOO"),
            (.ffmpeg, "foo", "FOO"), (.ffmpeg, "MOVIE/FOO", "FOO"), (.ffmpeg, "a/b", "A/B"),
            (.id3v24, "TXXX:MusicBrainz Work Id", "MUSICBRAINZ_WORKID"),
            (.asf, "MusicBrainz/Work Id", "MUSICBRAINZ_WORKID"),
            (.mp4, "----:com.apple.iTunes:Acoustid Id", "ACOUSTID_ID"),
        ])
    func tagNames(kind: TagKind, key: String, name: String) {
        #expect(facts([field(kind, key, "x")]).tags == [MediaTag(name: name, values: ["x"])])
    }

    @Test(
        "what is technical, or read elsewhere, is none",
        arguments: [
            (TagKind.id3v24, "COMM:eng:iTunSMPB"), (.id3v24, "TLEN"), (.id3v24, "UFID:shop"),
            (.vorbis, "METADATA_BLOCK_PICTURE"), (.vorbis, "CUESHEET"), (.vorbis, "CHAPTER001"),
            (.vorbis, "CHAPTER001NAME"), (.vorbis, "REPLAYGAIN_REFERENCE_LOUDNESS"),
            (.mp4, "----:com.apple.iTunes:iTunSMPB"), (.mp4, "apID"), (.asf, "WMFSDKVersion"),
            (.ffmpeg, "major_brand"), (.ffmpeg, "COLLECTION/FOO"), (.ffmpeg, "EPISODE/TITLE"),
            (.matroska, "50:TITLE"), (.matroska, "50:ALBUM"), (.ffmpeg, "_STATISTICS_TAGS"),
            (.matroska, "70:FOO"),
            (.header, "MPC:FOO"), (.vorbis, "TITLE"), (.id3v24, "TXXX:MusicBrainz Album Id"),
        ])
    func technical(kind: TagKind, key: String) {
        #expect(facts([field(kind, key, "1")]).tags == [])
    }

    @Test("of several kinds of tags the highest in rank has the values of a name")
    func rank() {
        let found = facts([
            field(.ape, "Foo", "ape"), field(.id3v24, "TXXX:foo", "one"),
            field(.id3v24, "TXXX:FOO", "two"), field(.ape, "Bar", "ape"),
        ])
        #expect(
            found.tags == [
                MediaTag(name: "BAR", values: ["ape"]),
                MediaTag(name: "FOO", values: ["one", "two"]),
            ])
    }

    @Test("values, their number, their sum and names are limited")
    func limits() {
        let long = facts([field(.vorbis, "FOO", String(repeating: "x", count: 4095) + "é")])
        #expect(long.tags == [MediaTag(name: "FOO", values: [String(repeating: "x", count: 4095)])])
        let exact = String(repeating: "é", count: 2048)
        #expect(facts([field(.vorbis, "FOO", exact)]).tags.first?.values == [exact])

        let many = facts((0..<300).map { field(.vorbis, "FOO\($0)", "x") })
        #expect(many.tags.count == 256)
        let large = facts(
            (0..<40).map { field(.vorbis, "N\($0)", String(repeating: "x", count: 4000)) })
        #expect(large.tags.count == 16)
        #expect(
            facts([field(.vorbis, String(repeating: "N", count: 257), "x")]).tags == [])
    }
}
