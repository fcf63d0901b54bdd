package import FoundationEssentials
public import PhonolithMediaModel

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
        /// A kind of data, by the table that has it.
        package enum Kind: String, CaseIterable, Sendable {
            case items = "user_values"
            case plays
            case albums = "album_values"
            case artists = "artist_values"
            case bookmarkNotes = "bookmark_notes"
            case playlists
            case queueEntries = "queue_entries"
            case shares
            case appPasswords = "app_passwords"
            case chatMessages = "chat_messages"

            /// The rows that count: a bookmark without a note is a value of its item.
            package var condition: String {
                self == .bookmarkNotes ? "comment IS NOT NULL" : "1 = 1"
            }

            // For example `40 plays`.
            fileprivate func text(_ count: Int) -> String {
                func counted(_ word: String) -> String {
                    "\(count) \(word)\(count == 1 ? "" : "s")"
                }
                return switch self {
                case .items: "values of \(counted("item"))"
                case .plays: counted("play")
                case .albums: "values of \(counted("album"))"
                case .artists: "values of \(counted("artist"))"
                case .bookmarkNotes: "\(counted("note")) about bookmarks"
                case .playlists: counted("playlist")
                case .queueEntries: "a queue of \(count)"
                case .shares: counted("share")
                case .appPasswords: counted("app password")
                case .chatMessages: counted("chat message")
                }
            }
        }

        /// Tables whose rows of a user are settings and logins, which go with the user.
        package static let settings: Set<String> = [
            "passwords", "sessions", "closed_roots", "denied_rights", "queue_state", "queue_edits",
            "chosen_outputs", "changes",
        ]

        private let counts: [Kind: Int]

        /// - Parameter counts: The numbers of rows; 0 for kinds that are not there.
        package init(_ counts: [Kind: Int]) { self.counts = counts.filter { $0.value > 0 } }

        /// Whether nothing would be lost.
        package var isEmpty: Bool { counts.isEmpty }

        /// For example `values of 12 items, 40 plays, 1 playlist`.
        package var description: String {
            Kind.allCases.compactMap { kind in counts[kind].map(kind.text) }.joined(separator: ", ")
        }
    }
}

/// The role of a user. Commands do not check it, because those who run them can write to the library's file.
package enum UserRole: String, Hashable, Sendable, Codable, CaseIterable {
    case admin
    /// Use the library, but not change its roots and users.
    case user
}

extension PersistentID<User> {
    /// The user that each library begins with, and that is meant where no user is named.
    package static let owner = Self(1)
}

/// Why a user cannot be selected or changed. The description is one line.
public enum UserError: PhonolithError {
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

extension UserError {
    /// The kind of the error.
    public var code: Code {
        switch self {
        case .noUser: .noUser
        case .nameTaken: .nameTaken
        case .unusableName: .unusableName
        case .isOwner: .isOwner
        case .hasData: .hasData
        }
    }

    /// The user's name.
    public var subject: String {
        switch self {
        case .noUser(let name), .nameTaken(let name), .unusableName(let name), .isOwner(let name),
            .hasData(let name, _):
            name
        }
    }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no user of this name.
        public static let noUser = Code(rawValue: "noUser")
        /// Another user has the name.
        public static let nameTaken = Code(rawValue: "nameTaken")
        /// The name is empty, longer than 255 bytes, has control characters or a slash, or is `.` or `..`.
        public static let unusableName = Code(rawValue: "unusableName")
        /// The owner can neither be removed nor lose the role of an administrator.
        public static let isOwner = Code(rawValue: "isOwner")
        /// The user has values, which removing would delete; the second is how many, in words.
        public static let hasData = Code(rawValue: "hasData")
    }
}
