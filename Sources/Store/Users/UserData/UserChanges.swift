import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// Changes of a user by an administrator; `nil` leaves a value as it is. A new user has all rights and sees all roots.
package struct UserChanges: Sendable {
    package var role: UserRole?
    /// The rights that are given (`true`) or taken away.
    package var rights: [UserRight: Bool] = [:]
    /// The roots that are closed to the user; all others are open.
    package var closedRoots: Set<MediaRootID>?
    /// Ends the sessions of the user.
    package var passwordHash: String?

    package init() {}
}

extension UserStore {
    /// Adds a user with these changes: all of it, or nothing, is done.
    ///
    /// - Throws: ``UserError`` if another user has the name, or the name cannot be used.
    package func add(_ name: String, _ changes: UserChanges) throws -> User {
        try write { database in
            let user = try add(name, role: changes.role ?? .user, now: .now, database)
            try Self.change(user, changes, database)
            return user
        }
    }

    /// Changes a user: all of it, or nothing, is done.
    ///
    /// - Throws: ``UserError`` for the owner, who stays an administrator.
    package func update(_ user: User, _ changes: UserChanges) throws {
        try write { database in
            if let role = changes.role { try Self.setRole(role, of: user, database) }
            try Self.change(user, changes, database)
        }
    }

    /// Changes all but the role.
    private static func change(
        _ user: User, _ changes: UserChanges, _ database: Connection
    ) throws {
        try AccessStore.changeRights(changes.rights, of: user.id, database)
        if let closed = changes.closedRoots {
            let before = try closedRoots(of: user, database)
            try setRoots(
                closed: Array(closed.subtracting(before)),
                open: Array(before.subtracting(closed)), for: user, database)
        }
        if let hash = changes.passwordHash {
            try AccessStore.setPasswordHash(hash, of: user.id, database)
        }
    }
}
