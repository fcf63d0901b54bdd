import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import Testing

/// Collections, compared with items that are put together in memory.
@Suite struct CollectionAgreementTests {
    /// A random library some of whose files are gone. Artists are told apart by their names alone: by their
    /// MusicBrainz ids, an item does not know whom the library takes for one.
    private static func library(seed: UInt64) throws -> (catalog: Catalog, items: [MediaItem]) {
        var world = try World()
        let tracks = RandomLibrary(seed: seed).tracks
        try world.addAll(tracks) {
            ($0.musicBrainzArtistIDs, $0.musicBrainzAlbumArtistIDs) = ([], [])
        }
        for track in tracks.suffix(12) { try world.hide(track.relativePath) }
        let items = try [false, true].flatMap {
            try world.catalog.items.all(matching: MediaQuery(isMissing: $0))
        }
        return (world.catalog, items)
    }

    private static let groupings: [MediaGrouping] = MediaGrouping.allCases.filter {
        $0 != .playlist
    }
    private static let mediaTypes: [MediaType] = [
        .any, .any, .music, .podcast, .anyVideo, [.audioBook, .movie],
    ]

    @Test(
        "collections have the items, counts and totals that they have in memory", arguments: 3...4)
    func agreement(seed: UInt64) throws {
        let (catalog, items) = try Self.library(seed: seed)
        #expect(items.count == 60)
        var numbers = SeededGenerator(seed: seed)
        var telling = 0
        for predicate in RandomPredicates(seed: seed, items: items, areSayable: false).prefix(150) {
            let query = MediaQuery(
                mediaType: numbers.one(of: Self.mediaTypes), filterPredicates: [predicate],
                groupingType: numbers.one(of: Self.groupings),
                isMissing: numbers.holds(percent: 30))
            let expected = Expectation(query, items)
            let found = try catalog.collections.all(of: query)
            #expect(Set(found.map(\.group)).count == found.count)
            #expect(expected.says(found), "\(query)")
            for collection in found.shuffled(using: &numbers).prefix(2) {
                for forced in QueryPlanner.Forced.allCases {
                    let members = try catalog.items.ids(
                        matching: query.items(of: collection), forced: forced)
                    #expect(Set(members) == expected.members(of: collection), "\(forced): \(query)")
                    #expect(members.count == collection.count)
                }
            }
            if found.count > 1 { telling += 1 }
        }
        // Most predicates leave something to put together.
        #expect(telling > 50)
    }

    @Test(
        "whole collections are listed by their items of some kinds, and have the others, too",
        arguments: 5...6)
    func whole(seed: UInt64) throws {
        let (catalog, items) = try Self.library(seed: seed)
        var mixed = 0
        for predicate in RandomPredicates(seed: seed, items: items, areSayable: false).prefix(8) {
            for (grouping, type) in Self.groupings.filter({ $0 != .title }).flatMap({ grouping in
                [MediaType.music, .podcast, .anyVideo].map { (grouping, $0) }
            }) {
                for order in [[], [MediaOrder(.itemCount, isDescending: true)]] {
                    var query = MediaQuery(mediaType: type, groupingType: grouping, order: order)
                        .ofWholeCollections
                    query.filterPredicates = [predicate]
                    let all = Expectation(query, items)
                    query.mediaType = type
                    let listing = Expectation(query, items)
                    query.mediaType = .any
                    let found = try catalog.collections.all(of: query)
                    #expect(found.count == listing.count, "\(query)")
                    for collection in found {
                        let count = all.members(of: collection).count
                        #expect(collection.count == count, "\(query)")
                        if listing.members(of: collection).count < count { mixed += 1 }
                    }
                    #expect(try catalog.collections.count(of: query) == found.count)
                }
            }
        }
        #expect(mixed > 8)
    }

