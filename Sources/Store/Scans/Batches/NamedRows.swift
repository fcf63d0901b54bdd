import FoundationEssentials
internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// The ids of the rows that the items of a batch share: albums, spellings of names, genres, podcasts and pictures.
///
/// They are looked up for each batch, all of a kind together, and not remembered beyond it: other programs may delete
/// rows between two batches.
struct NamedRows {
    private(set) var albums: [AlbumIdentity.Rule: Int64] = [:]
    private(set) var genres: [String: Int64] = [:]
    private(set) var podcasts: [String: Int64] = [:]
    private var names: [Spelling: Int64] = [:]
    private var artworks: [String: Int64] = [:]
    private let sortKeys: SortKeyMaker

    /// The unique key of `artist_names`.
    private struct Spelling: Hashable, Comparable {
        var name: String
        var musicBrainzID: String

        init(_ name: CreditedName) {
            (self.name, musicBrainzID) = (name.name, name.musicBrainzID)
        }

        init(name: String, musicBrainzID: String) {
            (self.name, self.musicBrainzID) = (name, musicBrainzID)
        }

        static func < (one: Self, other: Self) -> Bool {
            (one.name, one.musicBrainzID) < (other.name, other.musicBrainzID)
        }
    }

    /// Finds the rows that items need, and makes those that do not exist.
    init(
        for items: [ItemContents], root: MediaRootID, _ sortKeys: SortKeyMaker,
        _ database: Connection
    ) throws {
        self.sortKeys = sortKeys
        try findAlbums(items, root, database)
        try findNames(items, database)
        try findGenres(items, database)
        try findPodcasts(items, database)
        try findArtworks(items.lazy.flatMap(\.pictures), database)
    }

    /// Finds the rows of pictures alone.
    init(for pictures: [Picture], _ sortKeys: SortKeyMaker, _ database: Connection) throws {
        self.sortKeys = sortKeys
        try findArtworks(pictures, database)
    }

    func album(of item: ItemContents) -> Int64? { item.album.flatMap { albums[$0.rule] } }

    func podcast(of item: ItemContents) -> Int64? { item.podcast.flatMap { podcasts[$0] } }

    func artwork(_ picture: Picture) -> Int64? { artworks[picture.artwork.sha256] }

    func credits(of item: ItemContents) -> [ItemEntry.StoredCredit] {
        item.credits.compactMap { credit in
            names[Spelling(credit.name)].map {
                ItemEntry.StoredCredit(role: credit.role, position: credit.position, name: $0)
            }
        }
    }

    // MARK: - One table each

    private mutating func findAlbums(
        _ items: [ItemContents], _ root: MediaRootID, _ database: Connection
    ) throws {
        var identities: [AlbumIdentity.Rule: String] = [:]
        var rows: [String: () -> [(any SQLConvertible)?]] = [:]
        for case let album? in items.lazy.map(\.album) where identities[album.rule] == nil {
            let identity = album.text(rootID: root.rawValue)
            identities[album.rule] = identity
            // The title's key is computed with the other columns when the scan ends.
            rows[identity] = { [album.title, album.title.folded, album.title.folded] }
        }
        let table = LookupTable(
            name: "albums", key: "identity", columns: ["title", "title_folded", "title_key"])
        let ids = try table.ids(of: rows, sortedBy: <, database)
        albums = identities.compactMapValues { ids[$0] }
    }

    private mutating func findGenres(_ items: [ItemContents], _ database: Connection) throws {
        genres = try ids(of: Set(items.lazy.flatMap(\.facts.genres)), in: .genres, database)
    }

    private mutating func findPodcasts(_ items: [ItemContents], _ database: Connection) throws {
        podcasts = try ids(of: Set(items.lazy.compactMap(\.podcast)), in: .podcasts, database)
    }

    /// Rows that are found by their folded names.
    private func ids(
        of names: Set<String>, in groups: SpelledGroups, _ database: Connection
    ) throws -> [String: Int64] {
        if names.isEmpty { return [:] }
        let folded = Dictionary(uniqueKeysWithValues: names.map { ($0, $0.folded) })
        var rows: [String: () -> [(any SQLConvertible)?]] = [:]
        for name in names.sorted(by: >) {
            rows[folded[name] ?? name] = { [sortKeys] in [name, sortKeys.key(for: name)] }
        }
        let ids = try groups.keyed.ids(of: rows, sortedBy: <, database)
        let found = folded.compactMapValues { ids[$0] }
        try groups.mark(found, database)
        return found
    }
}

// MARK: - Names of artists

extension NamedRows {
    private mutating func findNames(_ items: [ItemContents], _ database: Connection) throws {
        var sortTags: [Spelling: SortTags] = [:]
        for item in items {
            for credit in item.credits {
                let isOnly =
                    credit.position == 0
                    && !item.credits.contains { $0.role == credit.role && $0.position == 1 }
                sortTags[Spelling(credit.name), default: SortTags()]
                    .note(credit.name.sortName, isOnly: isOnly)
            }
        }
        let ordered = sortTags.keys.sorted()
        for part in ordered.parts(of: 200) { try findKnown(part, sortTags, database) }
        try Spellings.markAmbiguous(names.values, database)
        let missing = ordered.filter { names[$0] == nil }
        for part in missing.parts(of: 200) { try make(part, sortTags, database) }
    }

