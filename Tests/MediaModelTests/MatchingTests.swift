import Foundation
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import Testing

/// A predicate, and whether the song of the tests meets it.
struct Claim: CustomTestStringConvertible {
    var predicate: MediaPredicate
    var holds: Bool

    init(_ predicate: MediaPredicate, _ holds: Bool = true) {
        self.predicate = predicate
        self.holds = holds
    }

    var testDescription: String { "\(predicate.expression ?? "\(predicate)"): \(holds)" }
}

@Suite struct MatchingTests {
    /// A song by two artists, without album artist, composer, rating and many other things.
    private let song: MediaItem = {
        var facts = MediaFacts()
        facts.mediaType = [.music, .musicVideo]
        facts.title = "Jóga"
        facts.albumTitle = "Homogenic"
        facts.artist = "Björk & Trio"
        facts.artists = ["Björk", "Ice/Trio"]
        facts.genres = ["Trip Hop", "Electronic"]
        facts.releaseDate = PartialDate("1997-09")
        facts.playbackDuration = 305.5
        facts.albumTrackNumber = 2
        facts.isrc = "GBBBA9700001"
        facts.musicBrainzArtistIDs = ["87C5DEDD", "00000000"]
        facts.chapters = [Chapter(startTime: 0, endTime: 1, title: nil)]
        return MediaItem(
            persistentID: MediaItemID(9_223_372_036_854_775_807), facts: facts,
            location: .init(root: "/m", relativePath: "Bjo\u{308}rk/50% a_b.flac", fileSize: 1000),
            albumPersistentID: PersistentID(3), artistPersistentID: nil,
            albumArtistPersistentID: nil, artwork: [],
            userValues: .init(
                playCount: 3, dateAdded: Date(secondsSince1970: 1_795_253_400)),
            isMissing: false, isAvailable: true)
    }()

    private func expect(_ claim: Claim, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(claim.predicate.matches(song) == claim.holds, sourceLocation: sourceLocation)
    }

    @Test(
        "text compares folded",
        arguments: [
            Claim(.equalTo(.title, "joga")), Claim(.equalTo(.title, "JÓGA")),
            Claim(.equalTo(.title, "Jo\u{301}ga")), Claim(.equalTo(.title, "jog"), false),
            Claim(.contains(.title, "ÓG")), Claim(.contains(.title, "")),
            Claim(.contains(.title, "x"), false), Claim(.hasPrefix(.title, "Jo")),
            Claim(.hasPrefix(.title, "")), Claim(.hasPrefix(.title, "o"), false),
            Claim(.lessThan(.title, "jogb")), Claim(.lessThan(.title, "Jóga"), false),
            Claim(.atMost(.title, "Jóga")), Claim(.greaterThan(.title, "JOFZ")),
            Claim(.greaterThan(.title, "Jóga"), false), Claim(.atLeast(.title, "Jóga")),
            Claim(.between(.title, "a", "joga")), Claim(.between(.title, "k", "z"), false),
            Claim(.isIn(.title, ["Hunter", "joga"])), Claim(.isIn(.title, ["Hunter"]), false),
            Claim(.isIn(.title, []), false),
        ])
    func text(claim: Claim) { expect(claim) }

    @Test(
        "exactly compares the text itself, in NFC",
        arguments: [
            Claim(.exactly(.title, "Jóga")), Claim(.exactly(.title, "Jo\u{301}ga")),
            Claim(.exactly(.title, "jóga"), false), Claim(.exactly(.title, "Joga"), false),
            Claim(.exactly(.artist, "Björk")), Claim(.exactly(.genre, "Electronic")),
            Claim(.exactly(.relativePath, "Björk/50% a_b.flac")),
            Claim(.exactly(.relativePath, "Bjo\u{308}rk/50% a_b.flac")),
            Claim(.exactly(.isrc, "gbbba9700001"), false), Claim(.exactly(.releaseDate, "1997-09")),
            Claim(.exactly(.title, ""), false), Claim(.exactly(.composer, ""), false),
        ])
    func exactly(claim: Claim) { expect(claim) }

