import Foundation
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// The content of a root that is closed to a user appears nowhere for that user.
@Suite struct ClosedRootTests {
    private let two: TwoUsers
    private var anna: Catalog { two.anna }
    private var secret: MediaItemID { two.items[2] }

    init() throws {
        two = try TwoUsers()
        // Anna has values and a playlist with the item from before.
        try two.anna.values.setRating(5, of: two.items[2])
        try two.anna.values.notePlay(of: two.items[2], at: Date(secondsSince1970: 7))
        _ = try two.anna.playlists.create(
            PlaylistCreationMetadata(name: "Mixed"), entries: two.items.map { .item($0) })
        try two.anna.queue.keep(KeptQueue(PlayQueue(two.items.map(Self.item), startingAt: 1)))
        try two.owner.users.setRoots(
            closed: [two.closed], for: two.owner.users.user(named: "Anna"))
    }

    private static func item(_ id: MediaItemID) -> PlayerItem {
        var item = PlayerItem(.file("/somewhere"))
        item.persistentID = id
        return item
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
        #expect(try two.owner.items.all(matching: query).contains { $0.persistentID == secret })
        #expect(try anna.items.all(matching: query).map(\.persistentID).contains(secret) == false)
        #expect(try anna.items.count(matching: query) == anna.items.all(matching: query).count)
        let collections = try anna.collections.all(of: query)
        #expect(!collections.contains { $0.title.contains("Hidden") })
        #expect(collections.allSatisfy { $0.count <= 2 && $0.playbackDuration <= 120 })
        #expect(collections.allSatisfy { $0.representativeItemID != secret })
        let sections =
            try anna.collections.itemSections(of: query)
            + anna.collections.collectionSections(of: query)
        #expect(!sections.contains { $0.title == "H" || $0.title == "S" })
        var generator = SeededGenerator(seed: 1)
        let drawn = try anna.items.random(matching: query, count: 10, using: &generator)
        #expect(!drawn.contains { $0.persistentID == secret })
    }

    @Test("a user who was deleted sees nothing at all", arguments: all)
    func deletedUser(query: MediaQuery) throws {
        try two.owner.users.remove(two.owner.users.user(named: "Anna"), deletingData: true)
        #expect(try anna.items.all(matching: query).isEmpty)
        #expect(try anna.items.count(matching: query) == 0)
        #expect(try anna.collections.all(of: query).isEmpty)
        #expect(try two.items.allSatisfy { try anna.items.item($0) == nil })
        #expect(try anna.roots.allOpen().isEmpty)
    }

    @Test("edits of a playlist leave the entries that are not seen, which are there once they are")
    func edits() throws {
        let list = try #require(try anna.playlists.all().first { $0.name == "Mixed" }).persistentID
        let user = try two.owner.users.user(named: "Anna")
        try two.owner.users.setRoots(open: [two.closed], for: user)
        try anna.playlistEntries.add([.item(secret), .item(secret), .item(two.items[0])], to: list)
        try two.owner.users.setRoots(closed: [two.closed], for: user)
        let edits: [(Catalog) throws -> Void] = [
            { try #expect($0.playlistEntries.removeDuplicates(of: list) == 1) },
            { try $0.playlistEntries.moveEntry(of: list, from: 0, to: 1) },
            { try $0.playlistEntries.removeEntries(of: list, at: [0]) },
            { try $0.playlists.setEntries(of: list, to: [.item(two.items[1])]) },
            { try $0.playlists.setItems(of: list, to: [two.items[0]]) },
            { try $0.playlists.replaceItems(of: list, removing: [0], adding: [two.items[1]]) },
            { try $0.playlistFiles.restore($0.playlistFiles.portablePlaylists()) },
            { catalog in
                var draft = PlaylistDraft(name: "Mixed")
                draft.entries = try catalog.playlists.document(
                    of: #require(try catalog.playlists.playlist(list))
                )
                .entries.map { PlaylistDraft.Entry($0, in: nil) }
                _ = try catalog.playlistFiles.save(draft, replacing: true)
            },
        ]
        for edit in edits { try edit(anna) }
        #expect(try anna.playlists.entries(of: list).map(\.item) == [two.items[1]])
        try two.owner.users.setRoots(open: [two.closed], for: user)
        #expect(try anna.playlists.entries(of: list).count { $0.item == secret } == 3)
    }

    @Test("values of what is closed go to another library, and are seen there once it is open")
    func importing() throws {
        let other = try TwoUsers(hasAnna: false)
        _ = try other.owner.userData.importData(two.owner.userData.export())
        let user = try other.owner.users.user(named: "Anna")
        let anna = other.owner.acting(as: user.id)
        #expect(try anna.items.item(other.items[2]) == nil)
        try other.owner.users.setRoots(open: [other.closed], for: user)
        let item = try anna.items.item(other.items[2])
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
            let found = try anna.items.ids(matching: query)
            #expect(!found.contains(secret))
            for forced in QueryPlanner.Forced.allCases {
                #expect(try anna.items.ids(matching: query, forced: forced) == found)
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
                let expected = try two.owner.items.ids(matching: query)
                #expect(try anna.items.ids(matching: query) == expected, "\(property)")
                #expect(try anna.items.count(matching: query) == expected.count)
            }
        }
    }

