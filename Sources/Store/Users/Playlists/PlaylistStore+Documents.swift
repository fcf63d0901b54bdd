import FoundationEssentials
internal import PhonolithDatabase
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
            let columns = EntryRow.columns.map { "playlist_entries." + $0 }.joined(separator: ", ")
            let rows = try Row.fetchCursor(
                database,
                literal: """
                    SELECT \(sql: Self.itemColumns), \(sql: columns), playlist_entries.position
                    FROM \(sql: EntryRow.seen(by: viewer(database)))
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
                let position: Int = row[Self.itemColumnCount + EntryRow.columns.count]
                next.position = position + 1
                try body(Self.entry(of: row))
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
                let rows = try Row.fetchAll(
                    database,
                    literal: """
                        SELECT \(sql: Self.itemColumns) FROM \(.table(ofIDs: some)) AS ids
                        JOIN items ON items.id = ids.value \(sql: Self.places) ORDER BY ids.key
                        """, cached: true)
                for row in rows { try body(Self.entry(ofItem: row)) }
            }
            return try ids.end()
        }
    }

    private static let itemColumns = """
        items.title, items.artist, items.album_title, items.album_artist, items.genres,
        items.duration, items.track_number, items.start_time, items.end_time,
        item_identifiers.musicbrainz_recording_id,
        roots.path, folders.path, files.name,
        (SELECT folder_artworks.name FROM folder_artworks
            WHERE folder_artworks.folder_id = files.folder_id AND artwork_id IS NOT NULL
            ORDER BY position LIMIT 1)
        """
    private static let itemColumnCount = 14
    private static let places = """
        LEFT JOIN files ON files.id = items.file_id
        LEFT JOIN folders ON folders.id = files.folder_id
        LEFT JOIN roots ON roots.id = folders.root_id \(ItemRow.identifiers.join)
        """

    private static func entry(of row: Row) -> PlaylistEntry {
        if row.isNull(itemColumnCount) {
            let (text, folder) = EntryRow.text(from: row, itemColumnCount + 1)
            return text.rooted(in: folder)
        }
        var entry = Self.entry(ofItem: row)
        let picture = entry.details.image
        entry.details = PlaylistDetails(stored: row[itemColumnCount + EntryRow.columns.count - 1])
        // Where it was is not where it is.
        entry.details.otherLocations = nil
        entry.details.image = picture ?? entry.details.image
        return entry
    }

    private static func entry(ofItem row: Row) -> PlaylistEntry {
        let folder = MediaPath(data: row[10]).appending(MediaPath(data: row[11]))
        let path = folder.appending(MediaPath(data: row[12]))
        let genres: String? = row[4]
        var entry = PlaylistEntry(
            location: .path(path), title: row[0], artist: row[1], album: row[2],
            albumArtist: row[3],
            genre: genres.map { String($0.prefix { $0 != "\u{1F}" }) }, duration: row[5],
            trackNumber: row[6], startTime: row[7], endTime: row[8],
            musicBrainzRecordingID: row[9])
        if let name: Data = row[13] {
            let picture = folder.appending(MediaPath(data: name)).standardized
            entry.details.image = picture.isUTF8 ? picture.description : nil
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
