package import PhonolithDatabase
package import PhonolithMediaModel

/// Where the words of one kind of things lie, and the things themselves.
package struct SearchTable: Hashable, Sendable {
    /// The full-text index; its row ids are those of the target.
    package let name: String
    /// The table of the target.
    package let target: String
    /// The column of what a thing is called; `_folded` and `_key` next to it have an index.
    package let title: String
    /// The condition, for the table as `target`, that the target is there.
    package let presence: String

    /// The length up to which beginnings have an index of their own, and are looked up like words.
    package static let longestIndexedBeginning = 3

    package static let items = SearchTable(
        name: "search_items", target: "items", title: "title", presence: "target.is_missing = 0")
    package static let albums = SearchTable(
        name: "search_albums", target: "albums", title: "title",
        presence: """
            EXISTS (SELECT 1 FROM items WHERE items.album_id = target.id AND items.is_missing = 0)
            """)
    package static let artists = SearchTable(
        name: "search_artists", target: "artists", title: "name",
        presence: """
            EXISTS (SELECT 1 FROM artist_names JOIN credits ON credits.name_id = artist_names.id \
            JOIN items ON items.id = credits.item_id \
            WHERE artist_names.artist_id = target.id AND items.is_missing = 0)
            """)

    /// Asks the index a question. From SQLite 3.44 on `PRAGMA integrity_check` looks into the index, too, and 3.46 compares it
    /// with what this connection has kept of it: after another connection has written it reports a fault that there is
    /// not. A question makes the connection read the index again.
    package func refresh(_ database: Connection) throws {
        _ = try Int64.fetchOne(
            database,
            literal: """
                SELECT rowid FROM \(sql: name) WHERE \(.matches("a", in: name, as: name)) LIMIT 1
                """)
    }

    // MARK: - Writing

    /// Gives things their words. Writes nothing of those that have them.
    package func update(_ words: [Int64: String], _ database: Connection) throws {
        if words.isEmpty { return }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                literal:
                    "SELECT rowid, words FROM \(sql: name) WHERE rowid IN \(.ids(words.keys))"))
        var (new, changed) = (words, [Int64]())
        while let row = try rows.next() {
            let id: Int64 = row[0]
            if new[id] == row[1] as String { new[id] = nil } else { changed.append(id) }
        }
        try remove(changed, database)
        try Insertion.insert(
            new.sorted { $0.key < $1.key }, into: name, ["rowid", "words"], database
        ) { entry, row in
            row.bind(entry.key)
            row.bind(entry.value)
        }
    }

    /// Takes away the words of things that are not there any more.
    package func remove(_ ids: some Collection<Int64>, _ database: Connection) throws {
        if !ids.isEmpty { try remove(where: "rowid IN \(.ids(ids))", database) }
    }

    /// Takes away the words of things that are not there any more.
    ///
    /// - Parameter condition: A condition for their ids, which are the column `rowid`.
    package func remove(where condition: SQL, _ database: Connection) throws {
        try database.cachedStatement(literal: "DELETE FROM \(sql: name) WHERE \(condition)")
            .execute()
    }
}

/// The words by which an item is found, ready to be written.
package struct SearchEntry: Sendable {
    package let words: String
    /// The words that may complete the beginning of a word.
    package let completions: [String]

    package init(facts: MediaFacts, fileName: MediaPath) {
        let document = SearchDocument([
            [facts.title ?? fileName.withoutExtension],
            names(facts.artist, facts.artists), names(facts.albumTitle, []),
            names(facts.albumArtist, facts.albumArtists), names(facts.composer, facts.composers),
            facts.genres,
        ])
        words = document.encoded
        completions = document.wordsToComplete.filter {
            $0.unicodeScalars.count > SearchTable.longestIndexedBeginning
        }
    }
}

private func names(_ shown: String?, _ all: [String]) -> [String] {
    (shown.map { [$0] } ?? []) + all
}

extension MediaPath {
    /// The last component up to its last dot.
    fileprivate var withoutExtension: String {
        let name = lastComponent.description.normalizedNFC
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
}

/// The words that items have, as far as a writer has just noted them.
package struct SearchVocabulary {
    private var known: Set<String> = []

    package init() {}

    /// Writes the words that are not known, in order.
    ///
    /// - Returns: These words; they are to be remembered when the transaction has been committed.
    package func write(_ words: [String], _ database: Connection) throws -> Set<String> {
        let new = Set(words).subtracting(known)
        try Insertion.insert(
            new.sorted(), into: "search_words", ["word"], onConflict: "DO NOTHING", database
        ) { word, row in row.bind(word) }
        return new
    }

    /// Remembers words that are in the library now.
    package mutating func remember(_ words: Set<String>) {
        // A word that is noted again is ignored, so memory may be bounded by forgetting.
        if known.count > 200_000 { known = [] }
        known.formUnion(words)
    }
}
