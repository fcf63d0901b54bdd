internal import GRDB
package import MediaModel

// What a scan asks the library, and what is made anew when a scan ends.

/// What the library knows of one folder.
package struct KnownFolder: Hashable, Sendable {
    /// The row's number.
    package var id: Int64
    /// Its files, missing ones too.
    package var files: [KnownFile]
    /// Its pictures, without their bytes.
    package var pictures: [FolderPicture]

    /// Makes a known folder.
    package init(id: Int64, files: [KnownFile], pictures: [FolderPicture]) {
        self.id = id
        self.files = files
        self.pictures = pictures
    }
}

extension Catalog {
    /// What is known of folders, in their order; `nil` for a folder that is new.
    package func knownFolders(
        _ paths: [MediaPath], in root: PersistentID<Root>
    ) throws -> [KnownFolder?] {
        try read { database in
            let folder = try database.cachedStatement(
                sql: "SELECT id FROM folders WHERE root_id = ? AND path = ?")
            return try paths.map { path in
                guard
                    let id = try Int64.fetchOne(folder, arguments: [root.rawValue, path.data])
                else { return nil }
                return try knownFolder(id, database)
            }
        }
    }

    private func knownFolder(_ id: Int64, _ database: Database) throws -> KnownFolder {
        let files = try database.cachedStatement(
            sql: """
                SELECT id, name, size, modified, changed, lyrics_modified, device, inode, is_missing,
                    problem, read_at, signature, sheets_state
                FROM files WHERE folder_id = ? AND displaced = 0
                """)
        let pictures = try database.cachedStatement(
            sql: """
                SELECT name, size, modified FROM folder_artworks WHERE folder_id = ?
                ORDER BY position
                """)
        return KnownFolder(
            id: id,
            files: try Array(
                Row.fetchCursor(files, arguments: [id]).map { row in
                    KnownFile(
                        id: row[0], name: MediaPath(data: row[1]),
                        stamp: FileStamp(
                            size: row[2], modified: row[3], changed: row[4],
                            lyricsModified: row[5], sheetsState: row[12], device: row[6],
                            inode: row[7]),
                        isMissing: row[8], problem: row[9], readAt: row[10],
                        signature: AudioSignature(stored: row[11]))
                }),
            pictures: try Array(
                Row.fetchCursor(pictures, arguments: [id]).map { row in
                    FolderPicture(
                        name: MediaPath(data: row[0]), size: row[1], modified: row[2])
                }))
    }

