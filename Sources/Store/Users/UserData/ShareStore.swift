package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithQueries
package import PhonolithStore

/// Items that a user shows to others, who need no password for them.
package struct Share: Hashable, Sendable, Identifiable {
    package var id: PersistentID<Share>
    package var user: PersistentID<User>
    package var userName: String
    /// The end of its URL.
    package var token: String
    package var description: String?
    package var dateCreated: Date
    /// `nil` for a share that does not expire.
    package var expires: Date?
    package var lastVisited: Date?
    package var visitCount: Int

    /// Whether it can be visited.
    package func isOpen(at moment: Date) -> Bool { expires.map { moment < $0 } ?? true }
}

/// A share with more items than its page can show.
package struct ShareTooLong: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many items a share has at most.
    package static let mostItems = 10_000

    package var description: String {
        "a share has at most \(Self.mostItems) items; make several shares"
    }
}

/// Items that are shared by a link.
package struct ShareStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var shares: ShareStore { ShareStore(catalog: self) }
}

extension ShareStore {
    /// The user's shares, in the order in which they were made.
    package func all() throws -> [Share] {
        try read { try Self.all("user_id = \(userID)", $0) }
    }

    /// A share of the user by its id; `nil` if there is none.
    package func share(_ id: PersistentID<Share>) throws -> Share? {
        try read {
            try Self.all("shares.id = \(id.rawValue) AND user_id = \(userID)", $0).first
        }
    }

    /// The share of a URL, whichever user's it is; `nil` if there is none.
    package func share(withToken token: String) throws -> Share? {
        try read { try Self.all("token = \(token)", $0).first }
    }

    /// The items of a share that the user who made it sees, in order.
    package func items(of share: PersistentID<Share>) throws -> [MediaItem] {
        try catalog.items.all(itemIDs(of: share))
    }

    /// The ids of the same.
    package func itemIDs(of share: PersistentID<Share>) throws -> [MediaItemID] {
        try itemIDs(of: share, "")
    }

    /// The item at a place of a share, among those that the user who made it sees; `nil` if there is none.
    package func item(at place: Int, of share: PersistentID<Share>) throws -> MediaItem? {
        place < 0 ? nil : try catalog.items.all(itemIDs(of: share, "LIMIT 1 OFFSET \(place)")).first
    }

    private func itemIDs(
        of share: PersistentID<Share>, _ page: SQL
    ) throws -> [MediaItemID] {
        try read { database in
            try Int64.fetchAll(
                database,
                literal: """
                    SELECT item_id FROM share_entries JOIN shares ON shares.id = share_id
                    JOIN items ON items.id = item_id
                    WHERE share_id = \(share.rawValue) AND user_id = \(userID) AND is_missing = 0
                    AND \(sql: viewer(database).sees())
                    ORDER BY position \(page)
                    """
            ).map { MediaItemID($0) }
        }
    }

    /// Makes a share of the user.
    ///
    /// - Throws: ``PlaylistEditError`` if the user does not see an item, ``ShareTooLong``.
    package func add(
        of items: [MediaItemID], token: String, description: String?, expires: Date?,
        now: Date = .now
    ) throws -> PersistentID<Share> {
        guard items.count <= ShareTooLong.mostItems else { throw ShareTooLong() }
        return try write { database in
            let share = try database.insertedID(
                """
                INSERT INTO shares (user_id, token, description, created, expires)
                VALUES (\(userID), \(token), \(description), \(now.secondsSince1970),
                    \(expires?.secondsSince1970))
                """)
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO share_entries (share_id, position, item_id)
                    SELECT ?, ?, id FROM items WHERE id = ? AND \(viewer(database).sees())
                    """)
            for (position, item) in items.enumerated() {
                try statement.execute(arguments: [share, position, item.rawValue])
                if database.changesCount == 0 { throw PlaylistEditError.noItem(item.description) }
            }
            return PersistentID(share)
        }
    }

    /// Replaces the description and the end of a share of the user.
    ///
    /// - Returns: Whether there is such a share.
    package func update(
        _ id: PersistentID<Share>, description: String?, expires: Date?
    ) throws -> Bool {
        try write { database in
            try database.execute(
                literal: """
                    UPDATE shares SET description = \(description),
                    expires = \(expires?.secondsSince1970) WHERE id = \(id.rawValue)
                    AND user_id = \(userID)
                    """)
            return database.changesCount > 0
        }
    }

    /// Deletes a share of the user.
    ///
    /// - Returns: Whether there was such a share.
    package func delete(_ id: PersistentID<Share>) throws -> Bool {
        try write { database in
            try database.execute(
                literal: "DELETE FROM shares WHERE id = \(id.rawValue) AND user_id = \(userID)")
            return database.changesCount > 0
        }
    }

    private static func all(
        _ condition: SQL, _ database: Connection
    ) throws -> [Share] {
        try Share.projection.fetchAll(
            database,
            from: "shares JOIN users ON users.id = user_id WHERE \(condition) ORDER BY shares.id")
    }
}

extension Share {
    package static let projection = Projection { column in
        Share(
            id: column("shares.id"), user: column("user_id"), userName: column("users.name"),
            token: column("token"), description: column("description"),
            dateCreated: column("shares.created"), expires: column("expires"),
            lastVisited: column("last_visited"), visitCount: column("visit_count"))
    }
}
