import Foundation
internal import GRDB
import MediaModel

/// A row of `items` that a batch writes, with the rows of other tables that belong to it. A class, because copies would
/// cost as much as to bind the values: each table takes its own selection of the entries.
final class ItemEntry {
    let id: Int64
    /// Whether the library does not have the item yet.
    let isNew: Bool
    let fileID: Int64
    /// Of the file, in bytes.
    let fileSize: Int
    let contents: ItemContents
    /// The track of a cue sheet that it is; `nil` for a file's own item.
    let track: ScannedTrack?
    /// Whether the tracks of a cue sheet replace it in lists.
    let isSuperseded: Bool
    /// Used where the item is new.
    let dateAdded: Date
    /// Known when the rows of names are.
    var credits: [StoredCredit] = []

    init(
        id: Int64, isNew: Bool, of file: ScannedFile, _ fileID: Int64, _ contents: ItemContents,
        track: ScannedTrack?, isSuperseded: Bool, dateAdded: Date
    ) {
        (self.id, self.isNew, self.fileID) = (id, isNew, fileID)
        fileSize = file.stamp.size
        self.contents = contents
        self.track = track
        self.isSuperseded = isSuperseded
        self.dateAdded = dateAdded
    }

    /// A row of `credits`.
    struct StoredCredit {
        let role: Credit.Role
        let position: Int
        /// The spelling.
        let name: Int64
    }

    /// The first spelling in a role.
    func firstName(_ role: Credit.Role) -> Int64? { credits.first { $0.role == role }?.name }
}

/// What the library knows of the items of the files in a batch.
struct KnownItems {
    /// An item of a file.
    struct Item {
        var id: Int64
        /// Its number in the cue sheet; `nil` for the file's own item.
        var track: Int?
        var isSuperseded: Bool
        var dateAdded: Date
        /// By what it is recognized.
        var sheetTrack: SheetTrack

        /// Whether it is a track that lists show.
        var isShownTrack: Bool { track != nil && !isSuperseded }
    }

    private var items: [Int64: [Item]] = [:]

    /// Reads the items of files.
    init(ofFiles files: [Int64], _ database: Database) throws {
        if files.isEmpty { return }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT file_id, id, sheet_track, is_superseded, date_added, title_folded, artist, isrc,
                        start_time, duration, album_title
                    FROM items LEFT JOIN item_identifiers ON item_id = id
                    WHERE file_id IN (SELECT value FROM json_each(?)) ORDER BY file_id, sheet_track, id
                    """), arguments: [files.json])
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
    func items(of file: Int64?) -> [Item] { file.flatMap { items[$0] } ?? [] }
}
