import PhonolithMediaModel
import PhonolithTagReading
import Testing

/// One key of the table.
struct MappedKey: Sendable, CustomTestStringConvertible {
    var property: TagProperty
    var kind: TagKind
    var key: String

    var testDescription: String { "\(property.name) in \(kind.name) as \(key)" }

    /// Every key of every row, in every kind of tag that has it.
    static let all: [MappedKey] = TagMapping.all.flatMap { row in
        TagKind.allCases.flatMap { kind in
            (row.keys[kind.family] ?? []).map {
                MappedKey(property: row.property, kind: kind, key: $0)
            }
        }
    }

    /// The key as it stands in a file.
    var keyInFile: String {
        switch key {
        case "COMM": "COMM:eng:"
        case "COMM:*": "COMM:eng:about the take"
        case "USLT", "SYLT": "\(key):eng:"
        case "COMM:iTunNORM": "COMM:eng:iTunNORM"
        case "TMCL:*": "TMCL:guitar"
        case _ where key.hasPrefix("----:"): "----:com.apple.iTunes:" + key.dropFirst(5)
        default: key
        }
    }
}

@Suite struct TagMappingTests {
    private let rules = FactsFromTags(options: TagReadingOptions())

    @Test("The table has one row for each property")
    func completeness() {
        #expect(
            TagMapping.all.map(\.property.rawValue).sorted()
                == TagProperty.allCases.map(\.rawValue).sorted())
    }

    @Test("A key of the table gives its property", arguments: MappedKey.all)
    func mapping(mapped: MappedKey) throws {
        let sample = try #require(Self.samples[mapped.property])
        let values = Self.values(of: mapped) ?? sample.values
        let field = RawField(kind: mapped.kind, key: mapped.keyInFile, values: values)
        var expected = MediaFacts()
        sample.set(&expected)
        if mapped.key.hasPrefix("RVA2") {
            expected = MediaFacts()
            Self.setRelativeVolume(mapped.key, &expected)
        }
        if mapped.key.hasSuffix("iTunNORM") {
            expected = MediaFacts()
            (expected.replayGainTrackGain, expected.replayGainTrackPeak) = (-10, 0.5)
        }
        if mapped.key.hasPrefix("R128_") { Self.setOpusGain(mapped.property, &expected) }
        if mapped.property == .podcastTitle {
            // Of what is no podcast it is the name of a show.
            (expected.tvShow, expected.podcastTitle) = (expected.podcastTitle, nil)
        }
        if mapped.key == "TARGETTYPE" { expected.mediaType = .tvShow }
        if Self.podcastMarks.contains(mapped.key) { expected.mediaType = .podcast }
        #expect(rules.facts(TagResolution(fields: [field])) == expected)
    }

    @Test("Case does not matter in a key", arguments: MappedKey.all.filter { $0.kind != .mp4 })
    func folding(mapped: MappedKey) throws {
        let sample = try #require(Self.samples[mapped.property])
        let values = Self.values(of: mapped) ?? sample.values
        let fields = [mapped.keyInFile, mapped.keyInFile.lowercased()].map {
            RawField(kind: mapped.kind, key: $0, values: values)
        }
        let facts = fields.map { rules.facts(TagResolution(fields: [$0])) }
        // Of marks and of relative volume the reader makes the keys itself.
        if mapped.property != .mediaType, !mapped.key.hasPrefix("RVA2") {
            #expect(facts[0] == facts[1])
        }
    }

    private static let podcastMarks = ["PCST", "WFED", "pcst"]

    /// Values of keys that look different from the others of their property.
    private static func values(of mapped: MappedKey) -> [String]? {
        switch mapped.key {
        case "R128_TRACK_GAIN", "R128_ALBUM_GAIN": ["-2048"]
        case "RVA2:track", "RVA2:album", "RVA2:*": ["-6.5", "0.5"]
        case "COMM:iTunNORM", "----:iTunNORM":
            ["00002710 00000000 0 0 0 0 00004000 00000000 0 0"]
        case "PCST", "pcst": ["1"]
        case "TARGETTYPE": ["EPISODE"]
        case "TMCL:*": ["Ada"]
        case "WFED": ["https://feed.example/"]
        default: nil
        }
    }

    private static func setOpusGain(_ property: TagProperty, _ facts: inout MediaFacts) {
        if property == .replayGainTrackGain { facts.replayGainTrackGain = -3 }
        if property == .replayGainAlbumGain { facts.replayGainAlbumGain = -3 }
    }

    /// One frame tells both the gain and the peak.
    private static func setRelativeVolume(_ key: String, _ facts: inout MediaFacts) {
        if key != "RVA2:album" {
            facts.replayGainTrackGain = -6.5
            facts.replayGainTrackPeak = 0.5
        } else {
            facts.replayGainAlbumGain = -6.5
            facts.replayGainAlbumPeak = 0.5
        }
    }

    private struct Sample {
        var values: [String]
        var set: (inout MediaFacts) -> Void
    }

    private static func text(
        _ path: WritableKeyPath<MediaFacts, String?>
    ) -> Sample {
        Sample(values: ["Some text"]) { $0[keyPath: path] = "Some text" }
    }

    private static func names(
        _ text: WritableKeyPath<MediaFacts, String?>,
        _ list: WritableKeyPath<MediaFacts, [String]>
    ) -> Sample {
        Sample(values: ["Ada", "Bo"]) {
            $0[keyPath: text] = "Ada; Bo"
            $0[keyPath: list] = ["Ada", "Bo"]
        }
    }

    private static func credits(_ role: MediaCredit.Role) -> Sample {
        Sample(values: ["Ada", "Bo"]) {
            $0.credits = ["Ada", "Bo"].map { MediaCredit(role: role, name: $0) }
        }
    }

    /// Several values become one text.
    private static func list(_ path: WritableKeyPath<MediaFacts, String?>) -> Sample {
        Sample(values: ["One", "Two"]) { $0[keyPath: path] = "One; Two" }
    }

    private static func number(
        _ value: String, _ path: WritableKeyPath<MediaFacts, Int?>
    ) -> Sample {
        Sample(values: [value]) { $0[keyPath: path] = Int(value) }
    }

    private static func date(
        _ path: WritableKeyPath<MediaFacts, PartialDate?>
    ) -> Sample {
        Sample(values: ["1997-09-20"]) {
            $0[keyPath: path] = PartialDate(year: 1997, month: 9, day: 20)
        }
    }

    private static func identifiers(
        _ path: WritableKeyPath<MediaFacts, [String]>
    ) -> Sample {
        Sample(values: [
            "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222",
        ]) {
            $0[keyPath: path] = [
                "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222",
            ]
        }
    }

    private static func decimal(
        _ text: String, _ value: Double, _ path: WritableKeyPath<MediaFacts, Double?>
    ) -> Sample {
        Sample(values: [text]) { $0[keyPath: path] = value }
    }

    private static var samples: [TagProperty: Sample] {
        [
            .title: text(\.title), .albumTitle: text(\.albumTitle),
            .artist: names(\.artist, \.artists), .artists: names(\.artist, \.artists),
            .albumArtist: names(\.albumArtist, \.albumArtists),
            .albumArtists: names(\.albumArtist, \.albumArtists),
            .composer: names(\.composer, \.composers),
            .genres: Sample(values: ["Rock", "Dub"]) { $0.genres = ["Rock", "Dub"] },
            .titleSort: text(\.titleSort), .albumSort: text(\.albumSort),
            .artistSort: text(\.artistSort), .albumArtistSort: text(\.albumArtistSort),
            .composerSort: text(\.composerSort), .discSubtitle: text(\.discSubtitle),
            .comments: text(\.comments), .lyrics: text(\.lyrics),
            .userGrouping: text(\.userGrouping),
            .podcastTitle: text(\.podcastTitle),
            .albumTrackNumber: Sample(values: ["3/12"]) {
                $0.albumTrackNumber = 3
                $0.albumTrackCount = 12
            },
            .albumTrackCount: number("12", \.albumTrackCount),
            .discNumber: Sample(values: ["1/2"]) {
                $0.discNumber = 1
                $0.discCount = 2
            },
            .discCount: number("2", \.discCount), .releaseDate: date(\.releaseDate),
            .originalDate: date(\.originalDate),
            .isCompilation: Sample(values: ["1"]) { $0.isCompilation = true },
            .beatsPerMinute: number("120", \.beatsPerMinute), .isrc: text(\.isrc),
            .musicBrainzRecordingID: text(\.musicBrainzRecordingID),
            .musicBrainzTrackID: text(\.musicBrainzTrackID),
            .musicBrainzAlbumID: text(\.musicBrainzAlbumID),
            .musicBrainzReleaseGroupID: text(\.musicBrainzReleaseGroupID),
            .musicBrainzArtistIDs: identifiers(\.musicBrainzArtistIDs),
            .musicBrainzAlbumArtistIDs: identifiers(\.musicBrainzAlbumArtistIDs),
            .replayGainTrackGain: decimal("-6.5 dB", -6.5, \.replayGainTrackGain),
            .replayGainTrackPeak: decimal("0.5", 0.5, \.replayGainTrackPeak),
            .replayGainAlbumGain: decimal("-6.5 dB", -6.5, \.replayGainAlbumGain),
            .replayGainAlbumPeak: decimal("0.5", 0.5, \.replayGainAlbumPeak),
            .tvShow: text(\.tvShow), .seasonNumber: number("2", \.seasonNumber),
            .episodeNumber: number("11", \.episodeNumber), .episodeID: text(\.episodeID),
            .conductor: credits(.conductor), .lyricist: credits(.lyricist),
            .writer: credits(.writer), .arranger: credits(.arranger), .remixer: credits(.remixer),
            .producer: credits(.producer), .engineer: credits(.engineer), .mixer: credits(.mixer),
            .djmixer: credits(.djmixer), .director: credits(.director),
            .narrator: credits(.narrator),
            .performer: Sample(values: ["Ada (guitar)"]) {
                $0.credits = [MediaCredit(role: .performer, name: "Ada", instrument: "guitar")]
            },
            .ensemble: list(\.ensemble), .opus: list(\.opus), .energy: number("7", \.energy),
            .work: text(\.work), .movement: text(\.movement),
            .movementNumber: Sample(values: ["2/4"]) {
                $0.movementNumber = 2
                $0.movementCount = 4
            },
            .movementCount: number("4", \.movementCount), .label: list(\.label),
            .catalogNumber: list(\.catalogNumber), .barcode: text(\.barcode),
            .media: list(\.media), .releaseType: list(\.releaseType),
            .releaseStatus: text(\.releaseStatus), .releaseCountry: text(\.releaseCountry),
            .language: list(\.language), .mood: list(\.mood), .key: text(\.key),
            .encoder: text(\.encoder),
            .isExplicit: Sample(values: ["1"]) { $0.isExplicit = true },
            .mediaType: Sample(values: ["6"]) { $0.mediaType = .musicVideo },
        ]
    }
}
