internal import Database
import Foundation
package import LibraryStore
package import MediaModel

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

    /// The new files of a scan that have something in common with files that went, without those that went again
    /// meanwhile. However many files are new, only these are read into memory.
    package func newFiles(
        of scan: ScanID, like candidates: [FileTrace], without gone: [Gone] = []
    ) throws -> [FileTrace] {
        if candidates.isEmpty { return [] }
        let gone = Set(gone.map(\.fileID))
        let listed = "IN (SELECT value FROM json_each(?))"
        let lists = try [
            Self.list(candidates.map(\.stamp.inode)),
            Self.list(candidates.compactMap(\.signature?.stored)),
            Self.list(candidates.compactMap(\.title) + candidates.flatMap(\.sheetTitles)),
            Self.list(candidates.compactMap(\.musicBrainzTrackID)),
            Self.list(candidates.flatMap(\.sheetTitles)),
        ]
        return try read {
            try Self.traces(
                $0, "files LEFT JOIN items ON file_id = files.id AND start_time IS NULL",
                """
                scan_id = ? AND files.is_missing = 0 AND (inode \(listed) OR signature \(listed)
                    OR title_folded \(listed) OR musicbrainz_track_id \(listed)
                    OR items.media_type & \(Self.videos(among: candidates)) <> 0
                    OR EXISTS (SELECT 1 FROM items AS part WHERE part.file_id = files.id
                        AND part.sheet_track IS NOT NULL AND part.title_folded \(listed))
                    OR EXISTS (SELECT 1 FROM files AS before WHERE before.folder_id = files.folder_id
                        AND before.name_key = files.name_key AND before.name = files.name AND before.displaced <> 0))
                """, [scan.rawValue] + SQLArguments(lists))
        }.filter { !gone.contains($0.fileID) }
    }

    /// Whether a scan has found new files that are not settled.
    package func hasNewFiles(of scan: ScanID) throws -> Bool {
        try read {
            try Bool.fetchOne(
                $0,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM files WHERE scan_id = ? AND is_missing = 0)
                    """, arguments: [scan.rawValue]) ?? false
        }
    }

    /// The files that a scan notes as gone now, and those that went before and have something in common with these or
    /// with the new files of the scan. However many items are hidden, only these are read into memory.
    package func goneFiles(and gone: [Gone], in scan: ScanID) throws -> [FileTrace] {
        let compared = """
            (SELECT id FROM files WHERE scan_id = ?1 UNION ALL SELECT value FROM json_each(?2))
            """
        return try read { database in
            let before = try Self.traces(
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
                """, [scan.rawValue, gone.map(\.fileID).json], hasUserValues: Self.userValues)
            // Of a file that never was an item nothing can be lost, but its place.
            let displaced = try Self.traces(
                database, "files LEFT JOIN items ON file_id = files.id",
                "scan_id = ? AND files.is_missing = 1 AND items.id IS NULL", [scan.rawValue])
            let now = try gone.flatMap {
                try Self.traces(
                    database, "files JOIN items ON file_id = files.id",
                    "files.id = ? AND folder_id = ? AND files.is_missing = 0 AND start_time IS NULL",
                    [$0.fileID, $0.folderID], hasUserValues: Self.userValues)
            }
            // What no finished scan ever saw, and the user did nothing with, is nothing that could be found again.
            return before + displaced + now.filter { $0.isSettled || $0.hasUserValues }
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
        let isThere = """
            copies.root_id <> folders.root_id AND others.is_available = 1 AND others.is_removed = 0
                AND copy.is_missing = 0
            """
        let places = """
            JOIN folders AS copies ON copies.id = copy.folder_id JOIN roots AS others ON others.id = copies.root_id
            """
        return try read { database in
            try roots.flatMap { root in
                try Self.traces(
                    database, "items JOIN files ON files.id = file_id",
                    """
                    root_id = ? AND files.is_missing = 0 AND start_time IS NULL AND \(Self.userValues) AND (
                        EXISTS (SELECT 1 FROM files AS copy \(places)
                            WHERE copy.signature = files.signature AND \(isThere))
                        OR EXISTS (SELECT 1 FROM items AS song JOIN files AS copy ON copy.id = song.file_id \(places)
                            WHERE song.title_folded = items.title_folded AND \(isThere)))
                    """, [root.rawValue], hasUserValues: "1")
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
            """, [], database)
    }

    /// The files that meet a condition and may be copies of some others, by their audio, their MusicBrainz id or their place
    /// in an album.
    static func filesLike(
        _ files: [FileTrace], _ condition: String, _ arguments: SQLArguments,
        _ database: Connection
    ) throws -> [FileTrace] {
        let lists = try [
            Self.list(files.compactMap(\.signature?.stored)),
            Self.list(
                files.compactMap { AlbumPlace($0)?.title ?? SongTags($0)?.title }
                    + files.flatMap(\.sheetTitles)),
            // A track of a release is an item of its album.
            Self.list(files.filter { $0.musicBrainzTrackID != nil }.compactMap(\.itemID)),
            Self.list(files.compactMap(\.musicBrainzTrackID)),
            Self.list(files.flatMap(\.sheetTitles)),
        ]
        return try Self.traces(
            database, "items JOIN files ON files.id = file_id",
            """
            items.id IN (
                    SELECT items.id FROM files JOIN items ON file_id = files.id
                    WHERE signature IN (SELECT value FROM json_each(?))
                    UNION SELECT id FROM items
                    WHERE title_folded IN (SELECT value FROM json_each(?))
                    UNION SELECT items.id FROM items AS known JOIN items ON items.album_id = known.album_id
                    JOIN item_identifiers ON item_id = items.id
                    WHERE known.id IN (SELECT value FROM json_each(?))
                        AND musicbrainz_track_id COLLATE NOCASE IN (SELECT value FROM json_each(?))
                    UNION SELECT whole.id FROM items AS part JOIN items AS whole ON whole.file_id = part.file_id
                    WHERE part.title_folded IN (SELECT value FROM json_each(?)) AND part.sheet_track IS NOT NULL
                        AND whole.sheet_track IS NULL
                    UNION SELECT id FROM items WHERE media_type <> 1 AND media_type & \(Self.videos(among: files)) <> 0)
                AND start_time IS NULL AND \(condition)
            """,
            SQLArguments(lists) + arguments, hasUserValues: Self.userValues)
    }

    /// The bits of the kinds of videos, if there is a video among some files: names of episodes and films are compared in
    /// memory.
    private static func videos(among files: [FileTrace]) -> Int {
        files.contains { $0.video != nil } ? MediaType.anyVideo.rawValue : 0
    }

    /// Any number of values as one argument, for `json_each`.
    private static func list(_ values: [some Encodable]) throws -> String {
        String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
    }

    /// Whether any user did anything with what a file holds. To be added by a scan is nothing that a user did,
    /// nor is it to be in a playlist that was read from a file.
    static let userValues = """
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
            try Self.forEachTrace(
                $0, "files JOIN items ON file_id = files.id",
                """
                files.id IN (
                        SELECT id FROM files WHERE scan_id IS NULL
                            AND signature IN (SELECT signature FROM files WHERE scan_id = ?1)
                        UNION SELECT id FROM files WHERE scan_id IS NULL
                            AND inode IN (SELECT inode FROM files WHERE scan_id = ?1))
                    AND files.is_missing = 0 AND start_time IS NULL
                    AND (items.is_missing = 0 OR is_superseded = 1)
                """, [scan.rawValue], body: body)
        }
    }
}
