internal import GRDB
import MediaModel

// What came is compared with what went when a scan has looked at everything.

extension Catalog {
    /// A file that went, as a scan notes it: a file that was found elsewhere meanwhile is left alone.
    package struct Gone: Hashable, Sendable {
        /// The file's row.
        package var fileID: Int64
        /// The folder that it was gone from.
        package var folderID: Int64

        /// Makes a note.
        package init(fileID: Int64, folderID: Int64) {
            self.fileID = fileID
            self.folderID = folderID
        }
    }

    /// The files that came since they were last compared with those that went.
    package func newFiles() throws -> [FileTrace] {
        try read {
            try traces(
                $0, "files LEFT JOIN items ON file_id = files.id AND start_time IS NULL",
                "is_settled = 0 AND files.is_missing = 0")
        }
    }

    /// Whether any file came since they were last compared.
    package func hasNewFiles() throws -> Bool {
        try read {
            try Bool.fetchOne(
                $0,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM files WHERE is_settled = 0 AND is_missing = 0)
                    """) ?? false
        }
    }

    /// The files that went, in whatever scan, and those that a scan notes now.
    package func goneFiles(and gone: [Gone]) throws -> [FileTrace] {
        try read { database in
            let before = try traces(
                database, "items JOIN files ON files.id = file_id",
                "items.is_missing = 1 AND files.is_missing = 1 AND start_time IS NULL")
            // Of a file that never was an item nothing can be lost, but its place.
            let displaced = try traces(
                database, "files LEFT JOIN items ON file_id = files.id",
                "is_settled = 0 AND files.is_missing = 1 AND items.id IS NULL")
            let now = try gone.flatMap {
                try traces(
                    database, "files JOIN items ON file_id = files.id",
                    "files.id = ? AND folder_id = ? AND files.is_missing = 0 AND start_time IS NULL",
                    [$0.fileID, $0.folderID])
            }
            return before + displaced + now
        }
    }

    /// The files that are taken to be there and look like ones that came: some of them may have gone from
    /// places that nobody looked at.
    package func likenesses() throws -> [FileTrace] {
        try read {
            try traces(
                $0, "files JOIN items ON file_id = files.id",
                """
                is_settled = 1 AND files.is_missing = 0 AND start_time IS NULL
                    AND (items.is_missing = 0 OR is_superseded = 1)
                    AND (signature IN (SELECT signature FROM files WHERE is_settled = 0)
                        OR inode IN (SELECT inode FROM files WHERE is_settled = 0))
                """)
        }
    }

    /// What files are known by. The item of a file is its own, whatever tracks a cue sheet finds in it.
    func traces(
        _ database: Database, _ tables: String, _ condition: String,
        _ arguments: StatementArguments = []
    ) throws -> [FileTrace] {
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT files.id, items.id, roots.path, folders.path, name, size, modified, device,
                        inode, signature, musicbrainz_track_id, title_folded, artist, album_title,
                        coalesce(album_artist, artist), disc_number, track_number, duration,
                        displaced <> 0 AND is_settled = 0
                    FROM \(tables) JOIN folders ON folders.id = folder_id
                    JOIN roots ON roots.id = root_id WHERE \(condition)
                    """), arguments: arguments)
        var traces: [FileTrace] = []
        while let row = try rows.next() { traces.append(FileTrace(row)) }
        return traces
    }
}

extension FileTrace {
    fileprivate init(_ row: Row) {
        let folder = MediaPath(data: row[2]).appending(MediaPath(data: row[3]))
        self.init(
            fileID: row[0], itemID: row[1], path: folder.appending(MediaPath(data: row[4])),
            stamp: FileStamp(size: row[5], modified: row[6], device: row[7], inode: row[8]))
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
    }
}
