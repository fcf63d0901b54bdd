internal import GRDB
import MediaModel

/// Where the things lie that items are put together by, and how items hang on them.
struct GroupTable {
    let grouping: MediaGrouping

    /// `nil` for items by themselves, which are no things that others hang on.
    init?(_ grouping: MediaGrouping) {
        if grouping == .title { return nil }
        self.grouping = grouping
    }

    /// The table, under the name `things`.
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

    /// The column of the thing's name.
    var title: String {
        switch grouping {
        case .album, .podcastTitle, .title: "title"
        case .artist, .albumArtist, .composer, .genre, .playlist: "name"
        }
    }

    /// The column of the name's sort key.
    var key: String { title + "_key" }

    /// The items of one thing, up to the end of a WHERE clause.
    func members(of thing: SQL) -> SQL {
        if let role = grouping.role {
            return """
                \(role.creditsByName) CROSS JOIN items ON items.id = credits.item_id \
                WHERE artist_names.artist_id = \(thing)
                """
        }
        return switch grouping {
        case .album: "items WHERE items.album_id = \(thing)"
        case .podcastTitle: "items WHERE items.podcast_id = \(thing)"
        case .genre:
            """
            item_genres CROSS JOIN items ON items.id = item_genres.item_id \
            WHERE item_genres.genre_id = \(thing)
            """
        case .playlist:
            """
            playlist_entries CROSS JOIN items ON items.id = playlist_entries.item_id \
            WHERE playlist_entries.playlist_id = \(thing)
            """
        default: "items WHERE items.id = \(thing)"
        }
    }

    /// The same, each item once, however many of its names fold to the thing; in a playlist as often as it is
    /// listed.
    func distinctMembers(of thing: SQL) -> SQL {
        if let role = grouping.role {
            return """
                items NOT INDEXED WHERE items.id IN (SELECT credits.item_id \
                FROM \(role.creditsByName) WHERE artist_names.artist_id = \(thing))
                """
        }
        guard grouping == .genre else { return members(of: thing) }
        return """
            items NOT INDEXED WHERE items.id IN (SELECT item_id FROM item_genres \
            WHERE genre_id = \(thing))
            """
    }

    /// The column of the thing's id in ``itemsWithThings``.
    var thing: String {
        switch grouping {
        case .album: "items.album_id"
        case .artist, .albumArtist, .composer: "artist_names.artist_id"
        case .genre: "item_genres.genre_id"
        case .podcastTitle: "items.podcast_id"
        case .playlist: "playlist_entries.playlist_id"
        case .title: "items.id"
        }
    }

    /// Whether each item hangs on one thing at most, and once.
    var isOneOfItem: Bool {
        switch grouping {
        case .album, .podcastTitle, .title: true
        case .artist, .albumArtist, .composer, .genre, .playlist: false
        }
    }

    /// What the rows of items come to that hang on one thing: how many they are, how long, of how many albums (NULL for
    /// things of which that is not told), of which kinds, separated by commas, and the first of them.
    var totals: SQL {
        let albums: SQL =
            isOneOfItem || grouping == .playlist ? "NULL" : "count(DISTINCT items.album_id)"
        return """
            count(*), total(items.duration), \(albums), \
            group_concat(DISTINCT items.media_type), min(items.id)
            """
    }

    /// The rows of what the last scan counted for a thing, up to the end of a WHERE clause; `nil` where it counts
    /// nothing.
    func keptTotals(of thing: SQL) -> SQL? {
        if let role = grouping.role {
            return "artist_totals WHERE artist_id = \(thing) AND role = \(role.rawValue)"
        }
        guard grouping == .genre else { return nil }
        return "genre_totals WHERE genre_id = \(thing)"
    }

    /// The items that hang on any thing, where these may be few: only of some music it is said who composed it, and
    /// few artists are composers.
    var itemsWithAny: Candidates? {
        switch grouping {
        case .composer:
            Candidates(
                "SELECT item_id AS id FROM credits INDEXED BY credits_composers WHERE role = 2",
                areDistinct: false)
        case .podcastTitle:
            Candidates("SELECT id FROM items WHERE podcast_id IS NOT NULL", areDistinct: true)
        case .title, .album, .artist, .albumArtist, .genre, .playlist: nil
        }
    }

    /// Which of ``itemsWithThings`` is the first of an item with one thing: several of its names may fold to it.
    var isFirstWithThing: SQL {
        if grouping.role != nil {
            return """
                (credits.position = 0 OR NOT EXISTS (SELECT 1 FROM credits earlier \
                CROSS JOIN artist_names named ON named.id = earlier.name_id \
                WHERE earlier.item_id = items.id AND earlier.role = credits.role \
                AND earlier.position < credits.position \
                AND named.artist_id = artist_names.artist_id))
                """
        }
        guard grouping == .genre else { return "1" }
        return """
            (item_genres.position = 0 OR NOT EXISTS (SELECT 1 FROM item_genres earlier \
            WHERE earlier.item_id = items.id AND earlier.position < item_genres.position \
            AND earlier.genre_id = item_genres.genre_id))
            """
    }

    /// Items, from their ids to their things; an item may stand there twice with one thing.
    var itemsWithThings: SQL {
        if let role = grouping.role { return "items NOT INDEXED \(role.creditsJoined)" }
        return switch grouping {
        case .genre: "items NOT INDEXED CROSS JOIN item_genres ON item_id = items.id"
        case .playlist: "items NOT INDEXED CROSS JOIN playlist_entries ON item_id = items.id"
        default: "items NOT INDEXED"
        }
    }
}

// MARK: - Order

extension GroupTable {
    /// The properties that things can be put in order by, the default first.
    static func orders(for grouping: MediaGrouping) -> [MediaProperty] {
        switch grouping {
        case .title: Catalog.orders
        case .album: [.albumArtist, .albumTitle, .year]
        case .artist: [.artist]
        case .albumArtist: [.albumArtist]
        case .composer: [.composer]
        case .genre: [.genre]
        case .podcastTitle: [.podcastTitle]
        case .playlist: [.title]
        }
    }

    /// Those keys of an order that things can be put in order by; the default where there are none.
    func knownKeys(of order: [MediaOrder]) -> [MediaOrder] {
        let known = order.filter { Self.orders(for: grouping).contains($0.property) }
        return known.isEmpty ? [MediaOrder(Self.orders(for: grouping)[0])] : known
    }

    /// The terms of ORDER BY, the id last. What is equal in the last key comes as in that key's index.
    func terms(_ order: [MediaOrder]) -> [QueryOrder.Term] {
        let keys = knownKeys(of: order)
        let terms = keys.enumerated().flatMap { position, key in
            let columns = columns(key.property)
            let used = position == keys.count - 1 ? columns : [columns[0]]
            return used.enumerated().map { place, column in
                let nulls: QueryOrder.Term.Nulls =
                    !isOptional(column)
                    ? .none : place == 0 || key.isDescending ? .last : .first
                return QueryOrder.Term(
                    column: "things.\(column)", isDescending: key.isDescending, nulls: nulls)
            }
        }
        return terms + [QueryOrder.Term(column: "things.id", isDescending: false, nulls: .none)]
    }

    private func columns(_ property: MediaProperty) -> [String] {
        guard grouping == .album else { return [key] }
        return switch property {
        case .albumTitle: ["title_key"]
        case .year: ["year", "title_key"]
        default: ["album_artist_key", "year", "title_key"]
        }
    }

    private func isOptional(_ column: String) -> Bool {
        column == "album_artist_key" || column == "year"
    }
}
