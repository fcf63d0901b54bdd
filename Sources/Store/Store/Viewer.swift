package import PhonolithDatabase

/// The user for whom a query is answered: whose values it reads, and which roots it leaves out.
///
/// This is the only place that decides what a user sees. Every query of items has ``sees(_:)`` among its conditions.
package struct Viewer: Hashable, Sendable {
    // The row of `users`.
    package let user: Int64
    /// `nil` for a user who was deleted and sees nothing.
    private let closedRoots: [Int64]?

    /// - Parameter seesClosedRoots: Whether closed roots do not matter.
    package init(_ user: Int64, seesClosedRoots: Bool = false, _ database: Connection) throws {
        self.user = user
        guard !seesClosedRoots else {
            closedRoots = []
            return
        }
        let rows = try database.besidesAnswer {
            try Row.fetchAll(
                database.cachedStatement(
                    literal: """
                        SELECT root_id FROM users LEFT JOIN closed_roots ON user_id = users.id
                        WHERE users.id = \(user) ORDER BY root_id
                        """))
        }
        // A user without closed roots has one row, whose root is NULL.
        closedRoots = rows.isEmpty ? nil : rows.compactMap { $0[0] as Int64? }
    }

    /// Whether there are items that the user does not see, so that totals of all items are not the user's.
    package var isRestricted: Bool { closedRoots != [] }

    /// The condition that the user sees what is in a file.
    ///
    /// - Parameter file: A column with the id of the file.
    package func sees(_ file: String = "items.file_id") -> String {
        guard let roots else { return "false" }
        guard isRestricted else { return "true" }
        return """
            NOT EXISTS (SELECT 1 FROM files seen_file JOIN folders seen_folder \
            ON seen_folder.id = seen_file.folder_id \
            WHERE seen_file.id = \(file) AND seen_folder.root_id IN (\(roots)))
            """
    }

    /// The condition that a root is open to the user.
    ///
    /// - Parameter root: A column with the id of the root.
    package func opens(_ root: String) -> String {
        guard let roots else { return "false" }
        return isRestricted ? "\(root) NOT IN (\(roots))" : "true"
    }

    /// The condition that the user sees an item with a picture.
    ///
    /// - Parameter artwork: A column with the id of the picture.
    package func seesPicture(_ artwork: String) -> String {
        guard isRestricted else { return "true" }
        return """
            (EXISTS (SELECT 1 FROM item_artworks JOIN items ON items.id = item_id \
            WHERE item_artworks.artwork_id = \(artwork) AND \(sees())) \
            OR EXISTS (SELECT 1 FROM folder_artworks JOIN folders ON folders.id = folder_id \
            WHERE folder_artworks.artwork_id = \(artwork) AND \(opens("folders.root_id"))))
            """
    }

    /// The item's row of `user_values`, where it has one.
    package var values: String {
        "LEFT JOIN user_values ON user_values.user_id = \(user) AND user_values.item_id = items.id"
    }

    /// A value of the user's about the item at hand; NULL for none.
    package func value(_ column: String) -> String {
        "(SELECT \(column) FROM user_values WHERE user_id = \(user) AND item_id = items.id)"
    }

    private var roots: String? { closedRoots?.map(String.init).joined(separator: ", ") }
}

extension Catalog {
    package func viewer(_ database: Connection) throws -> Viewer {
        if let known = moment?.viewer(userID), !seesClosedRoots { return known }
        // The rights of a user are read from the library's own server: a replica may not know yet that a root was closed.
        let viewer =
            try database.isReplica && !seesClosedRoots
            ? self.database.readOwn { try Viewer(userID, $0) }
            : Viewer(userID, seesClosedRoots: seesClosedRoots, database)
        if !seesClosedRoots { moment?.keep(viewer) }
        return viewer
    }
}
