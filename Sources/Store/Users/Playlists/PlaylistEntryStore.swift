internal import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithPlaylists
public import PhonolithStore

// Changes of the entries of a playlist by its user. Each change is one transaction: it is made entirely or not
// at all. Positions count from 0.

/// The entries of playlists.
public struct PlaylistEntryStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// Entries of the user's playlists.
    public var playlistEntries: PlaylistEntryStore { PlaylistEntryStore(catalog: self) }
}

extension PlaylistEntryStore {
    /// Appends entries.
    public func add(_ entries: [NewPlaylistEntry], to playlist: MediaPlaylistID) throws {
        try edit(playlist) { count, database in
            try insert(entries, into: playlist.rawValue, at: nil, database)
        }
    }

    /// Inserts entries before the one at a position; `count` is the end.
    public func insert(
        _ entries: [NewPlaylistEntry], into playlist: MediaPlaylistID, at position: Int
    ) throws {
        try edit(playlist) { count, database in
            guard (0...count).contains(position) else {
                throw PlaylistEditError.positionOutOfRange(position: position, count: count)
            }
            try insert(entries, into: playlist.rawValue, at: position, database)
        }
    }

    /// Moves an entry; it is at the new position afterwards.
    public func moveEntry(of playlist: MediaPlaylistID, from: Int, to: Int) throws {
        try edit(playlist) { count, database in
            for position in [from, to] where !(0..<count).contains(position) {
                throw PlaylistEditError.positionOutOfRange(position: position, count: count)
            }
            guard from != to else { return }
            var order = try ids(of: playlist.rawValue, database)
            order.insert(order.remove(at: from), at: to)
            let range = min(from, to)...max(from, to)
            try number(order[range], from: range.lowerBound, all: order, playlist, database)
        }
    }

    /// Removes entries.
    public func removeEntries(of playlist: MediaPlaylistID, at positions: [Int]) throws {
        try edit(playlist) { count, database in
            for position in positions where !(0..<count).contains(position) {
                throw PlaylistEditError.positionOutOfRange(position: position, count: count)
            }
            let ids = try ids(of: playlist.rawValue, database)
            try catalog.playlists.deleteEntries(Set(positions).map { ids[$0] }, database)
        }
    }

    /// Keeps of entries that are the same the first: those of one item, or without one, of one place or, where
    /// there is none, of the same words.
    ///
    /// - Returns: How many entries were taken away.
    @discardableResult
    public func removeDuplicates(of playlist: MediaPlaylistID) throws -> Int {
        var removed = 0
        try edit(playlist) { _, database in
            try database.execute(
                literal: """
                    DELETE FROM playlist_entries WHERE id IN (SELECT id FROM (SELECT id, \
                    row_number() OVER (PARTITION BY coalesce(original_item_id, item_id), \
                    CASE WHEN item_id IS NULL THEN location END, \
                    CASE WHEN item_id IS NULL THEN start_time END, \
                    CASE WHEN item_id IS NULL THEN folder END, \
                    CASE WHEN item_id IS NULL AND location IS NULL THEN title END, \
                    CASE WHEN item_id IS NULL AND location IS NULL THEN artist END \
                    ORDER BY position, id) AS place FROM \
                    \(sql: EntryRow.seen(by: viewer(database))) \
                    WHERE playlist_id = \(playlist.rawValue)) AS places WHERE place > 1)
                    """)
            removed = database.changesCount
        }
        return removed
    }
}

// MARK: - Steps

extension PlaylistEntryStore {
    /// Changes the entries of a list made by hand.
    func edit(
        _ playlist: MediaPlaylistID,
        _ body: (_ count: Int, Connection) throws -> Void
    ) throws {
        try editList(playlist) { _, database in
            let count = try Int.fetchOne(
                database,
                literal: """
                    SELECT count(*) FROM \(sql: EntryRow.seen(by: viewer(database)))
                    WHERE playlist_id = \(playlist.rawValue)
                    """)
            try body(count ?? 0, database)
        }
    }

