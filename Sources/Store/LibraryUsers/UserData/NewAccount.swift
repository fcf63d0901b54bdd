internal import Database
import Foundation
package import LibraryStore
package import MediaModel

/// A user who is added with a password, and with what the user may do and see: all of it, or nothing, is done.
package struct NewAccount: Sendable {
    package var name: String
    package var role: UserRole
    package var passwordHash: String
    package var rights = Set(UserRight.allCases)
    package var closedRoots: [MediaRootID] = []

    package init(name: String, role: UserRole, passwordHash: String) {
        self.name = name
        self.role = role
        self.passwordHash = passwordHash
    }
}

extension UserStore {
    /// Adds a user whose password works at once.
    ///
    /// - Throws: ``UserError`` if another user has the name, or the name cannot be used.
    package func add(_ account: NewAccount) throws -> User {
        try write { database in
            let user = try add(account.name, role: account.role, now: .now, database)
            try AccessStore.setRights(account.rights, of: user.id, database)
            try Self.setRoots(closed: account.closedRoots, open: [], for: user, database)
            try AccessStore.setPasswordHash(account.passwordHash, of: user.id, database)
            return user
        }
    }
}