    @Test(
        "no sign is a wildcard",
        arguments: [
            Claim(.contains(.path, "50% A_B")), Claim(.contains(.path, "%"), true),
            Claim(.contains(.path, "5_%"), false), Claim(.contains(.title, "_"), false),
            Claim(.hasPrefix(.title, "%"), false), Claim(.equalTo(.title, "*"), false),
            Claim(.contains(.title, "j.*a"), false),
        ])
    func wildcards(claim: Claim) { expect(claim) }

    @Test(
        "of several values one must meet the condition, or the text that is shown",
        arguments: [
            Claim(.equalTo(.artist, "bjork")), Claim(.equalTo(.artist, "ice/trio")),
            Claim(.equalTo(.artist, "Björk & Trio")), Claim(.equalTo(.artists, "Björk & Trio")),
            Claim(.equalTo(.artist, "trio"), false), Claim(.contains(.artist, "& trio")),
            Claim(.equalTo(.genre, "electronic")), Claim(.equalTo(.genres, "trip hop")),
            Claim(.equalTo(.mediaType, "MUSIC")), Claim(.equalTo(.mediaType, "musicVideo")),
            Claim(.equalTo(.mediaType, "podcast"), false),
            Claim(.contains(.mediaType, "video")),
            Claim(.equalTo(.musicBrainzArtistIDs, "00000000")),
            // Each of them is met by another of the names.
            Claim(.all([.lessThan(.artist, "c"), .greaterThan(.artist, "c")])),
            // None of the names lies there, though they lie on both sides.
            Claim(.between(.artist, "c", "d"), false),
            Claim(.not(.equalTo(.artist, "Björk")), false),
        ])
    func severalValues(claim: Claim) { expect(claim) }

    @Test(
        "where no album artist is tagged, it is the artist; of a compilation nobody",
        arguments: [
            Claim(.equalTo(.albumArtist, "Björk")), Claim(.equalTo(.albumArtists, "ice/trio")),
            Claim(.equalTo(.albumArtist, "Björk & Trio"), false),
            Claim(.isMissing(.albumArtist)),
        ])
    func albumArtist(claim: Claim) { expect(claim) }

    @Test("an album artist, and a compilation, keep the artist out")
    func otherAlbumArtist() {
        var tagged = song
        tagged.facts.albumArtist = "Björk Guðmundsdóttir"
        tagged.facts.albumArtists = ["Björk Guðmundsdóttir"]
        #expect(!MediaPredicate.equalTo(.albumArtist, "Björk").matches(tagged))
        #expect(MediaPredicate.contains(.albumArtist, "Björk").matches(tagged))
        var compilation = song
        compilation.facts.isCompilation = true
        #expect(!MediaPredicate.equalTo(.albumArtist, "Björk").matches(compilation))
    }

    @Test(
        "codes compare without the case of ASCII letters alone",
        arguments: [
            Claim(.equalTo(.isrc, "gbbba9700001")), Claim(.hasPrefix(.isrc, "gb")),
            Claim(.contains(.isrc, "A97")), Claim(.equalTo(.isrc, " GBBBA9700001"), false),
            Claim(.equalTo(.musicBrainzArtistIDs, "87c5dedd")),
            Claim(.equalTo(.isrc, "gbbba9700001́"), false),
        ])
    func codes(claim: Claim) { expect(claim) }

    @Test(
        "numbers compare by value, whole or not",
        arguments: [
            Claim(.equalTo(.year, 1997)), Claim(.equalTo(.year, 1997.0)),
            Claim(.equalTo(.year, 1997.5), false), Claim(.equalTo(.playbackDuration, 305.5)),
            Claim(.equalTo(.playbackDuration, 305), false), Claim(.lessThan(.year, 1997), false),
            Claim(.lessThan(.year, 1998)), Claim(.atMost(.year, 1997)),
            Claim(.greaterThan(.playbackDuration, 305)),
            Claim(.greaterThan(.playbackDuration, 305.5), false), Claim(.atLeast(.playCount, 3)),
            Claim(.atLeast(.playCount, 4), false), Claim(.between(.year, 1997, 1997)),
            Claim(.between(.year, 1998, 1996), false), Claim(.between(.year, 1990, 1999.5)),
            Claim(.isIn(.albumTrackNumber, [1, 2.0])), Claim(.equalTo(.skipCount, 0)),
            Claim(.lessThan(.year, .number(.infinity))),
        ])
    func numbers(claim: Claim) { expect(claim) }

