internal import Database
import LibraryStore
import MediaModel

extension Catalog {
    /// Computes outdated albums from their tracks.
    func refreshAlbums() throws {
        try bringUpToDate("SELECT id FROM albums WHERE is_current = 0", atOnce: 500) {
            ids, database in
            try refreshAlbums(ids, database)
        }
    }

    private func refreshAlbums(_ ids: [Int64], _ database: Connection) throws {
        let tracks = try database.makeStatement(
            sql: """
                SELECT \(AlbumFacts.columns) FROM \(AlbumFacts.tables)
                WHERE album_id = ? AND is_missing = 0 ORDER BY \(AlbumFacts.order)
                """)
        let update = try database.makeStatement(
            sql: """
                UPDATE albums SET title = ?, title_folded = ?, title_key = ?, album_artist = ?,
                    album_artist_key = ?, year = ?, is_compilation = ?, musicbrainz_id = ?
                WHERE id = ?
                """)
        for id in ids { try separateVersions(of: id, database) }
        // An album without tracks keeps its values; it is not listed.
        let mark = try database.makeStatement(sql: "UPDATE albums SET is_current = 1 WHERE id = ?")
        for id in ids {
            try mark.execute(arguments: [id])
            let rows = try Row.fetchAll(tracks, arguments: [id])
            guard let facts = AlbumFacts(of: rows, sortKeys) else {
                try SearchTable.albums.remove(id, database)
                continue
            }
            try update.execute(arguments: [
                facts.title, facts.title.folded, facts.titleKey, facts.artist, facts.artistKey,
                facts.year, facts.isCompilation, facts.musicBrainzID, id,
            ])
            try SearchTable.indexAlbum(id, title: facts.title, artist: facts.artist, database)
        }
    }
}
