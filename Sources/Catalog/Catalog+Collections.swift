import Foundation
internal import GRDB
public import MediaModel

extension Catalog {
    /// Calls back with each collection that the items of a query make.
    ///
    /// Albums, artists and genres are walked in the order of their own index and counted one by one, so the
    /// first come at once however large the library is.
    ///
    /// - Parameters:
    ///   - query: Which items count; its limit and offset count collections. Of its order only the first
    ///     key counts, and only where ``orders(for:)`` has it.
    ///   - grouping: What the items are put together by.
    public func forEachCollection(
        of query: MediaQuery, by grouping: MediaGrouping,
        _ body: (MediaItemCollection) throws -> Void
    ) throws {
        try read { database in
            var compiler = QueryCompiler()
            let sql = compiler.collections(query, grouping)
            let rows = try Row.fetchCursor(
                database, sql: sql, arguments: StatementArguments(compiler.arguments))
            while let row = try rows.next() {
                try body(collection(from: row, grouping))
            }
        }
    }

    /// The collections that the items of a query make.
    public func collections(
        of query: MediaQuery, by grouping: MediaGrouping
    ) throws -> [MediaItemCollection] {
        var collections: [MediaItemCollection] = []
        try forEachCollection(of: query, by: grouping) { collections.append($0) }
        return collections
    }

    /// The properties that collections can be put in order by, the default first.
    public static func orders(for grouping: MediaGrouping) -> [MediaProperty] {
        switch grouping {
        case .album: [.albumArtist, .albumTitle, .year]
        case .artist: [.artist]
        case .albumArtist: [.albumArtist]
        case .composer: [.composer]
        case .genre: [.genre]
        }
    }

    private func collection(from row: Row, _ grouping: MediaGrouping) -> MediaItemCollection {
        var collection = MediaItemCollection(
            grouping: grouping, persistentID: row[0], title: row[1], count: row[2],
            playbackDuration: row[3])
        guard grouping == .album else {
            collection.albumCount = row[4]
            return collection
        }
        let digest: Data? = row[8]
        collection.albumArtist = row[5]
        collection.year = row[6]
        collection.isCompilation = row[7]
        collection.artworkSHA256 = digest?.hexadecimal
        return collection
    }
}

extension QueryCompiler {
    /// Selects id, title, count, duration, number of albums, and for albums artist, year, whether it is a
    /// compilation, and the digest of the first picture.
    mutating func collections(_ query: MediaQuery, _ grouping: MediaGrouping) -> String {
        // The conditions stand in the statement four times, and so do their arguments.
        let counts = ["count(*)", "total(items.duration)", "count(DISTINCT items.album_id)"].map {
            "(SELECT \($0) FROM \(members(grouping)) AND \(conditions(query)))"
        }
        let exists = "EXISTS (SELECT 1 FROM \(members(grouping)) AND \(conditions(query)))"
        let columns = ["things.id", "things." + titleColumn(grouping)] + counts
        let sql = """
            SELECT \((columns + albumColumns(grouping)).joined(separator: ", "))
            FROM \(table(grouping)) things WHERE \(exists)
            ORDER BY \(order(query, grouping)), things.id
            """
        return sql + page(query)
    }

    private func table(_ grouping: MediaGrouping) -> String {
        switch grouping {
        case .album: "albums"
        case .artist, .albumArtist, .composer: "artists"
        case .genre: "genres"
        }
    }

    private func titleColumn(_ grouping: MediaGrouping) -> String {
        grouping == .album ? "title" : "name"
    }

    /// The items of one thing, up to the end of a WHERE clause.
    private func members(_ grouping: MediaGrouping) -> String {
        switch grouping {
        case .album: "items WHERE items.album_id = things.id"
        case .artist: credited(.artist)
        case .albumArtist: credited(.albumArtist)
        case .composer: credited(.composer)
        case .genre:
            """
            item_genres JOIN items ON items.id = item_genres.item_id \
            WHERE item_genres.genre_id = things.id
            """
        }
    }

    private func credited(_ role: Credit.Role) -> String {
        """
        artist_names CROSS JOIN credits ON credits.name_id = artist_names.id \
        AND credits.role = \(role.rawValue) CROSS JOIN items ON items.id = credits.item_id \
        WHERE artist_names.artist_id = things.id
        """
    }

    private func albumColumns(_ grouping: MediaGrouping) -> [String] {
        guard grouping == .album else { return [] }
        return [
            "things.album_artist", "things.year", "things.is_compilation",
            """
            coalesce((SELECT sha256 FROM items JOIN item_artworks ON item_id = items.id \
            JOIN artworks ON artworks.id = artwork_id WHERE items.album_id = things.id \
            ORDER BY disc_number, track_number, position LIMIT 1), \
            (SELECT sha256 FROM items JOIN files ON files.id = file_id \
            JOIN folder_artworks ON folder_artworks.folder_id = files.folder_id \
            JOIN artworks ON artworks.id = artwork_id WHERE items.album_id = things.id \
            ORDER BY disc_number, track_number, position LIMIT 1))
            """,
        ]
    }

    private func order(_ query: MediaQuery, _ grouping: MediaGrouping) -> String {
        let key = query.order.first
        let direction = key?.isDescending == true ? " DESC" : ""
        let last = direction.isEmpty ? " ASC NULLS LAST" : direction
        guard grouping == .album else { return "things.name_key" + direction }
        return switch key?.property {
        case .albumTitle: "things.title_key" + direction
        case .year: "things.year\(last), things.title_key\(direction)"
        default:
            "things.album_artist_key\(last), things.year\(direction), things.title_key\(direction)"
        }
    }
}
