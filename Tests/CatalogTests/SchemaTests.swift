import Catalog
import Fixtures
import Foundation
import GRDB
import MediaModel
import Migrations
import Synchronization
import Testing

@Suite struct SchemaTests {
    /// The folder of the migrations' files, found from this file.
    private var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("migrations/sql")
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".sql") }.sorted()
    }

    @Test("every file of migrations is a step, in the order of the numbers")
    func listed() throws {
        #expect(Migrations.all.map { $0.name + ".sql" } == (try files()))
    }

    @Test("names begin with v and three digits, counted from 1")
    func names() throws {
        for (index, migration) in Migrations.all.enumerated() {
            let number = String(format: "v%03d-", index + 1)
            #expect(migration.name.hasPrefix(number), "\(migration.name)")
        }
    }

    @Test("a step is its file, and all of them are below 50 KB")
    func contents() throws {
        for migration in Migrations.all {
            let url = folder.appendingPathComponent(migration.name + ".sql")
            #expect(try String(contentsOf: url, encoding: .utf8) == migration.sql)
        }
        #expect(Migrations.all.map(\.sql.utf8.count).reduce(0, +) < 50_000)
    }

    @Test("each step applies to the one before, and leaves nothing that refers to nothing")
    func steps() throws {
        let database = try emptyDatabase()
        for migration in Migrations.all {
            try database.write { try $0.execute(sql: migration.sql) }
            let problems = try database.read { database in
                try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
                    + Row.fetchAll(
                        database, sql: "PRAGMA integrity_check"
                    ).filter { $0[0] as String != "ok" }
            }
            #expect(problems == [], "\(migration.name)")
        }
    }

    private func emptyDatabase() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { SQLFunctions.add(to: $0, sortKeys: SortKeyMaker()) }
        return try DatabaseQueue(configuration: configuration)
    }

    private func migrated() throws -> DatabaseQueue {
        let database = try emptyDatabase()
        try database.write { database in
            for migration in Migrations.all { try database.execute(sql: migration.sql) }
        }
        return database
    }

    @Test("every table is strict")
    func strict() throws {
        let loose = try migrated().read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM pragma_table_list
                    WHERE schema = 'main' AND type = 'table' AND NOT strict
                        AND name NOT LIKE 'sqlite_%'
                    """)
        }
        #expect(loose == [])
    }

    @Test("an item's row has what its file says, and the keys that it is found by")
    func itemColumns() throws {
        let keys = [
            "id", "file_id", "is_missing", "file_size", "start_time", "end_time", "title_folded",
            "title_key", "album_id", "album_folded", "album_key", "artist_folded", "artist_key",
            "artist_name_id", "album_artist_folded", "album_artist_key", "album_artist_name_id",
            "composer_folded", "composer_key", "genre_key", "podcast_id", "sheet_track",
            "is_superseded", "title_sort_key", "album_sort_key", "artist_sort_key",
            "album_artist_sort_key", "composer_sort_key", "disc_subtitle_key", "podcast_title_key",
            "tv_show_key", "user_grouping_key", "comments_key", "lyrics_key", "is_beside_words",
        ]
        let columns = try migrated().read { try $0.columns(in: "items").map(\.name) }
        #expect(ItemRow.columns.filter { keys.contains($0) } == [])
        #expect(Set(columns) == Set(ItemRow.columns + keys))
        #expect(columns.count == ItemRow.columns.count + keys.count)
    }

    @Test(
        "several who open a library at once, new or old, all find it up to date", arguments: 1...4)
    func race(round: Int) throws {
        for name in [nil, "v001"] as [String?] {
            let folder: URL
            let file: URL
            if let name {
                (folder, file) = try copy(of: name)
            } else {
                folder = FileManager.default.temporaryDirectory
                    .appendingPathComponent(UUID().uuidString)
                file = folder.appendingPathComponent("library.sqlite")
            }
            defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do {
                    let catalog = try Catalog.open(at: file.path, for: .creating)
                    let count = try catalog.items(matching: MediaQuery()).count
                    if count != (name == nil ? 0 : 4) {
                        failures.withLock { $0.append("\(count) items") }
                    }
                    try catalog.close()
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock(\.self) == [])
        }
    }

    @Test(
        "a library of every older schema is brought up to date, with all that it had",
        arguments: [("v001", false), ("v003", false), ("v006", false), ("v009", true)])
    func upgrade(name: String, hasOther: Bool) throws {
        let (folder, file) = try copy(of: name)
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        let before = try DatabaseQueue(path: file.path).read(contents)
        let catalog = try Catalog.open(at: file.path, for: .writing)
        #expect(try catalog.integrityProblems() == [])
        let present = try catalog.items(matching: MediaQuery(order: [MediaOrder(.path)]))
        let missing = try catalog.items(matching: MediaQuery(isMissing: true))
        try catalog.close()
        // Every row and value that was there is there, in the columns that were there.
        let after = try DatabaseQueue(path: file.path).read { try contents($0, columnsOf: before) }
        #expect(after == before)
        #expect(before["user_values"]?.rows.count == (hasOther ? 7 : 5))
        #expect(
            present.map(\.userValues.rating) == [nil, nil, 4, nil] + (hasOther ? [4, nil] : []))
        #expect(
            present.map(\.location.relativePath.lastComponent)
                == ["empty.m4a", "full.flac", "full.mp3", "full.ogg"]
                + (hasOther ? ["episode.mp4", "podcast.m4a"] : []))
        #expect(missing.map(\.userValues.playCount) == [7])
    }

    @Test(
        "a library that was brought up to date is sorted as one that was made anew",
        arguments: ["v001", "v003", "v006", "v009"])
    func ordersOfOlder(name: String) throws {
        let (folder, file) = try copy(of: name)
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        let catalog = try Catalog.open(at: file.path, for: .writing)
        let items = try catalog.items(matching: MediaQuery())
        for property in Catalog.orders {
            for isDescending in [false, true] {
                let order = [MediaOrder(property, isDescending: isDescending)]
                let sorted = try catalog.itemIDs(matching: MediaQuery(order: order), by: .walking)
                #expect(sorted == items.sorted(by: order).map(\.persistentID), "\(order)")
            }
        }
        try catalog.close()
    }

    /// An older library that may be written to, in a folder of its own.
    private func copy(of name: String) throws -> (folder: URL, library: URL) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-schema-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("library.sqlite")
        try FileManager.default.copyItem(at: Fixtures.library(name), to: file)
        return (folder, file)
    }

    @Test("of a library without episodes of television the videos alone are read again")
    func videosAreReadAgain() throws {
        let (folder, file) = try copy(of: "v006")
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        func unread() throws -> Int? {
            try DatabaseQueue(path: file.path).read {
                try Int.fetchOne(
                    $0,
                    sql: "SELECT file_id FROM items, files ON files.id = file_id WHERE changed = 0")
            }
        }
        #expect(try unread() == nil)
        try DatabaseQueue(path: file.path).write { database in
            let kind = Int(MediaType.movie.rawValue)
            try database.execute(
                sql: "UPDATE items SET media_type = ? WHERE id = 2", arguments: [kind])
        }
        try Catalog.open(at: file.path, for: .writing).close()
        let expected = try DatabaseQueue(path: file.path).read {
            try Int.fetchOne($0, sql: "SELECT file_id FROM items WHERE id = 2")
        }
        #expect(expected != nil)
        #expect(try unread() == expected)
    }

    /// What a step may make anew from the rest.
    private static let derived = ["artist_folded"]

    /// All tables' columns and rows.
    private func contents(
        _ database: Database, columnsOf before: [String: Content]
    ) throws -> [String: Content] {
        try before.mapValues { table in
            let columns = table.columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
            return Content(
                name: table.name, columns: table.columns,
                rows: try Row.fetchAll(
                    database,
                    sql:
                        "SELECT \(columns) FROM \(table.name.quotedDatabaseIdentifier) ORDER BY \(columns)"
                ).map { Array($0.databaseValues) })
        }
    }

    private func contents(_ database: Database) throws -> [String: Content] {
        let names = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT LIKE 'grdb_%'
                """)
        let tables = try names.map { name in
            Content(
                name: name,
                columns: try database.columns(in: name).map(\.name)
                    .filter { !Self.derived.contains($0) }, rows: [])
        }
        return try contents(
            database, columnsOf: Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0) }))
    }

    private struct Content: Hashable {
        var name: String
        var columns: [String]
        var rows: [[DatabaseValue]]
    }
}
