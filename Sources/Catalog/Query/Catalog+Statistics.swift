internal import GRDB
package import MediaModel

/// What a library holds, in numbers.
public struct LibraryStatistics: Hashable, Sendable {
    /// Items whose files are there.
    public var items = 0
    /// Items whose files are gone.
    public var missingItems = 0
    /// Files that could not be read.
    public var unreadableFiles = 0
    /// Albums of the items that are there.
    public var albums = 0
    /// Artists of the items that are there.
    public var artists = 0
    /// Album artists of the items that are there; an artist, where no tag names one.
    public var albumArtists = 0
    /// Composers of the items that are there.
    public var composers = 0
    /// Genres of the items that are there.
    public var genres = 0
    /// Different pictures.
    public var pictures = 0
    /// The bytes of all pictures together.
    public var pictureBytes = 0
    /// In seconds, of the items that are there.
    public var playbackDuration = 0.0
    /// In bytes, of the files that are there.
    public var fileSize = 0
    /// In bytes, the database's file.
    public var librarySize = 0
}

extension LibraryStatistics {
    /// The numbers with their names, in the order in which they are shown.
    package var values: [(name: String, value: MediaValue?)] {
        [
            ("items", .integer(items)), ("missingItems", .integer(missingItems)),
            ("unreadableFiles", .integer(unreadableFiles)), ("albums", .integer(albums)),
            ("artists", .integer(artists)), ("albumArtists", .integer(albumArtists)),
            ("composers", .integer(composers)), ("genres", .integer(genres)),
            ("pictures", .integer(pictures)), ("pictureBytes", .integer(pictureBytes)),
            ("playbackDuration", .number((playbackDuration * 1000).rounded() / 1000)),
            ("fileSize", .integer(fileSize)), ("librarySize", .integer(librarySize)),
        ]
    }
}

extension Catalog {
    private static let artists = """
        count(DISTINCT artist_id) FROM credits JOIN artist_names ON artist_names.id = name_id
        JOIN items ON items.id = item_id
        """

    private static let hasItems =
        "EXISTS (SELECT 1 FROM items WHERE file_id = files.id AND is_missing = 0)"

    /// Counts what the library holds.
    public func statistics() throws -> LibraryStatistics {
        try read { database in
            let viewer = try viewer(database)
            let opens = viewer.sees("files.id")
            let present = "is_missing = 0 AND \(viewer.sees())"
            let pictures = "FROM artworks WHERE \(viewer.seesPicture("artworks.id"))"
            func total(_ sql: String) throws -> Double {
                try Double.fetchOne(database, sql: "SELECT \(sql)") ?? 0
            }
            func count(_ sql: String) throws -> Int { Int(try total(sql)) }
            func credited(_ role: Credit.Role) throws -> Int {
                try count("\(Self.artists) WHERE role = \(role.rawValue) AND \(present)")
            }
            var statistics = LibraryStatistics()
            statistics.items = try count("count(*) FROM items WHERE \(present)")
            statistics.missingItems = try count(
                "count(*) FROM items WHERE is_missing = 1 AND is_superseded = 0 AND \(viewer.sees())"
            )
            statistics.unreadableFiles = try count(
                """
                count(*) FROM files
                WHERE problem IS NOT NULL AND is_missing = 0 AND \(opens) AND NOT \(Self.hasItems)
                """)
            statistics.albums = try count("count(DISTINCT album_id) FROM items WHERE \(present)")
            statistics.artists = try credited(.artist)
            statistics.albumArtists = try credited(.albumArtist)
            statistics.composers = try credited(.composer)
            let genres = "item_genres JOIN items ON items.id = item_id"
            statistics.genres = try count(
                "count(DISTINCT genre_id) FROM \(genres) WHERE \(present)")
            statistics.pictures = try count("count(*) \(pictures)")
            statistics.pictureBytes = try count("total(length(bytes)) \(pictures)")
            statistics.playbackDuration = try total("total(duration) FROM items WHERE \(present)")
            statistics.fileSize = try count(
                "total(size) FROM files WHERE is_missing = 0 AND \(opens) AND (problem IS NULL OR \(Self.hasItems))"
            )
            statistics.librarySize =
                try count("page_count * page_size FROM pragma_page_count, pragma_page_size")
            return statistics
        }
    }

    /// What is wrong with the database itself, a line each; empty for a sound one.
    public func integrityProblems() throws -> [String] {
        try read { database in
            for table in [SearchTable.items, .albums, .artists] {
                try table.refresh(database)
            }
            let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let references = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map {
                "row \($0[1] as Int64? ?? 0) of \($0[0] as String) points to no row of \($0[2] as String)"
            }
            return integrity.filter { $0 != "ok" } + references
        }
    }

    /// Calls back with every file that the library takes to be there, with its absolute path.
    package func forEachFile(
        _ body: (_ path: MediaPath, _ stamp: FileStamp) throws -> Void
    ) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT roots.path, folders.path, name, size, modified, changed, lyrics_modified,
                        device, inode
                    FROM roots JOIN folders ON root_id = roots.id
                    JOIN files ON folder_id = folders.id
                    WHERE is_missing = 0 AND is_removed = 0
                        AND \(viewer(database).opens("roots.id"))
                    ORDER BY roots.path, folders.path, name
                    """)
            while let row = try rows.next() {
                let path = MediaPath(data: row[0]).appending(MediaPath(data: row[1]))
                    .appending(MediaPath(data: row[2]))
                try body(
                    path,
                    FileStamp(
                        size: row[3], modified: row[4], changed: row[5], lyricsModified: row[6],
                        device: row[7], inode: row[8]))
            }
        }
    }
}

extension Catalog {
    /// How many rows this connection has written since it was opened.
    package func changeCount() -> Int {
        database.writeWithoutTransaction { $0.totalChangesCount }
    }
}