    /// The sort tags that a batch has for a spelling.
    private struct SortTags {
        /// The first; `nil` if there is none.
        var first: String?
        /// Whether items that name only this artist have others, or none.
        var differ = false
        private var isMissing = false

        mutating func note(_ tag: String?, isOnly: Bool) {
            if !isOnly { return }
            if tag == nil { isMissing = true }
            differ = differ || first != nil && tag != first || isMissing && tag != nil
            first = first ?? tag
        }

        /// Whether they are not all the one that is stored.
        func differ(from stored: String?) -> Bool {
            differ || stored != nil && isMissing || first != nil && first != stored
        }
    }

    private mutating func findKnown(
        _ spellings: ArraySlice<Spelling>, _ sortTags: [Spelling: SortTags], _ database: Connection
    ) throws {
        let rows = try Projection { column in
            (
                id: column("id") as Int64,
                spelling: Spelling(name: column("name"), musicBrainzID: column("musicbrainz_id")),
                sortName: column("sort_name") as String?
            )
        }.fetchAll(database, from: "artist_names WHERE name IN \(spellings.map(\.name))")
        let wanted = Set(spellings)
        for (id, spelling, sortName) in rows where wanted.contains(spelling) {
            names[spelling] = id
            guard let tags = sortTags[spelling], tags.differ(from: sortName) else { continue }
            try database.cachedStatement(
                literal: """
                    UPDATE artist_names SET sort_name = \(tags.first ?? sortName),
                        sort_names_differ = 1, is_resolved = 0 WHERE id = \(id)
                    """
            ).execute()
        }
    }

    /// Makes spellings, each with an artist of its own until the scan ends.
    private mutating func make(
        _ spellings: ArraySlice<Spelling>, _ sortTags: [Spelling: SortTags], _ database: Connection
    ) throws {
        let first = try database.nextID(in: "artists")
        let rows = spellings.enumerated().map {
            (artist: first + Int64($0.offset), spelling: $0.element, folded: $0.element.name.folded)
        }
        try Insertion.insert(
            rows, into: "artists", ["id", "name", "name_folded", "name_key", "musicbrainz_id"],
            database
        ) { row, insertion in
            let (name, id) = (row.spelling.name, row.spelling.musicBrainzID)
            insertion.bind(row.artist)
            insertion.bind(name)
            insertion.bind(row.folded)
            insertion.bind(sortKeys.key(for: name, sortName: sortTags[row.spelling]?.first))
            insertion.bind(id.isEmpty ? nil : id)
        }
        try database.noteID(first + Int64(rows.count) - 1, in: "artists")
        let values = rows.map { row in
            SQL(row: [
                row.spelling.name, row.folded, sortTags[row.spelling]?.first,
                sortTags[row.spelling]?.differ ?? false, row.spelling.musicBrainzID, row.artist,
            ])
        }
        let made = try Row.fetchAll(
            database,
            literal: """
                INSERT INTO artist_names
                    (name, name_folded, sort_name, sort_names_differ, musicbrainz_id, artist_id)
                VALUES \(values.joined(separator: ", "))
                ON CONFLICT (name, musicbrainz_id) DO UPDATE SET musicbrainz_id = excluded.musicbrainz_id
                RETURNING id, name, musicbrainz_id
                """)
        for row in made { names[Spelling(name: row[1], musicBrainzID: row[2])] = row[0] }
    }
}

// MARK: - Pictures

extension NamedRows {
    private mutating func findArtworks(
        _ pictures: some Sequence<Picture>, _ database: Connection
    ) throws {
        var found: [String: Picture] = [:]
        for picture in pictures { found[picture.artwork.sha256] = picture }
        let digests = found.keys.sorted()
        for part in digests.parts(of: 200) { try findKnown(part, database) }
        let missing = digests.filter { artworks[$0] == nil }
        if missing.isEmpty { return }
        // A picture is as large as hundreds of rows: each has its own statement.
        for picture in missing.compactMap({ found[$0] }) {
            var row = try Insertion(
                """
                INSERT INTO artworks (sha256, mime_type, width, height, bytes) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (sha256) DO NOTHING
                """, in: database)
            let artwork = picture.artwork
            row.bind(Array(Data(hexadecimal: artwork.sha256)))
            row.bind(artwork.mimeType)
            row.bind(artwork.width)
            row.bind(artwork.height)
            row.bind(picture.bytes)
            try row.run()
        }
        for part in missing.parts(of: 200) { try findKnown(part, database) }
    }

    private mutating func findKnown(_ digests: ArraySlice<String>, _ database: Connection) throws {
        let rows = try Row.fetchAll(
            database,
            literal: """
                SELECT id, sha256 FROM artworks WHERE sha256 IN \(digests.map { Data(hexadecimal: $0) })
                """)
        for row in rows { artworks[(row[1] as Data).hexadecimal] = row[0] }
    }
}
