import Foundation
import PhonolithCatalogTestSupport
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithMigrations
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

extension OnBothDatabases {
    /// Whole libraries that are copied: from a file to another, and where the tests run on a server, from there into memory and back.
    @Suite struct LibraryCopyTests {
        /// A library with random items, values, lists, users and a queue.
        private func library() throws -> Catalog {
            var world = try World()
            try world.addAll(RandomLibrary(seed: 7).tracks)
            let items = try world.catalog.items.all(matching: MediaQuery()).map(\.persistentID)
            _ = try world.catalog.playlists.create(
                PlaylistCreationMetadata(name: "Evening"),
                entries: items.prefix(5).map { .item($0) })
            let anna = world.catalog.acting(as: try world.catalog.users.add("Anna").id)
            for item in items.prefix(9) { try anna.values.setRating(3, of: item) }
            let long = try world.catalog.items.all(matching: MediaQuery()).first {
                ($0.playbackDuration ?? 60) > 12.5
            }
            try anna.values.setBookmark(12.5, of: #require(long).persistentID)
            try anna.queue.chooseOutputs(["kitchen", "attic"])
            try world.catalog.write { database in
                for (place, item) in items.prefix(3).enumerated() {
                    let picture = Data(repeating: UInt8(place + 1), count: 32)
                    try database.execute(
                        literal: """
                            INSERT INTO artworks (id, sha256, mime_type, bytes)
                            VALUES (\(place + 1), \(picture), 'image/png', \(picture))
                            """)
                    try database.execute(
                        literal: """
                            INSERT INTO item_artworks (item_id, position, kind, artwork_id)
                            VALUES (\(item.rawValue), 0, 3, \(place + 1))
                            """)
                }
            }
            return world.catalog
        }

        /// Answers that must agree.
        private func answers(_ catalog: Catalog) throws -> [String] {
            let users = try catalog.users.all()
            return try users.flatMap { user -> [String] in
                let own = catalog.acting(as: user.id)
                return [
                    user.name, "\(try own.items.all(matching: MediaQuery()))",
                    "\(try own.playlists.all())",
                    "\(try own.collections.all(of: .albums))",
                    "\(try own.values.bookmarkNotes().count)",
                    "\(try own.queue.chosenOutputs())",
                ]
            } + [
                "\(try catalog.search.results("a").items.map(\.persistentID))",
                "\(try catalog.changes.token())",
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
                try $0.playlists.create(PlaylistCreationMetadata(name: "Next")).persistentID
            }
            #expect(Set(playlists).count == 1)
        }

        @Test(
            "a server knows the sizes of the tables of a copy at once, and plans with them",
            .enabled(if: TestServer.shared != nil))
        func statistics() throws {
            let copy = try Catalog.empty()
            try LibraryCopy(from: library(), to: copy).run()
            let unknown = try copy.read {
                try String.fetchAll(
                    $0,
                    literal: """
                        SELECT relname FROM pg_class WHERE reltuples < 0 AND relkind = 'r'
                        AND relnamespace = CAST('public' AS regnamespace) AND relname IN ('items', 'files', 'credits')
                        """)
            }
            #expect(unknown == [])
        }

        @Test("after an interruption the next copy goes on after the pictures")
        func interruption() throws {
            let source = try library()
            let pictures = try digests(source)
            #expect(pictures.count == 3)
            let target = try Catalog.empty()
            // As an interruption would leave it: some pictures, and of another library's one that is in the way.
            try LibraryCopy(from: source, to: target).run()
            try target.write { database in
                try database.deferForeignKeys()
                for table in LibraryTables.all.reversed()
                where table != "artworks" && table != "users" {
                    try database.execute(literal: "DELETE FROM \(sql: table)")
                }
                try database.execute(literal: "DELETE FROM users WHERE id <> 1")
                try database.execute(literal: "DELETE FROM artworks WHERE id = 3")
                try database.execute(
                    literal: "UPDATE artworks SET sha256 = \(Data(count: 32)) WHERE id = 1")
            }
            #expect(try target.items.all(matching: MediaQuery()).isEmpty)
            try LibraryCopy(from: source, to: target).run()
            #expect(try answers(target) == answers(source))
            #expect(try digests(target) == pictures)
        }

        private func digests(_ catalog: Catalog) throws -> [Data] {
            try catalog.read {
                try Data.fetchAll($0, literal: "SELECT sha256 FROM artworks ORDER BY id")
            }
        }

        private func temporaryFile() -> String {
            FileManager.default.temporaryDirectory.path + "/phonolith-copy-\(UUID()).sqlite"
        }

        private func remove(_ library: String) {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: library + suffix)
            }
        }

        @Test(
            "what the target does not take is an error of the target",
            .enabled(if: TestServer.shared != nil))
        func refusedByTarget() throws {
            let path = temporaryFile()
            defer { remove(path) }
            var numbers = SeededGenerator(seed: 1)
            let title = (0..<2000).map { _ in String(numbers.next(), radix: 36) }.joined()
            var world = try World(library: path)
            try world.add("1.mp3") { $0.title = title }
            // Longer, but in no index, and one that an index compresses.
            try world.add("2.mp3") { $0.comments = title + title }
            try world.add("0.mp3") { $0.title = String(repeating: "é", count: title.count) }
            let target = try Catalog.empty()
            let error = #expect(throws: LibraryCopy.Failure.self) {
                try LibraryCopy(from: world.catalog, to: target).run()
            }
            #expect(error == .tooLong(table: "items", text: String(title.prefix(60))))
        }

        @Test(
            "a role that may not read a library gets the right that it lacks, also for a backup",
            .enabled(if: TestServer.shared != nil))
        func withoutRights() throws {
            let backup = temporaryFile()
            defer { remove(backup) }
            let owned = try Catalog.empty()
            let role = "reader_\(getpid())"
            func execute(_ text: String) throws { try owned.write { try $0.execute(sql: text) } }
            try execute("CREATE ROLE \(role) LOGIN")
            defer { try? execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let address = owned.path.replacing("user=postgres", with: "user=\(role)")
            let opening = #expect(throws: CatalogError.self) {
                try Catalog.open(at: address, for: .reading)
            }
            #expect(opening?.code == .unreadable && opening?.path == address)
            try execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(role)")
            let catalog = try Catalog.open(at: address, for: .reading)
            #expect(try catalog.roots.all().isEmpty)
            let copying = #expect(throws: CatalogError.self) { try catalog.backup(to: backup) }
            #expect(
                copying
                    == CatalogError(
                        .unreadable, path: address,
                        detail: "permission denied for sequence roots_id_seq"))
            try execute("GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO \(role)")
            try catalog.backup(to: backup)
            #expect(try Catalog.open(at: backup, for: .reading).roots.all().isEmpty)
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
            let tables = try SQLiteDatabase().write { database in
                for migration in Migrations.sqlite.all { try database.execute(sql: migration.sql) }
                return try String.fetchSet(
                    database,
                    sql: """
                        SELECT name FROM sqlite_schema WHERE type = 'table'
                            AND name NOT LIKE 'sqlite%' AND name NOT GLOB 'search_*_*'
                        """)
            }
            #expect(Set(LibraryTables.all) == tables.subtracting(["library", "queue_edits"]))
            #expect(LibraryTables.all.count == Set(LibraryTables.all).count)
        }
    }
}
