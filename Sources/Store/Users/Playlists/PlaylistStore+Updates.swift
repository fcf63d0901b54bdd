internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

extension PlaylistStore {
    /// Increases with each edit of a playlist; `nil` if there is none.
    package func revision(of playlist: MediaPlaylistID) throws -> Int? {
        try read { try revision(of: playlist.rawValue, $0) }
    }

    private func revision(of playlist: Int64, _ database: Connection) throws -> Int? {
        try Int.fetchOne(
            database,
            literal: "SELECT revision FROM playlists WHERE id = \(playlist) AND user_id = \(userID)"
        )
    }

    /// Refuses an edit of a list that has another revision than ``expecting(revision:)`` gave.
    func checkRevision(of playlist: Int64, _ database: Connection) throws {
        guard let expected = catalog.expectedRevision,
            let revision = try revision(of: playlist, database), revision != expected
        else { return }
        throw PlaylistEditError.wasEdited(try existing(playlist, database).name)
    }

    /// Changes what is said of a playlist, in one transaction; `nil` leaves it as it is.
    ///
    /// - Parameter description: Empty for none.
    package func update(
        _ playlist: MediaPlaylistID, name: String? = nil, description: String? = nil,
        rule: SmartPlaylistRule? = nil
    ) throws {
        try write { database in
            let id = playlist.rawValue
            let old = try existing(id, database)
            try set(name: name, description: description, of: old, database)
            if let rule {
                guard old.isSmart else {
                    throw PlaylistEditError.isNotSmart(old.name)
                }
                try set(rule, of: id, database)
            }
            try noteEdit(of: id, database)
        }
    }

    private func set(
        name: String?, description: String?, of list: MediaPlaylist, _ database: Connection
    ) throws {
        let id = list.persistentID.rawValue
        if let name, name != list.name {
            try refuseName(name, except: id, database)
            try rename(list, to: name, database)
        }
        if let description {
            try database.execute(
                literal:
                    "UPDATE playlists SET description = nullif(\(description), '') WHERE id = \(id)"
            )
        }
    }

    /// Takes items out of a list and puts others after the last entry, in one transaction. Entries whose items are
    /// missing stay.
    ///
    /// - Parameters:
    ///   - positions: Of the items of the list before, from 0, as a query of the list gives them; positions that it does not
    ///     have are ignored.
    ///   - name: Its new name; `nil` leaves it as it is.
    ///   - description: Its new description, empty for none; `nil` leaves it as it is.
    package func replaceItems(
        of playlist: MediaPlaylistID, removing positions: [Int], adding items: [MediaItemID],
        name: String? = nil, description: String? = nil
    ) throws {
        try catalog.playlistEntries.editList(playlist) { list, database in
            try set(name: name, description: description, of: list, database)
            let ids = try idsOfItems(in: playlist, database)
            let removed = Set(positions).filter { ids.indices.contains($0) }.map { ids[$0] }
            try deleteEntries(removed, database)
            try catalog.playlistEntries.insert(
                items.map { .item($0) }, into: playlist.rawValue, at: nil, database)
        }
    }

    /// Gives a list other items, and another name unless that is `nil`. Entries whose items are missing stay.
    package func setItems(
        of playlist: MediaPlaylistID, to items: [MediaItemID], name: String? = nil
    ) throws {
        try catalog.playlistEntries.editList(playlist) { list, database in
            try set(name: name, description: nil, of: list, database)
            try deleteEntries(idsOfItems(in: playlist, database), database)
            try catalog.playlistEntries.insert(
                items.map { .item($0) }, into: playlist.rawValue, at: nil, database)
        }
    }

    /// The entries that a query of the list gives, in order.
    private func idsOfItems(
        in playlist: MediaPlaylistID, _ database: Connection
    ) throws -> [Int64] {
        let planner = try QueryPlanner(.items(of: playlist), viewer(database), database)
        return try Int64.fetchAll(
            database, literal: planner.entries(selecting: "playlist_entries.id"))
    }

    func deleteEntries(_ ids: [Int64], _ database: Connection) throws {
        if ids.isEmpty { return }
        try database.execute(literal: "DELETE FROM playlist_entries WHERE id IN \(.ids(ids))")
    }

    /// Removes the entries of a list that the user sees.
    ///
    /// - Returns: The position after those that are left.
    func clear(_ playlist: Int64, _ database: Connection) throws -> Int {
        try deleteEntries(catalog.playlistEntries.ids(of: playlist, database), database)
        let last = try Int.fetchOne(
            database,
            literal: "SELECT max(position) FROM playlist_entries WHERE playlist_id = \(playlist)")
        return last.map { $0 + 1 } ?? 0
    }

    /// Gives a list other entries.
    package func setEntries(of playlist: MediaPlaylistID, to entries: [NewPlaylistEntry]) throws {
        try catalog.playlistEntries.edit(playlist) { _, database in
            try deleteEntries(
                catalog.playlistEntries.ids(of: playlist.rawValue, database), database)
            try catalog.playlistEntries.insert(entries, into: playlist.rawValue, at: nil, database)
        }
    }
}
