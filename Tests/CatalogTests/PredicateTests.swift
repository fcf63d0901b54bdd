import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// A library in memory with the tracks of a random one.
private func library(seed: UInt64) throws -> (catalog: Catalog, items: [MediaItem]) {
    var world = try World()
    try world.addAll(RandomLibrary(seed: seed).tracks)
    // Some are gone.
    for track in RandomLibrary(seed: seed).tracks.prefix(8) { try world.hide(track.relativePath) }
    let items = try [false, true].flatMap {
        try world.catalog.items.all(matching: MediaQuery(isMissing: $0))
    }
    return (world.catalog, items)
}

extension OnBothDatabases {
    @Suite(.thorough) struct PredicateTests {
        @Test(
            "the database finds what is found in memory, in each way",
            arguments: LongTests.seeds(1...4, daily: 2))
        func random(seed: UInt64) throws {
            let (catalog, items) = try library(seed: seed)
            let predicates = RandomPredicates(seed: seed, items: items, areSayable: false)
            var telling = 0
            for (number, predicate) in predicates.prefix(150).enumerated() {
                let isMissing = number % 5 == 0
                let matching = items.filter { predicate.matches($0) }
                let expected = Set(
                    matching.filter { $0.isMissing == isMissing }.map(\.persistentID))
                if (1..<items.count).contains(matching.count) { telling += 1 }
                let query = MediaQuery(filterPredicates: [predicate], isMissing: isMissing)
                for forced in QueryPlanner.Forced.allCases {
                    let found = try catalog.items.ids(matching: query, forced: forced)
                    #expect(Set(found) == expected, "\(forced): \(predicate)")
                }
            }
            // Most take some of the items and leave others out.
            #expect(telling > 35)
        }

        @Test("a date in the future is neither within a span that ends now, nor before it")
        func future() throws {
            var world = try World()
            let (now, year) = (Date.now.secondsSince1970, 400 * 86_400)
            for (name, added) in [
                ("future", now + year), ("recent", now - 60), ("old", now - year),
            ] {
                try world.add(MediaPath("\(name).mp3"), added: added) {
                    $0.title = name
                    $0.releaseDate = PartialDate(
                        String(Date(secondsSince1970: added).iso8601.prefix(10)))
                }
            }
            let items = try world.catalog.items.all(matching: MediaQuery())
            for property in [MediaProperty.dateAdded, .releaseDate] {
                let span = TimeSpan(30, .day)
                for (predicate, titles) in [
                    (.isWithin(property, span), ["recent"]), (.isBefore(property, span), ["old"]),
                    (.not(.isWithin(property, span)), ["future", "old"]),
                ] as [(MediaPredicate, Set<String?>)] {
                    #expect(Set(items.filter { predicate.matches($0) }.map(\.title)) == titles)
                    let query = MediaQuery(filterPredicates: [predicate])
                    #expect(
                        Set(try world.catalog.items.all(matching: query).map(\.title)) == titles)
                }
            }
        }

