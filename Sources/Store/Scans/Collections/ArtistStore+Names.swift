internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

// The names of artists, and their place in sorted lists.

extension ArtistStore {
    /// The spellings of one artist.
    private struct Spellings {
        var id: Int64
        /// Its key in sorted lists, as it was.
        var key: String
        var names: [(id: Int64, name: String, sortName: String?)] = []
        /// Whether items have to be counted to choose among names and sort tags.
        var isAmbiguous = false
        /// Whether items have, or had, sort tags of it.
        var isSortedByTag = false

        /// The spelling and the sort tag that most items have, of equally frequent ones that of the first item; a sort tag on
        /// some items holds for all.
        func chosen(_ uses: [Int64: [SpellingUse]]) -> (name: String, sortName: String?) {
            let uses = names.flatMap { name in (uses[name.id] ?? []).map { (name.name, $0) } }
            let tagged = uses.compactMap { use in use.1.sortName.map { ($0, use.1) } }
            // A tag that no item has any more is forgotten.
            let sortName =
                uses.isEmpty
                ? names.lazy.compactMap(\.sortName).first : Self.mostUsed(tagged)
            return (Self.mostUsed(uses) ?? names[0].name, sortName)
        }

        private static func mostUsed(_ uses: [(text: String, use: SpellingUse)]) -> String? {
            let totals = Dictionary(grouping: uses, by: \.text).mapValues { uses in
                (
                    count: uses.reduce(0) { $0 + $1.use.count },
                    firstItem: uses.map(\.use.firstItem).min() ?? 0
                )
            }
            return totals.max {
                ($0.value.count, $1.value.firstItem) < ($1.value.count, $0.value.firstItem)
            }?.key
        }
    }

    /// How many credits of present items have a spelling with a sort tag.
    private struct SpellingUse {
        var sortName: String?
        var count: Int
        /// The id of the first of them.
        var firstItem: Int64
    }

    /// Gives artists the name and the sort tag that most of their items have. The items, and with them their albums, are
    /// sorted by them: tags that are missing on some items do not separate these from the others.
    func refresh(_ artists: Set<Int64>, _ database: Connection) throws {
        let spellings = try spellings(of: artists, database)
        let ambiguous = spellings.filter(\.isAmbiguous).flatMap { $0.names.map(\.id) }
        let uses = try uses(ofNames: ambiguous, database)
        let rows = spellings.map { artist in
            let chosen = artist.chosen(uses)
            return (
                artist: artist, name: chosen.name, isTagged: chosen.sortName != nil,
                key: sortKeys.key(for: chosen.name, sortName: chosen.sortName)
            )
        }
        try Insertion.update(
            rows, of: "artists", ["id", "name", "name_folded", "name_key"], database
        ) { artist, row in
            row.bind(artist.artist.id)
            row.bind(artist.name)
            row.bind(artist.name.folded)
            row.bind(artist.key)
        }
        for row in rows where row.artist.isAmbiguous && row.artist.isSortedByTag {
            try sort(itemsOf: row.artist.names.map(\.id), by: row.key, database)
            if !row.isTagged { try forgetSortTags(of: row.artist.id, database) }
        }
        try markAlbums(
            of: rows.filter { $0.artist.key != $0.key }.flatMap { $0.artist.names.map(\.id) },
            database)
        let words = rows.map {
            ($0.artist.id, SearchTable.words(ofArtist: $0.artist.names.map(\.name)))
        }
        try SearchTable.artists.update(Dictionary(uniqueKeysWithValues: words), database)
    }

    private func spellings(of artists: Set<Int64>, _ database: Connection) throws -> [Spellings] {
        let rows = try Projection { column in
            (
                artist: Spellings(id: column("artists.id"), key: column("name_key")),
                id: column("artist_names.id") as Int64, name: column("artist_names.name") as String,
                sortName: column("sort_name") as String?,
                tagsDiffer: column("sort_names_differ") as Bool
            )
        }.fetchAll(
            database,
            from: """
                artist_names JOIN artists ON artists.id = artist_id
                WHERE artist_id IN \(.ids(artists)) ORDER BY artists.id, artist_names.id
                """, cached: true)
        var artists: [Spellings] = []
        for (new, id, name, sortName, tagsDiffer) in rows {
            if artists.last?.id != new.id { artists.append(new) }
            var artist = artists.removeLast()
            artist.isAmbiguous =
                artist.isAmbiguous || tagsDiffer
                || artist.names.contains { $0.name != name || $0.sortName != sortName }
            artist.isSortedByTag = artist.isSortedByTag || tagsDiffer || sortName != nil
            artist.names.append((id, name, sortName))
            artists.append(artist)
        }
        return artists
    }

    /// A sort tag belongs to a name where it is the only one in its role.
    private func uses(
        ofNames names: [Int64], _ database: Connection
    ) throws -> [Int64: [SpellingUse]] {
        if names.isEmpty { return [:] }
        let rows = try Projection { column in
            let sortName: String? = column(
                """
                CASE WHEN role = 0 AND artists IS NULL THEN artist_sort
                    WHEN role = 1 AND album_artist IS NOT NULL AND album_artists IS NULL
                        THEN album_artist_sort
                    WHEN role = 2 AND composers IS NULL THEN composer_sort
                    END AS sort_name
                """)
            return (
                name: column("name_id") as Int64,
                use: SpellingUse(
                    sortName: sortName, count: column("count(*)"), firstItem: column("min(item_id)")
                )
            )
        }.fetchAll(
            database,
            from: """
                credits JOIN items ON items.id = item_id
                WHERE name_id IN \(.ids(names)) AND is_missing = 0
                GROUP BY name_id, sort_name
                """)
        return Dictionary(grouping: rows, by: \.name).mapValues { $0.map(\.use) }
    }

    /// Gives the items that name only an artist the artist's place in sorted lists.
    private func sort(itemsOf names: [Int64], by key: String, _ database: Connection) throws {
        let named: (Int) -> SQL = { role in
            "id IN (SELECT item_id FROM credits WHERE name_id IN \(.ids(names)) AND role = \(role))"
        }
        let parts: [(column: String, condition: SQL)] = [
            ("artist_key", "\(named(0)) AND artists IS NULL"),
            (
                "album_artist_key",
                """
                \(named(1)) AND (album_artist IS NOT NULL AND album_artists IS NULL
                    OR album_artist IS NULL AND artists IS NULL)
                """
            ),
            ("composer_key", "\(named(2)) AND composers IS NULL"),
        ]
        for (column, condition) in parts {
            try database.execute(
                literal: """
                    UPDATE items SET \(sql: column) = \(key)
                    WHERE \(condition) AND \(sql: column) <> \(key)
                    """)
            if database.changesCount > 0 { try markAlbums(of: names, database) }
        }
    }

    private func forgetSortTags(of artist: Int64, _ database: Connection) throws {
        try database.execute(
            literal: """
                UPDATE artist_names SET sort_name = NULL, sort_names_differ = 0
                WHERE artist_id = \(artist)
                """)
    }

    private func markAlbums(of names: [Int64], _ database: Connection) throws {
        if names.isEmpty { return }
        try database.execute(
            literal: """
                UPDATE albums SET is_current = 0 WHERE is_current = 1 AND id IN (
                    SELECT album_id FROM credits JOIN items ON items.id = item_id
                    WHERE name_id IN \(.ids(names)) AND role = 1)
                """)
    }
}
