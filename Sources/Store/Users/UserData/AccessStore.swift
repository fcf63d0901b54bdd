package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

// Credentials by which users authenticate to the service. Nothing here is readable without the key, or reversible.

/// Passwords, sessions and rights of users.
package struct AccessStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var access: AccessStore { AccessStore(catalog: self) }
}

extension AccessStore {
    /// The account of a user; `nil` if no user has this name.
    package func account(named name: String) throws -> Account? {
        guard let name = UserName(name) else { return nil }
        return try read { try Self.account("name_folded = \(name.folded)", $0) }
    }

    /// The account whose app password has a digest, and which of its app passwords that is.
    package func account(
        withAppPassword digest: [UInt8]
    ) throws -> (account: Account, id: Int64)? {
        try read { database in
            let digest = Data(digest)
            let account = try Self.account(
                "id = (SELECT user_id FROM app_passwords WHERE digest = \(digest))", database)
            let app = account?.appPasswords.first { $0.digest == digest }
            return account.flatMap { account in app.map { (account, $0.id) } }
        }
    }

    /// Whether a user can log in with a password: until the owner can, the service has yet to be set up.
    package func hasPassword(_ user: PersistentID<User>) throws -> Bool {
        try read { try $0.has("SELECT 1 FROM passwords WHERE user_id = \(user.rawValue)") }
    }

    // MARK: - Rights

    /// The rights that a user lacks.
    package func deniedRights(of user: PersistentID<User>) throws -> Set<UserRight> {
        try read { try Self.deniedRights(of: user.rawValue, $0) }
    }

    /// Gives a user some rights, and takes others away; the rest stay as they are.
    static func changeRights(
        _ rights: [UserRight: Bool], of user: PersistentID<User>, _ database: Connection
    ) throws {
        for (right, isGiven) in rights {
            try database.execute(
                literal: isGiven
                    ? """
                    DELETE FROM denied_rights
                    WHERE user_id = \(user.rawValue) AND name = \(right.rawValue)
                    """
                    : """
                    INSERT INTO denied_rights (user_id, name)
                    VALUES (\(user.rawValue), \(right.rawValue)) ON CONFLICT DO NOTHING
                    """)
        }
    }

    private static func deniedRights(
        of user: Int64, _ database: Connection
    ) throws -> Set<UserRight> {
        let names = try String.fetchAll(
            database,
            literal: """
                SELECT denied_rights.name FROM denied_rights JOIN users ON users.id = user_id
                WHERE user_id = \(user) AND role <> 'admin'
                """, cached: true)
        return Set(names.compactMap { UserRight(rawValue: $0) })
    }

    // MARK: - Passwords

    /// Gives a user another password; all sessions of the user end.
    package func setPasswordHash(_ hash: String, of user: PersistentID<User>) throws {
        try write { try Self.setPasswordHash(hash, of: user, $0) }
    }

    static func setPasswordHash(
        _ hash: String, of user: PersistentID<User>, _ database: Connection
    ) throws {
        try database.execute(
            literal: """
                INSERT INTO passwords (user_id, hash) VALUES (\(user.rawValue), \(hash))
                ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash
                """)
        try database.execute(literal: "DELETE FROM sessions WHERE user_id = \(user.rawValue)")
    }

    package func addAppPassword(
        of user: PersistentID<User>, label: String, digest: [UInt8], sealed: [UInt8],
        administers: Bool, now: Date = .now
    ) throws -> Int64 {
        try catalog.refuseUnreadable(label)
        return try write { database in
            try database.insertedID(
                """
                INSERT INTO app_passwords (user_id, label, digest, sealed, administers, created)
                VALUES (\(user.rawValue), \(label), \(Data(digest)), \(Data(sealed)),
                    \(administers), \(now.secondsSince1970))
                """)
        }
    }

