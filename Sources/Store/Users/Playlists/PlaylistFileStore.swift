import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithPlaylists
import PhonolithQueries
package import PhonolithStore

// The files that playlists were read from.

/// Playlists as files, and in the portable form.
package struct PlaylistFileStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var playlistFiles: PlaylistFileStore { PlaylistFileStore(catalog: self) }
}

extension PlaylistFileStore {
    /// A list that was read from a file.
    package struct PlaylistOfFile: Sendable {
        package var playlist: MediaPlaylist
        /// Where the file was when it was read.
        package var file: MediaPath
        /// By what the file is found again elsewhere; `nil` if unknown.
        package var signs: PlaylistDraft.Source.Signs?
        /// Whether the user has changed the list since.
        package var isEdited: Bool
    }

    /// Whether a playlist file was read as it is now, or its list belongs to the user since.
    package func isCurrent(_ source: PlaylistDraft.Source) throws -> Bool {
        try read { database in
            let row = try Row.fetchOne(
                database,
                literal: """
                    SELECT source_modified, is_edited FROM playlists WHERE user_id = \(userID)
                    AND source = \(source.path.data)
                    """)
            guard let row else { return false }
            return row[1] || row[0] as Int? == source.modified
        }
    }

    /// Notes that a playlist file has changed whose list the user has changed, so that the list no longer follows it.
    ///
    /// - Returns: The list's name, once for each change of the file; `nil` where nothing is new.
    package func noteChange(ofEdited source: PlaylistDraft.Source) throws -> String? {
        let changed: SQL = """
            user_id = \(userID) AND source = \(source.path.data) AND is_edited = 1 \
            AND source_modified <> \(source.modified)
            """
        let name = try read {
            try String.fetchOne($0, literal: "SELECT name FROM playlists WHERE \(changed)")
        }
        guard let name else { return nil }
        try write {
            try $0.execute(
                literal: """
                    UPDATE playlists SET source_modified = \(source.modified) WHERE \(changed)
                    """)
        }
        return name
    }

    /// The lists that were read from files, by their names.
    package func all() throws -> [PlaylistOfFile] {
        try read { database in
            try Projection { column in
                let inode: Int? = column("source_inode")
                let digest: Data? = column("source_sha256")
                return PlaylistOfFile(
                    playlist: MediaPlaylist(&column), file: column("source"),
                    signs: inode.flatMap { inode in
                        digest.map { .init(inode: inode, sha256: Array($0)) }
                    }, isEdited: column("is_edited"))
            }.fetchAll(
                database,
                from: """
                    playlists WHERE user_id = \(userID) AND source IS NOT NULL ORDER BY name_key, id
                    """)
        }
    }

    /// Notes that the file of a list is elsewhere. A list that the user has not changed is to be read again: the meaning
    /// of its entries depends on the place.
    ///
    /// - Parameter names: New names of the list, of which the first free one is taken; empty to keep the old.
    package func moveSource(
        of playlist: MediaPlaylistID, to file: MediaPath, names: [String]
    ) throws {
        try write { database in
            let id = playlist.rawValue
            if let name = names.first {
                try catalog.playlists.rename(
                    catalog.playlists.existing(id, database),
                    to: freeName(name, orElse: Array(names.dropFirst()), database), database)
                try database.execute(
                    literal: "UPDATE playlists SET source_name = \(name) WHERE id = \(id)")
            }
            try database.execute(
                literal: """
                    UPDATE playlists SET source = \(file.data), source_modified = NULL
                    WHERE id = \(id)
                    """)
        }
    }

    /// Deletes a list whose file is gone, unless the user has changed it. One that rules ask for becomes the
    /// user's own instead.
    ///
    /// - Returns: The names of the smart playlists for which it is kept; empty where it is deleted.
    package func deleteFollower(_ playlist: MediaPlaylistID) throws -> [String] {
        try write { database in
            let asking = try SmartPlaylists(viewer(database), database).names(
                ofRulesAskingFor: playlist.rawValue)
            if asking.isEmpty {
                try database.execute(
                    literal:
                        "DELETE FROM playlists WHERE id = \(playlist.rawValue) AND is_edited = 0")
            } else {
                try database.execute(
                    literal: """
                        UPDATE playlists SET source = NULL, source_modified = NULL, \
                        source_inode = NULL, source_sha256 = NULL, source_name = NULL
                        WHERE id = \(playlist.rawValue)
                        """)
            }
            return asking
        }
    }
}

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
