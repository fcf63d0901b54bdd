internal import PhonolithDatabase
package import PhonolithMediaModel

/// The table of a kind of collections, and how it is joined to items.
package struct GroupTable: Sendable {
    let grouping: MediaGrouping

    /// `nil` for single items, which have no collections.
    package init?(_ grouping: MediaGrouping) {
        if grouping == .title { return nil }
        self.grouping = grouping
    }

    /// All collections of the kind, for a FROM clause.
    var rows: SQL { "\(sql: table) collections" }

    var table: String {
        switch grouping {
        case .album: "albums"
        case .artist, .albumArtist, .composer: "artists"
        case .genre: "genres"
        case .podcastTitle: "podcasts"
        case .playlist: "playlists"
        case .title: "items"
        }
    }

    /// The column of the collection's name.
    var title: String {
        switch grouping {
        case .album, .podcastTitle, .title: "title"
        case .artist, .albumArtist, .composer, .genre, .playlist: "name"
        }
    }

    /// The column of the name's sort key.
    var key: String { title + "_key" }

    /// The items of one collection, from the FROM clause on; more conditions may follow by AND.
    func members(of collection: SQL) -> SQL {
        if let role = grouping.role {
            return """
                \(role.creditsByName) JOIN items ON items.id = credits.item_id \
                WHERE artist_names.artist_id = \(collection)
                """
        }
        return switch grouping {
        case .album: "items WHERE items.album_id = \(collection)"
        case .podcastTitle: "items WHERE items.podcast_id = \(collection)"
        case .genre:
            """
            item_genres JOIN items ON items.id = item_genres.item_id \
            WHERE item_genres.genre_id = \(collection)
            """
        case .playlist:
            """
            playlist_entries JOIN items ON items.id = playlist_entries.item_id \
            WHERE playlist_entries.playlist_id = \(collection)
            """
        default: "items WHERE items.id = \(collection)"
        }
    }

    /// The same, but each item once, even if several of its names belong to the collection; in a playlist as often as
    /// it is listed.
    func distinctMembers(of collection: SQL) -> SQL {
        guard grouping.role != nil || grouping == .genre else { return members(of: collection) }
        return "items WHERE items.id IN (\(grouping.members(of: collection)))"
    }

    /// The column of the collection's id in ``itemsWithCollections``.
    var collectionID: String {
        switch grouping {
        case .album: "items.album_id"
        case .artist, .albumArtist, .composer: "artist_names.artist_id"
        case .genre: "item_genres.genre_id"
        case .podcastTitle: "items.podcast_id"
        case .playlist: "playlist_entries.playlist_id"
        case .title: "items.id"
        }
    }

    /// Whether each item belongs to one collection at most, and once.
    var isOneOfItem: Bool {
        switch grouping {
        case .album, .podcastTitle, .title: true
        case .artist, .albumArtist, .composer, .genre, .playlist: false
        }
    }

    /// The totals of a collection's items: count, duration, number of albums (NULL where it is not shown), kinds,
    /// separated by commas, and the lowest id.
    var totals: SQL {
        let albums: SQL =
            isOneOfItem || grouping == .playlist ? "NULL" : "count(DISTINCT items.album_id)"
        return """
            count(*) AS item_count, coalesce(sum(items.duration), 0) AS duration, \
            \(albums) AS album_count, \(.list(ofDistinct: "items.media_type")) AS media_type, \
            min(items.id) AS first_item_id
            """
    }

    /// The rows of the totals that scans keep, up to the end of a WHERE clause; `nil` if they keep none.
    func keptTotals(of collection: SQL) -> SQL? {
        if let role = grouping.role {
            return "artist_totals WHERE artist_id = \(collection) AND role = \(role.rawValue)"
        }
        guard grouping == .genre else { return nil }
        return "genre_totals WHERE genre_id = \(collection)"
    }

    /// The items that belong to any collection, where these may be few: many files name no composer.
    var itemsWithAny: Candidates? {
        switch grouping {
        case .composer:
            Candidates("SELECT item_id AS id FROM credits WHERE role = 2")
        case .podcastTitle:
            Candidates("SELECT id FROM items WHERE podcast_id IS NOT NULL")
        case .title, .album, .artist, .albumArtist, .genre, .playlist: nil
        }
    }

    /// Whether a row of ``itemsWithCollections`` is the first of its item and collection: several names may be of one artist.
    var isFirstWithCollection: SQL {
        if grouping.role != nil {
            return """
                (credits.position = 0 OR NOT EXISTS (SELECT 1 FROM credits earlier \
                JOIN artist_names named ON named.id = earlier.name_id \
                WHERE earlier.item_id = items.id AND earlier.role = credits.role \
                AND earlier.position < credits.position \
                AND named.artist_id = artist_names.artist_id))
                """
        }
        guard grouping == .genre else { return "true" }
        return """
            (item_genres.position = 0 OR NOT EXISTS (SELECT 1 FROM item_genres earlier \
            WHERE earlier.item_id = items.id AND earlier.position < item_genres.position \
            AND earlier.genre_id = item_genres.genre_id))
            """
    }

    /// Items joined to their collections; a pair may come twice.
    var itemsWithCollections: SQL {
        if let role = grouping.role { return "items \(role.creditsJoined)" }
        return switch grouping {
        case .genre: "items JOIN item_genres ON item_genres.item_id = items.id"
        case .playlist: "items JOIN playlist_entries ON playlist_entries.item_id = items.id"
        default: "items"
        }
    }
}
