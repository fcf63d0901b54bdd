internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

extension CollectionStore {
    /// The gaps of each incomplete album, by the numbers in the tags of all its items that are there.
    package func albumGaps() throws -> [MediaAlbumID: AlbumGaps] {
        try read { database in
            let viewer = try viewer(database)
            let rows = try Projection { column in
                (
                    album: column("album_id") as MediaAlbumID,
                    track: AlbumGaps.Track(
                        disc: column("disc_number"), discCount: column("disc_count"),
                        track: column("track_number"), trackCount: column("track_count"))
                )
            }.fetchCursor(
                database,
                from: """
                    items WHERE is_missing = 0 AND album_id IS NOT NULL AND \(sql: viewer.sees())
                    ORDER BY album_id
                    """)
            var gaps: [MediaAlbumID: AlbumGaps] = [:]
            var tracks: [AlbumGaps.Track] = []
            var album = MediaAlbumID(0)
            func end() {
                if tracks.isEmpty { return }
                let found = AlbumGaps(of: tracks)
                if !found.missing.isEmpty { gaps[album] = found }
                tracks = []
            }
            while let row = try rows.next() {
                if row.album != album { end() }
                album = row.album
                tracks.append(row.track)
            }
            end()
            return gaps
        }
    }
}
