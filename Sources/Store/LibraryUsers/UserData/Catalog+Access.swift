internal import Database
package import Foundation
package import LibraryStore
package import MediaModel

// What the service knows of how users prove who they are. Nothing here is readable without the key, or reversible.

/// A user with what proves who it is.
package struct Account: Hashable, Sendable {
    package var user: User
    /// The hash of the main password; `nil` for a user who has none, and cannot log in with one.
    package var passwordHash: String?
    package var appPasswords: [AppPassword]
    /// What the user may not do; nothing for administrators.
    package var deniedRights: Set<UserRight>
}

/// What a user may do by the service, unless an administrator denies it.
package enum UserRight: String, Hashable, Sendable, CaseIterable {
    /// To play the files of the library.
    case stream
    /// To download files.
    case download
    /// To make and change playlists.
    case playlist
    /// To share items by links.
    case share
    /// To write chat messages.
    case comment
    /// To play on the sound output of the server.
    case jukebox
    /// To subscribe to podcasts and to download their episodes.
    case podcast
    /// To change the own password.
    case settings
}

/// A password that one program uses.
package struct AppPassword: Hashable, Sendable, Identifiable {
    package var id: Int64
    /// What the user calls the program.
    package var label: String
    /// The secret, encrypted.
    package var sealed: [UInt8]
    /// Whether it may do all that the main password may: change users and passwords.
    package var administers: Bool
    package var dateCreated: Date
    package var dateUsed: Date?
}

extension Catalog {
    /// The account of a user; `nil` if no user has this name.
    package func account(named name: String) throws -> Account? {
        guard let name = UserName(name) else { return nil }
        return try read { try Self.account("name_folded = ?", [name.folded], $0) }
    }

