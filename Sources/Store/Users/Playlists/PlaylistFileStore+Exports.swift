import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithPlaylists
import PhonolithStore

// The files that playlists were exported to.

extension PlaylistFileStore {
    /// Notes that a playlist was exported to a file. The file that the playlist was read from stays that, and is not read
    /// again.
    package func noteExport(
        of playlist: MediaPlaylistID, as file: PlaylistDraft.Source
    ) throws {
        guard let signs = file.signs else { return }
        try write { database in
            let (id, path, sha256) = (playlist.rawValue, file.path.data, Data(signs.sha256))
            try database.execute(
                literal: """
                    UPDATE playlists SET source_modified = \(file.modified), \
                    source_inode = \(signs.inode), source_sha256 = \(sha256) \
                    WHERE id = \(id) AND source = \(path)
                    """)
            guard database.changesCount == 0 else { return }
            try database.execute(
                literal: """
                    INSERT INTO playlist_exports (playlist_id, path, sha256) \
                    VALUES (\(id), \(path), \(sha256)) \
                    ON CONFLICT (playlist_id, path) DO UPDATE SET sha256 = excluded.sha256
                    """)
        }
    }

    /// The SHA-256 of what playlists were exported to a file; empty if a playlist was read from it.
    package func exports(at file: MediaPath) throws -> [[UInt8]] {
        try read { database in
            let contents = try Data.fetchAll(
                database,
                literal: """
                    SELECT sha256 FROM playlist_exports JOIN playlists ON playlists.id = playlist_id
                    WHERE user_id = \(userID) AND path = \(file.data) AND NOT EXISTS
                    (SELECT 1 FROM playlists WHERE user_id = \(userID) AND source = \(file.data))
                    """)
            return contents.map { Array($0) }
        }
    }
}
