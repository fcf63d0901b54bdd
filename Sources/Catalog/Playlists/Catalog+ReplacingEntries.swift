internal import GRDB
package import MediaModel

extension Catalog {
    /// Takes entries of a list away and puts others behind the last, in one transaction.
    ///
    /// - Parameter positions: Of the list as it is before, from 0; those that it does not have are ignored.
    package func replaceEntries(
        of playlist: PersistentID<Playlist>, removing positions: [Int],
        adding entries: [NewPlaylistEntry], now: Timestamp = .now
    ) throws {
        try edit(playlist, now) { count, database in
            let removed = Set(positions).filter { (0..<count).contains($0) }
            if !removed.isEmpty {
                let ids = try ids(of: playlist.rawValue, database)
                let list = removed.map { String(ids[$0]) }.joined(separator: ",")
                try database.execute(
                    sql: """
                        DELETE FROM playlist_entries WHERE id IN (SELECT value FROM json_each(?))
                        """, arguments: ["[\(list)]"])
            }
            try insert(entries, into: playlist.rawValue, at: nil, database)
        }
    }

    /// Gives a list other entries.
    package func setEntries(
        of playlist: PersistentID<Playlist>, to entries: [NewPlaylistEntry],
        now: Timestamp = .now
    ) throws {
        try edit(playlist, now) { _, database in
            try database.execute(
                sql: "DELETE FROM playlist_entries WHERE playlist_id = ?",
                arguments: [playlist.rawValue])
            try insert(entries, into: playlist.rawValue, at: nil, database)
        }
    }
}