    @Test(
        "dates compare as far as they are known, the less known first",
        arguments: [
            Claim(.equalTo(.releaseDate, "1997-09")), Claim(.equalTo(.releaseDate, "1997"), false),
            Claim(.equalTo(.releaseDate, 1997), false), Claim(.greaterThan(.releaseDate, 1997)),
            Claim(.greaterThan(.releaseDate, "1997")), Claim(.lessThan(.releaseDate, "1997-09-01")),
            Claim(.hasPrefix(.releaseDate, "1997")), Claim(.contains(.releaseDate, "-09")),
            Claim(.between(.releaseDate, "1997", "1997-12-31")),
            Claim(.equalTo(.originalDate, "1997-09"), false),
        ])
    func dates(claim: Claim) { expect(claim) }

    @Test(
        "moments compare to the second",
        arguments: [
            Claim(.equalTo(.dateAdded, .moment("2026-11-21T09:30:00Z"))),
            Claim(.equalTo(.dateAdded, "2026-11-21T09:30:00Z")),
            Claim(.equalTo(.dateAdded, .moment("2026-11-21")), false),
            Claim(.atLeast(.dateAdded, "2026-11-21")),
            Claim(.lessThan(.dateAdded, .moment("2026-11-21T09:30:01Z"))),
            Claim(.greaterThan(.lastPlayedDate, .moment("0001-01-01")), false),
        ])
    func moments(claim: Claim) { expect(claim) }

    @Test(
        "what is not said to be so is not so",
        arguments: [
            Claim(.equalTo(.isCompilation, false)), Claim(.equalTo(.isCompilation, true), false),
            Claim(.isMissing(.isCompilation)), Claim(.lessThan(.isCompilation, true)),
            Claim(.equalTo(.isMissing, false)), Claim(.equalTo(.isAvailable, true)),
            Claim(.isIn(.isExplicit, [false])), Claim(.not(.equalTo(.isExplicit, true))),
        ])
    func booleans(claim: Claim) { expect(claim) }

    @Test(
        "persistent IDs compare as numbers of 64 bits",
        arguments: [
            Claim(.equalTo(.persistentID, "9223372036854775807")),
            Claim(.equalTo(.persistentID, "9223372036854775806"), false),
            Claim(.greaterThan(.persistentID, "9223372036854775806")),
            Claim(.equalTo(.albumPersistentID, 3)), Claim(.lessThan(.albumPersistentID, "10")),
            Claim(.equalTo(.artistPersistentID, 0), false),
        ])
    func identifiers(claim: Claim) { expect(claim) }

    @Test(
        "an absent value meets nothing but being missing, and not turns that round",
        arguments: MediaProperty.allCases)
    func absent(property: MediaProperty) {
        guard song.value(for: property) == nil else {
            #expect(!MediaPredicate.isMissing(property).matches(song))
            #expect(MediaPredicate.not(.isMissing(property)).matches(song))
            return
        }
        #expect(MediaPredicate.isMissing(property).matches(song))
        // These stand in for what is not tagged.
        guard property.kind != .boolean, ![.albumArtist, .albumArtists].contains(property) else {
            return
        }
        for predicate in Self.comparisons(of: property) {
            #expect(!predicate.matches(song), "\(predicate)")
            #expect(MediaPredicate.not(predicate).matches(song), "\(predicate)")
        }
    }

