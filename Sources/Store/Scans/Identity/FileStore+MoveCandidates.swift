internal import PhonolithDatabase
package import PhonolithIdentity
package import PhonolithMediaModel
import PhonolithStore

// Files that came are compared with files that went when a scan has looked at everything.

extension FileStore {
    /// A file that went, as a scan notes it: a file that was found elsewhere meanwhile is left alone.
    package struct Gone: Hashable, Sendable {
        package var fileID: Int64
        /// The folder that it was gone from.
        package var folderID: Int64

        package init(fileID: Int64, folderID: Int64) {
            self.fileID = fileID
            self.folderID = folderID
        }
    }

    /// The new files of a scan that have something in common with files that went, without those that went again
    /// meanwhile. However many files are new, only these are read into memory.
    package func newFiles(
        of scan: ScanID, like candidates: [FileTrace], without gone: [Gone] = []
    ) throws -> [FileTrace] {
        if candidates.isEmpty { return [] }
        let gone = Set(gone.map(\.fileID))
        let sheetTitles = candidates.flatMap(\.sheetTitles)
        return try read {
            try FileTrace.traces(
                $0, "files LEFT JOIN items ON file_id = files.id AND start_time IS NULL",
                """
                scan_id = \(scan.rawValue) AND files.is_missing = 0 AND (
                    inode IN \(.ids(candidates.map { Int64($0.stamp.inode) }))
                    OR signature IN \(.ids(candidates.compactMap(\.signature?.stored)))
                    OR title_folded IN \(.texts(candidates.compactMap(\.title) + sheetTitles))
                    OR musicbrainz_track_id IN \(.texts(candidates.compactMap(\.musicBrainzTrackID)))
                    OR items.media_type & \(Self.videos(among: candidates)) <> 0
                    OR EXISTS (SELECT 1 FROM items AS part WHERE part.file_id = files.id
                        AND part.sheet_track IS NOT NULL AND part.title_folded IN \(.texts(sheetTitles)))
                    OR EXISTS (SELECT 1 FROM files AS before WHERE before.folder_id = files.folder_id
                        AND before.name_key = files.name_key AND before.name = files.name AND before.displaced <> 0))
                """)
        }.filter { !gone.contains($0.fileID) }
    }

    /// Whether a scan has found new files that are not settled.
    package func hasNewFiles(of scan: ScanID) throws -> Bool {
        try read {
            try $0.has("SELECT 1 FROM files WHERE scan_id = \(scan.rawValue) AND is_missing = 0")
        }
    }

    /// The files that a scan notes as gone now, and those that went before and have something in common with these or
    /// with the new files of the scan. However many items are hidden, only these are read into memory.
    package func goneFiles(and gone: [Gone], in scan: ScanID) throws -> [FileTrace] {
        let compared: SQL = """
            (SELECT id FROM files WHERE scan_id = \(scan.rawValue)
            UNION ALL SELECT value FROM \(.table(ofIDs: gone.map(\.fileID))) AS ids)
            """
        return try read { database in
            let before = try FileTrace.traces(
                database, "items JOIN files ON files.id = file_id",
                """
                items.is_missing = 1 AND files.is_missing = 1 AND start_time IS NULL AND (
                    scan_id IS NOT NULL
                    OR inode IN (SELECT inode FROM files WHERE id IN \(compared))
                    OR signature IN (SELECT signature FROM files WHERE id IN \(compared))
                    OR title_folded IN (SELECT title_folded FROM items WHERE file_id IN \(compared))
                    OR is_superseded = 1 AND EXISTS (SELECT 1 FROM items AS part
                        WHERE part.file_id = items.file_id AND part.sheet_track IS NOT NULL
                            AND part.title_folded IN (
                                SELECT title_folded FROM items WHERE file_id IN \(compared)))
                    OR musicbrainz_track_id IN (
                        SELECT musicbrainz_track_id FROM items
                        JOIN item_identifiers ON item_id = items.id WHERE file_id IN \(compared)))
                """, hasUserValues: Self.userValues)
            // Of a file that never was an item nothing can be lost, but its place.
            let displaced = try FileTrace.traces(
                database, "files LEFT JOIN items ON file_id = files.id",
                "scan_id = \(scan.rawValue) AND files.is_missing = 1 AND items.id IS NULL")
            let now = try gone.flatMap {
                try FileTrace.traces(
                    database, "files JOIN items ON file_id = files.id",
                    """
                    files.id = \($0.fileID) AND folder_id = \($0.folderID) AND files.is_missing = 0
                        AND start_time IS NULL
                    """, hasUserValues: Self.userValues)
            }
            // Files that no finished scan recorded and that have no user data cannot be move candidates.
            return before + displaced + now.filter { $0.isSettled || $0.hasUserValues }
        }
    }

