import Foundation
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import Testing

/// What is encoded with a plain encoder and decoded again is equal, and has the keys of the command line's JSON.
@Suite("Coding of values")
struct CodingTests {
    private func copy<Value: Codable>(of value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private func object(_ value: some Encodable) throws -> [String: Any] {
        try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any])
    }

    private static let sampleFacts: [MediaFacts] = {
        var full = MediaFacts()
        full.mediaType = [.music, .musicVideo]
        full.title = "Árvíztűrő \"tükör\"\n\u{1}"
        full.artists = ["Björk", "A; B", "AC/DC"]
        full.artist = "Björk & A; B"
        full.genres = ["Jazz", "Ambient"]
        full.releaseDate = PartialDate("1997-09")
        full.originalDate = PartialDate("1996")
        full.isCompilation = false
        full.isExplicit = true
        full.playbackDuration = 60
        full.frameRate = 23.976_023_976_023_978
        full.replayGainTrackGain = -7.03
        full.seasonNumber = 0
        full.rotation = 0
        full.timedLyrics = ["[00:01.00]one", "[00:02.00]zwei"]
        full.chapters = [
            Chapter(startTime: 0, endTime: 1.5, title: "One"),
            Chapter(startTime: 1.5, endTime: nil, title: nil),
        ]
        full.credits = [
            MediaCredit(role: .performer, name: "Anna", instrument: "violin"),
            MediaCredit(role: .djmixer, name: "Bert"),
        ]
        full.tags = [
            MediaTag(name: "ÄNDERUNG", values: ["x"]), MediaTag(name: "A", values: ["1", "2"]),
        ]
        return [MediaFacts(), full]
    }()

    private static func sampleItems() -> [MediaItem] {
        let paths: [(root: MediaPath, below: MediaPath)] = [
            ("/music", "a/b.mp3"), ("/", "b.mp3"), ("/music/x", "b"),
            ("/music", MediaPath(bytes: [0xFF, 0x2F, 0xFE, 0x2E, 0x6D])),
            (MediaPath(bytes: Array("/m".utf8) + [0xC3]), "a.mp3"), ("/e\u{301}", "e\u{301}"),
        ]
        return zip(paths.indices, paths).map { index, path in
            var item = MediaItem(
                persistentID: PersistentID(Int64.max), facts: sampleFacts[index % 2],
                location: .init(
                    root: path.root, relativePath: path.below, fileSize: index << 40,
                    startTime: index == 1 ? 0 : nil, endTime: index == 1 ? 1.25 : nil),
                albumPersistentID: index == 0 ? nil : MediaAlbumID("7"),
                artistPersistentID: MediaArtistID("8"), albumArtistPersistentID: nil,
                genrePersistentID: MediaGenreID("9"),
                artwork: index == 0
                    ? []
                    : [
                        MediaArtwork(
                            kind: .leadArtist, source: .folder, mimeType: "image/png", width: nil,
                            height: 3, byteCount: 4, sha256: String(repeating: "a", count: 64))
                    ],
                userValues: .init(
                    rating: index % 2 == 0 ? nil : 0, playCount: index,
                    // Moments between two seconds are kept to the second.
                    lastPlayedDate: Date(timeIntervalSince1970: 1e9 + 0.75), dateAdded: .now,
                    bookmarkTime: 0.125),
                isMissing: index == 2, isAvailable: index != 3)
            item.userValues.favoriteDate = index == 4 ? .now : nil
            return item
        }
    }

    @Test("facts are equal after encoding", arguments: sampleFacts)
    func facts(facts: MediaFacts) throws {
        #expect(try copy(of: facts) == facts)
    }

    @Test("an item is equal after encoding, whatever bytes its path has", arguments: sampleItems())
    func items(item: MediaItem) throws {
        #expect(try copy(of: item) == item)
    }

    @Test("an item's keys and values are those of the command line", arguments: sampleItems())
    func keys(item: MediaItem) throws {
        var coded = try object(item)
        coded["timedLyrics"] = nil
        let shown = try #require(
            JSONSerialization.jsonObject(with: Data(JSON(item).bytes)) as? [String: Any])
        #expect(NSDictionary(dictionary: coded) == NSDictionary(dictionary: shown))
    }

    @Test("random items are equal after encoding", arguments: 1...20)
    func random(seed: UInt64) throws {
        for item in Self.sampleItems() {
            var item = item
            var numbers = SeededGenerator(seed: seed)
            for property in MediaProperty.listed.shuffled(using: &numbers).prefix(30) {
                switch property.field {
                case .text(let access), .code(let access):
                    access.set(&item.facts, "\(numbers.next())")
                case .texts(let access), .codes(let access):
                    access.set(&item.facts, (0..<3).map { _ in "\(numbers.next())" })
                case .integer(let access):
                    access.set(&item.facts, Int(truncatingIfNeeded: numbers.next()))
                case .number(let access):
                    access.set(&item.facts, Double.random(in: -1e9...1e9, using: &numbers))
                case .flag(let access): access.set(&item.facts, Bool.random(using: &numbers))
                case .date(let access):
                    access.set(
                        &item.facts,
                        PartialDate(
                            year: .random(in: 1...9999, using: &numbers),
                            month: .random(in: 1...12, using: &numbers)))
                case nil: break
                }
            }
            #expect(try copy(of: item) == item)
        }
    }

    @Test(
        "a set of media types is equal after encoding",
        arguments: [
            [], .music, [.music, .musicVideo], .anyAudio, .anyVideo, .any,
            MediaType(rawValue: 1 << 14), [.movie, MediaType(rawValue: 1 << 20)],
        ] as [MediaType])
    func types(type: MediaType) throws {
        #expect(try copy(of: [type]) == [type])
    }

    @Test(
        "a query is equal after encoding",
        arguments: [
            MediaQuery(), .songs, .albums, .podcasts, .compilations,
            MediaQuery(
                filterPredicates: [
                    .all([.equalTo(.artist, "Björk"), .atLeast(.year, 1995)]),
                    .any([.not(.isMissing(.genre)), .isIn(.genre, ["a", "b"])]),
                    .between(.playbackDuration, 60.0, 61.5),
                    .isWithin(.dateAdded, TimeSpan(3, .week)),
                    .greaterThan(.lastPlayedDate, .timestamp(Date(timeIntervalSince1970: 1e9))),
                    .tag("MOOD", .contains(.tags, "x")), .inPlaylist("Mix"),
                    .inRoot(MediaPath(bytes: [0xFF])), .equalTo(.isFavorite, true),
                    .equalTo(.artists, .texts(["a"])),
                ], groupingType: .podcastTitle, group: MediaGroup(.album, .max), isMissing: true,
                order: [MediaOrder(.year, isDescending: true), MediaOrder(.random)], limit: 0,
                offset: 7,
                after: PageToken(of: "x", seed: 5, values: [.null, .text("ä"), .real(0.5)]),
                seed: 0),
        ])
    func queries(query: MediaQuery) throws {
        #expect(try copy(of: query) == query)
    }

    @Test("collections, playlists and rules are equal after encoding")
    func others() throws {
        let list = MediaPlaylist(
            persistentID: PersistentID(3), uuid: UUID().uuidString, name: "Mix", isSmart: true,
            descriptionText: "", dateCreated: .now, dateModified: .distantPast)
        #expect(try copy(of: list) == list)
        #expect(
            Set(try object(list).keys) == [
                "persistentID", "uuid", "name", "isSmart", "description", "dateCreated",
                "dateModified",
            ])
        let collection = MediaItemCollection(
            group: MediaGroup(.playlist, 3), title: "Mix", count: 0, playbackDuration: 0.1 + 0.2,
            mediaTypes: [.music], representativeItemID: MediaItemID("5"), year: 1999,
            isCompilation: false, artworkSHA256: "ab", playlist: list)
        #expect(try copy(of: collection) == collection)
        let chosen = MediaItemCollection(items: Self.sampleItems())
        #expect(chosen.count == 6 && chosen.representativeItemID == Self.sampleItems()[0].id)
        #expect(
            MediaQuery.songs.items(of: chosen).filterPredicates == [
                .isIn(.persistentID, chosen.items.map { .text($0.id.description) })
            ])
        let rule = SmartPlaylistRule(
            predicate: .contains(.genre, "jazz"), order: [MediaOrder(.itemCount)],
            limit: .seconds(3600))
        #expect(try copy(of: rule) == rule)
    }

    @Test(
        "what is no value is refused with words that name it, and nothing traps",
        arguments: [
            (#"{}"#, "persistentID"), (#"{"persistentID":"0"}"#, "0"),
            (#"{"persistentID":7}"#, "persistentID"), (#"{"persistentID":"7"}"#, "path"),
            (#"{"persistentID":"7","path":"/a","dateAdded":"yesterday"}"#, "yesterday"),
            (#"{"persistentID":"7","path":"/a","releaseDate":"1997-13"}"#, "1997-13"),
            (#"{"persistentID":"7","pathBase64":"*"}"#, "*"),
            (#"{"persistentID":"7","path":"/a","mediaType":["song"]}"#, "song"),
            (#"{"persistentID":"7","path":"/a","artwork":[{"type":"cover"}]}"#, "cover"),
        ])
    func refusals(json: String, word: String) {
        let error = #expect(throws: (any Error).self) {
            _ = try JSONDecoder().decode(MediaItem.self, from: Data(json.utf8))
        }
        #expect("\(error as Any)".contains(word))
    }
}
