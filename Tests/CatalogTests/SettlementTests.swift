import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Data that depends on items is right after each scan, whichever of them moved, changed or went.
@Suite final class SettlementTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("phonolith-settlement-\(UUID().uuidString)")
    private var library: String { folder.appendingPathComponent("library.sqlite").path }
    private var world: World
    private let catalog: Catalog

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        world = try World(library: folder.appendingPathComponent("library.sqlite").path)
        catalog = world.catalog
        try world.add("a.mp3") {
            $0.title = "Jóga"
            $0.setArtist("Björk")
            $0.albumTitle = "Homogenic"
            $0.genres = ["Trip Hop", "Electronic"]
            $0.playbackDuration = 300
        }
        try world.add("b.mp3") {
            $0.title = "Venus"
            $0.setArtist("Shocking Blue")
            $0.genres = ["Rock", "Electronic"]
            $0.playbackDuration = 200
        }
        try world.add("c.mp3") {
            $0.mediaType = .podcast
            $0.title = "First"
            $0.podcastTitle = "Voices"
            $0.albumTitle = "Voices"
            $0.genres = ["Talk"]
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    // MARK: - Invariants

    /// Looks into the library past the catalog.
    private func inLibrary<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        let queue = try SQLiteDatabase(path: library)
        defer { try? queue.close() }  // Closed with the value if not now.
        return try queue.write(body)
    }

    /// Data kept beside the items, because it is expensive to compute.
    private struct Derived: Hashable {
        var words: [[SQLValue]]
        var totals: [[SQLValue]]
    }

    private func kept(_ database: Connection) throws -> Derived {
        let words = try ["items", "albums", "artists"].flatMap {
            try Row.fetchAll(
                database, sql: "SELECT '\($0)', rowid, words FROM search_\($0) ORDER BY rowid")
        }
        let totals = try ["genre_totals", "artist_totals"].flatMap {
            try Row.fetchAll(database, sql: "SELECT * FROM \($0) ORDER BY 1, 2, 3")
        }
        return Derived(
            words: words.map { $0.sqlValues },
            totals: totals.map { $0.sqlValues })
    }

    /// The same, made anew from the items that are there.
    private func made() throws -> Derived {
        try inLibrary { try $0.execute(sql: "UPDATE search_rules SET version = 0") }
        try Catalog.open(at: library, for: .writing).close()
        return try inLibrary { database in
            var made = try kept(database)
            made.totals = try ItemTotalsTests.countedTotals(database)
            return made
        }
    }

    private func expectConsistent(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let kept = try inLibrary(kept)
        #expect(try kept == made(), sourceLocation: sourceLocation)
        #expect(!kept.words.isEmpty, sourceLocation: sourceLocation)
        let problems = try inLibrary { database in
            try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
        }
        #expect(problems == 0, sourceLocation: sourceLocation)
        #expect(try catalog.statistics.integrityProblems() == [], sourceLocation: sourceLocation)
    }

    private func id(_ path: MediaPath) throws -> Int64 {
        let items = try catalog.items.all(at: MediaPath("/music").appending(path))
        return try #require(items.first).persistentID.rawValue
    }

    private func titles(_ text: String) throws -> [String?] {
        try catalog.search.results(text).items.map(\.title)
    }

    private func makeList(of items: [Int64]) throws {
        try inLibrary { database in
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO playlists
                        (id, user_id, uuid, name, name_folded, name_key, created, modified)
                    VALUES (1, 1, 'x', 'List', 'list', 'list', 0, 0)
                    """)
            for (position, item) in items.enumerated() {
                try database.execute(
                    sql:
                        "INSERT INTO playlist_entries (playlist_id, position, item_id) VALUES (1, ?, ?)",
                    arguments: [position, item])
            }
        }
    }

    private var list: [Int64?] {
        get throws {
            try inLibrary {
                try Row.fetchAll(
                    $0, sql: "SELECT item_id FROM playlist_entries ORDER BY position, id"
                ).map { $0[0] as Int64? }
            }
        }
    }

    // MARK: - Changes

    private func contents(_ describe: (inout MediaFacts) -> Void) -> ScannedFile.Outcome {
        var facts = MediaFacts()
        facts.mediaType = .music
        describe(&facts)
        return .item(
            ItemContents(
                facts: facts, pictures: [], path: "x/d.mp3", sortKeys: SortKeyMaker()))
    }

    @Test(
        "what was moved and retagged is found by its new words, in its new genre and its old lists")
    func moved() throws {
        let item = try id("a.mp3")
        try makeList(of: [try id("b.mp3"), item])
        let live = contents {
            $0.title = "Jóga live"
            $0.setArtist("Björk Guðmundsdóttir")
            $0.albumTitle = "Live Box"
            $0.genres = ["Live", "Electronic"]
            $0.playbackDuration = 310
            ($0.isrc, $0.lyrics) = ("GBBLG9700001", "All that no one sees")
        }
        try world.move("a.mp3", to: "x/d.mp3", live) {
            // The user may have met it before it was known again.
            let new = try id("x/d.mp3")
            try makeList(of: [new])
            var entry = PlayerItem(.file("/music/x/d.mp3"))
            entry.persistentID = PersistentID(new)
            try catalog.queue.keep(KeptQueue(PlayQueue([entry])))
        }
        #expect(try id("x/d.mp3") == item)
        #expect(try list == [try id("b.mp3"), item, item])
        #expect(try catalog.queue.kept().items == [PersistentID(item)])
        try expectConsistent()
        let genres = try catalog.collections.all(of: .genres).map(\.title)
        #expect(genres == ["Electronic", "Live", "Rock", "Talk"])
        #expect(try titles("gudmundsdottir live box") == ["Jóga live"])
        #expect(try titles("homogenic") == [])
        let facts = try #require(try catalog.items.item(PersistentID(item))).facts
        #expect(facts.isrc == "GBBLG9700001" && facts.lyrics == "All that no one sees")
    }

    @Test("what was moved and cannot be read is found no more")
    func unreadable() throws {
        let item = try id("a.mp3")
        try world.move("a.mp3", to: "x/d.mp3", .unreadable("is text"))
        #expect(try id("x/d.mp3") == item)
        try expectConsistent()
        #expect(try titles("joga") == [])
        #expect(
            try catalog.collections.all(of: .genres).map(\.title)
                == ["Electronic", "Rock", "Talk"])
        #expect(try catalog.collections.all(of: .albums).map(\.title) == [])
    }

    @Test("what is gone is found no more, and again when it is back")
    func gone() throws {
        try world.hide("a.mp3")
        try expectConsistent()
        #expect(try titles("joga") == [])
        try world.show("a.mp3")
        try expectConsistent()
        #expect(try titles("joga") == ["Jóga"])
    }

    @Test("what is deleted leaves nothing but its places in the user's lists")
    func deleted() throws {
        let items = try ["a.mp3", "b.mp3", "c.mp3"].map { try id($0) }
        try makeList(of: items)
        try world.hide("a.mp3")
        try world.hide("c.mp3")
        #expect(try catalog.goneItems.delete(items.map { PersistentID($0) }) == 2)
        #expect(try list == [nil, items[1], nil])
        try expectConsistent()
        let left = try inLibrary { database in
            try ["items", "files", "albums", "artists", "genres", "podcasts", "credits"].map {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? 0
            }
        }
        // Venus alone: it is in two genres and has one artist, who is its album artist, too.
        #expect(left == [1, 1, 0, 1, 2, 0, 2])
    }

    @Test("genres tell what is there after a root was taken away")
    func removedRoot() throws {
        #expect(try catalog.roots.remove("/music") != nil)
        #expect(try catalog.collections.all(of: .genres) == [])
    }
}