    /// The highest number of a folder; 0 where there is none. Folders found from now on get higher ones.
    package func lastFolderID() throws -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM folders") ?? 0 }
    }

    /// Calls back with every folder below a folder of a root, up to a number.
    package func forEachFolder(
        of root: PersistentID<Root>, below path: MediaPath, upTo last: Int64,
        _ body: (_ id: Int64, _ path: MediaPath) throws -> Void
    ) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT id, path FROM folders WHERE root_id = ? AND id <= ?",
                arguments: [root.rawValue, last])
            while let row = try rows.next() {
                let folder = MediaPath(data: row[1])
                if folder.isInside(path) { try body(row[0], folder) }
            }
        }
    }

    /// The files of a folder that are not known to be gone.
    package func presentFiles(inFolder id: Int64) throws -> [Int64] {
        try read { database in
            try Int64.fetchAll(
                database.cachedStatement(
                    sql: "SELECT id FROM files WHERE folder_id = ? AND is_missing = 0"),
                arguments: [id])
        }
    }

    /// Whether any file of the root is known and not gone.
    package func hasFiles(_ root: PersistentID<Root>) throws -> Bool {
        try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM files JOIN folders ON folders.id = folder_id
                        WHERE root_id = ? AND is_missing = 0)
                    """, arguments: [root.rawValue]) ?? false
        }
    }
}

// MARK: - After a scan

extension Catalog {
    /// Makes albums anew from their tracks: title, album artist and year come from the first track that
    /// has them; where no tag names an album artist, it is the artist whom all tracks have first, be there
    /// guests or not.
    func refreshAlbums() throws {
        let outdated = try read {
            try Int64.fetchAll($0, sql: "SELECT id FROM albums WHERE is_current = 0")
        }
        if !outdated.isEmpty { try write { try refreshAlbums(outdated, $0) } }
    }

    private func refreshAlbums(_ ids: [Int64], _ database: Database) throws {
        let tracks = try database.makeStatement(
            sql: """
                SELECT album_title, album_sort, album_artist, album_artist_sort, artist, artist_sort,
                    year, is_compilation, musicbrainz_album_id, artists
                FROM items WHERE album_id = ? AND is_missing = 0
                ORDER BY disc_number, track_number, id
                """)
        let update = try database.makeStatement(
            sql: """
                UPDATE albums SET title = ?, title_folded = ?, title_key = ?, album_artist = ?,
                    album_artist_key = ?, year = ?, is_compilation = ?, musicbrainz_id = ?,
                    is_current = 1
                WHERE id = ?
                """)
        // An album without tracks keeps what it was; it is not listed.
        try database.execute(sql: "UPDATE albums SET is_current = 1 WHERE is_current = 0")
        for id in ids {
            let rows = try Row.fetchAll(tracks, arguments: [id])
            guard let first = rows.first, let title: String = first[0] else {
                try SearchTable.albums.remove(id, database)
                continue
            }
            let (artist, artistKey) = albumArtist(of: rows)
            try update.execute(arguments: [
                title, title.folded, sortKeys.key(for: title, sortName: first[1]), artist,
                artistKey, rows.lazy.compactMap { $0[6] as Int? }.first,
                rows.contains { ($0[7] as Bool?) == true }, first[8] as String?, id,
            ])
            try SearchTable.indexAlbum(id, title: title, artist: artist, database)
        }
    }

    private func albumArtist(of tracks: [Row]) -> (name: String?, key: String?) {
        for track in tracks {
            if let artist: String = track[2] {
                return (artist, sortKeys.key(for: artist, sortName: track[3]))
            }
        }
        let shown = tracks.map { $0[4] as String? }
        let first = tracks.map { ItemRow.list($0[9], $0[4]).first }
        guard let artist = common(shown) ?? common(first) else {
            return (nil, sortKeys.key(for: "Various Artists"))
        }
        // A sort tag is that of the whole text.
        let tagged = tracks.first { ($0[4] as String?)?.folded == artist.folded }
        return (artist, sortKeys.key(for: artist, sortName: tagged?[5]))
    }

    /// The name that all are, as it is spelt first.
    private func common(_ names: [String?]) -> String? {
        Set(names.map { $0?.folded }).count == 1 ? names[0] : nil
    }

    /// Decides anew who is one artist, for the spellings that items took or left, and all that share an
    /// id or an artist with them.
    func resolveArtists() throws {
        let names = try read {
            try String.fetchAll(
                $0, sql: "SELECT DISTINCT name_folded FROM artist_names WHERE is_resolved = 0")
        }
        if !names.isEmpty { try write { try resolveArtists(named: names, $0) } }
    }

    private func resolveArtists(named names: [String], _ database: Database) throws {
        var left = names[...]
        while !left.isEmpty {
            // A thousand names are far below what SQLite takes as arguments of one statement.
            let some = Array(left.prefix(1000))
            left = left.dropFirst(1000)
            try deleteUnusedSpellings(named: some, database)
            try resolve(spellings(named: some, database), database)
        }
        try database.execute(sql: "UPDATE artist_names SET is_resolved = 1 WHERE is_resolved = 0")
        let unused = try Int64.fetchAll(
            database,
            sql: """
                DELETE FROM artists WHERE id NOT IN (SELECT artist_id FROM artist_names)
                RETURNING id
                """)
        for id in unused { try SearchTable.artists.remove(id, database) }
    }

    /// A spelling that no item uses any more must not hold apart, or together, those that are used.
    private func deleteUnusedSpellings(named names: [String], _ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM artist_names
                WHERE name_folded IN (\(databaseQuestionMarks(count: names.count)))
                    AND NOT EXISTS (SELECT 1 FROM credits WHERE name_id = artist_names.id)
                """, arguments: StatementArguments(names))
    }

    private func spellings(
        named names: [String], _ database: Database
    ) throws -> [ArtistResolution.Spelling] {
        let marks = databaseQuestionMarks(count: names.count)
        return try Row.fetchAll(
            database,
            sql: """
                WITH named AS (SELECT * FROM artist_names WHERE name_folded IN (\(marks)))
                SELECT id, name_folded, musicbrainz_id, artist_id FROM artist_names
                WHERE name_folded IN (SELECT name_folded FROM named)
                    OR name_folded IN (SELECT name_folded FROM artist_names WHERE musicbrainz_id
                        IN (SELECT musicbrainz_id FROM named WHERE musicbrainz_id <> ''))
                    OR artist_id IN (SELECT artist_id FROM named)
                """, arguments: StatementArguments(names)
        ).map {
            ArtistResolution.Spelling(
                id: $0[0], nameFolded: $0[1], musicBrainzID: $0[2], artistID: $0[3])
        }
    }

    private func resolve(
        _ spellings: [ArtistResolution.Spelling], _ database: Database
    ) throws {
        var artists = Set(spellings.map(\.artistID))
        for change in ArtistResolution.changes(to: spellings) {
            let artistID: Int64
            if let id = change.artistID {
                artistID = id
            } else {
                try database.execute(
                    sql: """
                        INSERT INTO artists (name, name_folded, name_key, musicbrainz_id)
                        SELECT name, name_folded, name_folded, nullif(musicbrainz_id, '')
                        FROM artist_names WHERE id = ?
                        """, arguments: [change.spellings[0].id])
                artistID = database.lastInsertedRowID
                artists.insert(artistID)
            }
            for spelling in change.spellings {
                try database.execute(
                    sql: "UPDATE artist_names SET artist_id = ? WHERE id = ?",
                    arguments: [artistID, spelling.id])
            }
        }
        for id in artists { try refreshArtist(id, database) }
    }

    /// An artist is called as its first spelling; any spelling's sort tag orders it.
    private func refreshArtist(_ id: Int64, _ database: Database) throws {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT name, sort_name FROM artist_names WHERE artist_id = ? ORDER BY id"),
            arguments: [id])
        guard let first = rows.first else { return }
        let name: String = first[0]
        let sortName = rows.lazy.compactMap { $0[1] as String? }.first
        try database.cachedStatement(
            sql: "UPDATE artists SET name = ?, name_folded = ?, name_key = ? WHERE id = ?"
        ).execute(arguments: [
            name, name.folded, sortKeys.key(for: name, sortName: sortName), id,
        ])
        try SearchTable.indexArtist(id, names: rows.map { $0[0] }, database)
    }

    /// Counts anew what the items of each genre come to, where one took or left it.
    func refreshGenres() throws {
        let outdated = try read {
            try Int64.fetchAll($0, sql: "SELECT id FROM genres WHERE is_current = 0")
        }
        if outdated.isEmpty { return }
        try write { database in
            for id in outdated {
                try database.execute(
                    sql: "DELETE FROM genre_totals WHERE genre_id = ?", arguments: [id])
                try database.execute(
                    sql: """
                        INSERT INTO genre_totals
                        SELECT genre_id, media_type, count(*), total(duration),
                            count(DISTINCT album_id), min(items.id)
                        FROM (SELECT DISTINCT genre_id, item_id FROM item_genres WHERE genre_id = ?)
                        CROSS JOIN items ON items.id = item_id
                        WHERE is_missing = 0 GROUP BY media_type
                        """, arguments: [id])
            }
            try database.execute(sql: "UPDATE genres SET is_current = 1 WHERE is_current = 0")
        }
    }

    /// Ends a scan: albums, artists and genres are made anew where their items changed, in this scan or in one that
    /// did not come to its end. Writes nothing where there are none.
    package func finish(_ changes: ScanWriter.Changes) throws {
        try refreshAlbums()
        try resolveArtists()
        try refreshGenres()
        try refreshArtistTotals()
        if changes.replacedArtwork { try deleteUnusedArtwork() }
        if changes.files >= Self.analysisThreshold { try analyze() }
    }

    /// From so many written files on, the statistics that the query planner goes by are taken anew.
    private static let analysisThreshold = 500

    func deleteUnusedArtwork() throws {
        try write {
            try $0.execute(
                sql: """
                    DELETE FROM artworks
                    WHERE id NOT IN (SELECT artwork_id FROM item_artworks)
                        AND id NOT IN (SELECT artwork_id FROM folder_artworks
                            WHERE artwork_id IS NOT NULL)
                    """)
        }
    }

    /// Takes the statistics that the planner goes by. A full ANALYZE: `PRAGMA optimize` looks at so few
    /// rows that the planner may choose an index 90 times slower.
    ///
    /// They say that there are a hundred times as many items. A table in which SQLite expects to look up more rows
    /// than it has, as it does where items have several artists or genres, it reads first, whole, to make a Bloom
    /// filter of it (`whereCheckIfBloomFilterIsUseful` in where.c of SQLite 3.40); a query would have had its 50
    /// items by then.
    package func analyze() throws {
        try write { database in
            try database.execute(
                sql: """
                    ANALYZE;
                    UPDATE sqlite_stat1
                    SET stat = (100 * CAST(stat AS INTEGER)) || substr(stat, instr(stat || ' ', ' '))
                    WHERE tbl = 'items';
                    ANALYZE sqlite_schema
                    """)
        }
    }
}
