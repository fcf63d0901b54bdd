import Catalog
import MediaModel
import Playlists
import Testing

/// What is in a root that is closed to a user appears nowhere for that user.
@Suite struct ClosedRootTests {
    private let two: TwoUsers
    private var anna: Catalog { two.anna }
    private var secret: MediaItemID { two.items[2] }

    init() throws {
        two = try TwoUsers()
        // Anna has values and a playlist with the item from before.
        try two.anna.setRating(5, of: two.items[2])
        try two.anna.notePlay(of: two.items[2], at: Timestamp(secondsSince1970: 7))
        _ = try two.anna.createPlaylist(
            PlaylistCreationMetadata(name: "Mixed"), entries: two.items.map { .item($0) })
        var queue = KeptQueue()
        queue.entries = two.items.enumerated().map {
            .init(number: $0 + 1, item: $1, source: .file("/somewhere"), ownPosition: $0)
        }
        queue.currentIndex = 1
        try two.anna.keepQueue(queue)
        try two.owner.setRoots(
            closed: [two.closed], for: two.owner.user(named: "Anna"))
    }

    private static let all: [MediaQuery] =
        [
            .songs, .albums, .artists, .albumArtists, .composers, .genres, .compilations,
            .playlists,
            .podcasts, .audiobooks, .videos, MediaQuery(),
        ].map {
            var query = $0
            query.mediaType = .any
            return query
        }

    @Test("no list, count, section or total has it", arguments: all)
    func queries(query: MediaQuery) throws {
        #expect(try two.owner.items(matching: query).contains { $0.persistentID == secret })
        #expect(try anna.items(matching: query).map(\.persistentID).contains(secret) == false)
        #expect(try anna.itemCount(matching: query) == anna.items(matching: query).count)
        let collections = try anna.collections(of: query)
        #expect(!collections.contains { $0.title.contains("Hidden") })
        #expect(collections.allSatisfy { $0.count <= 2 && $0.playbackDuration <= 120 })
        #expect(collections.allSatisfy { $0.representativeItem != secret })
        let sections =
            try anna.itemSections(of: query) + anna.collectionSections(of: query)
        #expect(!sections.contains { $0.title == "H" || $0.title == "S" })
        var generator = SeededGenerator(seed: 1)
        let drawn = try anna.randomItems(matching: query, count: 10, using: &generator)
        #expect(!drawn.contains { $0.persistentID == secret })
    }

    @Test("no filter and no order finds it", arguments: Catalog.orders)
    func orders(property: MediaProperty) throws {
        for query in [
            MediaQuery(order: [MediaOrder(property)]),
            MediaQuery(order: [MediaOrder(property, isDescending: true)]),
            MediaQuery(filterPredicates: [.not(.isMissing(property))]),
            MediaQuery(filterPredicates: [.isMissing(property)]),
            MediaQuery(filterPredicates: [.equalTo(.persistentID, .text("3"))]),
        ] {
            let found = try anna.itemIDs(matching: query)
            #expect(!found.contains(secret))
            for forced in QueryPlanner.Forced.allCases {
                #expect(try anna.itemIDs(matching: query, forced: forced) == found)
            }
        }
    }

