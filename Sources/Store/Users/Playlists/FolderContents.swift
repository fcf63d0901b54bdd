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

        init(_ column: inout Columns) {
            id = column("items.id")
            isHidden = column("items.is_missing")
            isWholeFile = column("items.start_time IS NULL")
            isFileMissing = column("files.is_missing")
        }

        /// Whether it can be played, in lists or not.
        var isThere: Bool { !isHidden || isWholeFile && !isFileMissing }
    }

    var exact: [MediaPath: [Item]] = [:]

    init(of folder: Int64, _ database: Connection) throws {
        let rows = try Projection { column in
            (name: column("files.name") as MediaPath, item: Item(&column))
        }.fetchCursor(
            database,
            from: """
                files JOIN items ON items.file_id = files.id WHERE files.folder_id = \(folder)
                ORDER BY items.start_time NULLS FIRST, items.id
                """, cached: true)
        while let row = try rows.next() { exact[row.name, default: []].append(row.item) }
    }
}
