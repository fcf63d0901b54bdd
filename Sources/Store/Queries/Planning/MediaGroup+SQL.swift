internal import PhonolithDatabase
import PhonolithMediaModel

extension MediaGrouping {
    /// A statement that selects the items of a collection as `id`; one may come twice.
    func members(of collection: SQL) -> SQL {
        if let role {
            return """
                SELECT credits.item_id AS id FROM \(role.creditsByName) \
                WHERE artist_names.artist_id = \(collection)
                """
        }
        return switch self {
        case .album: "SELECT id FROM items WHERE album_id = \(collection)"
        case .genre: "SELECT item_id AS id FROM item_genres WHERE genre_id = \(collection)"
        case .podcastTitle: "SELECT id FROM items WHERE podcast_id = \(collection)"
        case .playlist:
            """
            SELECT item_id AS id FROM playlist_entries WHERE playlist_id = \(collection) \
            AND item_id IS NOT NULL
            """
        default: "SELECT id FROM items WHERE id = \(collection)"
        }
    }
}

extension MediaGroup {
    /// The items of the group.
    var members: Candidates {
        var members = Candidates(grouping.members(of: "\(persistentID)"))
        members.isCommon = grouping == .album
        return members
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