    @Test("it is not found by its id, path, album, artist, genre or words")
    func single() throws {
        let item = try #require(try two.owner.items.item(secret))
        #expect(try anna.items.item(secret) == nil)
        #expect(try anna.items.all(at: "/closed/B/Secret.mp3").isEmpty)
        let groups = try [
            MediaGroup(.title, secret.rawValue),
            MediaGroup(.album, #require(item.albumPersistentID).rawValue),
            MediaGroup(.artist, #require(item.artistPersistentID).rawValue),
            MediaGroup(.genre, #require(item.genrePersistentID).rawValue),
        ]
        for group in groups {
            #expect(try two.owner.collections.has(group))
            #expect(try anna.collections.has(group) == false)
            #expect(try anna.items.all(matching: MediaQuery(group: group)).isEmpty)
        }
        #expect(try anna.items.count(ofAlbum: #require(item.albumPersistentID)) == 0)
        for text in ["secret", "hidden", "hidden artist", "s", "h"] {
            #expect(try two.owner.search.results(text) != SearchResults())
            #expect(try anna.search.results(text) == SearchResults(), "\(text)")
        }
    }

    @Test("a folder of a closed root that becomes a root of its own stays closed")
    func nested() throws {
        try two.owner.roots.add("/closed/B", kind: nil)
        #expect(
            try two.owner.items.all(matching: MediaQuery()).contains { $0.persistentID == secret })
        #expect(try !anna.items.all(matching: MediaQuery()).contains { $0.persistentID == secret })
    }

    @Test("a removed root stays closed when it, or a root around it, is added again")
    func addedAgain() throws {
        let user = try two.owner.users.user(named: "Anna")
        try two.owner.users.setRoots(open: [two.closed], for: user)
        try two.owner.roots.add("/closed/B", kind: nil)
        #expect(try two.owner.roots.remove("/closed/B") != nil)
        try two.owner.users.setRoots(closed: [two.closed], for: user)
        try two.owner.roots.add("/closed/B", kind: nil)
        #expect(try two.owner.items.all(matching: MediaQuery()).count == 3)
        #expect(try anna.items.all(matching: MediaQuery()).count == 2)

        for path: MediaPath in ["/closed/B", "/closed"] {
            #expect(try two.owner.roots.remove(path) != nil)
        }
        try two.owner.roots.add("/", kind: nil)
        #expect(try anna.roots.allOpen().map(\.path) == ["/music"])
    }

    @Test("its picture is not given out, and statistics do not count it")
    func pictures() throws {
        let item = try #require(try two.owner.items.item(secret))
        let artwork = try #require(item.artwork.first)
        #expect(try two.owner.artworks.picture(of: secret) != nil)
        #expect(try two.owner.artworks.picture(artwork) != nil)
        #expect(try anna.artworks.picture(of: secret) == nil)
        #expect(try anna.artworks.picture(artwork) == nil)
        let statistics = try anna.statistics.values()
        #expect((statistics.items, statistics.pictures, statistics.pictureBytes) == (2, 0, 0))
        #expect((statistics.albums, statistics.artists, statistics.genres) == (1, 1, 1))
        #expect((statistics.composers, statistics.playbackDuration) == (1, 120))
        #expect(statistics.fileSize == 2000)
        #expect(try anna.roots.allOpen().map(\.path) == ["/music"])
    }

    @Test("it is not in playlists and the queue, cannot be put there, and edits count what is seen")
    func playlists() throws {
        let list = try anna.playlists.playlist(named: "Mixed")
        let id = list.persistentID
        #expect(try anna.playlists.entries(of: id).map(\.item) == [two.items[0], two.items[1]])
        #expect(try anna.playlists.document(of: list).entries.count == 2)
        #expect(try anna.playlists.summary(of: list).entryCount == 2)
        #expect(try anna.playlists.summary(of: list).playbackDuration == 120)
        #expect(try anna.queue.kept().items == [two.items[0], two.items[1]])
        #expect(try anna.queue.kept().queue.currentIndex == 1)
        #expect(throws: PlaylistEditError.self) {
            try anna.playlistEntries.add([.item(secret)], to: id)
        }
        let text = PlaylistEntry(
            location: .path("/closed/B/Secret.mp3"), title: "Secret", artist: "Hidden Artist")
        try anna.playlistEntries.add([.text(text, folder: nil)], to: id)
        #expect(try anna.playlists.entries(of: id).last?.item == nil)
        #expect(throws: PlaylistEditError.self) {
            try anna.playlistEntries.moveEntry(of: id, from: 0, to: 3)
        }
        try anna.playlistEntries.moveEntry(of: id, from: 0, to: 2)
        #expect(
            try anna.playlists.entries(of: id).map(\.item) == [two.items[1], nil, two.items[0]])
        try anna.playlistFiles.resolvePlaylistEntries()
        #expect(try anna.playlists.entries(of: id)[1].item == nil)
        // It is there again when the root is.
        try two.owner.users.setRoots(open: [two.closed], for: two.owner.users.user(named: "Anna"))
        #expect(try anna.playlists.entries(of: id).compactMap(\.item).contains(secret))
        #expect(try anna.items.item(secret)?.userValues.rating == 5)
    }

    @Test("its entries keep their places in a queue that is changed meanwhile")
    func queue() throws {
        let user = try two.owner.users.user(named: "Anna")
        try two.owner.users.setRoots(open: [two.closed], for: user)
        let (one, another) = (two.items[0], two.items[1])
        let queue = PlayQueue([one, secret, another].map(Self.item), startingAt: 2)
        try anna.queue.keep(KeptQueue(queue, time: 5))
        try two.owner.users.setRoots(closed: [two.closed], for: user)

        var seen = try anna.queue.kept()
        #expect(seen.queue.entries.map(\.id.rawValue) == [1, 3])
        #expect((seen.queue.currentIndex, seen.time) == (1, 5))
        seen.time = 6
        try anna.queue.keepPosition(seen)
        #expect(try anna.queue.kept().queue.currentIndex == 1)
        // The current one first, and a new one behind.
        let before = seen
        try seen.queue.move(.init(rawValue: 3), after: nil)
        seen.queue.append([Self.item(one)])
        let kept = try anna.queue.keep(seen, madeOf: before)
        #expect(kept.items == [another, one, one])
        #expect(try anna.queue.kept().items == [another, one, one])
        #expect(try anna.queue.kept().queue.currentIndex == 0)

        try two.owner.users.setRoots(open: [two.closed], for: user)
        #expect(try anna.queue.kept().items == [another, one, secret, one])
        // A player that has not seen that keeps its queue again.
        try anna.queue.keep(kept, madeOf: kept)
        let whole = try anna.queue.kept()
        #expect(whole.items == [another, one, secret, one])
        #expect(Set(whole.queue.entries.map(\.id)).count == 4)
    }

    @Test("a closed root inside an open one cannot be removed, which would open its files")
    func removedInside() throws {
        try two.owner.roots.add("/closed/B", kind: nil)
        let user = try two.owner.users.user(named: "Anna")
        try two.owner.users.setRoots(open: [two.closed], for: user)
        let error = #expect(throws: ClosedRootError.self) {
            try two.owner.roots.remove("/closed/B")
        }
        #expect(
            error?.description == """
                /closed/B: is closed to Anna, who would see its files in /closed; open it to them, or close \
                /closed: phonolith user roots --help
                """)
        #expect(try anna.items.all(matching: MediaQuery()).count == 2)
        try two.owner.users.setRoots(closed: [two.closed], for: user)
        #expect(try two.owner.roots.remove("/closed/B") != nil)
        #expect(try anna.items.all(matching: MediaQuery()).count == 2)
        #expect(try two.owner.items.all(matching: MediaQuery()).count == 3)
    }

    @Test("it cannot be rated, starred or played")
    func values() throws {
        #expect(try anna.values.setRating(1, of: secret) == false)
        #expect(try anna.values.setFavorite(true, secret) == false)
        #expect(try anna.values.notePlay(of: secret, at: .now) == false)
        #expect(try anna.values.noteSkip(of: secret) == false)
        #expect(try anna.values.setBookmark(1, of: secret) == false)
        #expect(try anna.plays.all().isEmpty)
    }

    @Test("what is merged into an open root stays closed")
    func movedRoot() throws {
        _ = try two.owner.roots.move("/closed", to: "/music")
        #expect(try anna.items.all(matching: MediaQuery()).isEmpty)
        #expect(try two.owner.items.all(matching: MediaQuery()).count == 3)
    }
}
