import Catalog
import MediaModel
import MediaModelTestSupport
import Testing

/// Every order and every filter has an index; without one, the first page of a large library takes as
/// long as the last.
@Suite struct IndexCoverageTests {
    private static let plain = Result {
        var world = try World()
        for number in 0..<20 {
            try world.add(MediaPath("\(number).mp3")) {
                $0.title = "Title \(number)"
                $0.setArtist("Artist \(number % 5)")
                $0.genres = ["Genre \(number % 3)"]
                $0.albumTitle = "Album \(number % 7)"
            }
        }
        return world.catalog
    }
    /// Only asked by the tests, so that one is enough for all.
    let catalog: Catalog
    /// Holds all kinds of values, each in some items alone, below roots of which some cannot be looked at.
    private static let mixed = Result {
        var world = try World()
        for (number, track) in RandomLibrary(seed: 4, count: 60).tracks.enumerated() {
            if number == 30 {
                try world.catalog.setAvailable(false, world.root)
                try world.enter("/disk")
            }
            let item = try world.add(track.relativePath) { $0 = track.facts }
            try world.catalog.setUserValues(track.userValues, of: item.persistentID)
        }
        return world.catalog
    }

    init() throws { catalog = try Self.plain.get() }

    private static let orders: [MediaOrder] = Catalog.orders.flatMap {
        [MediaOrder($0), MediaOrder($0, isDescending: true)]
    }

    @Test(
        "the first items in any order come from an index, not from sorting all",
        arguments: orders)
    func order(order: MediaOrder) throws {
        for catalog in [catalog, try Self.mixed.get()] {
            for (mediaType, after) in [(.any, nil), (.music, nil), (.any, 7)]
                as [(MediaType, Int64?)]
            {
                let query = MediaQuery(
                    mediaType: mediaType, order: [order], limit: 50,
                    after: after.map { PersistentID($0) })
                let plan = try catalog.plan(of: query, by: .walking)
                // What is equal in the first key may be sorted: that is a few.
                #expect(!plan.contains { $0.hasPrefix("USE TEMP B-TREE FOR ORDER BY") }, "\(plan)")
            }
        }
    }

    @Test(
        "to find that all items have somebody takes no look at all rows",
        arguments: [
            .artistPersistentID, .albumArtistPersistentID, .composerPersistentID,
            .genrePersistentID,
        ] as [MediaProperty])
    func nobody(property: MediaProperty) throws {
        let plan = try catalog.plan(of: MediaQuery(order: [MediaOrder(property)]), by: .walking)
        let step = try #require(plan.last { $0.contains(" items ") })
        #expect(step.contains("COVERING INDEX") || step.contains("artist_name_id=?"), "\(plan)")
    }

