import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithMigrations
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Playlists that are made and changed by hand.
@Suite struct PlaylistTests {
    private let world: World
    private let items: [MediaItemID]
    private var catalog: Catalog { world.catalog }

    init() throws {
        var world = try World()
        items = try (1...5).map { number in
            try world.add(MediaPath("A/\(number).mp3")) {
                $0.title = "Title \(number)"
                $0.setArtist("Artist")
                $0.playbackDuration = 60
            }.persistentID
        }
        self.world = world
    }

    private func make(_ count: Int = 5, name: String = "List") throws -> MediaPlaylistID {
        try catalog.playlists.create(
            PlaylistCreationMetadata(name: name), entries: items.prefix(count).map { .item($0) }
        ).persistentID
    }

    /// The places of the items in a list, by their numbers from 1.
    private func numbers(_ playlist: MediaPlaylistID) throws -> [Int] {
        try catalog.playlists.entries(of: playlist).map { entry in
            entry.item.flatMap(items.firstIndex).map { $0 + 1 } ?? 0
        }
    }

    @Test("what is added stands behind the last, also twice")
    func adding() throws {
        let list = try make(2)
        try catalog.playlistEntries.add([.item(items[0]), .item(items[4])], to: list)
        #expect(try numbers(list) == [1, 2, 1, 5])
        #expect(
            try catalog.items.all(matching: .items(of: list)).map(\.persistentID)
                == [items[0], items[1], items[0], items[4]])
    }

    @Test("what is inserted stands before the entry that was there", arguments: [0, 1, 3])
    func inserting(position: Int) throws {
        let list = try make(3)
        try catalog.playlistEntries.insert(
            [.item(items[3]), .item(items[4])], into: list, at: position)
        var expected = [1, 2, 3]
        expected.insert(contentsOf: [4, 5], at: position)
        #expect(try numbers(list) == expected)
    }

    @Test("a moved entry is at its new position, and keeps its id")
    func moving() throws {
        let list = try make()
        for from in 0..<5 {
            for to in 0..<5 {
                var expected = try catalog.playlists.entries(of: list)
                expected.insert(expected.remove(at: from), at: to)
                try catalog.playlistEntries.moveEntry(of: list, from: from, to: to)
                #expect(try catalog.playlists.entries(of: list) == expected)
            }
        }
    }

    @Test("entries are removed by their positions before")
    func removing() throws {
        let list = try make()
        try catalog.playlistEntries.removeEntries(of: list, at: [4, 0, 2, 0])
        #expect(try numbers(list) == [2, 4])
    }

    @Test("positions that are not there are refused with the range, and nothing is changed")
    func outOfRange() throws {
        let list = try make(3)
        let refused: [() throws -> Void] = [
            { try catalog.playlistEntries.removeEntries(of: list, at: [0, 3]) },
            { try catalog.playlistEntries.removeEntries(of: list, at: [-1]) },
            { try catalog.playlistEntries.moveEntry(of: list, from: 0, to: 3) },
            { try catalog.playlistEntries.insert([.item(items[0])], into: list, at: 4) },
            {
                try catalog.playlistEntries.add(
                    [.item(items[0]), .item(PersistentID(999))], to: list)
            },
        ]
        for body in refused { #expect(throws: PlaylistEditError.self) { try body() } }
        #expect(try numbers(list) == [1, 2, 3])
        #expect(
            PlaylistEditError.positionOutOfRange(position: 3, count: 3).description
                == "4: no such position; the playlist has positions 1 to 3")
    }

    @Test("of entries of one item the first stays")
    func duplicates() throws {
        let list = try make(2)
        let url = PlaylistEntry(location: .uri("http://example.org/"), title: "a")
        try catalog.playlistEntries.add(
            [.item(items[0]), .text(url, folder: nil), .text(url, folder: nil), .item(items[1])],
            to: list)
        #expect(try catalog.playlistEntries.removeDuplicates(of: list) == 3)
        #expect(try numbers(list) == [1, 2, 0])
    }

    @Test("names are one but for case and accents; a list is found by name, id and UUID")
    func names() throws {
        let list = try make(name: "Café")
        #expect(throws: PlaylistEditError.nameTaken("CAFE")) { try make(name: "CAFE") }
        #expect(throws: PlaylistEditError.emptyName) { try make(name: " ") }
        #expect(throws: PlaylistEditError.longName(1001)) {
            try make(name: String(repeating: "x", count: 1001))
        }
        let playlist = try #require(try catalog.playlists.playlist(list))
        for name in ["cafe", list.description, playlist.uuid.lowercased()] {
            #expect(try catalog.playlists.playlist(named: name) == playlist)
        }
        #expect(throws: PlaylistEditError.noPlaylist("other")) {
            try catalog.playlists.playlist(named: "other")
        }
    }

    @Test("a longer name than a list can have is cut when it comes from another library")
    func longName() throws {
        let name = String(repeating: "x", count: 5000)
        let lists = ["1", "2"].map {
            PortablePlaylist(
                uuid: $0, name: name, description: nil, created: 1, modified: 1, entries: [])
        }
        try catalog.playlistFiles.restore(lists)
        let names = try catalog.playlists.all().map(\.name)
        #expect(names.map(\.count).sorted() == [980, 982])
    }

    @Test("a copy of a list that is brought back replaces its values, and leaves its id")
    func replacement() throws {
        let list = try make(2, name: "One")
        let copy = try catalog.playlistFiles.portablePlaylists()
        try catalog.playlists.rename(list, to: "Two")
        try catalog.playlistEntries.removeEntries(of: list, at: [0])
        let revision = try #require(try catalog.playlists.revision(of: list))
        for _ in 0..<2 { try catalog.playlistFiles.restore(copy) }
        #expect(try catalog.playlists.all().map(\.name) == ["One"])
        #expect(try catalog.playlists.playlist(list)?.name == "One")
        #expect(try numbers(list) == [1, 2])
        #expect(try catalog.playlists.revision(of: list) == revision + 2)
    }

    @Test("a UUID makes one list, however often it is asked for")
    func upsert() throws {
        let uuid = UUID()
        let first = try catalog.playlists.playlist(
            with: uuid, creationMetadata: PlaylistCreationMetadata(name: "One"))
        let second = try catalog.playlists.playlist(
            with: uuid, creationMetadata: PlaylistCreationMetadata(name: "Two"))
        #expect(first == second)
        #expect(first.uuid == uuid.uuidString)
        #expect(first.authorDisplayName == "phonolith")
    }

    @Test("a list is renamed, described, duplicated and deleted")
    func lists() throws {
        let list = try make(2)
        try catalog.playlists.rename(list, to: "Other")
        try catalog.playlists.describe(list, as: "words")
        let copy = try catalog.playlists.duplicate(list, as: "Copy")
        try catalog.playlistEntries.removeEntries(of: list, at: [0])
        #expect(try catalog.playlists.all().map(\.name) == ["Copy", "Other"])
        #expect(copy.descriptionText == "words")
        #expect(try numbers(copy.persistentID) == [1, 2])
        #expect(try catalog.playlists.delete(list))
        #expect(try catalog.playlists.all().map(\.name) == ["Copy"])
        #expect(try catalog.playlists.entries(of: list) == [])
    }

    @Test("a summary counts what is not found")
    func summary() throws {
        let list = try make(2)
        try catalog.playlistEntries.add(
            [.text(PlaylistEntry(location: .path("/no.mp3"), duration: 30), folder: nil)], to: list)
        let summary = try catalog.playlists.summary(
            of: try #require(try catalog.playlists.playlist(list)))
        #expect(summary.entryCount == 3)
        #expect(summary.unresolvedCount == 1)
        #expect(summary.playbackDuration == 150)
    }

    @Test("whoever deletes an item leaves its entries in their places, as text")
    func deletedItem() throws {
        let database = try SQLiteDatabase()
        let entry = try database.write { database in
            for migration in Migrations.sqlite.all { try database.execute(sql: migration.sql) }
            try database.execute(
                sql: """
                    INSERT INTO roots (id, path, path_key, path_folded)
                        VALUES (1, CAST('/music' AS BLOB), '', '');
                    INSERT INTO folders (id, root_id, path, path_key, path_folded)
                        VALUES (1, 1, CAST('A/B' AS BLOB), '', '');
                    INSERT INTO files (id, folder_id, name, name_key, name_folded, size, modified, device,
                        inode) VALUES (1, 1, x'FF2E6D7033', '', '', 1, 1, 1, 1);
                    INSERT INTO items (id, file_id, media_type, date_added, title, title_key, duration)
                        VALUES (1, 1, 1, 0, 'Title', 'title', 60);
                    INSERT INTO item_identifiers (item_id, musicbrainz_recording_id) VALUES (1, 'R');
                    INSERT INTO playlists
                        (id, user_id, uuid, name, name_folded, name_key, created, modified)
                        VALUES (1, 1, 'X', 'L', 'l', 'l', 0, 0);
                    INSERT INTO playlist_entries (playlist_id, position, item_id) VALUES (1, 0, 1);
                    DELETE FROM items WHERE id = 1;
                    """)
            return try Row.fetchOne(
                database,
                sql: """
                    SELECT item_id, location, title, duration, musicbrainz_recording_id AS recording
                    FROM playlist_entries
                    """)
        }
        let location = Data(Array("/music/A/B/".utf8) + [0xFF] + Array(".mp3".utf8))
        #expect(
            entry?.sqlValues == [
                .null, .blob(location), .text("Title"), .real(60), .text("R"),
            ])
    }

    // MARK: - Rules

    @Test("lists that name lists are bounded, and end with an error that names the list")
    func expansion() throws {
        for item in items { try catalog.values.setRating(4, of: item) }
        var list = try smart("Level 0", "rating >= 1")
        for level in 1...2 {
            // Fifty times the list below: 50 conditions, 2500, 125 000, …
            list = try smart("Level \(level)", levels(below: level))
        }
        #expect(try found(list).count == items.count)
        let error = #expect(throws: CatalogError.self) {
            try found(try smart("Level 3", levels(below: 3)))
        }
        #expect(error?.code == .tooManyConditions)
    }

    private func levels(below level: Int) -> String {
        Array(repeating: "inPlaylist = \"Level \(level - 1)\"", count: 50).joined(separator: " or ")
    }

    private func smart(
        _ name: String, _ expression: String, _ order: [MediaOrder] = [],
        _ limit: SmartPlaylistRule.Limit? = nil
    ) throws -> MediaPlaylistID {
        let rule = SmartPlaylistRule(
            predicate: try MediaPredicate(expression: expression), order: order, limit: limit)
        return try catalog.playlists.create(PlaylistCreationMetadata(name: name), rule: rule)
            .persistentID
    }

    private func found(_ playlist: MediaPlaylistID) throws -> [Int] {
        try catalog.items.all(matching: .items(of: playlist)).map {
            (items.firstIndex(of: $0.persistentID) ?? -1) + 1
        }
    }

    @Test("a smart playlist is asked anew each time, in its order and up to its limit")
    func smartPlaylists() throws {
        let order = [MediaOrder(.title, isDescending: true)]
        let all = try smart("All", "rating >= 3", order)
        #expect(try found(all) == [])
        for item in items { try catalog.values.setRating(4, of: item) }
        #expect(try found(all) == [5, 4, 3, 2, 1])
        #expect(try found(smart("Two", "rating >= 3", order, .items(2))) == [5, 4])
        #expect(try found(smart("Minutes", "rating >= 3", order, .seconds(190))) == [5, 4, 3])
        #expect(try found(smart("Bytes", "rating >= 3", order, .bytes(2500))) == [5, 4])
        #expect(
            try catalog.playlists.rule(of: all)
                == SmartPlaylistRule(
                    predicate: MediaPredicate(expression: "rating >= 3"), order: order))
    }

    @Test("with conditions, playlists are listed that have items of them, smart ones too")
    func conditions() throws {
        for (item, rating) in zip(items, 1...) { try catalog.values.setRating(rating, of: item) }
        _ = try make(2, name: "Two")
        _ = try catalog.playlists.create(PlaylistCreationMetadata(name: "Empty"))
        _ = try smart("Best", "rating >= 4")
        _ = try smart("None", "rating > 9")
        let rows: [(condition: String?, names: [String])] = [
            (nil, ["Best", "Empty", "None", "Two"]), ("rating = 5", ["Best"]),
            ("rating = 1", ["Two"]), ("rating >= 1", ["Best", "Two"]), ("rating = 3", []),
        ]
        for row in rows {
            let predicates = try row.condition.map { [try MediaPredicate(expression: $0)] } ?? []
            for limit in [nil, 1, 3] {
                var query = MediaQuery(filterPredicates: predicates, groupingType: .playlist)
                query.limit = limit
                let found = try catalog.collections.all(of: query)
                #expect(
                    found.map(\.title) == Array(row.names.prefix(limit ?? 9)),
                    "\(row.condition ?? "all"), \(limit ?? 0)")
            }
            let all = MediaQuery(filterPredicates: predicates, groupingType: .playlist)
            #expect(try catalog.collections.count(of: all) == row.names.count)
        }
    }

    @Test("the items of a list stand under headings only where they come in an order of names")
    func sections() throws {
        func titles(_ query: MediaQuery) throws -> [String] {
            try catalog.collections.itemSections(of: query).map(\.title)
        }
        for (item, rating) in zip(items, 1...) { try catalog.values.setRating(rating, of: item) }
        var query = MediaQuery.items(of: try make())
        #expect(try titles(query) == [])
        query.order = [MediaOrder(.title)]
        #expect(try titles(query) == ["T"])
        #expect(try titles(.items(of: smart("Rated", "rating > 0", [MediaOrder(.rating)]))) == [])
        #expect(try titles(.items(of: smart("Named", "rating > 0", [MediaOrder(.title)]))) == ["T"])
        // Without an order of its own a rule has that of shelves, by the artist.
        query = .items(of: try smart("Shelved", "rating > 0"))
        #expect(try titles(query) == ["A"])
        query.order = [MediaOrder(.playCount)]
        #expect(try titles(query) == [])
    }

    @Test("rules ask for other lists, made by hand or by a rule")
    func inPlaylist() throws {
        let list = try make(3)
        let limited = try smart("First", "inPlaylist = \"list\"", [MediaOrder(.title)], .items(2))
        #expect(try found(limited) == [1, 2])
        #expect(try found(smart("Rest", "inPlaylist != \"First\"")) == [3, 4, 5])
        #expect(
            try found(smart("Both", "inPlaylist in (\"First\", \"Rest\")", [MediaOrder(.title)]))
                == [1, 2, 3, 4, 5])
        try catalog.playlists.rename(list, to: "Renamed")
        #expect(try found(limited) == [1, 2])
        #expect(try catalog.playlists.rule(of: limited)?.predicate == .inPlaylist("Renamed"))
    }

    @Test("a rule that asks for its own list is refused")
    func loops() throws {
        #expect(throws: PlaylistEditError.asksForItself("A")) { try smart("A", "inPlaylist = a") }
        let first = try smart("A", "title = x")
        _ = try smart("B", "inPlaylist = A")
        #expect(throws: PlaylistEditError.asksForItself("A")) {
            try catalog.playlists.setRule(
                SmartPlaylistRule(predicate: .inPlaylist("B")), of: first)
        }
    }

    @Test("what a rule finds is not edited entry by entry, but can be duplicated")
    func smartIsFixed() throws {
        let list = try smart("S", "title = \"Title 2\"")
        #expect(throws: PlaylistEditError.isSmart("S")) {
            try catalog.playlistEntries.add([.item(items[0])], to: list)
        }
        #expect(try numbers(catalog.playlists.duplicate(list, as: "Copy").persistentID) == [2])
        #expect(throws: PlaylistEditError.isNotSmart("Copy")) {
            let copy = try catalog.playlists.playlist(named: "Copy").persistentID
            try catalog.playlists.setRule(SmartPlaylistRule(predicate: .all([])), of: copy)
        }
    }

    @Test("playlists are collections of a query, smart ones too")
    func collections() throws {
        _ = try make(2)
        _ = try smart("Smart", "title = \"Title 3\"")
        let collections = try catalog.collections.all(of: .playlists)
        #expect(collections.map(\.title) == ["List", "Smart"])
        #expect(collections.map(\.count) == [2, 1])
        #expect(collections.map(\.playlist?.isSmart) == [false, true])
    }

    @Test("playlists go to another library by their paths and words, and come back")
    func portable() throws {
        let list = try make(2)
        let url = PlaylistEntry(location: .uri("http://example.org/"), title: "a")
        try catalog.playlistEntries.add([.text(url, folder: nil)], to: list)
        _ = try smart("Smart", "title = \"Title 3\"", [MediaOrder(.year)], .seconds(600))
        let portable = try catalog.playlistFiles.portablePlaylists()
        try catalog.playlists.delete(list)
        // A URL is not looked for in the library.
        #expect(try catalog.playlistFiles.restore(portable) == 0)
        #expect(try catalog.playlistFiles.portablePlaylists() == portable)
        #expect(try numbers(catalog.playlists.playlist(named: "List").persistentID) == [1, 2, 0])
        #expect(try found(catalog.playlists.playlist(named: "Smart").persistentID) == [3])
    }
}
