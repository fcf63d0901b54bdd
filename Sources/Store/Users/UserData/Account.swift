package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithStore

/// A user with what proves who it is.
package struct Account: Hashable, Sendable {
    package var user: User
    /// The hash of the main password; `nil` for a user who has none, and cannot log in with one.
    package var passwordHash: String?
    package var appPasswords: [AppPassword]
    /// The rights that the user lacks; none for administrators.
    package var deniedRights: Set<UserRight>
}

/// A right of a user of the service, which administrators can deny.
package enum UserRight: String, Hashable, Sendable, CaseIterable {
    /// To play the files of the library.
    case stream
    case download
    /// To make and change playlists.
    case playlist
    /// To share items by links.
    case share
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
    /// The user's name for the program.
    package var label: String
    package var sealed: [UInt8]
    /// Whether it may do all that the main password may: change users and passwords.
    package var administers: Bool
    package var dateCreated: Date
    package var dateUsed: Date?
    /// The SHA-256 of the secret.
    var digest: Data
}

extension AppPassword {
    package static let projection = Projection { column in
        AppPassword(
            id: column("id"), label: column("label"), sealed: Array(column("sealed") as Data),
            administers: column("administers"), dateCreated: column("created"),
            dateUsed: column("last_used"), digest: column("digest"))
    }
}