    /// The account whose app password has a digest, and which of its app passwords that is.
    package func account(
        withAppPassword digest: [UInt8]
    ) throws -> (account: Account, id: Int64)? {
        try read { database in
            let row = try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id, user_id FROM app_passwords WHERE digest = ?"),
                arguments: [Data(digest)])
            guard let row, let account = try Self.account("id = ?", [row[1] as Int64], database)
            else { return nil }
            return (account, row[0])
        }
    }

    /// Whether any user can log in with a password: without one, the service has yet to be set up.
    package func hasPasswords() throws -> Bool {
        try read {
            try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM passwords)") ?? false
        }
    }

    // MARK: - Rights

    /// What a user may not do.
    package func deniedRights(of user: PersistentID<User>) throws -> Set<UserRight> {
        try read { try Self.deniedRights(of: user.rawValue, $0) }
    }

    /// Gives a user exactly these rights.
    package func setRights(_ rights: Set<UserRight>, of user: PersistentID<User>) throws {
        try write { try Self.setRights(rights, of: user, $0) }
    }

    static func setRights(
        _ rights: Set<UserRight>, of user: PersistentID<User>, _ database: Connection
    ) throws {
        try database.execute(
            sql: "DELETE FROM denied_rights WHERE user_id = ?", arguments: [user.rawValue])
        for right in UserRight.allCases where !rights.contains(right) {
            try database.execute(
                sql: "INSERT INTO denied_rights (user_id, name) VALUES (?, ?)",
                arguments: [user.rawValue, right.rawValue])
        }
    }

    /// Gives a user some rights, and takes others away; the rest stay as they are.
    static func changeRights(
        _ rights: [UserRight: Bool], of user: PersistentID<User>, _ database: Connection
    ) throws {
        for (right, isGiven) in rights {
            try database.execute(
                sql: isGiven
                    ? "DELETE FROM denied_rights WHERE user_id = ? AND name = ?"
                    : "INSERT OR IGNORE INTO denied_rights (user_id, name) VALUES (?, ?)",
                arguments: [user.rawValue, right.rawValue])
        }
    }

    private static func deniedRights(of user: Int64, _ database: Connection) throws -> Set<
        UserRight
    > {
        let names = try String.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT denied_rights.name FROM denied_rights JOIN users ON users.id = user_id
                    WHERE user_id = ? AND role <> 'admin'
                    """), arguments: [user])
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
            sql: "INSERT OR REPLACE INTO passwords (user_id, hash) VALUES (?, ?)",
            arguments: [user.rawValue, hash])
        try database.execute(
            sql: "DELETE FROM sessions WHERE user_id = ?", arguments: [user.rawValue])
    }

    /// Adds an app password.
    package func addAppPassword(
        of user: PersistentID<User>, label: String, digest: [UInt8], sealed: [UInt8],
        administers: Bool, now: Date = .now
    ) throws -> Int64 {
        try refuseUnreadable(label)
        return try write { database in
            try database.execute(
                sql: """
                    INSERT INTO app_passwords (user_id, label, digest, sealed, administers, created)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    user.rawValue, label, Data(digest), Data(sealed), administers,
                    now.secondsSince1970,
                ])
            return database.lastInsertedRowID
        }
    }

    /// Revokes an app password.
    ///
    /// - Parameter user: Only if it belongs to this user; `nil` for any user.
    /// - Returns: Whether there was one.
    package func revokeAppPassword(_ id: Int64, of user: PersistentID<User>?) throws -> Bool {
        try write { database in
            try database.execute(
                sql: "DELETE FROM app_passwords WHERE id = ?1 AND user_id = ifnull(?2, user_id)",
                arguments: [id, user?.rawValue])
            return database.changesCount > 0
        }
    }

    /// Deletes the app passwords of all users, because the key that opens them is lost.
    ///
    /// - Parameter key: Where it should be.
    /// - Returns: What happened, in one line; `nil` if there were none.
    package func revokeAllAppPasswords(without key: MediaPath) throws -> String? {
        let count = try write { database in
            try database.execute(sql: "DELETE FROM app_passwords")
            return database.changesCount
        }
        if count == 0 { return nil }
        return
            "\(key) is missing: \(count) app password\(count == 1 ? " is" : "s are") revoked; make new ones with phonolith app-password add"
    }

    // MARK: - Sessions

    /// Begins a session; those that have expired are deleted.
    package func addSession(
        digest: [UInt8], of user: PersistentID<User>, now: Date, expires: Date
    ) throws {
        try write { database in
            try database.execute(
                sql: "DELETE FROM sessions WHERE expires <= ?", arguments: [now.secondsSince1970])
            try database.execute(
                sql: "INSERT INTO sessions (digest, user_id, created, expires) VALUES (?, ?, ?, ?)",
                arguments: [
                    Data(digest), user.rawValue, now.secondsSince1970, expires.secondsSince1970,
                ])
        }
    }

    /// The user whose session it is; `nil` for one that has ended.
    package func account(withSession digest: [UInt8], now: Date) throws -> Account? {
        try read { database in
            let user = try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT user_id FROM sessions WHERE digest = ? AND expires > ?"),
                arguments: [Data(digest), now.secondsSince1970])
            return try user.flatMap { try Self.account("id = ?", [$0], database) }
        }
    }

    /// The sessions of a user that have not expired, the latest first.
    package func sessions(
        of user: PersistentID<User>, now: Date
    ) throws -> [(digest: [UInt8], begun: Date, expires: Date)] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT digest, created, expires FROM sessions
                    WHERE user_id = ? AND expires > ? ORDER BY created DESC
                    """, arguments: [user.rawValue, now.secondsSince1970]
            ).map { row in
                (
                    Array(row[0] as Data), Date(secondsSince1970: row[1]),
                    Date(secondsSince1970: row[2])
                )
            }
        }
    }

    /// Ends the sessions of a user but one.
    package func endSessions(of user: PersistentID<User>, but digest: [UInt8]) throws {
        try write {
            try $0.execute(
                sql: "DELETE FROM sessions WHERE user_id = ? AND digest <> ?",
                arguments: [user.rawValue, Data(digest)])
        }
    }

    /// Ends a session.
    package func endSession(digest: [UInt8]) throws {
        try write {
            try $0.execute(
                sql: "DELETE FROM sessions WHERE digest = ?", arguments: [Data(digest)])
        }
    }

    // MARK: - Steps

    private static func account(
        _ condition: String, _ arguments: SQLArguments, _ database: Connection
    ) throws -> Account? {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT id, name, role, created, hash
                    FROM users LEFT JOIN passwords ON user_id = id WHERE \(condition)
                    """), arguments: arguments)
        guard let row else { return nil }
        let id: Int64 = row[0]
        let apps = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id, label, sealed, administers, created, last_used FROM app_passwords
                    WHERE user_id = ? ORDER BY id
                    """), arguments: [id])
        return Account(
            user: User(
                id: PersistentID(id), name: row[1], role: UserRole(rawValue: row[2]) ?? .user,
                dateCreated: Date(secondsSince1970: row[3])),
            passwordHash: row[4],
            appPasswords: apps.map {
                AppPassword(
                    id: $0[0], label: $0[1], sealed: Array($0[2] as Data), administers: $0[3],
                    dateCreated: Date(secondsSince1970: $0[4]),
                    dateUsed: ($0[5] as Int?).map(Date.init(secondsSince1970:)))
            }, deniedRights: try deniedRights(of: id, database))
    }
}
