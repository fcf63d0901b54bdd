internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

extension CollectionStore {
    /// Albums in the order in which their items come in a query's: each has the place of the first of its items.
    ///
    /// Items are looked at until there are enough albums, so that the first of a common order come at once.
    package func albums(
        inOrderOf query: MediaQuery, offset: Int, limit: Int
    ) throws -> [MediaAlbumID] {
        try read { database in
            var items = ItemIDs(try QueryPlanner(query, viewer(database), database), database)
            let album = try Selection(
                "SELECT album_id FROM items WHERE id = \(.askedID) AND album_id IS NOT NULL",
                in: database)
            var known: Set<Int64> = []
            var found: [MediaAlbumID] = []
            while found.count < limit, let some = try items.next(Selection.batch) {
                var albums: [Int64: Int64] = [:]
                try album.forEachRow(of: some) { item, columns in
                    var columns = columns
                    albums[item] = columns("album_id")
                }
                for case let id? in some.map({ albums[$0] }) where known.insert(id).inserted {
                    if known.count > offset { found.append(PersistentID(id)) }
                }
            }
            return Array(found.prefix(limit))
        }
    }

    /// Albums with items of a query by chance, each at most once; fewer where there are fewer.
    package func randomAlbums(of query: MediaQuery) throws -> [MediaAlbumID] {
        try read { database in
            let conditions = try QueryPlanner(query, viewer(database), database).conditions
            return try Int64.fetchAll(
                database,
                literal: """
                    SELECT id FROM albums WHERE EXISTS (SELECT 1 FROM items
                        WHERE album_id = albums.id AND \(conditions))
                    ORDER BY random() LIMIT \(query.limit ?? .max)
                    """
            ).map { PersistentID($0) }
        }
    }

    /// The ids among these of the collections that a query lists, in their order.
    package func ids(_ ids: [Int64], of query: MediaQuery) throws -> [Int64] {
        guard let table = GroupTable(query.groupingType), !ids.isEmpty else { return [] }
        return try read { database in
            let listed = try CollectionReader(
                query, table, artworkPreference, viewer(database), database
            ).listed(among: ids)
            return ids.filter(listed.contains)
        }
    }

    /// Collections by their ids, in the order of the ids; ones without items are left out.
    package func all(
        _ ids: [Int64], groupedBy grouping: MediaGrouping, mediaType: MediaType = .any
    ) throws -> [MediaItemCollection] {
        try all(ids, of: MediaQuery(mediaType: mediaType, groupingType: grouping))
    }

    /// Collections of the items of a query by their ids, in the order of the ids; ones without items are left out.
    package func all(_ ids: [Int64], of query: MediaQuery) throws -> [MediaItemCollection] {
        guard let table = GroupTable(query.groupingType), !ids.isEmpty else { return [] }
        return try read { database in
            let reader = try CollectionReader(
                query, table, artworkPreference, viewer(database), database)
            let found = Dictionary(
                uniqueKeysWithValues: try reader.collections(Set(ids)).map {
                    ($0.group.persistentID, $0)
                })
            return ids.compactMap { found[$0] }
        }
    }
}

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
