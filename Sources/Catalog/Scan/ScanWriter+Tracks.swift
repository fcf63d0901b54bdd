internal import GRDB

// A file that a cue sheet takes apart: its tracks are shown, and its own item is hidden, with all that is the
// user's, until the sheet is gone.

extension ScanWriter {
    /// What tells which part of its file an item is.
    static let trackColumns = ["start_time", "end_time", "sheet_track", "is_superseded"]

    /// What the library knows of an item of a file.
    struct KnownItem {
        var id: Int64
        /// Its number in the sheet; `nil` for the file's own item.
        var track: Int?
        var isSuperseded: Bool

        /// Whether it is a track that stands in lists.
        var isShownTrack: Bool { track != nil && !isSuperseded }
    }

    /// The items of a file, its own first.
    func knownItems(of fileID: Int64, _ database: Database) throws -> [KnownItem] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id, sheet_track, is_superseded FROM items WHERE file_id = ?
                    ORDER BY sheet_track, id
                    """), arguments: [fileID]
        ).map { KnownItem(id: $0[0], track: $0[1], isSuperseded: $0[2]) }
    }

    /// Writes the tracks of a file, which are known again by their numbers, and hides what they stand for.
    mutating func write(
        _ tracks: [ScannedTrack], of file: ScannedFile, _ fileID: Int64, _ ownID: Int64,
        _ known: [KnownItem], _ counts: inout Counts, _ database: Database
    ) throws {
        var left = known.filter(\.isShownTrack).map(\.id)
        for track in tracks {
            let old = known.first { $0.track == track.number }?.id
            left.removeAll { $0 == old }
            let id = try write(track.contents, fileID, file.stamp.size, old, database)
            try database.cachedStatement(
                sql: """
                    UPDATE items SET start_time = ?, end_time = ?, sheet_track = ?, is_superseded = 0
                    WHERE id = ?
                    """
            ).execute(arguments: [track.startTime, track.endTime, track.number, id])
            if old == nil {
                counts.added += 1
                try addUserValues(of: ownID, to: id, database)
            } else {
                counts.changed += 1
            }
        }
        for item in left { try supersede(item, database) }
        try supersede(ownID, database)
    }

    /// A track came when its file did.
    private func addUserValues(of fileItem: Int64, to track: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO user_values (item_id, date_added)
                SELECT ?, date_added FROM user_values WHERE item_id = ?
                """
        ).execute(arguments: [track, fileItem])
    }

    /// Hides an item that others stand for.
    mutating func supersede(_ item: Int64, _ database: Database) throws {
        if let album = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT album_id FROM items WHERE id = ?"),
            arguments: [item])
        {
            try markOutdated(album, database)
        }
        try markGenresOutdated(of: item, database)
        try SearchTable.items.remove(item, database)
        try database.cachedStatement(
            sql: "UPDATE items SET is_missing = 1, is_superseded = 1 WHERE id = ?"
        ).execute(arguments: [item])
    }

    /// An item that was written stands for itself again.
    func unsupersede(_ item: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE items SET is_superseded = 0 WHERE id = ?")
            .execute(arguments: [item])
    }
}
