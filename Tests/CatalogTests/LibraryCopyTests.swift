import Catalog
import CatalogTestSupport
import Foundation
import GRDB
import MediaModel
import MediaModelTestSupport
import Migrations
import Testing

/// Whole libraries that are copied: from a file to another, and where the tests run on a server, from there into memory and back.
@Suite struct LibraryCopyTests {
    /// A library with random items, values, lists, users and a queue.
    private func library() throws -> Catalog {
        var world = try World()
        try world.addAll(RandomLibrary(seed: 7).tracks)
        let items = try world.catalog.items(matching: MediaQuery()).map(\.persistentID)
        _ = try world.catalog.createPlaylist(
            PlaylistCreationMetadata(name: "Evening"), entries: items.prefix(5).map { .item($0) })
        let anna = world.catalog.acting(as: try world.catalog.addUser("Anna").id)
        for item in items.prefix(9) { try anna.setRating(3, of: item) }
        try anna.setBookmark(12.5, of: items[3])
        try anna.chooseOutputs(["kitchen", "attic"])
        return world.catalog
    }

    /// What both must say alike.
    private func answers(_ catalog: Catalog) throws -> [String] {
        let users = try catalog.users()
        return try users.flatMap { user -> [String] in
            let own = catalog.acting(as: user.id)
            return [
                user.name, "\(try own.items(matching: MediaQuery()))", "\(try own.playlists())",
                "\(try own.collections(of: .albums))", "\(try own.bookmarkNotes().count)",
                "\(try own.chosenOutputs())",
            ]
        } + [
            "\(try catalog.search("a").items.map(\.persistentID))", "\(try catalog.changeToken())",
        ]
    }

    @Test("a copy answers all questions as the library does, and goes on with its ids")
    func copy() throws {
        let source = try library()
        let target = try Catalog.inMemory()
        try LibraryCopy(from: source, to: target).run()
        #expect(try answers(target) == answers(source))
        let back = try Catalog.empty()
        try LibraryCopy(from: target, to: back).run()
        #expect(try answers(back) == answers(source))
        let playlists = try [source, target, back].map {
            try $0.createPlaylist(PlaylistCreationMetadata(name: "Next")).persistentID
        }
        #expect(Set(playlists).count == 1)
    }

    @Test("nothing is copied into a library that has anything of its own")
    func refusal() throws {
        let used = try library()
        let before = try answers(used)
        #expect(throws: LibraryCopy.Failure.notEmpty(used.path)) {
            try LibraryCopy(from: .inMemory(), to: used).run()
        }
        #expect(try answers(used) == before)
    }

    @Test("every table of the schema is copied, except what is the library's own")
    func tables() throws {
        let tables = try DatabaseQueue().write { database in
            for migration in Migrations.sqlite.all { try database.execute(sql: migration.sql) }
            return try String.fetchSet(
                database,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'table'
                        AND name NOT LIKE 'sqlite%' AND name NOT GLOB 'search_*_*'
                    """)
        }
        #expect(Set(LibraryTables.all) == tables.subtracting(["library"]))
        #expect(LibraryTables.all.count == Set(LibraryTables.all).count)
    }
}
