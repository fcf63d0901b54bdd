import FoundationEssentials
package import PhonolithMediaModel
package import PhonolithStore
package import PhonolithUsers

/// Sessions, shares and passwords of users.
extension Access {
    // MARK: - Sessions

    /// Begins a session.
    ///
    /// - Returns: The token for the browser's cookie.
    package func beginSession(of caller: Caller) async throws -> String {
        guard let user = caller.id else { throw AccessRefusal.unknownKey }
        let token = SecretBytes.word()
        let now = Date.now
        let end = Date(secondsSince1970: now.secondsSince1970 + SessionCookie.duration)
        try await library.perform(for: .changing) {
            try $0.access.addSession(
                digest: SecretBytes.sha256(token), of: user, now: now, expires: end)
        }
        return token
    }

    package func endSession(_ token: String) async throws {
        try await library.perform(for: .changing) {
            try $0.access.endSession(digest: SecretBytes.sha256(token))
        }
    }

    // MARK: - Shares

    /// The share of a link, and the library as the user sees it who made the share.
    ///
    /// - Throws: ``AccessRefusal`` for a share that does not exist or has expired, and of a user who may no longer share.
    package func share(withToken token: String) async throws -> (Share, ServedCatalog) {
        let found = try await library.perform { catalog -> Share? in
            // A link gives no more than the user who made it has now.
            guard let share = try catalog.shares.share(withToken: token),
                try catalog.access.deniedRights(of: share.user).isDisjoint(with: [.share, .stream])
            else { return nil }
            return share
        }
        guard let share = found, share.isOpen(at: .now) else { throw AccessRefusal.unknownKey }
        return (share, library.acting(as: share.user).visited())
    }

    // MARK: - Setting up

    package static let shortestPassword = 8
    // In bytes of UTF-8.
    package static let longestPassword = RequestLimits.password

    /// Why a text cannot be a main password; `nil` for one that can.
    package static func reasonAgainst(_ password: String) -> String? {
        if password.utf8.count > longestPassword {
            return "the password is longer than \(longestPassword) bytes"
        }
        return password.count < shortestPassword
            ? "the password needs \(shortestPassword) characters or more" : nil
    }

    /// Makes the token of the link by which the owner's password is set; `nil` if a user has a password.
    package func renewSetupToken() async throws -> String? {
        try await library.perform { try $0.access.hasPassword(.owner) } ? nil : setupToken.renew()
    }

    /// Whether the owner's password can be set with a token.
    package func isSetupToken(_ token: String) async throws -> Bool {
        guard setupToken.matches(token) else { return false }
        return try await library.perform { try !$0.access.hasPassword(.owner) }
    }

    /// Sets the owner's password.
    ///
    /// - Returns: The owner, logged in; `nil` if the token is no longer valid.
    package func setUp(_ password: String, with token: String) async throws -> Caller? {
        guard try await isSetupToken(token), setupToken.use(token) else { return nil }
        let hash = try await hash(of: password)
        return try await library.perform(for: .changing) { catalog in
            guard let owner = try catalog.users.all().first(where: { $0.id == .owner }) else {
                return nil
            }
            try catalog.access.setPasswordHash(hash, of: owner.id)
            return try catalog.access.account(named: owner.name).map { Caller($0, by: .password) }
        }
    }

    package func addAppPassword(
        label: String, administers: Bool, of user: PersistentID<User>
    ) async throws -> (id: Int64, secret: String) {
        try await library.perform(for: .changing) { [key] catalog in
            guard let user = try catalog.users.all().first(where: { $0.id == user }) else {
                throw AccessRefusal.unknownKey
            }
            return try Self.addAppPassword(
                label: label, administers: administers, of: user, in: catalog, key: key)
        }
    }

    /// The stored form of a password.
    package func hash(of password: String) async throws -> String {
        try await checks.perform { [passwordCost] in
            try PasswordHash(of: password, cost: passwordCost).description
        }
    }

    /// Gives a user a password; the user's sessions end.
    package func setPassword(_ password: String, of user: User) async throws {
        let hash = try await hash(of: password)
        try await library.perform(for: .changing) {
            try $0.access.setPasswordHash(hash, of: user.id)
        }
    }

    /// Gives a user a password. Blocks its thread.
    package static func setPassword(
        _ password: String, of user: User, in catalog: Catalog,
        cost: PasswordHash.Cost = .standard
    ) throws {
        try catalog.access.setPasswordHash(
            PasswordHash(of: password, cost: cost).description, of: user.id)
    }

    /// Makes an app password. Blocks its thread.
    ///
    /// - Parameter administers: Whether it may do all that the main password may.
    /// - Returns: The secret, which is shown once.
    package static func addAppPassword(
        label: String, administers: Bool = false, of user: User, in catalog: Catalog,
        key: SecretKey
    ) throws -> (id: Int64, secret: String) {
        let secret = SecretBytes.word()
        let id = try catalog.access.addAppPassword(
            of: user.id, label: label, digest: SecretBytes.sha256(secret),
            sealed: key.seal(secret), administers: administers)
        return (id, secret)
    }
}
