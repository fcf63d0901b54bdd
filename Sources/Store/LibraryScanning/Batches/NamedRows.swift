internal import Database
import Foundation
import LibraryStore
import MediaModel

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
        let table = KeyedTable(
            name: "albums", key: "identity", columns: ["title", "title_folded", "title_key"])
        let ids = try table.ids(of: rows, sortedBy: <, database)
        albums = identities.compactMapValues { ids[$0] }
    }

    private mutating func findGenres(_ items: [ItemContents], _ database: Connection) throws {
        let names = Set(items.lazy.flatMap(\.facts.genres))
        let table = KeyedTable(name: "genres", key: "name_folded", columns: ["name", "name_key"])
        genres = try ids(of: names, in: table, database)
    }

    private mutating func findPodcasts(_ items: [ItemContents], _ database: Connection) throws {
        let titles = Set(items.lazy.compactMap(\.podcast))
        let table = KeyedTable(
            name: "podcasts", key: "title_folded", columns: ["title", "title_key"])
        podcasts = try ids(of: titles, in: table, database)
    }

    /// Rows that are found by their folded names.
    private func ids(
        of names: Set<String>, in table: KeyedTable, _ database: Connection
    ) throws -> [String: Int64] {
        if names.isEmpty { return [:] }
        let folded = Dictionary(uniqueKeysWithValues: names.map { ($0, $0.folded) })
        var rows: [String: () -> [(any SQLConvertible)?]] = [:]
        // Of several spellings the first in order is shown.
        for name in names.sorted(by: >) {
            rows[folded[name] ?? name] = { [sortKeys] in [name, sortKeys.key(for: name)] }
        }
        let ids = try table.ids(of: rows, sortedBy: <, database)
        return folded.compactMapValues { ids[$0] }
    }
}

// MARK: - Names of artists

extension NamedRows {
    private mutating func findNames(_ items: [ItemContents], _ database: Connection) throws {
        var sortNames: [Spelling: String] = [:]
        var all: Set<Spelling> = []
        for credit in items.lazy.flatMap(\.credits) {
            let spelling = Spelling(credit.name)
            all.insert(spelling)
            if let sortName = credit.name.sortName { sortNames[spelling] = sortName }
        }
        let ordered = all.sorted()
        for part in ordered.parts(of: 200) { try findKnown(part, sortNames, database) }
        let missing = ordered.filter { names[$0] == nil }
        for part in missing.parts(of: 200) { try make(part, sortNames, database) }
    }

    private mutating func findKnown(
        _ spellings: ArraySlice<Spelling>, _ sortNames: [Spelling: String], _ database: Connection
    ) throws {
        let rows = try Row.fetchAll(
            database,
            literal: """
                SELECT id, name, musicbrainz_id, sort_name FROM artist_names
                WHERE name IN \(spellings.map(\.name))
                """)
        let wanted = Set(spellings)
        for row in rows {
            let spelling = Spelling(name: row[1], musicBrainzID: row[2])
            guard wanted.contains(spelling) else { continue }
            names[spelling] = row[0]
            // The sort name that was read last counts.
            guard let sortName = sortNames[spelling], sortName != row[3] as String? else {
                continue
            }
            try database.cachedStatement(
                literal:
                    "UPDATE artist_names SET sort_name = \(sortName), is_resolved = 0 WHERE id = \(row[0] as Int64)"
            ).execute()
        }
    }

    /// Makes spellings, each with an artist of its own until the scan ends.
    private mutating func make(
        _ spellings: ArraySlice<Spelling>, _ sortNames: [Spelling: String], _ database: Connection
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
            insertion.bind(sortKeys.key(for: name, sortName: sortNames[row.spelling]))
            insertion.bind(id.isEmpty ? nil : id)
        }
        try database.noteID(first + Int64(rows.count) - 1, in: "artists")
        let values = rows.map { row in
            SQL(row: [
                row.spelling.name, row.folded, sortNames[row.spelling], row.spelling.musicBrainzID,
                row.artist,
            ])
        }
        let made = try Row.fetchAll(
            database,
            literal: """
                INSERT INTO artist_names (name, name_folded, sort_name, musicbrainz_id, artist_id)
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
