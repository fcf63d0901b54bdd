internal import GRDB

// What is computed from items when a scan ends: albums, artists, genres, and what nothing refers to any more.

extension Catalog {
    /// Ends a scan: computes what the items that changed belong to, in this scan or in one that was killed. Writes
    /// nothing where no item has changed.
    package func finish(_ changes: ScanWriter.Changes) throws {
        try refreshAlbums()
        try resolveArtists()
        try refreshGenres()
        try refreshArtistTotals()
        if changes.replacedArtwork { try deleteUnusedArtwork() }
        if changes.files >= Self.analysisThreshold { try analyze() }
    }

    /// Brings outdated rows up to date, some in each transaction, so that no other writer waits for all of them.
    ///
    /// - Parameters:
    ///   - outdated: Selects what identifies the outdated rows.
    ///   - count: How many are brought up to date in one transaction.
    ///   - update: Is given what identifies some of them, and must mark just these as up to date: what others mark
    ///     meanwhile is still to be done.
    func bringUpToDate<Key: DatabaseValueConvertible>(
        _ outdated: String, atOnce count: Int, _ update: ([Key], Database) throws -> Void
    ) throws {
        while try read({ try Row.fetchOne($0, sql: "\(outdated) LIMIT 1") }) != nil {
            try write { database in
                try update(Key.fetchAll(database, sql: "\(outdated) LIMIT \(count)"), database)
            }
        }
    }

    /// Counts the items of outdated genres.
    func refreshGenres() throws {
        try bringUpToDate("SELECT id FROM genres WHERE is_current = 0", atOnce: 10) {
            (ids: [Int64], database) in
            for id in ids {
                try database.execute(
                    sql: "DELETE FROM genre_totals WHERE genre_id = ?", arguments: [id])
                try database.execute(
                    sql: """
                        INSERT INTO genre_totals
                        SELECT genre_id, media_type, count(*), total(duration),
                            count(DISTINCT album_id), min(items.id)
                        FROM (SELECT DISTINCT genre_id, item_id FROM item_genres WHERE genre_id = ?)
                        CROSS JOIN items ON items.id = item_id
                        WHERE is_missing = 0 GROUP BY media_type
                        """, arguments: [id])
                try database.execute(
                    sql: "UPDATE genres SET is_current = 1 WHERE id = ?", arguments: [id])
            }
        }
    }

    /// From this many written files on, the statistics that SQLite's planner uses are collected again.
    private static let analysisThreshold = 500

    func deleteUnusedArtwork() throws {
        try write {
            try $0.execute(
                sql: """
                    DELETE FROM artworks
                    WHERE id NOT IN (SELECT artwork_id FROM item_artworks)
                        AND id NOT IN (SELECT artwork_id FROM folder_artworks
                            WHERE artwork_id IS NOT NULL)
                    """)
        }
    }

    /// Collects the statistics that SQLite's planner uses. A full ANALYZE: `PRAGMA optimize` looks at so few rows that
    /// the planner may choose an index that is 90 times slower.
    ///
    /// They say that there are a hundred times as many items. A table in which SQLite expects to look up more rows
    /// than it has, as it does where items have several artists or genres, it reads first, whole, to make a Bloom
    /// filter of it (`whereCheckIfBloomFilterIsUseful` in where.c of SQLite 3.40); a query would have had its 50
    /// items by then.
    package func analyze() throws {
        try write { database in
            try database.execute(
                sql: """
                    ANALYZE;
                    UPDATE sqlite_stat1
                    SET stat = (100 * CAST(stat AS INTEGER)) || substr(stat, instr(stat || ' ', ' '))
                    WHERE tbl = 'items';
                    ANALYZE sqlite_schema
                    """)
        }
    }
}
