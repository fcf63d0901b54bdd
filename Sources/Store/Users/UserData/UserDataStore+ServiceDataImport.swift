import FoundationEssentials
internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

// Data that users have by the service alone, from another library.

extension UserDataStore {
    /// Gives the user of this catalogue what a user of a file has by the service. Values here stay, where both have
    /// something.
    func importServiceData(
        of user: UserData.User, _ result: inout Import, _ database: Connection
    ) throws {
        for artist in user.artists ?? [] {
            let group = MediaGroup(.artist, try artistID(of: artist, database))
            try add(artist.rating, artist.favoriteDate, to: group, database)
        }
        for album in user.albums ?? [] {
            guard let id = try albumID(of: album, database) else { continue }
            try add(album.rating, album.favoriteDate, to: MediaGroup(.album, id), database)
        }
        for name in user.deniedRights ?? [] where UserRight(rawValue: name) != nil {
            try database.execute(
                literal: """
                    INSERT INTO denied_rights (user_id, name) VALUES (\(userID), \(name))
                    ON CONFLICT DO NOTHING
                    """)
        }
        var resolver = try EntryResolver(viewer(database), database)
        for share in user.shares ?? [] { try restore(share, &resolver, &result, database) }
    }

    /// Gives the album of an item what users think of it.
    ///
    /// - Parameter users: The catalogues of users by their names.
    func importAlbumValues(
        _ values: [String: UserData.GroupValues], ofAlbumWith item: Int64,
        _ users: [String: Catalog], _ database: Connection
    ) throws {
        let album = try Int64.fetchOne(
            database, literal: "SELECT album_id FROM items WHERE id = \(item)", cached: true)
        guard let album else { return }
        for (name, values) in values {
            try users[name]?.userData.add(
                values.rating, values.favoriteDate, to: MediaGroup(.album, album), database)
        }
    }

    /// Adds data that all users share. Existing data stay.
    static func importShared(_ data: UserData, _ database: Connection) throws {
        for station in data.radioStations ?? [] {
            try database.execute(
                literal: """
                    INSERT INTO radio_stations (name, stream_url, home_page_url)
                    SELECT \(station.name.asName), \(station.streamURL), \(station.homePageURL)
                    WHERE NOT EXISTS (SELECT 1 FROM radio_stations
                    WHERE stream_url = \(station.streamURL))
                    """)
        }
        for url in data.podcastFeeds ?? [] {
            try database.execute(
                literal: """
                    INSERT INTO feeds (url, created) VALUES (\(url), \(Date.now.secondsSince1970))
                    ON CONFLICT DO NOTHING
                    """)
        }
    }

    private func add(
        _ rating: Int?, _ favoriteDate: Date?, to group: MediaGroup, _ database: Connection
    ) throws {
        let rating = rating.flatMap { (1...5).contains($0) ? $0 : nil }
        try GroupValues(
            rating: rating,
            favoriteDate: favoriteDate
        ).add(to: group, ofUser: userID, database)
    }

    // MARK: - Lists

    /// A share that is here is replaced where more of its items are found now.
    private func restore(
        _ share: UserData.Share, _ resolver: inout EntryResolver, _ result: inout Import,
        _ database: Connection
    ) throws {
        let items = try items(of: share.entries, &resolver, &result)
        let known = try Int.fetchOne(
            database,
            literal: """
                SELECT count(item_id) FROM shares LEFT JOIN share_entries ON share_id = shares.id
                WHERE token = \(share.token) GROUP BY shares.id
                """)
        guard items.count > known ?? 0 else { return }
        try database.execute(
            literal: "DELETE FROM shares WHERE token = \(share.token) AND user_id = \(userID)")
        let id = try Int64.fetchOne(
            database,
            literal: """
                INSERT INTO shares (user_id, token, description, created, expires, visit_count)
                VALUES (\(userID), \(share.token), \(share.description),
                    \(share.dateCreated.secondsSince1970), \(share.expires?.secondsSince1970),
                    \(max(0, share.visitCount)))
                ON CONFLICT DO NOTHING RETURNING id
                """)
        guard let id else { return }
        for (position, item) in items.enumerated() {
            try database.cachedStatement(
                literal: """
                    INSERT INTO share_entries (share_id, position, item_id)
                    VALUES (\(id), \(position), \(item.item))
                    """
            ).execute()
        }
    }

    /// The items of entries, with the entries' places; entries without an item are counted.
    private func items(
        of entries: [PortablePlaylist.Entry], _ resolver: inout EntryResolver,
        _ result: inout Import
    ) throws -> [(place: Int, item: Int64)] {
        var items: [(place: Int, item: Int64)] = []
        for (place, entry) in entries.enumerated() {
            if let item = try resolver.item(of: entry.text, in: nil) {
                items.append((place, item))
            } else {
                result.unresolvedEntries += 1
            }
        }
        return items
    }
}