    /// Revokes an app password.
    ///
    /// - Parameter user: Only if it belongs to this user; `nil` for any user.
    /// - Returns: Whether there was one.
    package func revokeAppPassword(_ id: Int64, of user: PersistentID<User>?) throws -> Bool {
        try write { database in
            try database.execute(
                literal: """
                    DELETE FROM app_passwords WHERE id = \(id)
                    AND user_id = coalesce(\(user?.rawValue), user_id)
                    """)
            return database.changesCount > 0
        }
    }

    /// Whether any user has an app password.
    package func hasAppPasswords() throws -> Bool {
        try read { try $0.has("SELECT 1 FROM app_passwords") }
    }

    /// Deletes the app passwords of all users, because the key that opens them is lost.
    ///
    /// - Parameter key: Where it should be.
    /// - Returns: A report in one line; `nil` if there were none.
    package func revokeAllAppPasswords(without key: MediaPath) throws -> String? {
        let count = try write { database in
            try database.execute(literal: "DELETE FROM app_passwords")
            return database.changesCount
        }
        if count == 0 { return nil }
        return
            "\(key) is missing: \(count) app password\(count == 1 ? " is" : "s are") revoked; make new ones with phonolith app-password add"
    }

    // MARK: - Sessions

    /// Begins a session; expired ones are deleted.
    package func addSession(
        digest: [UInt8], of user: PersistentID<User>, now: Date, expires: Date
    ) throws {
        try write { database in
            try database.execute(
                literal: "DELETE FROM sessions WHERE expires <= \(now.secondsSince1970)")
            try database.execute(
                literal: """
                    INSERT INTO sessions (digest, user_id, created, expires)
                    VALUES (\(Data(digest)), \(user.rawValue), \(now.secondsSince1970),
                    \(expires.secondsSince1970))
                    """)
        }
    }

    /// The user whose session it is; `nil` for one that has ended.
    package func account(withSession digest: [UInt8], now: Date) throws -> Account? {
        try read { database in
            let user = try Int64.fetchOne(
                database,
                literal: """
                    SELECT user_id FROM sessions WHERE digest = \(Data(digest))
                    AND expires > \(now.secondsSince1970)
                    """,
                cached: true)
            return try user.flatMap { try Self.account("id = \($0)", database) }
        }
    }

    /// The sessions of a user that have not expired, the latest first.
    package func sessions(
        of user: PersistentID<User>, now: Date
    ) throws -> [(digest: [UInt8], begun: Date, expires: Date)] {
        try read { database in
            try Projection { column in
                (
                    digest: Array(column("digest") as Data), begun: column("created") as Date,
                    expires: column("expires") as Date
                )
            }.fetchAll(
                database,
                from: """
                    sessions WHERE user_id = \(user.rawValue) AND expires > \(now.secondsSince1970)
                    ORDER BY created DESC
                    """)
        }
    }

    /// Ends the sessions of a user but one.
    package func endSessions(of user: PersistentID<User>, but digest: [UInt8]) throws {
        try write {
            try $0.execute(
                literal: """
                    DELETE FROM sessions WHERE user_id = \(user.rawValue)
                    AND digest <> \(Data(digest))
                    """)
        }
    }

    package func endSession(digest: [UInt8]) throws {
        try write {
            try $0.execute(literal: "DELETE FROM sessions WHERE digest = \(Data(digest))")
        }
    }

    // MARK: - Steps

    private static func account(
        _ condition: SQL, _ database: Connection
    ) throws -> Account? {
        let found = try userWithHash.fetchOne(
            database, from: "users LEFT JOIN passwords ON user_id = id WHERE \(condition)",
            cached: true)
        guard let (user, hash) = found else { return nil }
        let apps = try AppPassword.projection.fetchAll(
            database, from: "app_passwords WHERE user_id = \(user.id) ORDER BY id", cached: true)
        return Account(
            user: user, passwordHash: hash, appPasswords: apps,
            deniedRights: try deniedRights(of: user.id.rawValue, database))
    }

    package static let userWithHash = Projection { column in
        (user: User(&column), hash: column("hash") as String?)
    }
}
