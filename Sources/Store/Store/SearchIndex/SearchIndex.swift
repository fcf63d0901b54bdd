package import PhonolithDatabase
import PhonolithMediaModel

// The full-text indexes are kept up with each row that is written. This file makes them from the rows:
// of a library that has none yet, and of items that come back.

/// The words by which items, albums and artists are found.
package struct SearchIndex: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var searchIndex: SearchIndex { SearchIndex(catalog: self) }
}

extension SearchIndex {
    /// The version of the rules that make words. A library with words of an older version gets new ones.
    private static let searchRules = 1

    /// Whether the words are those that this program would make.
    static func isComplete(_ database: Connection) throws -> Bool {
        try Int.fetchOne(database, literal: "SELECT version FROM search_rules") ?? 0 >= searchRules
    }

    /// Makes the words of all things, unless they are there.
    func fill() throws {
        try write { database in
            if try Self.isComplete(database) { return }
            for table in [SearchTable.items, .albums, .artists] {
                try database.execute(sql: "DELETE FROM \(table.name)")
            }
            try indexItems(where: "true", database)
            try indexAlbums(database)
            try indexArtists(database)
            try database.execute(
                literal: "UPDATE search_rules SET version = \(Self.searchRules)")
        }
    }

    /// Makes the words of items that are there.
    ///
    /// - Parameter condition: The condition for the rows of `items`.
    package func indexItems(
        where condition: SQL, _ database: Connection
    ) throws {
        let rows = try Projection { column in
            (
                id: column("items.id") as Int64,
                entry: SearchEntry(facts: ItemRow.facts(&column), fileName: column("files.name"))
            )
        }.fetchCursor(
            database,
            from: """
                items JOIN files ON files.id = file_id \(sql: ItemRow.extensions)
                WHERE (\(condition)) AND items.is_missing = 0
                """)
        var vocabulary = SearchVocabulary()
        while case let part = try rows.next(Self.indexedAtOnce), !part.isEmpty {
            let words = part.map { ($0.id, $0.entry.words) }
            try SearchTable.items.update(Dictionary(uniqueKeysWithValues: words), database)
            vocabulary.remember(
                try vocabulary.write(part.flatMap(\.entry.completions), database))
        }
    }

    /// Things whose words are written together.
    private static let indexedAtOnce = 500

    private func indexAlbums(_ database: Connection) throws {
        let albums = SearchTable.albums
        let rows = try Row.fetchCursor(
            database,
            literal: """
                SELECT id, title, album_artist FROM albums target WHERE \(sql: albums.presence)
                """)
        while case let part = try rows.next(Self.indexedAtOnce), !part.isEmpty {
            let words = part.map {
                ($0[0] as Int64, SearchTable.words(ofAlbum: $0[1], by: $0[2]))
            }
            try albums.update(Dictionary(uniqueKeysWithValues: words), database)
        }
    }

    private func indexArtists(_ database: Connection) throws {
        let rows = try Row.fetchCursor(
            database, literal: "SELECT artist_id, name FROM artist_names ORDER BY artist_id, id")
        var names: [Int64: [String]] = [:]
        func write() throws {
            try SearchTable.artists.update(
                names.mapValues { SearchTable.words(ofArtist: $0) }, database)
            names = [:]
        }
        while let row = try rows.next() {
            let artist: Int64 = row[0]
            // The one before has all its names.
            if names.count >= Self.indexedAtOnce, names[artist] == nil { try write() }
            names[artist, default: []].append(row[1])
        }
        try write()
    }
}

extension SearchTable {
    /// The words of an album: its title and its album artist.
    package static func words(ofAlbum title: String, by artist: String?) -> String {
        SearchDocument([[title], artist.map { [$0] } ?? []]).encoded
    }

    /// The words of an artist: the name in every spelling, the preferred one first.
    package static func words(ofArtist names: [String]) -> String {
        SearchDocument([Array(names.prefix(1)), Array(names.dropFirst())]).encoded
    }
}