    /// The files with values of the user's that went before and whose sound or title a present file has.
    package func goneFilesWithCopies() throws -> [FileTrace] {
        try read {
            try FileTrace.traces(
                $0, "items JOIN files ON files.id = file_id",
                """
                items.is_missing = 1 AND files.is_missing = 1 AND start_time IS NULL AND \(Self.userValues) AND (
                    EXISTS (SELECT 1 FROM files AS copy
                        WHERE copy.signature = files.signature AND copy.is_missing = 0)
                    OR EXISTS (SELECT 1 FROM items AS song
                        WHERE song.title_folded = items.title_folded AND song.is_missing = 0))
                """, hasUserValues: "true")
        }
    }

    /// The traces of some files.
    package func files(_ noted: [Gone]) throws -> [FileTrace] {
        if noted.isEmpty { return [] }
        return try read {
            try FileTrace.traces(
                $0, "files JOIN items ON file_id = files.id",
                """
                files.id IN (SELECT value FROM \(.table(ofIDs: noted.map(\.fileID))) AS ids)
                    AND start_time IS NULL
                """, hasUserValues: Self.userValues)
        }
    }

    /// The tracks of cue sheets in files that went.
    package func sheetTracks(of files: [FileTrace]) throws -> [SheetTrack] {
        if files.isEmpty { return [] }
        return try read { database in
            let known = try KnownItems(ofFiles: files.map(\.fileID), database)
            return files.flatMap { known.items(of: $0.fileID) }.filter(\.isShownTrack)
                .map(\.sheetTrack)
        }
    }

    /// The files of roots with values of the user's that have the audio or the title of files that are present in other
    /// roots.
    package func copiedFiles(in roots: [MediaRootID]) throws -> [FileTrace] {
        let isThere: SQL = """
            copies.root_id <> folders.root_id AND others.is_available = 1 AND others.is_removed = 0
                AND copy.is_missing = 0
            """
        let places: SQL = """
            JOIN folders AS copies ON copies.id = copy.folder_id JOIN roots AS others ON others.id = copies.root_id
            """
        return try read { database in
            try roots.flatMap { root in
                try FileTrace.traces(
                    database, "items JOIN files ON files.id = file_id",
                    """
                    folders.root_id = \(root.rawValue) AND files.is_missing = 0 AND start_time IS NULL AND \(Self.userValues) AND (
                        EXISTS (SELECT 1 FROM files AS copy \(places)
                            WHERE copy.signature = files.signature AND \(isThere))
                        OR EXISTS (SELECT 1 FROM items AS song JOIN files AS copy ON copy.id = song.file_id \(places)
                            WHERE song.title_folded = items.title_folded AND \(isThere)))
                    """, hasUserValues: "true")
            }
        }
    }

    /// The files that are present and may be heirs of some that went, by their audio, their MusicBrainz id or
    /// their place in an album; of an image also those that may be its tracks.
    package func possibleHeirs(of gone: [FileTrace]) throws -> [FileTrace] {
        if gone.isEmpty { return [] }
        return try read { try possibleHeirs(of: gone, $0) }
    }

    func possibleHeirs(of gone: [FileTrace], _ database: Connection) throws -> [FileTrace] {
        try Self.filesLike(
            gone,
            """
            files.is_missing = 0 AND is_available = 1 AND is_removed = 0
                AND (items.is_missing = 0 OR is_superseded = 1)
            """, database)
    }

