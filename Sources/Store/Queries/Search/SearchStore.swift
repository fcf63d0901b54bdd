internal import PhonolithDatabase
public import PhonolithMediaModel
public import PhonolithStore

/// Full-text search in a library.
public struct SearchStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// Full-text search.
    public var search: SearchStore { SearchStore(catalog: self) }
}

extension SearchStore {
    /// Finds what was typed: each word must begin a word of what is found, in whatever field.
    ///
    /// Case, accents and punctuation inside a word do not matter; Chinese, Japanese and Korean text is found
    /// by any part of it. Items are found by their title (the file's name where there is none), artist, album,
    /// album artist, composer and genre, albums by their title and album artist, artists by their name in any
    /// spelling. Missing items are not found.
    ///
    /// The best come first: exact names; titles with all words; whole words before
    /// beginnings of words; titles that begin with the query; artists before albums before the rest; short
    /// titles; older items of the library. Where very much is found, the best are looked for among the
    /// titles that are or begin with the query, and some hundred others.
    ///
    /// - Parameters:
    ///   - text: The input. Of more than 200 words or 500 characters the first count; without any, nothing is found.
    ///   - limit: How many of each kind.
    public func results(
        _ text: String, for kinds: Set<SearchResults.Kind> = Set(SearchResults.Kind.allCases),
        limit: Int = 20
    ) throws -> SearchResults {
        let text = SearchQuery.readable(text)
        let query = SearchQuery(text)
        if query.words.isEmpty || limit <= 0 { return SearchResults() }
        return try read { database in
            let viewer = try viewer(database)
            func best(_ kind: SearchResults.Kind, _ table: SearchTable) throws -> [Int64] {
                guard kinds.contains(kind) else { return [] }
                var search = try TargetSearch(
                    text, query, table, limit: limit, viewer, database)
                return try search.best()
            }
            var results = SearchResults()
            let items = try best(.items, .items)
            if !items.isEmpty {
                results.items = try ItemReader(viewer, database, artworkPreference).items(items)
            }
            results.albums = try collections(best(.albums, .albums), as: [.album], viewer, database)
            results.artists = try collections(
                best(.artists, .artists), as: [.artist, .albumArtist, .composer], viewer,
                database)
            return results
        }
    }

    /// The collections with these ids, each by the first grouping in which it has items.
    private func collections(
        _ ids: [Int64], as groupings: [MediaGrouping], _ viewer: Viewer, _ database: Connection
    ) throws -> [MediaItemCollection] {
        if ids.isEmpty { return [] }
        var left = Set(ids)
        var found: [Int64: MediaItemCollection] = [:]
        for grouping in groupings where !left.isEmpty {
            guard let table = GroupTable(grouping) else { continue }
            let reader = try CollectionReader(
                MediaQuery(groupingType: grouping), table, artworkPreference, viewer, database)
            for collection in try reader.collections(left) {
                found[collection.group.persistentID] = collection
            }
            left.subtract(found.keys)
        }
        return ids.compactMap { found[$0] }
    }
}
