internal import PhonolithDatabase
import PhonolithStore

// Items of files that went are hidden, and shown again when the files are back. The callers keep the totals.

extension GoneItemStore {
    /// Hides the items of files, also from search, and marks their albums as outdated.
    ///
    /// - Returns: How many items were shown until now.
    @discardableResult
    static func hideItems(ofFiles files: [Int64], _ database: Connection) throws -> Int {
        if files.isEmpty { return 0 }
        try markOutdated(ofFiles: files, database)
        try SearchTable.items.remove(
            where: "rowid IN (SELECT id FROM items WHERE file_id IN \(.ids(files)))", database)
        try database.cachedStatement(
            literal: """
                UPDATE items SET is_missing = 1
                WHERE file_id IN \(.ids(files)) AND is_missing = 0
                """
        ).execute()
        return database.changesCount
    }

    /// Shows the items of files again, except for those that tracks of a cue sheet replace.
    func showItems(ofFiles files: [Int64], _ database: Connection) throws {
        if files.isEmpty { return }
        try Self.markOutdated(ofFiles: files, database)
        let ids = SQL.ids(files)
        try database.cachedStatement(
            literal: "UPDATE files SET is_missing = 0, gone_at = NULL WHERE id IN \(ids)"
        ).execute()
        try database.cachedStatement(
            literal: """
                UPDATE items SET is_missing = 0
                WHERE file_id IN \(ids) AND is_missing = 1 AND is_superseded = 0
                """
        ).execute()
        try catalog.searchIndex.indexItems(where: "items.file_id IN \(ids)", database)
    }

    /// Marks the albums, and the names that have several spellings.
    private static func markOutdated(ofFiles files: [Int64], _ database: Connection) throws {
        try Spellings.markAmbiguous(
            of: "SELECT id FROM items WHERE file_id IN \(.ids(files))", database)
        try database.cachedStatement(
            literal: """
                UPDATE albums SET is_current = 0 WHERE is_current = 1 AND id IN (
                    SELECT album_id FROM items WHERE file_id IN \(.ids(files)))
                """
        ).execute()
    }

    /// Marks albums as outdated, whose columns the end of the scan computes again.
    static func markAlbumsOutdated(_ albums: Set<Int64>, _ database: Connection) throws {
        if albums.isEmpty { return }
        try database.cachedStatement(
            literal: """
                UPDATE albums SET is_current = 0
                WHERE id IN \(.ids(albums)) AND is_current = 1
                """
        ).execute()
    }
}