        @Test("text is found in either of its Unicode forms, in each way")
        func forms() throws {
            var world = try World()
            try world.add("1.mp3") { ($0.releaseType, $0.title) = ("ÄÖ", "ÄÖ") }
            for property in [MediaProperty.releaseType, .title] {
                for text in ["ÄÖ", "A\u{308}O\u{308}"] {
                    let query = MediaQuery(filterPredicates: [.exactly(property, text)])
                    for forced in QueryPlanner.Forced.allCases {
                        #expect(
                            try world.catalog.items.ids(matching: query, forced: forced).count == 1)
                    }
                }
            }
        }

        @Test(
            "the id of an artist, a composer or a genre holds for each of an item, as the name does"
        )
        func idsOfSeveral() throws {
            var world = try World()
            let item = try world.add("1.mp3") {
                ($0.artist, $0.artists) = ("Ann & Bob", ["Ann", "Bob"])
                ($0.albumArtist, $0.albumArtists) = ("Ann & Bob", ["Ann", "Bob"])
                ($0.composer, $0.composers) = ("Cid & Dan", ["Cid", "Dan"])
                $0.genres = ["Folk", "Jazz"]
            }
            try world.add("2.mp3") {
                $0.setArtist("Ann")
                $0.genres = ["Folk"]
            }
            for (query, property, name) in [
                (MediaQuery.artists, .artistPersistentID, "Bob"),
                (.albumArtists, .albumArtistPersistentID, "Bob"),
                (.composers, .composerPersistentID, "Dan"), (.genres, .genrePersistentID, "Jazz"),
            ] as [(MediaQuery, MediaProperty, String)] {
                let collection = try #require(
                    try world.catalog.collections.all(of: query).first { $0.title == name })
                let id = MediaValue.text("\(collection.group.persistentID)")
                for predicate in [MediaPredicate.equalTo(property, id), .isIn(property, [id])] {
                    let query = MediaQuery(filterPredicates: [predicate])
                    for forced in QueryPlanner.Forced.allCases {
                        #expect(
                            try world.catalog.items.ids(matching: query, forced: forced)
                                == [item.persistentID])
                    }
                    #expect(try world.catalog.items.count(matching: query) == collection.count)
                }
                let others = MediaQuery(filterPredicates: [.not(.equalTo(property, id))])
                #expect(try world.catalog.items.count(matching: others) == 1)
            }
        }

        @Test("a regular expression whose search has no end is refused when it is met")
        func slowPattern() throws {
            var world = try World()
            try world.add("1.mp3") { $0.title = String(repeating: "a", count: 60) + "!" }
            let slow = MediaQuery(filterPredicates: [.hasMatch(.title, "^(a+)+$")])
            let error = #expect(throws: CatalogError.self) {
                try world.catalog.items.all(matching: slow)
            }
            #expect(error?.code == .slowPattern && error?.detail == "^(a+)+$")
            // Nothing else is asked for the expression.
            let other = MediaQuery(filterPredicates: [.hasMatch(.albumTitle, "^(a+)+$")])
            #expect(try world.catalog.items.all(matching: other).isEmpty)
            #expect(MediaPredicate.hasMatch(.title, "a(").problem != nil)
            let broken = MediaQuery(filterPredicates: [.hasMatch(.title, "a(")])
            #expect(try world.catalog.items.all(matching: broken).isEmpty)
        }

        @Test(
            "paths are found as they are in memory, whatever blanks and marks are beside their slashes"
        )
        func paths() throws {
            var world = try World(root: "/Mü sic ")
            let paths: [MediaPath] = [
                "A /b .mp3", " c/ d.mp3", " e.mp3", "x/\u{3099}か.mp3", "A\u{30A}/1.mp3",
                "\u{C5}/2.mp3", "a\u{FFFD}.mp3",
                MediaPath(bytes: Array("f/".utf8) + [0xFF] + Array(".mp3".utf8)),
            ]
            for path in paths { try world.add(path) }
            // Roots around others, and one whose bytes are no UTF-8.
            try world.enter("/")
            try world.add("Mü sic 2/ 1.mp3")
            try world.enter(MediaPath(bytes: [0x2F, 0xFF]))
            try world.add("c/d.mp3")
            let items = try world.catalog.items.all(matching: MediaQuery())
            var predicates: [MediaPredicate] = [
                .isMissing(.pathBase64), .not(.isMissing(.pathBase64)),
            ]
            for path in items.flatMap({ [$0.location.path, $0.location.relativePath] }) {
                let text = path.description
                let texts = [
                    text, text.uppercased(), text.decomposedStringWithCanonicalMapping,
                    String(text.dropFirst(2)), String(text.suffix(9)),
                ]
                for property in [MediaProperty.path, .relativePath] {
                    for text in texts {
                        predicates += [
                            .equalTo(property, .text(text)), .exactly(property, text),
                            .hasPrefix(property, text), .contains(property, text),
                            .any([.exactly(property, text), .isMissing(.pathBase64)]),
                        ]
                    }
                }
            }
            for predicate in predicates {
                let expected = items.filter { predicate.matches($0) }.map(\.persistentID)
                let query = MediaQuery(filterPredicates: [predicate])
                #expect(
                    Set(try world.catalog.items.ids(matching: query)) == Set(expected),
                    "\(predicate)")
            }
        }

        @Test(
            "the largest expressions that there may be are answered",
            arguments: [
                "artist = a", "albumArtistPersistentID = 7", "path is exactly a",
                "lyrics contains a",
                "musicBrainzArtistIDs > a", "genre is exactly Jazz", "dateAdded = 2001",
                "codec in (a, b)", "rating is missing", "isExplicit = true", "mediaType = music",
            ])
        func largest(condition: String) throws {
            let catalog = try Catalog.empty()
            let deep = (1..<16).reduce("(\(condition))") { inner, level in
                "(\(condition) \(level.isMultiple(of: 2) ? "or" : "and") \(inner))"
            }
            let negated = (1..<8).reduce("not (\(condition))") { inner, _ in
                "not (\(condition) or \(inner))"
            }
            let wide = ["and", "or"].map { word in
                Array(repeating: condition, count: 500).joined(separator: " \(word) ")
            }
            for expression in [deep, negated] + wide {
                let predicate = try MediaPredicate(expression: expression)
                for forced in QueryPlanner.Forced.allCases {
                    let query = MediaQuery(filterPredicates: [predicate])
                    #expect(try catalog.items.ids(matching: query, forced: forced) == [])
                }
                for var query in [MediaQuery.albums, .artists, .genres, .podcasts, .playlists] {
                    query.filterPredicates = [predicate]
                    #expect(try catalog.collections.all(of: query) == [])
                }
            }
        }

        @Test(
            "lists of 5000 values are answered",
            arguments: [
                MediaProperty.title, .artist, .genre, .comments, .path, .isrc,
                .musicBrainzArtistIDs,
                .mediaType, .year, .rating, .releaseDate, .dateAdded, .persistentID,
                .artistPersistentID,
            ])
        func longLists(property: MediaProperty) throws {
            let catalog = try Catalog.empty()
            let value =
                switch property.kind {
                case .date: "1997-09-20"
                case .mediaType: "movie"
                case .timestamp: "2026-11-21T09:30:00Z"
                default: "1"
                }
            let list = Array(repeating: value, count: 65_000 / (value.count + 1)).prefix(5000)
                .joined(separator: ",")
            for negation in ["", "not "] {
                let predicate = try MediaPredicate(
                    expression: "\(property.rawValue) \(negation)in (\(list))")
                for forced in QueryPlanner.Forced.allCases {
                    let query = MediaQuery(filterPredicates: [predicate])
                    #expect(try catalog.items.ids(matching: query, forced: forced) == [])
                }
            }
        }
    }
}
