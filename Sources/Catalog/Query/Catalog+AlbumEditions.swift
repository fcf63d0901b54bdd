internal import GRDB
package import MediaModel

extension Catalog {
    /// The albums of which there are several editions, by what the first item of each that is there says.
    package func albumEditions() throws -> AlbumEditions {
        try read { database in
            let viewer = try viewer(database)
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT album_id, album_title, album_artist, artist, is_compilation, release_date,
                        musicbrainz_release_group_id, label, catalog_number, media, release_country
                    FROM items
                    LEFT JOIN item_identifiers ON item_identifiers.item_id = items.id
                    LEFT JOIN item_details ON item_details.item_id = items.id
                    WHERE items.id IN (
                        SELECT min(id) FROM items
                        WHERE is_missing = 0 AND album_id IS NOT NULL AND \(viewer.sees())
                        GROUP BY album_id)
                    ORDER BY album_id
                    """)
            var albums: [AlbumEditions.Album] = []
            while let row = try rows.next() {
                guard let title: String = row[1] else { continue }
                let isCompilation: Bool? = row[4]
                let artist: String? = row[2] ?? (isCompilation == true ? nil : row[3])
                let details: [String?] = [row[5], row[7], row[8], row[9], row[10]]
                albums.append(
                    AlbumEditions.Album(
                        id: PersistentID(row[0] as Int64), title: title, artist: artist,
                        releaseGroupID: row[6],
                        marks: AlbumEditions.editions(in: title) + details.compactMap(\.self)))
            }
            return AlbumEditions(of: albums)
        }
    }
}
