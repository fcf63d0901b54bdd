package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithIdentity
import PhonolithMediaModel

/// The library's data of the items of the files in a batch.
package struct KnownItems {
    /// An item of a file.
    package struct Item {
        package var id: Int64
        /// Its number in the cue sheet; `nil` for the file's own item.
        package var track: Int?
        package var isSuperseded: Bool
        package var dateAdded: Date
        /// By what it is recognized.
        package var sheetTrack: SheetTrack

        /// Whether lists show the track.
        package var isShownTrack: Bool { track != nil && !isSuperseded }
    }

    private var items: [Int64: [Item]] = [:]

    /// Reads the items of files.
    package init(ofFiles files: [Int64], _ database: Connection) throws {
        if files.isEmpty { return }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                literal: """
                    SELECT file_id, id, sheet_track, is_superseded, date_added, title_folded, artist, isrc,
                        start_time, duration, album_title
                    FROM items LEFT JOIN item_identifiers ON item_id = id
                    WHERE file_id IN \(.ids(files)) ORDER BY file_id, sheet_track, id
                    """))
        while let row = try rows.next() {
            items[row[0], default: []].append(
                Item(
                    id: row[1], track: row[2], isSuperseded: row[3],
                    dateAdded: Date(secondsSince1970: row[4]), sheetTrack: Self.sheetTrack(row)))
        }
    }

    private static func sheetTrack(_ row: Row) -> SheetTrack {
        var track = SheetTrack(item: row[1], number: row[2])
        track.isDropped = row[3]
        track.title = row[5]
        track.artist = (row[6] as String?)?.folded
        track.isrc = row[7]
        (track.startTime, track.duration) = (row[8], row[9])
        track.albumTitle = (row[10] as String?)?.folded
        return track
    }

    /// The items of a file, its own first.
    package func items(of file: Int64?) -> [Item] { file.flatMap { items[$0] } ?? [] }
}