    @Test("it is not found by its id, path, album, artist, genre or words")
    func single() throws {
        let item = try #require(try two.owner.item(secret))
        #expect(try anna.item(secret) == nil)
        #expect(try anna.items(at: "/closed/B/Secret.mp3").isEmpty)
        let groups = try [
            MediaGroup(.title, secret.rawValue),
            MediaGroup(.album, #require(item.albumPersistentID).rawValue),
            MediaGroup(.artist, #require(item.artistPersistentID).rawValue),
            MediaGroup(.genre, #require(item.genrePersistentID).rawValue),
        ]
        for group in groups {
            #expect(try two.owner.has(group))
            #expect(try anna.has(group) == false)
            #expect(try anna.items(matching: MediaQuery(group: group)).isEmpty)
        }
        #expect(try anna.itemCount(ofAlbum: #require(item.albumPersistentID)) == 0)
        for text in ["secret", "hidden", "hidden artist", "s", "h"] {
            #expect(try two.owner.search(text) != SearchResults())
            #expect(try anna.search(text) == SearchResults(), "\(text)")
        }
    }

    @Test("a folder of a closed root that becomes a root of its own stays closed")
    func nested() throws {
        try two.owner.addRoot("/closed/B", kind: nil)
        #expect(try two.owner.items(matching: MediaQuery()).contains { $0.persistentID == secret })
        #expect(try !anna.items(matching: MediaQuery()).contains { $0.persistentID == secret })
    }

    @Test("its picture is not given out, and statistics do not count it")
    func pictures() throws {
        let item = try #require(try two.owner.item(secret))
        let artwork = try #require(item.artwork.first)
        #expect(try two.owner.picture(of: secret) != nil)
        #expect(try two.owner.picture(artwork) != nil)
        #expect(try anna.picture(of: secret) == nil)
        #expect(try anna.picture(artwork) == nil)
        let statistics = try anna.statistics()
        #expect((statistics.items, statistics.pictures, statistics.pictureBytes) == (2, 0, 0))
        #expect((statistics.albums, statistics.artists, statistics.genres) == (1, 1, 1))
        #expect((statistics.composers, statistics.playbackDuration) == (1, 120))
        #expect(statistics.fileSize == 2000)
        #expect(try anna.openRoots().map(\.path) == ["/music"])
    }

    @Test("it is not in playlists and the queue, cannot be put there, and edits count what is seen")
    func playlists() throws {
        let list = try anna.playlist(named: "Mixed")
        let id = list.persistentID
        #expect(try anna.entries(of: id).map(\.item) == [two.items[0], two.items[1]])
        #expect(try anna.document(of: list).entries.count == 2)
        #expect(try anna.summary(of: list).entryCount == 2)
        #expect(try anna.summary(of: list).playbackDuration == 120)
        #expect(try anna.keptQueue().entries.map(\.item) == [two.items[0], two.items[1]])
        #expect(try anna.keptQueue().currentIndex == 1)
        #expect(throws: PlaylistEditError.self) { try anna.add([.item(secret)], to: id) }
        let text = PlaylistEntry(
            location: .path("/closed/B/Secret.mp3"), title: "Secret", artist: "Hidden Artist")
        try anna.add([.text(text, folder: nil)], to: id)
        #expect(try anna.entries(of: id).last?.item == nil)
        #expect(throws: PlaylistEditError.self) {
            try anna.moveEntry(of: id, from: 0, to: 3)
        }
        try anna.moveEntry(of: id, from: 0, to: 2)
        #expect(try anna.entries(of: id).map(\.item) == [two.items[1], nil, two.items[0]])
        try anna.resolvePlaylistEntries()
        #expect(try anna.entries(of: id)[1].item == nil)
        // It is there again when the root is.
        try two.owner.setRoots(open: [two.closed], for: two.owner.user(named: "Anna"))
        #expect(try anna.entries(of: id).compactMap(\.item).contains(secret))
        #expect(try anna.item(secret)?.userValues.rating == 5)
    }

    @Test("it cannot be rated, starred or played")
    func values() throws {
        #expect(try anna.setRating(1, of: secret) == false)
        #expect(try anna.setFavorite(true, secret) == false)
        #expect(try anna.notePlay(of: secret, at: .now) == false)
        #expect(try anna.noteSkip(of: secret) == false)
        #expect(try anna.setBookmark(1, of: secret) == false)
        #expect(try anna.plays().isEmpty)
    }

    @Test("what is merged into an open root stays closed")
    func movedRoot() throws {
        _ = try two.owner.moveRoot("/closed", to: "/music")
        #expect(try anna.items(matching: MediaQuery()).isEmpty)
        #expect(try two.owner.items(matching: MediaQuery()).count == 3)
    }
}
