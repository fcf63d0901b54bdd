package import FoundationEssentials
package import PhonolithMediaModel
package import PhonolithStore
package import PhonolithUsers

/// The user who makes a request, and by what credentials.
package struct Caller: Hashable, Sendable {
    /// The user; `nil` for an anonymous client, which has almost no rights.
    package let id: PersistentID<User>?
    package let name: String
    package let isAdmin: Bool
    /// When the user was added.
    package let since: Date
    /// Rights that an administrator has taken from the user.
    package let deniedRights: Set<UserRight>
    /// How the user proved who it is; `nil` for an anonymous client.
    package let proof: Proof?

    /// How a user proved who it is.
    package enum Proof: Hashable, Sendable {
        case password, session
        /// One that may do all that the main password may, or not.
        case appPassword(administers: Bool)
        /// By a proxy that has authenticated the user.
        case proxy
    }

    /// Anybody, for what needs no credentials.
    static let nobody = Caller()

    private init() {
        (id, name, isAdmin, since) = (nil, "", false, Date(secondsSince1970: 0))
        deniedRights = Set(UserRight.allCases)
        proof = nil
    }

    /// Whether a name is the caller's.
    package func isNamed(_ text: String) -> Bool {
        UserName(text).map { $0 == UserName(name) } ?? false
    }

    package init(_ account: Account, by proof: Proof) {
        let user = account.user
        (id, name, isAdmin, since) = (user.id, user.name, user.role == .admin, user.dateCreated)
        deniedRights = account.deniedRights
        self.proof = proof
    }
}

/// The credentials of a request.
package enum Credentials: Hashable, Sendable {
    /// A name and a password, the main one or an app's.
    case password(name: String, password: String)
    /// A name and the main password: for what must not outlive an app password that is revoked.
    case mainPassword(name: String, password: String)
    /// A name, and the MD5 of an app password and a salt.
    case token(name: String, token: String, salt: String)
    case key(String)
    /// The token in a browser's cookie, and what shows that the request comes from the page itself.
    case session(String, PageProof)
    /// The name of a user whom a trusted proxy has authenticated, and what shows that the request comes from the page
    /// itself.
    case proxyUser(name: String, PageProof)

    /// Proof that a request was not made by a page of another site, which a browser would send with its cookie too.
    package enum PageProof: Hashable, Sendable {
        case notNeeded
        /// The token that the page sends along; `nil` if it sends none.
        case csrfToken(String?)
    }
}

/// The role that something needs.
package enum AccessRole: Hashable, Sendable {
    case anybody
    case user
    case admin
}

extension AccessRefusal {
    /// Whether the refusal is a failed login.
    var isFailedLogin: Bool {
        switch self {
        case .wrongCredentials, .tokenNotUsable, .unknownKey: true
        case .notAdmin, .lacksRight, .needsMainPassword, .notFromPage, .throttled, .crowded:
            false
        }
    }
}
