internal import Database
import LibraryQueries
package import LibraryStore
package import MediaModel

/// An item whose file the last look found gone.
package struct GoneItem: Hashable, Sendable {
    /// The item's id.
    package var id: MediaItemID
    /// Where the file was, absolute.
    package var path: MediaPath
    /// The root that it was under, absolute.
    package var root: MediaPath
    /// Whether another file is there now, so that it cannot come back to its place.
    package var isDisplaced: Bool
    /// Whether a scan found the file gone; else its root is not available.
    package var isHidden: Bool
    /// As in the tags.
    package var title: String?
    /// As in the tags.
    package var artist: String?
    /// 0 to 5, the highest of all users; `nil` if none gave one.
    package var rating: Int?
    /// How often all users played the item to its end.
    package var playCount: Int
}

/// Items whose files are gone.
package struct GoneItemStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var goneItems: GoneItemStore { GoneItemStore(catalog: self) }
}

extension GoneItemStore {
    /// The items whose files are gone, by path.
    ///
    /// - Parameter root: The root whose items are wanted, with those whose files were not found gone; `nil` for all roots.
    package func all(in root: MediaPath? = nil) throws -> [GoneItem] {
        let isWanted: SQL =
            root.map { "roots.path = \($0.data)" }
            ?? "items.is_missing = 1 AND files.is_missing = 1"
        return try read { database in
            let rows = try Row.fetchCursor(
                database,
                literal: """
                    SELECT items.id, roots.path, folders.path, files.name, displaced <> 0, title, artist,
                        (SELECT max(rating) FROM user_values WHERE item_id = items.id),
                        (SELECT coalesce(sum(play_count), 0) FROM user_values WHERE item_id = items.id),
                        files.is_missing
                    FROM items JOIN files ON files.id = file_id JOIN folders ON folders.id = folder_id
                    JOIN roots ON roots.id = root_id
                    WHERE \(isWanted) AND \(sql: viewer(database).opens("root_id"))
                    ORDER BY roots.path, folders.path, files.name, items.id
                    """)
            var items: [GoneItem] = []
            while let row = try rows.next() {
                let root = MediaPath(data: row[1])
                items.append(
                    GoneItem(
                        id: MediaItemID(row[0] as Int64),
                        path: root.appending(MediaPath(data: row[2]))
                            .appending(MediaPath(data: row[3])),
                        root: root, isDisplaced: row[4], isHidden: row[9], title: row[5],
                        artist: row[6],
                        rating: row[7], playCount: row[8]))
            }
            return items
        }
    }

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
        try database.cachedStatement(
            literal: """
                UPDATE artist_names SET is_resolved = 0
                WHERE id IN (SELECT name_id FROM credits WHERE item_id = \(id))
                """
        ).execute()
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
