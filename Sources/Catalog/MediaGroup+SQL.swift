internal import GRDB
import MediaModel

extension MediaGroup {
    /// The items of the group, as a statement that selects ids.
    var members: SQL {
        if let role = grouping.role {
            return """
                SELECT credits.item_id FROM \(role.creditsByName) \
                WHERE artist_names.artist_id = \(persistentID)
                """
        }
        return switch grouping {
        case .album: "SELECT id FROM items WHERE album_id = \(persistentID)"
        case .genre: "SELECT item_id FROM item_genres WHERE genre_id = \(persistentID)"
        case .podcastTitle: "SELECT id FROM items WHERE podcast_id = \(persistentID)"
        case .playlist:
            """
            SELECT item_id FROM playlist_entries WHERE playlist_id = \(persistentID) \
            AND item_id IS NOT NULL
            """
        default: "SELECT id FROM items WHERE id = \(persistentID)"
        }
    }

    /// Whether ``condition`` can be told without the wide row of the item.
    var isNarrow: Bool {
        switch grouping {
        case .artist, .albumArtist, .composer, .genre, .playlist: true
        case .title, .album, .podcastTitle: false
        }
    }

    /// Whether the row of `items` at hand belongs to the group.
    var condition: SQL {
        if let role = grouping.role {
            return role.isCredited(to: "artist_names.artist_id = \(persistentID)")
        }
        return switch grouping {
        case .album: "items.album_id = \(persistentID)"
        case .genre:
            """
            EXISTS (SELECT 1 FROM item_genres WHERE item_id = items.id \
            AND genre_id = \(persistentID))
            """
        case .podcastTitle: "items.podcast_id = \(persistentID)"
        case .playlist:
            """
            EXISTS (SELECT 1 FROM playlist_entries WHERE item_id = items.id \
            AND playlist_id = \(persistentID))
            """
        default: "items.id = \(persistentID)"
        }
    }
}
