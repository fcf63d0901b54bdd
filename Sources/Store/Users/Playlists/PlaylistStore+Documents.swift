import FoundationEssentials
package import PhonolithDatabase
public import PhonolithMediaModel
public import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore

// Playlists as documents, and as queries.

extension PlaylistStore {
    /// A playlist with all that a file can say of it: entries that stand for an item as that is now, the
    /// others as they were read. Places are absolute paths, if known.
    public func document(of playlist: MediaPlaylist) throws -> PlaylistDocument {
        var document = try head(of: playlist)
        try forEachDocumentEntry(of: playlist) { document.entries.append($0) }
        return document
    }

    /// The document of a playlist as a whole; without entries.
    public func head(of playlist: MediaPlaylist) throws -> PlaylistDocument {
        let details = try read {
            try String.fetchOne(
                $0,
                literal: """
                    SELECT details FROM playlists WHERE id = \(playlist.persistentID.rawValue)
                    AND user_id = \(userID)
                    """)
        }
        return PlaylistDocument(
            title: playlist.name, creator: playlist.authorDisplayName,
            annotation: playlist.descriptionText, details: PlaylistDetails(stored: details))
    }

    /// Calls back with each entry that ``document(of:)`` would have, in order; they are read some at a time.
    ///
    /// - Returns: The next part; `nil` if nothing follows.
    @discardableResult
    public func forEachDocumentEntry(
        of playlist: MediaPlaylist, in part: PlaylistPart = PlaylistPart(),
        _ body: (PlaylistEntry) throws -> Void
    ) throws -> PlaylistPart? {
        let id = playlist.persistentID.rawValue
        var next = part
        if playlist.isSmart {
            var query = MediaQuery.items(of: id)
            (query.limit, query.after) = (part.limit, part.token)
            next.token = try forEachPlaylistEntry(matching: query, body)
            return next.token == nil ? nil : next
        }
        var (count, hasMore) = (0, false)
        try read { database in
            guard try self.playlist(id, database) != nil else { return }
            let rows = try Projection { column in
                (position: column("playlist_entries.position") as Int, entry: Self.entry(&column))
            }.fetchCursor(
                database,
                from: """
                    \(sql: EntryRow.seen(by: viewer(database)))
                    LEFT JOIN items ON items.id = playlist_entries.item_id \(sql: Self.places)
                    WHERE playlist_id = \(id) AND playlist_entries.position >= \(part.position)
                    ORDER BY playlist_entries.position LIMIT \(part.limit.map { $0 + 1 } ?? Int.max)
                    """)
            while let row = try rows.next() {
                if count == part.limit {
                    hasMore = true
                    break
                }
                count += 1
                next.position = row.position + 1
                try body(row.entry)
            }
        }
        return hasMore ? next : nil
    }

    /// Calls back with each item of a query as an entry of a playlist, in its order, with absolute paths; they
    /// are read some at a time.
    ///
    /// - Returns: The token of the next page; `nil` if nothing follows.
    @discardableResult
    public func forEachPlaylistEntry(
        matching query: MediaQuery, _ body: (PlaylistEntry) throws -> Void
    ) throws -> PageToken? {
        try read { database in
            var ids = ItemIDs(try QueryPlanner(query, viewer(database), database), database)
            while let some = try ids.next(Selection.batch) {
                let entries = try Self.itemEntries.fetchAll(
                    database,
                    from: """
                        \(.table(ofIDs: some)) AS ids
                        JOIN items ON items.id = ids.value \(sql: Self.places) ORDER BY ids.key
                        """, cached: true)
                for entry in entries { try body(entry) }
            }
            return try ids.end()
        }
    }

    private static let places = """
        LEFT JOIN files ON files.id = items.file_id
        LEFT JOIN folders ON folders.id = files.folder_id
        LEFT JOIN roots ON roots.id = folders.root_id \(ItemRow.identifiers.join)
        """

    /// The entry as its item is now; as it was read where it stands for none.
    private static func entry(_ column: inout Columns) -> PlaylistEntry {
        let stored = StoredPlaylistEntry(&column)
        var entry = Self.entry(ofItem: &column)
        guard stored.item != nil else { return stored.text.rooted(in: stored.folder) }
        let picture = entry.details.image
        entry.details = stored.text.details
        // Where it was is not where it is.
        entry.details.otherLocations = nil
        entry.details.image = picture ?? entry.details.image
        return entry
    }

    package static let itemEntries = Projection { entry(ofItem: &$0) }

    private static func entry(ofItem column: inout Columns) -> PlaylistEntry {
        let genres: String? = column("items.genres")
        var entry = PlaylistEntry(
            location: .path(column.filePath()), title: column("items.title"),
            artist: column("items.artist"), album: column("items.album_title AS album"),
            albumArtist: column("items.album_artist"),
            genre: genres.map { String($0.prefix { $0 != "\u{1F}" }) },
            duration: column("items.duration"), trackNumber: column("items.track_number"),
            startTime: column("items.start_time"), endTime: column("items.end_time"),
            musicBrainzRecordingID: column("item_identifiers.musicbrainz_recording_id"))
        let picture: MediaPath? = column(
            """
            (SELECT folder_artworks.name FROM folder_artworks
                WHERE folder_artworks.folder_id = files.folder_id AND artwork_id IS NOT NULL
                ORDER BY position LIMIT 1) AS image
            """)
        if let picture, let file = entry.location?.path {
            let path = file.parent.appending(picture).standardized
            entry.details.image = path.isUTF8 ? path.description : nil
        }
        return entry
    }
}

/// Entries of a playlist that are read at once.
public struct PlaylistPart: Hashable, Sendable {
    /// `nil` for all that follow.
    var limit: Int?
    var position = 0
    var token: PageToken?

    /// The first entries.
    public init(limit: Int? = nil) { self.limit = limit }
}

extension MediaQuery {
    /// The items of a playlist, in its order.
    public static func items(of playlist: MediaPlaylistID) -> MediaQuery {
        .items(of: playlist.rawValue)
    }

    static func items(of playlist: Int64) -> MediaQuery {
        MediaQuery(group: MediaGroup(.playlist, playlist))
    }
}

extension PlaylistEntry {
    /// The entry with a relative place as an absolute one.
    fileprivate func rooted(in folder: MediaPath?) -> PlaylistEntry {
        guard let folder, let location, !location.isRemote, let path = location.path,
            !path.isAbsolute
        else { return self }
        var entry = self
        entry.location = .path(folder.appending(path).standardized)
        return entry
    }
}
