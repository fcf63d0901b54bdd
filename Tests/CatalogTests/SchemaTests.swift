import Catalog
import Foundation
import GRDB
import MediaModel
import Migrations
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
            "composer_folded", "composer_key", "genre_key", "podcast_id",
        ]
        let columns = try migrated().read { try $0.columns(in: "items").map(\.name) }
        #expect(ItemRow.columns.filter { keys.contains($0) } == [])
        #expect(Set(columns) == Set(ItemRow.columns + keys))
        #expect(columns.count == ItemRow.columns.count + keys.count)
    }
}
