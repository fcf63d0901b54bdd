package import PhonolithDatabase
public import PhonolithMediaModel
public import PhonolithStore

/// The content of a library, or the items of a query, in numbers.
public struct LibraryStatistics: Hashable, Sendable {
    /// Items whose files are there.
    public var items = 0
    /// Items whose files are gone.
    public var missingItems = 0
    /// Files that could not be read; `nil` for a query, which selects items.
    public var unreadableFiles: Int?
    /// Albums of the items.
    public var albums = 0
    /// Artists of the items.
    public var artists = 0
    /// Album artists of the items; an artist, where no tag names one.
    public var albumArtists = 0
    /// Composers of the items.
    public var composers = 0
    /// Genres of the items.
    public var genres = 0
    /// Different pictures; `nil` for a query.
    public var pictures: Int?
    /// The bytes of all pictures together; `nil` for a query.
    public var pictureBytes: Int?
    /// In seconds.
    public var playbackDuration = 0.0
    /// In bytes, of the files, each once.
    public var fileSize = 0
    /// How often the user has played the items.
    public var playCount = 0
    /// In bytes, the database's file; `nil` for a query.
    public var librarySize: Int?
}

extension LibraryStatistics {
    /// The numbers with their names, in the order in which they are shown.
    package var values: [(name: String, value: MediaValue?)] {
        [
            ("items", .integer(items)), ("missingItems", .integer(missingItems)),
            ("unreadableFiles", unreadableFiles.map(MediaValue.integer)),
            ("albums", .integer(albums)), ("artists", .integer(artists)),
            ("albumArtists", .integer(albumArtists)), ("composers", .integer(composers)),
            ("genres", .integer(genres)), ("pictures", pictures.map(MediaValue.integer)),
            ("pictureBytes", pictureBytes.map(MediaValue.integer)),
            ("playbackDuration", .thousandths(playbackDuration)),
            ("fileSize", .integer(fileSize)), ("playCount", .integer(playCount)),
            ("librarySize", librarySize.map(MediaValue.integer)),
        ]
    }
}

/// Counts and sums over a library or a query.
public struct StatisticsStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// Counts and sums.
    public var statistics: StatisticsStore { StatisticsStore(catalog: self) }
}

extension StatisticsStore {
    /// Counts what the library holds.
    public func values() throws -> LibraryStatistics {
        try read { database in
            let viewer = try viewer(database)
            var statistics = try values(of: MediaQuery(), viewer, database)
            let opens = SQL(sql: viewer.sees("files.id"))
            let hasItems: SQL =
                "EXISTS (SELECT 1 FROM items WHERE file_id = files.id AND is_missing = 0)"
            func count(_ sql: SQL) throws -> Int {
                try Int.fetchOne(database, literal: "SELECT \(sql)") ?? 0
            }
            statistics.unreadableFiles = try count(
                """
                count(*) FROM files
                WHERE problem IS NOT NULL AND is_missing = 0 AND \(opens) AND NOT \(hasItems)
                """)
            let pictures: SQL = "FROM artworks WHERE \(sql: viewer.seesPicture("artworks.id"))"
            statistics.pictures = try count("count(*) \(pictures)")
            statistics.pictureBytes = try count("coalesce(sum(length(bytes)), 0) \(pictures)")
            statistics.fileSize = try count(
                """
                coalesce(sum(size), 0) FROM files
                WHERE is_missing = 0 AND \(opens) AND (problem IS NULL OR \(hasItems))
                """)
            statistics.librarySize = try Int.fetchOne(database, literal: .databaseSize)
            return statistics
        }
    }

    /// Counts what the items of a query are; its order and stretch do not count.
    public func values(of query: MediaQuery) throws -> LibraryStatistics {
        try read { try values(of: query, viewer($0), $0) }
    }

    private func values(
        of query: MediaQuery, _ viewer: Viewer, _ database: Connection
    ) throws -> LibraryStatistics {
        let items = try QueryPlanner(query, viewer, database).unorderedItems
        func number(_ value: SQL, _ rows: SQL) throws -> Double {
            try Double.fetchOne(database, literal: "SELECT \(value) FROM \(rows)") ?? 0
        }
        func count(_ value: SQL, _ rows: SQL) throws -> Int { Int(try number(value, rows)) }
        func credited(_ role: Credit.Role) throws -> Int {
            try count(
                "count(DISTINCT artist_id)",
                """
                credits JOIN artist_names ON artist_names.id = name_id \
                WHERE role = \(sql: String(role.rawValue)) \
                AND credits.item_id IN (SELECT items.id FROM \(items))
                """)
        }
        var statistics = LibraryStatistics()
        statistics.items = query.isMissing ? 0 : try count("count(*)", items)
        var missing = query
        missing.isMissing = true
        statistics.missingItems = try count(
            "count(*)", QueryPlanner(missing, viewer, database).unorderedItems)
        statistics.albums = try count("count(DISTINCT items.album_id)", items)
        statistics.artists = try credited(.artist)
        statistics.albumArtists = try credited(.albumArtist)
        statistics.composers = try credited(.composer)
        statistics.genres = try count(
            "count(DISTINCT genre_id)",
            "item_genres WHERE item_genres.item_id IN (SELECT items.id FROM \(items))")
        statistics.playbackDuration = try number("coalesce(sum(items.duration), 0)", items)
        statistics.fileSize = try count(
            "coalesce(sum(size), 0)", "files WHERE id IN (SELECT items.file_id FROM \(items))")
        statistics.playCount = try count(
            "coalesce(sum(play_count), 0)",
            """
            user_values WHERE user_id = \(viewer.user) AND item_id IN (SELECT items.id
            FROM \(items))
            """)
        return statistics
    }

    /// Errors of the database itself, a line each; empty for a sound one.
    public func integrityProblems() throws -> [String] {
        try read { database in
            for table in [SearchTable.items, .albums, .artists] {
                try table.refresh(database)
            }
            return try database.integrityProblems()
        }
    }

    /// Calls back with every file that the library takes to be there, with its absolute path.
    package func forEachFile(
        _ body: (_ path: MediaPath, _ stamp: FileStamp) throws -> Void
    ) throws {
        try read { database in
            let rows = try Self.files.fetchCursor(
                database,
                from: """
                    roots JOIN folders ON root_id = roots.id JOIN files ON folder_id = folders.id
                    WHERE is_missing = 0 AND is_removed = 0
                        AND \(sql: viewer(database).opens("roots.id"))
                    ORDER BY roots.path, folders.path, name
                    """)
            while let file = try rows.next() { try body(file.path, file.stamp) }
        }
    }

    package static let files = Projection { column in
        (
            path: column.filePath(),
            stamp: FileStamp(
                size: column("size"), modified: column("modified"), changed: column("changed"),
                lyricsModified: column("lyrics_modified"), device: column("device"),
                inode: column("inode"), linkDevice: column("link_device"))
        )
    }
}

extension StatisticsStore {
    /// How many rows this connection has written since it was opened.
    package func changeCount() throws -> Int {
        try catalog.database.write { $0.totalChangesCount }
    }
}
