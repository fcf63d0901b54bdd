import Catalog
import MediaModel
import Testing

/// Every order and every filter has an index; without one, the first page of a large library takes as
/// long as the last.
@Suite struct IndexCoverageTests {
    let catalog: Catalog

    init() throws {
        var world = try World()
        for number in 0..<20 {
            try world.add(MediaPath("\(number).mp3")) {
                $0.title = "Title \(number)"
                $0.setArtist("Artist \(number % 5)")
                $0.genres = ["Genre \(number % 3)"]
                $0.albumTitle = "Album \(number % 7)"
            }
        }
        catalog = world.catalog
    }

    private static let orders: [MediaOrder] = Catalog.indexedOrders.flatMap {
        [MediaOrder($0), MediaOrder($0, isDescending: true)]
    }

    @Test("what is sorted when it is asked is what few have or nobody sorts by")
    func unindexed() {
        #expect(
            Set(Catalog.orders).subtracting(Catalog.indexedOrders) == [
                .artistPersistentID, .albumArtistPersistentID, .composerPersistentID,
                .genrePersistentID, .isAvailable, .isCloudItem, .tvShow, .discSubtitle,
                .podcastTitle, .userGrouping, .comments, .lyrics, .titleSort, .artistSort,
                .albumSort,
                .albumArtistSort, .composerSort,
            ])
    }

    @Test(
        "the first items in any order come from an index, not from sorting all",
        arguments: orders)
    func order(order: MediaOrder) throws {
        for mediaType in [MediaType.any, .music] {
            let plan = try catalog.plan(
                of: MediaQuery(mediaType: mediaType, order: [order], limit: 50), by: .walking)
            // What is equal in the first key may be sorted: that is a few.
            #expect(!plan.contains { $0.hasPrefix("USE TEMP B-TREE FOR ORDER BY") }, "\(plan)")
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
        // A path lies in three tables: all are looked at. A text that few files have is looked at wherever it
        // is, by the index of those that have it; so is a list of marks.
        let isLookedAt: Bool =
            switch predicate.property {
            case .path, .relativePath, .discSubtitle, .podcastTitle, .tvShow, .userGrouping,
                .comments,
                .lyrics, .titleSort, .artistSort, .albumSort, .albumArtistSort, .composerSort,
                .musicBrainzArtistIDs, .musicBrainzAlbumArtistIDs, .genrePersistentID:
                true
            default: false
            }
        let scanned = plan.filter { $0.hasPrefix("SCAN") && $0 != "SCAN roots" }
        let isByIndex = scanned.allSatisfy { $0.contains("USING") }
        #expect(isLookedAt ? isByIndex : scanned.isEmpty, "\(plan)")
    }
}
