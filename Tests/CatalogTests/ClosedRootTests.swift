import Catalog
import Foundation
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
        try two.anna.notePlay(of: two.items[2], at: Date(secondsSince1970: 7))
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

    @Test("edits of a playlist leave the entries that are not seen, which are there once they are")
    func edits() throws {
        let list = try #require(try anna.playlists().first { $0.name == "Mixed" }).persistentID
        let user = try two.owner.user(named: "Anna")
        try two.owner.setRoots(open: [two.closed], for: user)
        try anna.add([.item(secret), .item(secret), .item(two.items[0])], to: list)
        try two.owner.setRoots(closed: [two.closed], for: user)
        let edits: [(Catalog) throws -> Void] = [
            { try #expect($0.removeDuplicates(of: list) == 1) },
            { try $0.moveEntry(of: list, from: 0, to: 1) },
            { try $0.removeEntries(of: list, at: [0]) },
            { try $0.setEntries(of: list, to: [.item(two.items[1])]) },
            { try $0.setItems(of: list, to: [two.items[0]]) },
            { try $0.replaceItems(of: list, removing: [0], adding: [two.items[1]]) },
            { try $0.restore($0.portablePlaylists()) },
            { catalog in
                var draft = PlaylistDraft(name: "Mixed")
                draft.entries = try catalog.document(of: #require(try catalog.playlist(list)))
                    .entries.map { PlaylistDraft.Entry($0, in: nil) }
                _ = try catalog.save(draft, replacing: true)
            },
        ]
        for edit in edits { try edit(anna) }
        #expect(try anna.entries(of: list).map(\.item) == [two.items[1]])
        try two.owner.setRoots(open: [two.closed], for: user)
        #expect(try anna.entries(of: list).count { $0.item == secret } == 3)
    }

    @Test("values of what is closed go to another library, and are seen there once it is open")
    func importing() throws {
        let other = try TwoUsers(hasAnna: false)
        _ = try other.owner.importUserData(two.owner.userData())
        let user = try other.owner.user(named: "Anna")
        let anna = other.owner.acting(as: user.id)
        #expect(try anna.item(other.items[2]) == nil)
        try other.owner.setRoots(open: [other.closed], for: user)
        let item = try anna.item(other.items[2])
        #expect((item?.userValues.rating, item?.userValues.playCount) == (5, 1))
    }

    @Test("no filter and no order finds it")
    func orders() throws {
        for property in MediaProperty.sortable { try checkOrder(property) }
    }

    private func checkOrder(_ property: MediaProperty) throws {
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

    @Test("a page that begins after it has only what is open")
    func tokens() throws {
        for property in MediaProperty.sortable {
            for isDescending in [false, true] {
                var query = MediaQuery(order: [MediaOrder(property, isDescending: isDescending)])
                guard let token = try two.owner.token(after: secret, in: query) else { continue }
                query.after = token
                let expected = try two.owner.itemIDs(matching: query)
                #expect(try anna.itemIDs(matching: query) == expected, "\(property)")
                #expect(try anna.itemCount(matching: query) == expected.count)
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

    @Test("a removed root stays closed when it, or a root around it, is added again")
    func addedAgain() throws {
        let user = try two.owner.user(named: "Anna")
        try two.owner.setRoots(open: [two.closed], for: user)
        try two.owner.addRoot("/closed/B", kind: nil)
        #expect(try two.owner.removeRoot("/closed/B") != nil)
        try two.owner.setRoots(closed: [two.closed], for: user)
        try two.owner.addRoot("/closed/B", kind: nil)
        #expect(try two.owner.items(matching: MediaQuery()).count == 3)
        #expect(try anna.items(matching: MediaQuery()).count == 2)

        for path: MediaPath in ["/closed/B", "/closed"] {
            #expect(try two.owner.removeRoot(path) != nil)
        }
        try two.owner.addRoot("/", kind: nil)
        #expect(try anna.openRoots().map(\.path) == ["/music"])
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

    @Test("its entries keep their places in a queue that is changed meanwhile")
    func queue() throws {
        let user = try two.owner.user(named: "Anna")
        try two.owner.setRoots(open: [two.closed], for: user)
        func entry(_ index: Int, _ number: Int) -> KeptQueue.Entry {
            .init(
                number: number, item: two.items[index],
                source: .file(MediaPath("/\(index)")), ownPosition: number)
        }
        // One, Secret, Two; Two is current.
        try anna.keepQueue(
            KeptQueue(entries: [entry(0, 1), entry(2, 2), entry(1, 3)], currentIndex: 2, time: 5))
        try two.owner.setRoots(closed: [two.closed], for: user)

        var seen = try anna.keptQueue()
        #expect(seen.entries.map(\.number) == [1, 3])
        #expect((seen.currentIndex, seen.time) == (1, 5))
        seen.time = 6
        try anna.keepQueuePosition(seen, entry: 3)
        #expect(try anna.keptQueue().currentIndex == 1)
        // The new entry gets the number of the one that is not seen.
        seen.entries = [entry(1, 3), entry(0, 1), entry(0, 2)]
        seen.currentIndex = 0
        let kept = try anna.keepQueue(seen, madeOf: seen)
        #expect(kept.entries.map(\.item) == seen.entries.map(\.item))
        #expect(try anna.keptQueue().entries.map(\.item) == [1, 0, 0].map { two.items[$0] })
        #expect(try anna.keptQueue().currentIndex == 0)

        // To a player that does not know of it, it comes back behind what was in front of it.
        try two.owner.setRoots(open: [two.closed], for: user)
        #expect(try anna.keptQueue().entries.map(\.item) == [1, 0, 2, 0].map { two.items[$0] })
        try anna.keepQueue(kept, madeOf: kept)
        let whole = try anna.keptQueue().entries
        #expect(whole.map(\.item) == [1, 0, 2, 0].map { two.items[$0] })
        #expect(Set(whole.map(\.number)).count == 4)
    }

    @Test("a closed root inside an open one cannot be removed, which would open its files")
    func removedInside() throws {
        try two.owner.addRoot("/closed/B", kind: nil)
        let user = try two.owner.user(named: "Anna")
        try two.owner.setRoots(open: [two.closed], for: user)
        let error = #expect(throws: ClosedRootError.self) {
            try two.owner.removeRoot("/closed/B")
        }
        #expect(
            error?.description == """
                /closed/B: is closed to Anna, who would see its files in /closed; open it to them, or close \
                /closed: phonolith user roots --help
                """)
        #expect(try anna.items(matching: MediaQuery()).count == 2)
        try two.owner.setRoots(closed: [two.closed], for: user)
        #expect(try two.owner.removeRoot("/closed/B") != nil)
        #expect(try anna.items(matching: MediaQuery()).count == 2)
        #expect(try two.owner.items(matching: MediaQuery()).count == 3)
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
