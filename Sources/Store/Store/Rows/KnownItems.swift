package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithIdentity
import PhonolithMediaModel

/// The library's data of the items of the files in a batch.
package struct KnownItems {
    /// An item of a file.
    package struct Item {
        package var dateAdded: Date
        /// By what it is recognized.
        package var sheetTrack: SheetTrack
        package var id: Int64 { sheetTrack.item }
        /// Its number in the cue sheet; `nil` for the file's own item.
        package var track: Int? { sheetTrack.number }
        package var isSuperseded: Bool { sheetTrack.isDropped }

        /// Whether lists show the track.
        package var isShownTrack: Bool { track != nil && !isSuperseded }
    }

    package static let projection = Projection { column in
        var track = SheetTrack(item: column("id"), number: column("sheet_track AS number"))
        track.isDropped = column("is_superseded AS is_dropped")
        track.title = column("title_folded")
        track.artist = (column("artist") as String?)?.folded
        track.isrc = column("isrc")
        track.startTime = column("start_time")
        track.duration = column("duration")
        track.albumTitle = (column("album_title") as String?)?.folded
        return (
            file: column("file_id") as Int64,
            item: Item(dateAdded: column("date_added"), sheetTrack: track)
        )
    }

    private var items: [Int64: [Item]] = [:]

    /// Reads the items of files.
    package init(ofFiles files: [Int64], _ database: Connection) throws {
        if files.isEmpty { return }
        let rows = try Self.projection.fetchCursor(
            database,
            from: """
                items LEFT JOIN item_identifiers ON item_id = id
                WHERE file_id IN \(.ids(files)) ORDER BY file_id, sheet_track, id
                """, cached: true)
        while let row = try rows.next() { items[row.file, default: []].append(row.item) }
    }

    /// The items of a file, its own first.
    package func items(of file: Int64?) -> [Item] { file.flatMap { items[$0] } ?? [] }
}
