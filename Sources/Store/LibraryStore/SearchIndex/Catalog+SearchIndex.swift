package import Database
import MediaModel

// The full-text indexes are kept up with each row that is written. What is here makes them from the rows:
// of a library that has none yet, and of items that come back.

extension Catalog {
    /// Counts up whenever the rules change by which words are made, so that those of old are made again.
    private static let searchRules = 1

    /// Whether the words are those that this program would make.
    static func hasSearchIndex(_ database: Connection) throws -> Bool {
        try Int.fetchOne(database, literal: "SELECT version FROM search_rules") ?? 0 >= searchRules
    }

    /// Makes the words of all things, unless they are there.
    func fillSearchIndex() throws {
        try write { database in
            if try Self.hasSearchIndex(database) { return }
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
    /// - Parameter condition: What is true of the rows of `items`.
    package func indexItems(
        where condition: SQL, _ database: Connection
    ) throws {
        let rows = try Row.fetchCursor(
            database,
            literal: """
                SELECT \(sql: ItemRow.selection), items.id, files.name FROM items
                JOIN files ON files.id = file_id \(sql: ItemRow.extensions)
                WHERE (\(condition)) AND items.is_missing = 0
                """)
        var vocabulary = SearchVocabulary()
        while let row = try rows.next() {
            let entry = SearchEntry(
                facts: ItemRow.facts(from: row),
                fileName: MediaPath(data: row[ItemRow.selectedColumnCount + 1]))
            try SearchTable.items.update(
                entry.words, for: row[ItemRow.selectedColumnCount], database)
            vocabulary.remember(try vocabulary.write(entry.completions, database))
        }
    }

    private func indexAlbums(_ database: Connection) throws {
        let albums = SearchTable.albums
        let rows = try Row.fetchCursor(
            database,
            literal: """
                SELECT id, title, album_artist FROM albums target WHERE \(sql: albums.presence)
                """)
        while let row = try rows.next() {
            try SearchTable.indexAlbum(row[0], title: row[1], artist: row[2], database)
        }
    }

    private func indexArtists(_ database: Connection) throws {
        let names = try database.makeStatement(
            sql: "SELECT name FROM artist_names WHERE artist_id = ? ORDER BY id")
        let artists = try Int64.fetchCursor(database, literal: "SELECT id FROM artists")
        while let id = try artists.next() {
            try SearchTable.indexArtist(
                id, names: String.fetchAll(names, arguments: [id]), database)
        }
    }
}

extension SearchTable {
    /// An album is found by its title and by whom it is.
    package static func indexAlbum(
        _ id: Int64, title: String, artist: String?, _ database: Connection
    ) throws {
        let document = SearchDocument([[title], artist.map { [$0] } ?? []])
        try albums.update(document.encoded, for: id, database)
    }

    /// An artist is found by their name in any spelling; the first is what they are called.
    package static func indexArtist(_ id: Int64, names: [String], _ database: Connection) throws {
        let document = SearchDocument([Array(names.prefix(1)), Array(names.dropFirst())])
        try artists.update(document.encoded, for: id, database)
    }
}