    private static func comparisons(of property: MediaProperty) -> [MediaPredicate] {
        [0, "", "1997", "2026-11-21"].flatMap { (value: MediaValue) -> [MediaPredicate] in
            [
                .equalTo(property, value), .lessThan(property, value), .atMost(property, value),
                .greaterThan(property, value), .atLeast(property, value),
                .between(property, value, value), .isIn(property, [value]),
            ]
        } + [.exactly(property, ""), .contains(property, ""), .hasPrefix(property, "")]
    }

    @Test(
        "unlike things meet nothing, and are told",
        arguments: [
            (MediaPredicate.equalTo(.year, "1997"), "year is a number"),
            (.equalTo(.title, 5), "title is text"), (.atLeast(.title, true), "title is text"),
            (.lessThan(.year, .number(.nan)), "year is a number"),
            (.between(.year, 1990, "x"), "year is a number"),
            (.isIn(.isExplicit, [1]), "isExplicit is true or false"),
            (
                .equalTo(.releaseDate, "1997-9"),
                "releaseDate is a date like 1997, 1997-09 or 1997-09-20"
            ),
            (
                .atLeast(.dateAdded, "now"),
                "dateAdded is a moment like 2026-11-21 or 2026-11-21T09:30:00Z"
            ),
            (.equalTo(.persistentID, "x"), "persistentID is a persistent ID"),
            (.contains(.year, "19"), "year is not text"),
            (.hasPrefix(.playCount, ""), "playCount is not text"),
            (.exactly(.persistentID, "9223372036854775807"), "persistentID is not text"),
            (
                .equalTo(.chapters, .chapters([Chapter(startTime: 0, endTime: 1, title: nil)])),
                "chapters is neither text nor number; it can only be missing"
            ),
        ])
    func unlike(predicate: MediaPredicate, problem: String) {
        #expect(!predicate.matches(song))
        #expect(MediaPredicate.not(predicate).matches(song))
        #expect(predicate.problem == problem)
        #expect(MediaPredicate.any([.isMissing(.title), .not(predicate)]).problem == problem)
    }

    @Test("one value of a list that is unlike the property does not spoil the others")
    func unlikeInList() {
        let predicate = MediaPredicate.isIn(.year, ["x", 1997])
        #expect(predicate.matches(song))
        #expect(predicate.problem == "year is a number")
    }

    @Test(
        "conditions are joined as logic has it",
        arguments: [
            Claim(.all([])), Claim(.any([]), false), Claim(.all([.all([]), .any([])]), false),
            Claim(.any([.all([]), .any([])])), Claim(.not(.any([]))),
            Claim(.not(.not(.equalTo(.year, 1997)))),
            Claim(.all([.equalTo(.year, 1997), .equalTo(.title, "x")]), false),
            Claim(.any([.equalTo(.year, 1997), .equalTo(.title, "x")])),
        ])
    func joined(claim: Claim) { expect(claim) }

    @Test("an item meets a predicate or its contrary, and what it is in other words")
    func laws() {
        let items = RandomLibrary(seed: 7, count: 30).items
        for predicate in RandomPredicates(seed: 7, items: items, areSayable: false).prefix(1000) {
            let met = items.filter { predicate.matches($0) }
            let unmet = items.filter { MediaPredicate.not(predicate).matches($0) }
            #expect(Set(met.map(\.id)).isDisjoint(with: unmet.map(\.id)))
            #expect(met.count + unmet.count == items.count)
            guard let restated = predicate.restated else { continue }
            #expect(items.filter { restated.matches($0) }.map(\.id) == met.map(\.id))
        }
    }
}

extension MediaPredicate {
    /// The same in other words; `nil` where there are none that always mean the same.
    fileprivate var restated: MediaPredicate? {
        switch self {
        case .atMost(let property, let value):
            .any([.lessThan(property, value), .equalTo(property, value)])
        case .atLeast(let property, let value):
            .any([.greaterThan(property, value), .equalTo(property, value)])
        case .isIn(let property, let values): .any(values.map { .equalTo(property, $0) })
        case .equalTo(let property, let value): .between(property, value, value)
        case .all(let parts): .not(.any(parts.map { .not($0) }))
        case .any(let parts): .not(.all(parts.map { .not($0) }))
        default: nil
        }
    }
}
