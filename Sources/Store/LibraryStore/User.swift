package import Foundation
package import MediaModel

/// A user of the library, with values, playlists and a queue of their own.
package struct User: Hashable, Sendable, Identifiable {
    /// Never given to another user.
    package var id: PersistentID<User>
    /// Unique without regard to case and diacritics.
    package var name: String
    /// The user's rights, by role.
    package var role: UserRole
    /// When the user was added.
    package var dateCreated: Date

    /// Makes a user of what is stored.
    package init(id: PersistentID<User>, name: String, role: UserRole, dateCreated: Date) {
        (self.id, self.name, self.role, self.dateCreated) = (id, name, role, dateCreated)
    }

    /// The data of a user, which are deleted when the user is removed.
    package struct Holdings: Hashable, Sendable, CustomStringConvertible {
        /// Items with a rating, a star, counts or a bookmark.
        package var items: Int
        /// Times that something was played.
        package var plays: Int
        /// Playlists of the user.
        package var playlists: Int
        /// Entries of the kept queue.
        package var queueEntries: Int

        /// Makes the numbers of what a user has; none by default.
        package init(items: Int = 0, plays: Int = 0, playlists: Int = 0, queueEntries: Int = 0) {
            (self.items, self.plays) = (items, plays)
            (self.playlists, self.queueEntries) = (playlists, queueEntries)
        }

        /// Whether nothing would be lost.
        package var isEmpty: Bool { self == Holdings() }

        /// For example `values of 12 items, 40 plays, 1 playlist`.
        package var description: String {
            func count(_ number: Int, _ word: String) -> String? {
                number == 0 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
            }
            return [
                count(items, "item").map { "values of \($0)" }, count(plays, "play"),
                count(playlists, "playlist"),
                queueEntries == 0 ? nil : "a queue of \(queueEntries)",
            ].compactMap(\.self).joined(separator: ", ")
        }
    }
}

/// The role of a user. Commands do not check it, because those who run them can write to the library's file.
package enum UserRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// Everything.
    case admin
    /// Use the library, but not change its roots and users.
    case user
}

extension PersistentID<User> {
    /// The user that each library begins with, and that is meant where no user is named.
    package static let owner = Self(1)
}

/// Why a user cannot be selected or changed. The description is one line.
public enum UserError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no user of this name.
    case noUser(String)
    /// Another user has the name.
    case nameTaken(String)
    /// The name is empty, longer than 255 bytes, has control characters or a slash, or is `.` or `..`.
    case unusableName(String)
    /// The owner can neither be removed nor lose the role of an administrator.
    case isOwner(String)
    /// The user has values, which removing would delete; the second is how many, in words.
    case hasData(String, String)

    /// One line, without a full stop.
    public var description: String {
        switch self {
        case .noUser(let name):
            "\(name): no user has this name; phonolith user list shows all"
        case .nameTaken(let name):
            "\(name): another user has this name; choose another one"
        case .unusableName(let name):
            "'\(name.unicodeScalars.prefix(50).map { String($0) }.joined().asName)': cannot be the name of a user; use letters, digits and spaces, 255 bytes at most"
        case .isOwner(let name):
            "\(name): is the owner of the library, who is always an administrator; choose another user"
        case .hasData(let name, let holdings):
            "\(name): has data in the library: \(holdings); add --delete-data to delete it"
        }
    }
}