    @Test(
        "an item counts once for whom and what it names in two ways, filtered or not",
        arguments: [MediaGrouping.artist, .albumArtist, .composer, .genre],
        [[], [MediaPredicate.equalTo(.year, 1990)]])
    func twice(grouping: MediaGrouping, predicates: [MediaPredicate]) throws {
        var world = try World()
        // Of few items among many the collections are put together from these.
        for number in 1...8 { try world.add(MediaPath("other \(number).mp3")) { _ in } }
        for number in 1...2 {
            try world.add(MediaPath("\(number).mp3")) {
                $0.releaseDate = PartialDate("1990")
                $0.playbackDuration = 10
                let names = ["Björk", "Sjón", "bjork"]
                ($0.artists, $0.albumArtists, $0.composers) = (names, names, names)
                $0.genres = ["Trip-Hop", "Pop", "trip-hop"]
            }
        }
        let found = try world.catalog.collections.all(
            of: MediaQuery(filterPredicates: predicates, groupingType: grouping))
        #expect(found.map(\.count) == [2, 2])
        #expect(found.map(\.playbackDuration) == [20, 20])
    }
}

/// The collections of the items of a query, put together in memory.
private struct Expectation {
    private let grouping: MediaGrouping
    private var groups: [String: [MediaItem]] = [:]

    init(_ query: MediaQuery, _ items: [MediaItem]) {
        grouping = query.groupingType
        for item in items where item.isMissing == query.isMissing {
            guard
                query.mediaType == .any
                    || !item.facts.mediaType.isDisjoint(with: query.mediaType),
                query.filterPredicates.allSatisfy({ $0.matches(item) })
            else { continue }
            for name in Set(item.names(in: grouping)) { groups[name, default: []].append(item) }
        }
    }

    /// How many collections there are.
    var count: Int { groups.count }

    func members(of collection: MediaItemCollection) -> Set<MediaItemID> {
        Set((groups[collection.nameInMemory] ?? []).map(\.persistentID))
    }

    func says(_ collections: [MediaItemCollection]) -> Bool {
        collections.count == groups.count
            && collections.allSatisfy { collection in
                guard let items = groups[collection.nameInMemory] else { return false }
                let seconds = items.compactMap(\.playbackDuration).reduce(0, +)
                return collection.count == items.count
                    && abs(collection.playbackDuration - seconds) <= 1e-9 * max(1, seconds)
                    && collection.mediaTypes == MediaType(items.map(\.facts.mediaType))
                    && collection.representativeItemID == representative(of: items)
                    && collection.albumCount == albumCount(of: items)
            }
    }

    private func representative(of items: [MediaItem]) -> MediaItemID? {
        if grouping == .album {
            let order: [MediaOrder] = [.init(.albumPersistentID)]
            return items.sorted(by: order).first?.persistentID
        }
        return items.map(\.persistentID).min { $0.rawValue < $1.rawValue }
    }

    private func albumCount(of items: [MediaItem]) -> Int? {
        switch grouping {
        case .artist, .albumArtist, .composer, .genre:
            Set(items.compactMap(\.albumPersistentID)).count
        default: nil
        }
    }
}

extension MediaItem {
    /// By what an item stands in its groups.
    fileprivate func names(in grouping: MediaGrouping) -> [String] {
        switch grouping {
        case .title: [persistentID.description]
        case .album: albumPersistentID.map { [$0.description] } ?? []
        case .podcastTitle: podcastPersistentID.map { [$0.description] } ?? []
        case .artist: facts.artists.map(\.folded)
        case .albumArtist:
            facts.albumArtists.isEmpty
                ? facts.isCompilation == true ? [] : facts.artists.map(\.folded)
                : facts.albumArtists.map(\.folded)
        case .composer: facts.composers.map(\.folded)
        case .genre: facts.genres.map(\.folded)
        case .playlist: []
        }
    }
}

extension MediaItemCollection {
    fileprivate var nameInMemory: String {
        switch grouping {
        case .title, .album, .podcastTitle: String(persistentID)
        default: title.folded
        }
    }
}
