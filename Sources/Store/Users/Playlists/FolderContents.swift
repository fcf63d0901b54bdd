internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// The items of one folder by the names of their files.
struct FolderContents {
    struct Item {
        var id: Int64
        /// Whether lists leave it out.
        var isHidden: Bool
        /// Whether the item is the whole file, not a track of a cue sheet.
        var isWholeFile: Bool
        var isFileMissing: Bool

        /// Whether it can be played, in lists or not.
        var isThere: Bool { !isHidden || isWholeFile && !isFileMissing }
    }

    var exact: [MediaPath: [Item]] = [:]

    init(of folder: Int64, _ database: Connection) throws {
        let statement = try database.cachedStatement(
            sql: """
                SELECT files.name, items.id, items.is_missing, items.start_time IS NULL,
                    files.is_missing
                FROM files
                JOIN items ON items.file_id = files.id WHERE files.folder_id = ?
                ORDER BY items.start_time NULLS FIRST, items.id
                """)
        let rows = try Row.fetchCursor(statement, arguments: [folder])
        while let row = try rows.next() {
            exact[MediaPath(data: row[0]), default: []]
                .append(
                    Item(id: row[1], isHidden: row[2], isWholeFile: row[3], isFileMissing: row[4]))
        }
    }
}
