internal import PhonolithDatabase
import PhonolithStore

// Entries of playlists whose items are gone.

extension PlaylistEntryStore {
    /// Points entries whose items are gone to copies with the same audio, and back to these items when they are found
    /// again. Writes nothing where there are none.
    ///
    /// - Parameter looksForCopies: Whether items may have come or gone; else only those that are back are looked for.
    package func settle(lookingForCopies looksForCopies: Bool) throws {
        let returned = try read { try Int64.fetchAll($0, literal: Self.entriesOfReturned) }
        if !returned.isEmpty {
            try write { database in
                let statement = try database.cachedStatement(
                    sql: """
                        UPDATE playlist_entries SET item_id = original_item_id,
                        original_item_id = NULL
                        WHERE id = ?
                        """)
                for entry in returned { try statement.execute(arguments: [entry]) }
            }
        }
        guard looksForCopies else { return }
        let copies = try read { database in
            try Row.fetchAll(database, literal: Self.copiesOfGone).map { row in
                (entry: row[0] as Int64, copy: row[1] as Int64)
            }
        }
        guard !copies.isEmpty else { return }
        try write { database in
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE playlist_entries SET item_id = ?,
                        original_item_id = coalesce(original_item_id, item_id)
                    WHERE id = ?
                    """)
            for (entry, copy) in copies { try statement.execute(arguments: [copy, entry]) }
        }
    }

    private static let entriesOfReturned: SQL = """
        SELECT playlist_entries.id FROM playlist_entries JOIN items ON items.id = original_item_id
        WHERE original_item_id IS NOT NULL AND is_missing = 0
        """

    /// Copies are looked for entry by entry: of one sound there may be any number of files that went.
    private static let copiesOfGone: SQL = """
        SELECT entry, copy FROM (
            SELECT playlist_entries.id AS entry, (
                SELECT min(copies.id) FROM files JOIN items AS copies ON copies.file_id = files.id
                JOIN folders ON folders.id = files.folder_id JOIN roots ON roots.id = root_id
                WHERE files.signature = old.signature AND files.id <> old.id
                    AND copies.start_time IS NOT DISTINCT FROM gone.start_time
                    AND copies.end_time IS NOT DISTINCT FROM gone.end_time
                    AND copies.is_missing = 0 AND files.is_missing = 0
                    AND is_available = 1 AND is_removed = 0
                    AND NOT EXISTS (SELECT 1 FROM closed_roots JOIN playlists USING (user_id)
                        WHERE playlists.id = playlist_id AND closed_roots.root_id = roots.id)) AS copy
            FROM playlist_entries JOIN items AS gone ON gone.id = playlist_entries.item_id
            JOIN files AS old ON old.id = gone.file_id
            WHERE gone.is_missing = 1 AND old.is_missing = 1) AS found
        WHERE copy IS NOT NULL
        """
}