    /// Changes a list made by hand.
    func editList(
        _ playlist: MediaPlaylistID,
        _ body: (_ list: MediaPlaylist, Connection) throws -> Void
    ) throws {
        try write { database in
            let list = try catalog.playlists.existing(playlist.rawValue, database)
            if list.isSmart { throw PlaylistEditError.isSmart(list.name) }
            try body(list, database)
            try catalog.playlists.noteEdit(of: playlist.rawValue, database)
        }
    }

    /// The entries' ids, in order.
    func ids(of playlist: Int64, _ database: Connection) throws -> [Int64] {
        try Int64.fetchAll(
            database,
            literal: """
                SELECT id FROM \(sql: EntryRow.seen(by: viewer(database)))
                WHERE playlist_id = \(playlist) ORDER BY position
                """)
    }

    /// Gives entries new positions, out of those that the same stretch has now.
    private func number(
        _ entries: ArraySlice<Int64>, from start: Int, all order: [Int64],
        _ playlist: MediaPlaylistID, _ database: Connection
    ) throws {
        let positions = try Int.fetchAll(
            database,
            literal: """
                SELECT position FROM \(sql: EntryRow.seen(by: viewer(database)))
                WHERE playlist_id = \(playlist.rawValue)
                ORDER BY position LIMIT \(entries.count) OFFSET \(start)
                """)
        let statement = try database.cachedStatement(
            sql: "UPDATE playlist_entries SET position = ? WHERE id = ?")
        for (id, position) in zip(entries, positions) {
            try statement.execute(arguments: [position, id])
        }
    }

    /// Puts entries before the one at a place; after the last one for `nil`.
    func insert(
        _ entries: [NewPlaylistEntry], into playlist: Int64, at place: Int?,
        resolvedBy resolver: EntryResolver? = nil, _ database: Connection
    ) throws {
        guard !entries.isEmpty else { return }
        try refuseTooMany(adding: entries.count, to: playlist, database)
        let behind =
            try place.flatMap { place in
                try Int.fetchOne(
                    database,
                    literal: """
                        SELECT position FROM \(sql: EntryRow.seen(by: viewer(database)))
                        WHERE playlist_id = \(playlist)
                        ORDER BY position LIMIT 1 OFFSET \(place)
                        """)
            }
        let last = try Int.fetchOne(
            database,
            literal: "SELECT max(position) FROM playlist_entries WHERE playlist_id = \(playlist)")
        if let behind {
            try database.execute(
                literal: """
                    UPDATE playlist_entries SET position = position + \(entries.count) \
                    WHERE playlist_id = \(playlist) AND position >= \(behind)
                    """)
        }
        var position = behind ?? (last ?? -1) + 1
        var resolver = try resolver ?? EntryResolver(viewer(database), database)
        for entry in entries {
            try insert(entry, into: playlist, at: position, &resolver, database)
            position += 1
        }
    }

    private func refuseTooMany(
        adding count: Int, to playlist: Int64, _ database: Connection
    ) throws {
        guard let most = catalog.mostPlaylistEntries else { return }
        let known = try Int.fetchOne(
            database,
            literal: "SELECT count(*) FROM playlist_entries WHERE playlist_id = \(playlist)")
        if (known ?? 0) + count > most { throw PlaylistEditError.tooManyEntries(most: most) }
    }

    private func insert(
        _ entry: NewPlaylistEntry, into playlist: Int64, at position: Int,
        _ resolver: inout EntryResolver, _ database: Connection
    ) throws {
        switch entry {
        case .item(let id):
            let isThere = try database.has(
                "SELECT 1 FROM items WHERE id = \(id.rawValue) AND \(sql: viewer(database).sees())",
                cached: true)
            guard isThere else { throw PlaylistEditError.noItem(id.description) }
            try EntryRow.insert(
                id.rawValue, PlaylistEntry(), folder: nil, playlist: playlist, position: position,
                in: database)
        case .text(let text, let folder):
            try EntryRow.insert(
                resolver.item(of: text, in: folder), text, folder: folder, playlist: playlist,
                position: position, in: database)
        }
    }
}
