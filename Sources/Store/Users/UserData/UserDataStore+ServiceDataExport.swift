import FoundationEssentials
internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore

// Data that users have by the service alone, as values that another library can read.

extension UserDataStore {
    /// Users' values of albums, by the ids of the items that stand for them, the first that is not missing, and
    /// the users' names.
    static func albumValues(
        _ names: [Int64: String], _ database: Connection
    ) throws -> [Int64: [String: UserData.GroupValues]] {
        let rows = try Projection { column in
            (
                item: column(
                    """
                    coalesce(min(items.id) FILTER (WHERE items.is_missing = 0), min(items.id))
                    """) as Int64,
                user: column("user_id") as Int64,
                values: UserData.GroupValues(
                    rating: column("album_values.rating"),
                    favoriteDate: column("album_values.favorite_date"))
            )
        }.fetchCursor(
            database,
            from: """
                album_values JOIN items ON items.album_id = album_values.album_id
                WHERE rating IS NOT NULL OR favorite_date IS NOT NULL
                GROUP BY album_values.album_id, user_id
                """)
        var values: [Int64: [String: UserData.GroupValues]] = [:]
        while let row = try rows.next() {
            guard let name = names[row.user] else { continue }
            values[row.item, default: [:]][name] = row.values
        }
        return values
    }

    /// The comments of all users' bookmarks, by the items' ids and the users' names.
    static func bookmarkComments(
        _ names: [Int64: String], _ database: Connection
    ) throws -> [Int64: [String: String]] {
        let rows = try Row.fetchCursor(
            database,
            literal:
                "SELECT item_id, user_id, comment FROM bookmark_notes WHERE comment IS NOT NULL")
        var comments: [Int64: [String: String]] = [:]
        while let row = try rows.next() {
            guard let name = names[row[1]] else { continue }
            comments[row[0], default: [:]][name] = row[2]
        }
        return comments
    }

    /// Adds what the user of this catalogue has by the service.
    func addServiceData(to user: inout UserData.User) throws {
        user.artists = try portableArtists()
        user.albums = try portableAlbums()
        let shares = try catalog.shares.all().map { share in
            UserData.Share(
                token: share.token, description: share.description,
                dateCreated: share.dateCreated,
                expires: share.expires,
                visitCount: share.visitCount,
                entries: try entries(
                    """
                    SELECT position, item_id FROM share_entries
                    WHERE share_id = \(share.id.rawValue)
                    """
                ).map(\.entry))
        }
        user.shares = shares.isEmpty ? nil : shares
        let denied = try read {
            try String.fetchAll(
                $0,
                literal: "SELECT name FROM denied_rights WHERE user_id = \(userID) ORDER BY name")
        }
        user.deniedRights = denied.isEmpty ? nil : denied
    }

    private func portableArtists() throws -> [UserData.Artist]? {
        let artists = try read {
            try Projection { column in
                UserData.Artist(
                    name: column("name"), musicBrainzID: column("musicbrainz_id"),
                    rating: column("rating"), favoriteDate: column("favorite_date"))
            }.fetchAll(
                $0,
                from: """
                    artist_values JOIN artists ON artists.id = artist_id
                    WHERE user_id = \(userID) AND (rating IS NOT NULL OR favorite_date IS NOT NULL)
                    ORDER BY artists.id
                    """)
        }
        return artists.isEmpty ? nil : artists
    }

    /// The items of a list, missing or not.
    private func entries(
        _ positions: SQL
    ) throws -> [(position: Int, entry: PortablePlaylist.Entry)] {
        let rows = try read {
            try Row.fetchAll($0, literal: "\(positions) ORDER BY position")
        }
        let items = try catalog.items.byID(rows.map { MediaItemID($0[1] as Int64) })
        return rows.compactMap { row in
            items[MediaItemID(row[1] as Int64)].map {
                (row[0], PortablePlaylist.Entry(PlaylistEntry($0)))
            }
        }
    }
}
