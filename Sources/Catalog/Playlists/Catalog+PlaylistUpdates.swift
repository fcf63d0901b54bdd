package import Foundation
internal import GRDB
package import MediaModel

extension Catalog {
    /// Increases with each edit of a playlist; `nil` if there is none.
    package func revision(of playlist: MediaPlaylistID) throws -> Int? {
        try read { try revision(of: playlist.rawValue, $0) }
    }

    private func revision(of playlist: Int64, _ database: Database) throws -> Int? {
        try Int.fetchOne(
            database, sql: "SELECT revision FROM playlists WHERE id = ? AND user_id = ?",
            arguments: [playlist, userID])
    }

    /// Refuses an edit of a list that has another revision than ``expecting(revision:)`` gave.
    func checkRevision(of playlist: Int64, _ database: Database) throws {
        guard let expectedRevision, let revision = try revision(of: playlist, database),
            revision != expectedRevision
        else { return }
        throw PlaylistEditError.wasEdited(try existing(playlist, database).name)
    }

    /// Changes what is said of a playlist, in one transaction; `nil` leaves it as it is.
    ///
    /// - Parameter description: Empty for none.
    package func update(
        _ playlist: MediaPlaylistID, name: String?, description: String?,
        rule: SmartPlaylistRule?, now: Date = .now
    ) throws {
        try write { database in
            let id = playlist.rawValue
            let old = try existing(id, database)
            if let name, name != old.name {
                try refuseName(name, except: id, database)
                try rename(id, to: name, database)
            }
            if let description {
                try database.execute(
                    sql: "UPDATE playlists SET description = nullif(?, '') WHERE id = ?",
                    arguments: [description, id])
            }
            if let rule {
                guard old.isSmart else {
                    throw PlaylistEditError.isNotSmart(old.name)
                }
                try set(rule, of: id, database)
            }
            try noteEdit(of: id, now, database)
        }
    }

    /// Takes entries of a list away and puts others after the last, in one transaction.
    ///
    /// - Parameter positions: Of the list as it is before, from 0; those that it does not have are ignored.
    package func replaceEntries(
        of playlist: MediaPlaylistID, removing positions: [Int],
        adding entries: [NewPlaylistEntry], now: Date = .now
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
        of playlist: MediaPlaylistID, to entries: [NewPlaylistEntry],
        now: Date = .now
    ) throws {
        try edit(playlist, now) { _, database in
            try database.execute(
                sql: """
                    DELETE FROM playlist_entries
                    WHERE playlist_id = ? AND \(EntryRow.isSeen(by: viewer(database)))
                    """, arguments: [playlist.rawValue])
            try insert(entries, into: playlist.rawValue, at: nil, database)
        }
    }
}
