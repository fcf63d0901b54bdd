import Foundation
import PhonolithCatalogTestSupport
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

extension OnBothDatabases {
    /// Random libraries on a server, where the tests run on one, and their copies in memory.
    @Suite struct DatabaseAgreementTests {
        private func libraries(seed: UInt64) throws -> (library: Catalog, copy: Catalog) {
            var world = try World()
            let tracks = RandomLibrary(seed: seed).tracks
            try world.addAll(tracks)
            for track in tracks.prefix(8) { try world.hide(track.relativePath) }
            let copy = try Catalog.inMemory()
            try LibraryCopy(from: world.catalog, to: copy).run()
            return (world.catalog, copy)
        }

        @Test(
            "both databases have the same tables and columns, which can be NULL in the same places",
            .enabled(if: TestServer.shared != nil))
        func schema() throws {
            let columns = try [Catalog.empty(), .inMemory()].map { try $0.read(Self.columns) }
            #expect(columns[0].count > 300)
            #expect(
                columns[0].subtracting(columns[1]) == [] && columns[1].subtracting(columns[0]) == []
            )
        }

        /// Each column with its table, and a question mark if it can be NULL. The id of a full-text index, which SQLite does
        /// not list, what is computed, and the steps that were applied are left out.
        private static func columns(_ database: Connection) throws -> Set<String> {
            try Set(
                String.fetchAll(
                    database,
                    literal: SQL(
                        sqlite: """
                            SELECT t.name || '.' || c.name
                                || CASE WHEN c."notnull" = 1 OR c.pk > 0 OR t.type = 'virtual' THEN '' ELSE '?' END
                            FROM pragma_table_list t, pragma_table_info(t.name) c
                            WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite%' AND t.name <> 'migrations'
                            """,
                        postgres: """
                            SELECT relname || '.' || attname || CASE WHEN attnotnull THEN '' ELSE '?' END
                            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
                            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0
                                AND NOT attisdropped AND attgenerated = '' AND relname <> 'migrations'
                                AND NOT (starts_with(relname, 'search_') AND attname = 'rowid')
                            """)))
        }

        @Test(
            "both databases refuse references to rows that do not exist",
            arguments: [
                "UPDATE files SET folder_id = -1 WHERE id = (SELECT min(id) FROM files)",
                "UPDATE items SET file_id = -1", "UPDATE items SET album_id = -1",
                "UPDATE credits SET name_id = -1", "UPDATE item_genres SET genre_id = -1",
                "INSERT INTO item_identifiers (item_id) VALUES (-1)",
                "INSERT INTO item_texts (item_id) VALUES (-1)",
                "INSERT INTO item_details (item_id) VALUES (-1)",
                "INSERT INTO item_tags (item_id, tags) VALUES (-1, '')",
                "INSERT INTO credits (item_id, role, position, name_id) SELECT -1, 0, 0, min(id) FROM artist_names",
                "INSERT INTO item_genres (item_id, position, genre_id) SELECT -1, 0, min(id) FROM genres",
                "DELETE FROM folders", "DELETE FROM files", "DELETE FROM albums",
                "DELETE FROM artist_names", "DELETE FROM genres", "DELETE FROM items",
            ])
        func references(change: String) throws {
            var world = try World()
            try world.addAll(RandomLibrary(seed: 1).tracks)
            #expect(throws: (any Error).self) {
                try world.catalog.write { try $0.execute(sql: change) }
            }
        }

        @Test("both databases delete an item with what only lists of its file show")
        func deletion() throws {
            var world = try World()
            try world.addAll(RandomLibrary(seed: 1).tracks)
            let tables = ["item_identifiers", "item_texts", "item_details", "item_tags"]
            func rows() throws -> [Int] {
                try world.catalog.read { database in
                    try tables.map {
                        try Int.fetchOne(database, literal: "SELECT count(*) FROM \(sql: $0)") ?? 0
                    }
                }
            }
            #expect(try rows().contains { $0 > 0 })
            try world.catalog.write { database in
                for table in [
                    "credits", "item_genres", "chapters", "item_artworks", "user_values", "plays",
                    "items",
                ] {
                    try database.execute(sql: "DELETE FROM \(table)")
                }
            }
            #expect(try rows() == [0, 0, 0, 0])
        }

        @Test("both databases find the same items in the same order", arguments: 21...22)
        func items(seed: UInt64) throws {
            let (library, copy) = try libraries(seed: seed)
            let items = try copy.items.all(matching: MediaQuery())
            var numbers = SeededGenerator(seed: seed)
            for predicate in RandomPredicates(seed: seed, items: items, areSayable: false).prefix(
                60)
            {
                let order = (0..<numbers.number(in: 0...2)).map { _ in
                    MediaOrder(
                        .property(numbers.one(of: MediaProperty.sortable)),
                        isDescending: numbers.holds(percent: 50))
                }
                let query = MediaQuery(
                    filterPredicates: [predicate], isMissing: numbers.holds(percent: 20),
                    order: order,
                    limit: numbers.number(in: 1...80), seed: UInt32(numbers.number(in: 0...9)))
                #expect(
                    try library.items.all(matching: query) == copy.items.all(matching: query),
                    "\(order): \(predicate)")
            }
        }

        @Test("both databases draw the same items from a seed", arguments: [1, 10, 1000])
        func randomItems(count: Int) throws {
            let (library, copy) = try libraries(seed: 23)
            let drawn = try [library, copy].map { catalog in
                var generator = SeededGenerator(seed: 7)
                return try catalog.items.random(
                    matching: MediaQuery(), count: count, using: &generator)
            }
            #expect(!drawn[0].isEmpty && drawn[0] == drawn[1])
        }

        @Test("both databases make the same collections in the same order", arguments: 31...32)
        func collections(seed: UInt64) throws {
            let (library, copy) = try libraries(seed: seed)
            let items = try copy.items.all(matching: MediaQuery())
            var predicates = RandomPredicates(seed: seed, items: items, areSayable: false)
            for grouping in MediaGrouping.allCases {
                for predicate in [nil, predicates.next(), predicates.next()] {
                    let query = MediaQuery(
                        filterPredicates: predicate.map { [$0] } ?? [], groupingType: grouping)
                    let found = try [library, copy].map { catalog in
                        try catalog.collections.all(of: query).map { collection in
                            // Numbers are added in another order.
                            var collection = collection
                            collection.playbackDuration.round()
                            return collection
                        }
                    }
                    #expect(
                        found[0] == found[1], "\(grouping): \(String(describing: predicate))")
                }
            }
        }

        @Test("both databases find the same words, ranked alike", arguments: 41...42)
        func search(seed: UInt64) throws {
            let (library, copy) = try libraries(seed: seed)
            var numbers = SeededGenerator(seed: seed)
            let texts = try copy.items.all(matching: MediaQuery()).flatMap {
                [$0.title, $0.artist, $0.albumTitle].compactMap(\.self)
            }
            for _ in 0..<40 {
                let text = numbers.one(of: texts)
                let words = String(text.prefix(numbers.number(in: 1...max(1, text.count))))
                let found = try [library, copy].map { catalog in
                    "\(try catalog.search.results(words))"
                }
                #expect(found[0] == found[1], "\(words)")
            }
        }
    }
}