    /// The files that meet a condition and may be copies of some others, by their audio, their MusicBrainz id or their place
    /// in an album.
    static func filesLike(
        _ files: [FileTrace], _ condition: SQL, _ database: Connection
    ) throws -> [FileTrace] {
        let sheetTitles = files.flatMap(\.sheetTitles)
        let titles = files.compactMap { AlbumPlace($0)?.title ?? SongTags($0)?.title } + sheetTitles
        // A track of a release is an item of its album.
        let tracks = files.filter { $0.musicBrainzTrackID != nil }
        return try FileTrace.traces(
            database, "items JOIN files ON files.id = file_id",
            """
            items.id IN (
                    SELECT items.id FROM files JOIN items ON file_id = files.id
                    WHERE signature IN \(.ids(files.compactMap(\.signature?.stored)))
                    UNION SELECT id FROM items
                    WHERE title_folded IN \(.texts(titles))
                    UNION SELECT items.id FROM items AS known JOIN items ON items.album_id = known.album_id
                    JOIN item_identifiers ON item_id = items.id
                    WHERE known.id IN \(.ids(tracks.compactMap(\.itemID)))
                        AND lower(musicbrainz_track_id)
                            IN \(.texts(tracks.compactMap { $0.musicBrainzTrackID?.lowercased() }))
                    UNION SELECT whole.id FROM items AS part JOIN items AS whole ON whole.file_id = part.file_id
                    WHERE part.title_folded IN \(.texts(sheetTitles)) AND part.sheet_track IS NOT NULL
                        AND whole.sheet_track IS NULL
                    UNION SELECT id FROM items WHERE media_type <> 1 AND media_type & \(Self.videos(among: files)) <> 0)
                AND start_time IS NULL AND \(condition)
            """, hasUserValues: Self.userValues)
    }

    /// The bits of the kinds of videos, if there is a video among some files: names of episodes and films are compared in
    /// memory.
    private static func videos(among files: [FileTrace]) -> Int {
        files.contains { $0.video != nil } ? MediaType.anyVideo.rawValue : 0
    }

    /// Whether any user did anything with what a file holds. To be added by a scan is nothing that a user did,
    /// nor is it to be in a playlist that was read from a file.
    static let userValues: SQL = """
        (EXISTS (SELECT 1 FROM items AS own JOIN user_values ON item_id = own.id
                WHERE own.file_id = files.id)
            OR EXISTS (SELECT 1 FROM items AS own JOIN plays ON item_id = own.id
                WHERE own.file_id = files.id)
            OR EXISTS (SELECT 1 FROM items AS own JOIN playlist_entries ON item_id = own.id
                JOIN playlists ON playlists.id = playlist_id
                WHERE own.file_id = files.id AND (source IS NULL OR is_edited = 1)
                    AND original_item_id IS NULL)
            OR EXISTS (SELECT 1 FROM items AS own JOIN playlist_entries ON original_item_id = own.id
                JOIN playlists ON playlists.id = playlist_id
                WHERE own.file_id = files.id AND (source IS NULL OR is_edited = 1)))
        """

    /// Calls back with the files that are taken to be there and look like new ones of a scan: some of them may have
    /// gone from places that the scan did not visit.
    ///
    /// Each signature is looked up once: of one file there may be a hundred thousand copies.
    package func forEachLikeness(
        ofNewFilesIn scan: ScanID, _ body: (FileTrace) throws -> Void
    ) throws {
        try read {
            try FileTrace.forEachTrace(
                $0, "files JOIN items ON file_id = files.id",
                """
                files.id IN (
                        SELECT id FROM files WHERE scan_id IS NULL
                            AND signature IN (SELECT signature FROM files WHERE scan_id = \(scan.rawValue))
                        UNION SELECT id FROM files WHERE scan_id IS NULL
                            AND inode IN (SELECT inode FROM files WHERE scan_id = \(scan.rawValue)))
                    AND files.is_missing = 0 AND start_time IS NULL
                    AND (items.is_missing = 0 OR is_superseded = 1)
                """, body: body)
        }
    }
}
