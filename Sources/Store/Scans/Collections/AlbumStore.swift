internal import PhonolithDatabase
import PhonolithMediaModel
package import PhonolithStore

/// Albums, brought up to date with their tracks.
package struct AlbumStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var albums: AlbumStore { AlbumStore(catalog: self) }
}

extension AlbumStore {
    /// Computes outdated albums from their tracks.
    func refresh() throws {
        try catalog.scans.bringUpToDate("SELECT id FROM albums WHERE is_current = 0", atOnce: 500) {
            ids, database in
            try refresh(ids, database)
        }
    }

    private func refresh(_ ids: [Int64], _ database: Connection) throws {
        try separateVersions(of: ids, database)
        let tracks = try tracks(ofAlbums: ids, database)
        var facts: [(id: Int64, facts: AlbumFacts)] = []
        // An album without tracks keeps its values; it is not listed.
        var empty: [Int64] = []
        for id in ids.sorted() {
            if let known = AlbumFacts(of: tracks[id] ?? [], sortKeys) {
                facts.append((id, known))
            } else {
                empty.append(id)
            }
        }
        let keys = try artistKeys(of: facts.compactMap(\.facts.artist), database)
        for index in facts.indices {
            guard let key = facts[index].facts.artist.flatMap({ keys[$0] }) else { continue }
            facts[index].facts.artistKey = key
        }
        try write(facts, database)
        try SearchTable.albums.remove(empty, database)
        try database.cachedStatement(
            literal: "UPDATE albums SET is_current = 1 WHERE id IN \(.ids(empty))"
        ).execute()
    }

    /// The keys by which lists have artists of these names; none of a name that several artists with different keys have.
    private func artistKeys(
        of names: [String], _ database: Connection
    ) throws -> [String: String] {
        var keys: [String: String] = [:]
        for part in Set(names).sorted().parts(of: 200) {
            let rows = try Row.fetchAll(
                database,
                literal: """
                    SELECT artist_names.name, min(name_key), max(name_key) FROM artist_names
                    JOIN artists ON artists.id = artist_id
                    WHERE artist_names.name IN \(part) GROUP BY artist_names.name
                    """)
            for row in rows where row[1] as String == row[2] { keys[row[0]] = row[1] }
        }
        return keys
    }

    /// The tracks by album.
    private func tracks(
        ofAlbums ids: [Int64], _ database: Connection
    ) throws -> [Int64: [AlbumFacts.Track]] {
        let tracks = try AlbumFacts.Track.projection.fetchAll(
            database,
            from: """
                items \(sql: ItemRow.identifiers.join)
                WHERE album_id IN \(.ids(ids)) AND is_missing = 0
                ORDER BY album_id, disc_number NULLS FIRST, track_number NULLS FIRST,
                    place_key NULLS FIRST, items.id
                """, cached: true)
        return Dictionary(grouping: tracks, by: \.albumID)
    }

    private func write(
        _ albums: [(id: Int64, facts: AlbumFacts)], _ database: Connection
    ) throws {
        let columns = [
            "id", "is_current", "title", "title_folded", "title_key", "album_artist",
            "album_artist_key", "year", "is_compilation", "musicbrainz_id",
        ]
        try Insertion.update(albums, of: "albums", columns, database) { album, row in
            row.bind(album.id)
            row.bind(true)
            row.bind(album.facts.title)
            row.bind(album.facts.title.folded)
            row.bind(album.facts.titleKey)
            row.bind(album.facts.artist)
            row.bind(album.facts.artistKey)
            row.bind(album.facts.year)
            row.bind(album.facts.isCompilation)
            row.bind(album.facts.musicBrainzID)
        }
        let words = albums.map {
            ($0.id, SearchTable.words(ofAlbum: $0.facts.title, by: $0.facts.artist))
        }
        try SearchTable.albums.update(Dictionary(uniqueKeysWithValues: words), database)
    }
}
