internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithQueries
package import PhonolithStore

/// Items whose files are gone.
package struct GoneItemStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var goneItems: GoneItemStore { GoneItemStore(catalog: self) }
}

extension GoneItemStore {
    /// Hides items of a root that is not available, as if a scan had found their files gone.
    package func hide(_ items: [MediaItemID]) throws {
        for some in items.map(\.rawValue).parts(of: FileReconciliation.atOnce) {
            try write { database in
                let files = try Int64.fetchAll(
                    database,
                    literal: """
                        SELECT DISTINCT file_id FROM items
                        WHERE id IN \(.ids(Array(some))) ORDER BY file_id DESC
                        """)
                try RootStore.hideFiles(files[...], database)
            }
        }
    }

    /// Gives present items with the sound of some that are gone what users have of these, and their places in lists. What the
    /// present items have of their own stays; the items that are gone stay, to be deleted.
    package func handOver(_ items: [GoneItem]) throws {
        for some in items.parts(of: FileReconciliation.atOnce) {
            try write { database in
                for item in some {
                    guard let copy = item.copy?.id.rawValue else { continue }
                    try ItemInheritance(
                        original: item.id.rawValue, heir: copy, database: database
                    ).run()
                    try database.cachedStatement(
                        literal:
                            "UPDATE plays SET item_id = \(copy) WHERE item_id = \(item.id.rawValue)"
                    ).execute()
                    // A program that is ended here does not give them twice.
                    try database.cachedStatement(
                        literal: "DELETE FROM user_values WHERE item_id = \(item.id.rawValue)"
                    ).execute()
                }
            }
        }
    }

    /// Deletes items that are gone, with all that the user did with them. Items that came back meanwhile are left alone.
    ///
    /// Each transaction deletes some of them, so that other writers wait only briefly.
    ///
    /// - Returns: How many were deleted.
    package func delete(_ items: [MediaItemID]) throws -> Int {
        var count = 0
        for some in items.parts(of: FileReconciliation.atOnce) {
            count += try write { database in
                // The entries of a deleted item can still be read until the transaction ends.
                try database.deferForeignKeys()
                return try some.count { try Self.delete($0.rawValue, database) }
            }
        }
        try write { try Self.deleteUnused($0) }
        try catalog.albums.refresh()
        try catalog.artists.resolve()
        try catalog.scans.deleteUnusedArtwork()
        return count
    }

    /// Deletes a file and its items, which are no longer needed. The callers keep the totals.
    static func forgetFile(_ fileID: Int64, _ database: Connection) throws {
        try database.cachedStatement(
            literal: "UPDATE files SET is_missing = 1 WHERE id = \(fileID)"
        ).execute()
        try hideItems(ofFiles: [fileID], database)
        let items = try Int64.fetchAll(
            database.cachedStatement(literal: "SELECT id FROM items WHERE file_id = \(fileID)"))
        for item in items { _ = try delete(item, database) }
        // One that could not be read has no item.
        try database.cachedStatement(literal: "DELETE FROM files WHERE id = \(fileID)").execute()
    }

    private static func delete(_ id: Int64, _ database: Connection) throws -> Bool {
        guard
            let fileID = try Int64.fetchOne(
                database.cachedStatement(
                    literal: """
                        SELECT file_id FROM items JOIN files ON files.id = file_id
                        WHERE items.id = \(id) AND items.is_missing = 1 AND files.is_missing = 1
                        """))
        else { return false }
        try Spellings.markThoseLost(by: "SELECT id FROM items WHERE id = \(id)", database)
        for table in BatchWriter.detailTables + ["user_values", "plays"] {
            try database.cachedStatement(literal: "DELETE FROM \(sql: table) WHERE item_id = \(id)")
                .execute()
        }
        try SearchTable.items.remove([id], database)
        try database.cachedStatement(literal: "DELETE FROM items WHERE id = \(id)").execute()
        // The lists of the user keep the places of what they held.
        try database.cachedStatement(
            literal: "UPDATE playlist_entries SET item_id = NULL WHERE item_id = \(id)"
        ).execute()
        try database.cachedStatement(
            literal: """
                DELETE FROM files
                WHERE id = \(fileID) AND NOT EXISTS (SELECT 1 FROM items WHERE file_id = \(fileID))
                """
        ).execute()
        return true
    }

    /// Deletes rows that only deleted items needed; artists go when their spellings are resolved.
    private static func deleteUnused(_ database: Connection) throws {
        let albums = try Int64.fetchAll(
            database,
            literal: """
                DELETE FROM albums WHERE NOT EXISTS (SELECT 1 FROM items WHERE album_id = albums.id)
                    AND NOT EXISTS (SELECT 1 FROM album_values WHERE album_id = albums.id)
                RETURNING id
                """)
        try SearchTable.albums.remove(albums, database)
        for sql in [
            """
            DELETE FROM genres WHERE NOT EXISTS (SELECT 1 FROM item_genres WHERE genre_id = genres.id)
            """,
            """
            DELETE FROM podcasts WHERE NOT EXISTS (SELECT 1 FROM items WHERE podcast_id = podcasts.id)
            """,
        ] {
            try database.execute(sql: sql)
        }
    }
}
