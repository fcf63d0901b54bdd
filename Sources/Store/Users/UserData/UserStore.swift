package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

// The users of the library, and the roots that are closed to them.

/// The users of a library.
package struct UserStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var users: UserStore { UserStore(catalog: self) }
}

extension UserStore {
    /// All users, in the order in which they were added.
    package func all() throws -> [User] {
        try read { try User.projection.fetchAll($0, from: "users ORDER BY id") }
    }

    /// The user of a name, without regard to case and diacritics.
    ///
    /// - Throws: ``UserError`` if there is none.
    package func user(named name: String) throws -> User {
        try read { try Self.user(named: name, $0) }
    }

    private static func user(named name: String, _ database: Connection) throws -> User {
        let user = try UserName(name).flatMap { name in
            try User.projection.fetchOne(
                database, from: "users WHERE name_folded = \(name.folded)")
        }
        guard let user else { throw UserError.noUser(name) }
        return user
    }

    /// Adds a user.
    ///
    /// - Throws: ``UserError`` if another user has the name, or the name cannot be used.
    @discardableResult
    package func add(
        _ name: String, role: UserRole = .user, now: Date = .now
    ) throws -> User {
        try write { try add(name, role: role, now: now, $0) }
    }

    func add(
        _ name: String, role: UserRole, now: Date, _ database: Connection
    ) throws -> User {
        guard let name = UserName(name) else { throw UserError.unusableName(name) }
        let isTaken = try database.has("SELECT 1 FROM users WHERE name_folded = \(name.folded)")
        if isTaken { throw UserError.nameTaken(name.text) }
        try database.execute(
            literal: """
                INSERT INTO users (name, name_folded, role, created)
                VALUES (\(name.text), \(name.folded), \(role.rawValue), \(now.secondsSince1970))
                """)
        return try Self.user(named: name.text, database)
    }

    /// Gives a user another role.
    ///
    /// - Throws: ``UserError`` for the owner, who stays an administrator.
    package func setRole(_ role: UserRole, of user: User) throws {
        try write { try Self.setRole(role, of: user, $0) }
    }

    static func setRole(_ role: UserRole, of user: User, _ database: Connection) throws {
        if user.id == .owner, role != .admin { throw UserError.isOwner(user.name) }
        try database.execute(
            literal: "UPDATE users SET role = \(role.rawValue) WHERE id = \(user.id.rawValue)")
    }

    // MARK: - Removing

    /// The numbers of things that would be deleted with a user.
    private static func holdings(of user: User, _ database: Connection) throws -> User.Holdings {
        var counts: [User.Holdings.Kind: Int] = [:]
        for kind in User.Holdings.Kind.allCases {
            counts[kind] = try Int.fetchOne(
                database,
                literal: """
                    SELECT count(*) FROM \(sql: kind.rawValue)
                    WHERE user_id = \(user.id.rawValue) AND \(sql: kind.condition)
                    """)
        }
        return User.Holdings(counts)
    }

    /// Removes a user.
    ///
    /// - Parameter deletingData: Whether all of ``User/Holdings`` is deleted with the user.
    /// - Throws: ``UserError`` for the owner, and for a user with data that is not to be deleted.
    package func remove(_ user: User, deletingData: Bool = false) throws {
        if user.id == .owner { throw UserError.isOwner(user.name) }
        try write { database in
            let holdings = try Self.holdings(of: user, database)
            guard deletingData || holdings.isEmpty else {
                throw UserError.hasData(user.name, holdings.description)
            }
            for table in ["user_values", "plays", "playlists", "queue_entries", "queue_state"] {
                try database.execute(
                    literal: "DELETE FROM \(sql: table) WHERE user_id = \(user.id.rawValue)")
            }
            try database.execute(literal: "DELETE FROM users WHERE id = \(user.id.rawValue)")
        }
        guard ServerAddress(path) == nil else { return }
        for right in QueueRight.allCases {
            let file = QueueStore.lockFile(right, of: user.id, inLibrary: path)
            // Few users have one; a file that is left is empty.
            try? FileManager.default.removeItem(atPath: file.description)
        }
    }

    // MARK: - Closed roots

    /// The roots whose items a user does not see.
    package func closedRoots(of user: User) throws -> Set<MediaRootID> {
        try read { try Self.closedRoots(of: user, $0) }
    }

    static func closedRoots(of user: User, _ database: Connection) throws -> Set<MediaRootID> {
        Set(
            try Int64.fetchAll(
                database,
                literal: "SELECT root_id FROM closed_roots WHERE user_id = \(user.id.rawValue)"
            ).map(PersistentID.init))
    }

    /// Closes roots to a user, and opens others.
    package func setRoots(
        closed: [MediaRootID] = [], open: [MediaRootID] = [], for user: User
    ) throws {
        try write { try Self.setRoots(closed: closed, open: open, for: user, $0) }
    }

    static func setRoots(
        closed: [MediaRootID], open: [MediaRootID], for user: User,
        _ database: Connection
    ) throws {
        for root in closed {
            try database.execute(
                literal: """
                    INSERT INTO closed_roots (user_id, root_id)
                    VALUES (\(user.id.rawValue), \(root.rawValue)) ON CONFLICT DO NOTHING
                    """)
        }
        for root in open {
            try database.execute(
                literal: """
                    DELETE FROM closed_roots WHERE user_id = \(user.id.rawValue)
                    AND root_id = \(root.rawValue)
                    """)
        }
        // A running player must take the entries that come or go for changes by others.
        try database.execute(
            literal:
                "UPDATE queue_state SET revision = revision + 1 WHERE user_id = \(user.id.rawValue)"
        )
    }
}

extension User {
    package static let projection = Projection { User(&$0) }

    init(_ column: inout Columns) {
        self.init(
            id: column("id"), name: column("name"),
            role: UserRole(rawValue: column("role")) ?? .user,
            dateCreated: column("created"))
    }
}

/// Name of a user: one text for commands, the service, the library and the log.
///
/// Two names are the same without regard to case and diacritics.
package struct UserName: Hashable, Sendable {
    /// Without spaces around it, in NFC; 1 to 255 bytes, without control characters and slashes; not `.` and `..`.
    package let text: String
    /// Form in which names are compared.
    let folded: String

    // In bytes of UTF-8.
    package static let longest = 255

    /// - Returns: `nil` for text that cannot be a name: SQLite would cut it at a NUL, a log or a page would show
    ///   another name than it is, and programs make parts of paths and URLs of it. Nothing is computed from text that is
    ///   too long.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let scalars = text.normalizedNFC.unicodeScalars
        let start = scalars.drop { $0.properties.isWhitespace }
        guard text.isReadableName,
            let end = start.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        self.text = String(start[...end])
        folded = self.text.folded
        guard self.text.utf8.count <= Self.longest, !folded.isEmpty,
            !self.text.utf8.contains(UInt8(ascii: "/")), ![".", ".."].contains(self.text)
        else { return nil }
    }

    package static func == (one: UserName, other: UserName) -> Bool { one.folded == other.folded }

    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
