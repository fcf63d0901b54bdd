import FoundationEssentials
package import PhonolithDatabase
package import PhonolithIdentity
import PhonolithMediaModel

extension FileTrace {
    /// The traces by which files are recognized. The item of a file is its own, whatever tracks a cue sheet finds in it.
    ///
    /// - Parameter hasUserValues: Whether the user did anything with them; to ask costs time for each file.
    package static func traces(
        _ database: Connection, _ tables: String, _ condition: SQL, hasUserValues: SQL = "false"
    ) throws -> [FileTrace] {
        var traces: [FileTrace] = []
        try forEachTrace(
            database, tables, condition, hasUserValues: hasUserValues
        ) { traces.append($0) }
        return traces
    }

    package static func forEachTrace(
        _ database: Connection, _ tables: String, _ condition: SQL, hasUserValues: SQL = "false",
        body: (FileTrace) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                literal: """
                    SELECT files.id, items.id, roots.path, folders.path, name, size, modified, device,
                        inode, signature, musicbrainz_track_id, title_folded, artist, album_title,
                        coalesce(album_artist, artist), disc_number, track_number, duration,
                        displaced <> 0 AND scan_id IS NOT NULL, scan_id IS NULL, is_removed,
                        \(hasUserValues),
                        CASE WHEN items.is_superseded = 1 THEN (
                            SELECT \(.joined("coalesce(title_folded, '')", by: "\u{1F}", in: "sheet_track")) FROM (
                                SELECT title_folded, sheet_track FROM items AS part
                                WHERE part.file_id = files.id AND part.sheet_track IS NOT NULL
                                    AND part.is_superseded = 0
                                ORDER BY part.sheet_track) AS tracks) END,
                        items.media_type & \(MediaType.anyVideo.rawValue), tv_show_folded, season_number,
                        episode_number, items.year, files.changed, link_device,
                        CASE WHEN displaced <> 0 THEN (
                            SELECT here.device FROM files AS here
                            WHERE here.folder_id = files.folder_id AND here.name_key = files.name_key
                                AND here.name = files.name AND here.displaced = 0) END
                    FROM \(sql: tables) JOIN folders ON folders.id = folder_id
                    JOIN roots ON roots.id = root_id \(sql: ItemRow.identifiers.join) WHERE \(condition)
                    """))
        while let row = try rows.next() { try body(FileTrace(row)) }
    }
}

extension FileTrace {
    fileprivate init(_ row: Row) {
        let folder = MediaPath(data: row[2]).appending(MediaPath(data: row[3]))
        self.init(
            fileID: row[0], itemID: row[1], path: folder.appending(MediaPath(data: row[4])),
            stamp: FileStamp(
                size: row[5], modified: row[6], changed: row[28], device: row[7], inode: row[8],
                linkDevice: row[29]))
        signature = AudioSignature(stored: row[9])
        musicBrainzTrackID = row[10]
        title = row[11]
        artist = (row[12] as String?)?.folded
        albumTitle = (row[13] as String?)?.folded
        albumArtist = (row[14] as String?)?.folded
        discNumber = row[15]
        trackNumber = row[16]
        duration = row[17]
        isDisplaced = row[18]
        isSettled = row[19]
        isOfRemovedRoot = row[20]
        hasUserValues = row[21]
        displacingDevice = row[30]
        if (row[23] as Int?) ?? 0 != 0 {
            var video = Video()
            (video.show, video.season) = (row[24], row[25])
            (video.episode, video.year) = (row[26], row[27])
            self.video = video
        }
        sheetTitles = (row[22] as String?)?.components(separatedBy: "\u{1F}") ?? []
    }
}
