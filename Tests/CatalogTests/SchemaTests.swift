import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithMigrations
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

@Suite struct SchemaTests {
    /// The folder of the migrations' files, found from this file.
    private var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("migrations/sqlite")
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".sql") }.sorted()
    }

    @Test("every SQL file is a part of a step, in the order of the names")
    func listed() throws {
        let parts = Migrations.sqlite.all.flatMap(\.parts)
        #expect(parts.map { "\($0.name).sql" } == (try files()))
        for part in parts {
            let url = folder.appendingPathComponent("\(part.name).sql")
            #expect(try String(contentsOf: url, encoding: .utf8) == part.sql)
        }
        #expect(parts.map(\.sql.utf8.count).reduce(0, +) < 60_000)
    }

    @Test("steps are numbered from v001, and the names of their parts begin with theirs")
    func names() throws {
        for (index, migration) in Migrations.sqlite.all.enumerated() {
            #expect(migration.name.hasPrefix(String(format: "v%03d", index + 1)))
            for part in migration.parts {
                #expect(part.name.hasPrefix(migration.name + "-"), "\(part.name)")
            }
        }
    }

    @Test("the digest is the SHA-256 of all the SQL")
    func digest() throws {
        let program = try Program(["sha256sum"], input: .pipe, output: .pipe)
        try program.input.write(
            contentsOf: Data(Migrations.sqlite.all.flatMap(\.parts).map(\.sql).joined().utf8))
        try program.input.close()
        let line = try program.output.readToEnd() ?? Data()
        program.waitUntilExit()
        #expect(String(decoding: line, as: UTF8.self).hasPrefix(Migrations.sqlite.digest + " "))
        #expect(Migrations.sqlite.digest.count == 64)
    }

    @Test("every foreign key has an index that its check can use")
    func foreignKeys() throws {
        let uncovered = try migrated().read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT t.name, k."from" FROM pragma_table_list t, pragma_foreign_key_list(t.name) k
                    WHERE t.schema = 'main'
                    """
            ).filter { key in
                let (table, column) = (key[0] as String, key[1] as String)
                let plan = try Row.fetchAll(
                    database,
                    sql: "EXPLAIN QUERY PLAN SELECT 1 FROM \(table) WHERE \(column) = ?",
                    arguments: [1]
                ).map { $0["detail"] as String }
                return plan.contains { !$0.hasPrefix("SEARCH") }
            }.map { "\($0[0] as String).\($0[1] as String)" }
        }
        #expect(uncovered == [])
    }

    @Test("each step applies to the one before, and leaves nothing that refers to nothing")
    func steps() throws {
        let database = try emptyDatabase()
        for migration in Migrations.sqlite.all {
            try database.write { try $0.execute(sql: migration.sql) }
            let problems = try database.read { database in
                (try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
                    + Row.fetchAll(
                        database, sql: "PRAGMA integrity_check"
                    ).filter { $0[0] as String != "ok" }).map(\.sqlValues)
            }
            #expect(problems == [], "\(migration.name)")
        }
    }

    @Test("each table with a user has data, which is counted before a user is removed, or settings")
    func tablesOfUsers() throws {
        let tables = try migrated().read {
            try String.fetchSet(
                $0,
                sql: """
                    SELECT t.name FROM pragma_table_list t, pragma_table_info(t.name) c
                    WHERE t.type = 'table' AND c.name = 'user_id'
                    """)
        }
        let kinds = Set(User.Holdings.Kind.allCases.map(\.rawValue))
        #expect(tables == kinds.union(User.Holdings.settings))
        #expect(kinds.isDisjoint(with: User.Holdings.settings))
    }

    private func emptyDatabase() throws -> SQLiteDatabase {
        try SQLiteDatabase()
    }

    private func migrated() throws -> SQLiteDatabase {
        let database = try emptyDatabase()
        try database.write { database in
            for migration in Migrations.sqlite.all { try database.execute(sql: migration.sql) }
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
            "id", "file_id", "is_missing", "file_size", "date_added", "start_time", "end_time",
            "place_key", "title_folded",
            "title_key", "album_id", "album_folded", "album_key", "artist_folded", "artist_key",
            "artist_name_id", "album_artist_folded", "album_artist_key", "album_artist_name_id",
            "composer_folded", "composer_key", "genre_key", "podcast_id", "sheet_track",
            "is_superseded",
        ]
        let columns = try migrated().read { try $0.columns(of: "items") }
        #expect(ItemRow.items.storedColumns.filter { keys.contains($0) } == [])
        #expect(Set(columns) == Set(ItemRow.items.storedColumns + keys))
        #expect(columns.count == ItemRow.items.storedColumns.count + keys.count)
    }

    /// A folder of its own for a library, which is removed afterwards.
    private func withLibrary(_ body: (_ path: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-schema-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        try body(folder.appendingPathComponent("library.sqlite").path)
    }

    @Test("several threads that open a new library at once all find it complete", arguments: 1...4)
    func race(round: Int) throws {
        try withLibrary { path in
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do {
                    let catalog = try Catalog.open(at: path, for: .creating)
                    let count = try catalog.items.all(matching: MediaQuery()).count
                    if count != 0 { failures.withLock { $0.append("\(count) items") } }
                    try catalog.close()
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock(\.self) == [])
        }
    }

    /// Traces of other versions of the program in a library.
    private static let others: [(change: String, code: CatalogError.Code)] = [
        ("UPDATE library SET schema_sha256 = 'ab'", .otherSchema),
        ("UPDATE migrations SET name = 'v001-library'", .otherSchema),
        ("DELETE FROM library", .otherSchema),
        ("ALTER TABLE library DROP COLUMN schema_sha256", .otherSchema),
        ("DROP TABLE library", .otherSchema),
        ("ALTER TABLE migrations RENAME TO grdb_migrations", .otherSchema),
        ("INSERT INTO migrations VALUES ('v999-from-the-future')", .newerVersion),
    ]

    @Test("a library of another schema is refused, and left as it is", arguments: others)
    func otherSchema(change: String, code: CatalogError.Code) throws {
        try withLibrary { path in
            try Catalog.open(at: path, for: .creating).close()
            let database = try SQLiteDatabase(path: path)
            try database.write { try $0.execute(sql: change) }
            let before = try database.read(contents)
            try database.close()
            for access in [Catalog.Access.reading, .writing, .creating] {
                let error = #expect(throws: CatalogError.self) {
                    try Catalog.open(at: path, for: access)
                }
                #expect(error?.code == code)
                #expect(error?.path == path)
            }
            #expect(try SQLiteDatabase(path: path).read(contents) == before)
        }
    }

    @Test("a program that has the library open does not write to a schema that another one changed")
    func changedMeanwhile() throws {
        try withLibrary { path in
            var world = try World(library: path)
            let item = try world.add("1.mp3").persistentID
            #expect(try world.catalog.values.setRating(5, of: item))
            try SQLiteDatabase(path: path).write {
                try $0.execute(sql: "UPDATE library SET schema_sha256 = 'ab'")
            }
            let error = #expect(throws: CatalogError.self) {
                try world.catalog.values.setRating(1, of: item)
            }
            #expect(error?.code == .otherSchema)
            #expect(try world.catalog.items.item(item)?.userValues.rating == 5)
        }
    }

    /// The rows of every table, the schema's own included.
    private func contents(_ database: Connection) throws -> [String: [[SQLValue]]] {
        let tables = try String.fetchAll(
            database, sql: "SELECT name FROM pragma_table_list WHERE type IN ('table', 'shadow')")
        return try Dictionary(
            uniqueKeysWithValues: tables.map { table in
                (
                    table,
                    try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map(\.sqlValues)
                )
            })
    }
}
