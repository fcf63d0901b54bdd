internal import GRDB
import MediaModel

extension Catalog {
    /// Computes outdated albums from their tracks.
    ///
    /// Title, album artist and year come from the first track that has them. Where no tag names an album artist, it is
    /// the artist that all tracks name first, with or without guests.
    func refreshAlbums() throws {
        try bringUpToDate("SELECT id FROM albums WHERE is_current = 0", atOnce: 500) {
            ids, database in
            try refreshAlbums(ids, database)
        }
    }

    private func refreshAlbums(_ ids: [Int64], _ database: Database) throws {
        let tracks = try database.makeStatement(
            sql: """
                SELECT album_title, album_sort, album_artist, album_artist_sort, artist, artist_sort,
                    year, is_compilation, musicbrainz_album_id, artists
                FROM items \(ItemRow.identifiers) WHERE album_id = ? AND is_missing = 0
                ORDER BY disc_number, track_number, id
                """)
        let update = try database.makeStatement(
            sql: """
                UPDATE albums SET title = ?, title_folded = ?, title_key = ?, album_artist = ?,
                    album_artist_key = ?, year = ?, is_compilation = ?, musicbrainz_id = ?
                WHERE id = ?
                """)
        // An album without tracks keeps its values; it is not listed.
        let mark = try database.makeStatement(sql: "UPDATE albums SET is_current = 1 WHERE id = ?")
        for id in ids {
            try mark.execute(arguments: [id])
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

    /// The name that all have, in the first spelling.
    private func common(_ names: [String?]) -> String? {
        Set(names.map { $0?.folded }).count == 1 ? names[0] : nil
    }
}