    @Test("whether roots can be looked at orders nothing where all can, or none can")
    func alike() throws {
        let ids = (1...20).map { PersistentID<MediaItem>($0) }
        for property in [MediaProperty.isAvailable, .isCloudItem] {
            let query = MediaQuery(order: [MediaOrder(property)])
            #expect(
                try catalog.plan(of: query, by: .walking) == [
                    "SCAN items USING COVERING INDEX items_listed"
                ])
            #expect(try catalog.itemIDs(matching: query) == ids)
        }
    }

    @Test(
        "what nearly all files have is listed without a look at the wide rows",
        arguments: [
            .title, .albumTitle, .artist, .albumArtist, .genre, .albumTrackNumber, .discNumber,
            .year, .releaseDate, .playbackDuration, .bitRate, .sampleRate, .channelCount, .codec,
            .container, .fileSize, .mediaType, .persistentID,
        ] as [MediaProperty])
    func covering(property: MediaProperty) throws {
        for isDescending in [false, true] {
            let query = MediaQuery(
                mediaType: .music, order: [MediaOrder(property, isDescending: isDescending)])
            let plan = try catalog.plan(of: query, by: .walking)
                .filter { $0.contains(" items ") }
            #expect(plan.allSatisfy { $0.contains("COVERING INDEX") }, "\(plan)")
        }
    }

    @Test(
        "no query reads all items for a Bloom filter, even where each has many artists and genres")
    func bloom() throws {
        var world = try World()
        for number in 0..<60 {
            try world.add(MediaPath("\(number).mp3")) { facts in
                facts.artists = (0..<48).map { "Artist \(number) \($0)" }
                facts.composers = facts.artists
                facts.genres = (0..<48).map { "Genre \($0)" }
                facts.albumTitle = "Album \(number)"
            }
        }
        try world.catalog.analyze()
        for order in Self.orders {
            for way in [QueryPlanner.Way.walking, .picking] {
                let query = MediaQuery(
                    mediaType: .music,
                    filterPredicates: [.atLeast(.rating, 0), .equalTo(.genre, "Genre 1")],
                    order: [order], limit: 50)
                let plan = try world.catalog.plan(of: query, by: way)
                #expect(!plan.contains { $0.hasPrefix("BLOOM") }, "\(plan)")
            }
        }
    }

    @Test("the order of shelves is that of one index")
    func shelves() throws {
        let plan = try catalog.plan(of: MediaQuery(limit: 50), by: .walking)
            .filter { $0.contains(" items ") }
        #expect(
            plan.allSatisfy { $0.contains("USING COVERING INDEX items_album_artist_key") },
            "\(plan)")
    }

    /// A condition on each property, of the kind that it is mostly asked for.
    private static let filters: [MediaPredicate] = MediaProperty.allCases.compactMap {
        switch $0.kind {
        case .text, .code: .equalTo($0, "x")
        case .number: .between($0, 1, 2)
        case .date: .atLeast($0, "1997")
        case .timestamp: .atLeast($0, "2026-01-01")
        case .identifier: .equalTo($0, 7)
        case .boolean: .equalTo($0, true)
        case .mediaType, .structure: nil
        }
    }

    @Test(
        "what a filter asks for is found by an index",
        arguments: filters.filter {
            ![.isMissing, .isAvailable, .isCloudItem, .isPreorder].contains($0.property)
        })
    func filter(predicate: MediaPredicate) throws {
        let plan = try catalog.plan(
            of: MediaQuery(filterPredicates: [predicate], order: [MediaOrder(.year)]), by: .picking)
        #expect(plan.contains("SEARCH items USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
        // A path lies in three tables: all are looked at. A list of marks is looked at wherever it is, by the
        // index of those that have it.
        let isLookedAt: Bool =
            switch predicate.property {
            case .path, .relativePath, .musicBrainzArtistIDs, .musicBrainzAlbumArtistIDs,
                .genrePersistentID:
                true
            default: false
            }
        let scanned = plan.filter { step in
            step.hasPrefix("SCAN")
                && !["SCAN roots", "SCAN picked", "SCAN (subquery"].contains(where: step.hasPrefix)
        }
        let isByIndex = scanned.allSatisfy { $0.contains("USING") }
        #expect(isLookedAt ? isByIndex : scanned.isEmpty, "\(plan)")
    }

    @Test(
        "a short text that few files have is looked for in its index, without a look at the wide rows",
        arguments: [
            .titleSort, .artistSort, .albumSort, .albumArtistSort, .composerSort, .discSubtitle,
            .podcastTitle, .tvShow, .userGrouping,
        ] as [MediaProperty])
    func shortTexts(property: MediaProperty) throws {
        for predicate in [MediaPredicate.contains(property, "x"), .not(.isMissing(property))] {
            let plan = try catalog.plan(
                of: MediaQuery(filterPredicates: [predicate], order: [MediaOrder(.year)]),
                by: .picking)
            #expect(plan.contains { $0.contains("items USING COVERING INDEX items_") }, "\(plan)")
        }
    }
}
