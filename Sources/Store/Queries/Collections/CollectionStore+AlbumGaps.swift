internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

extension CollectionStore {
    /// The gaps of each incomplete album, by the numbers in the tags of all its items that are there.
    package func albumGaps() throws -> [MediaAlbumID: AlbumGaps] {
        try read { database in
            let viewer = try viewer(database)
            let rows = try Row.fetchCursor(
                database,
                literal: """
                    SELECT album_id, disc_number, disc_count, track_number, track_count FROM items
                    WHERE is_missing = 0 AND album_id IS NOT NULL AND \(sql: viewer.sees())
                    ORDER BY album_id
                    """)
            var gaps: [MediaAlbumID: AlbumGaps] = [:]
            var tracks: [AlbumGaps.Track] = []
            var album: Int64 = 0
            func end() {
                if tracks.isEmpty { return }
                let found = AlbumGaps(of: tracks)
                if !found.missing.isEmpty { gaps[PersistentID(album)] = found }
                tracks = []
            }
            while let row = try rows.next() {
                if row[0] != album { end() }
                album = row[0]
                tracks.append(
                    AlbumGaps.Track(
                        disc: row[1], discCount: row[2], track: row[3], trackCount: row[4]))
            }
            end()
            return gaps
        }
    }
}
