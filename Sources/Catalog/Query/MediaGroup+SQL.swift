internal import GRDB
import MediaModel

extension MediaGroup {
    /// The items of the group.
    var members: Candidates {
        if let role = grouping.role {
            return Candidates(
                """
                SELECT credits.item_id AS id FROM \(role.creditsByName) \
                WHERE artist_names.artist_id = \(persistentID)
                """)
        }
        return switch grouping {
        case .album: Self.items("album_id = \(persistentID)")
        case .genre:
            Candidates(
                "SELECT item_id AS id FROM item_genres WHERE genre_id = \(persistentID)")
        case .podcastTitle: Self.items("podcast_id = \(persistentID)")
        case .playlist:
            Candidates(
                """
                SELECT item_id AS id FROM playlist_entries WHERE playlist_id = \(persistentID) \
                AND item_id IS NOT NULL
                """)
        default: Self.items("id = \(persistentID)")
        }
    }

    private static func items(_ condition: SQL) -> Candidates {
        Candidates("SELECT id FROM items WHERE \(condition)")
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
