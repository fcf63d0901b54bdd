import Blocking
package import Catalog
package import Logging
import MediaModel

/// Decides who makes a request, and whether it may be made. Every face asks here, before anything else is done.
package struct Access: Sendable {
    private let library: Library
    private let key: SecretKey
    private let throttle = LoginThrottle()
    private let verified = VerifiedPasswords()
    private let setupToken = SetupToken()
    private let logger: Logger
    private let onFailure: @Sendable () -> Void
    /// scrypt takes 16 MiB: no more than these at once.
    private let threads = BlockingThreads(name: "passwords", count: 2)
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now

    /// - Parameter onFailure: Called for each failed login.
    package init(
        _ library: Library, key: SecretKey, logger: Logger,
        onFailure: @escaping @Sendable () -> Void = {}
    ) {
        self.library = library
        self.key = key
        self.logger = logger
        self.onFailure = onFailure
    }

    /// Seconds by a clock that does not go back.
    private var now: Int { Int(start.duration(to: clock.now).components.seconds) }

    /// Who makes a request for something that a role may do: the one decision about access to it.
    ///
    /// - Parameters:
    ///   - right: What the user must be allowed to do; `nil` for what all users may do.
    ///   - refusesAppPasswords: Whether the main password or a session is needed.
    ///   - credentials: Reads them from the request; not called for what needs none.
    ///   - address: The client's, for counting failures.
    /// - Throws: ``AccessRefusal``, and what `credentials` throws.
    func caller(
        as role: AccessRole, with right: UserRight? = nil, refusesAppPasswords: Bool = false,
        _ credentials: () throws -> Credentials, from address: String
    ) async throws -> Caller {
        if role == .anybody { return .nobody }
        let caller = try await caller(credentials(), from: address)
        guard role != .admin || caller.isAdmin else { throw AccessRefusal.notAdmin(caller.name) }
        if let right, caller.deniedRights.contains(right) {
            throw AccessRefusal.lacksRight(caller.name, right)
        }
        if refusesAppPasswords, caller.proof == .appPassword {
            throw AccessRefusal.needsMainPassword
        }
        return caller
    }

    /// Who proves to be whom.
    ///
    /// - Parameter address: The client's, for counting failures.
    /// - Throws: ``AccessRefusal``.
    package func caller(
        _ credentials: Credentials, from address: String
    ) async throws -> Caller {
        // Nobody guesses a key or a session; a program that goes on with a revoked one must not lock out the others there.
        guard let name = credentials.name else { return try await proven(credentials) }
        let throttled = LoginThrottle.Key(address: address, name: name.folded)
        if let wait = throttle.wait(throttled, now: now) { throw AccessRefusal.throttled(wait) }
        do {
            let caller = try await proven(credentials)
            throttle.noteSuccess(throttled)
            return caller
        } catch let refusal as AccessRefusal where refusal.isFailedLogin {
            throttle.noteFailure(throttled, now: now)
            onFailure()
            // One line, in which nothing of the client's can look like another.
            logger.warning(
                "login failed",
                metadata: ["user": "\(name.logged)", "address": "\(address)"])
            throw refusal
        }
    }

    private func proven(_ credentials: Credentials) async throws -> Caller {
        switch credentials {
        case .password(let name, let password):
            try await byPassword(name, password, orAppPassword: true)
        case .mainPassword(let name, let password):
            try await byPassword(name, password, orAppPassword: false)
        case .token(let name, let token, let salt): try await byToken(name, token, salt)
        case .key(let secret): try await byKey(secret)
        case .session(let token, let proof): try await bySession(token, proof)
        }
    }

    func forgetFailures() { throttle.forget() }

    func noteFailures(_ count: Int, of name: String, from address: String) {
        let key = LoginThrottle.Key(address: address, name: name.folded)
        for _ in 0..<count { throttle.noteFailure(key, now: now) }
    }

    // MARK: - Proofs

    private func byPassword(
        _ name: String, _ password: String, orAppPassword acceptsAppPasswords: Bool
    ) async throws -> Caller {
        guard let account = try await library.perform({ try $0.account(named: name) }) else {
            // As long as for a user that there is.
            _ = try await threads.perform { try PasswordHash(of: password) }
            throw AccessRefusal.wrongCredentials
        }
        let digest = SecretBytes.sha256(password)
        if acceptsAppPasswords,
            let found = try await library.perform({ try $0.account(withAppPassword: digest) }),
            found.account.user.id == account.user.id
        {
            return caller(found.account, appPassword: found.id)
        }
        guard let text = account.passwordHash, let hash = PasswordHash(text) else {
            _ = try await threads.perform { try PasswordHash(of: password) }
            throw AccessRefusal.wrongCredentials
        }
        if !verified.contains(password, hash: text, now: now) {
            guard try await threads.perform({ try hash.matches(password) }) else {
                throw AccessRefusal.wrongCredentials
            }
            verified.add(password, hash: text, now: now)
        }
        return Caller(account, by: .password)
    }

    private func byToken(_ name: String, _ token: String, _ salt: String) async throws -> Caller {
        let account = try await library.perform { try $0.account(named: name) }
        let token = Array(token.lowercased().utf8)
        let match = account?.appPasswords.first { app in
            guard let secret = key.open(app.sealed) else { return false }
            return SecretBytes.areEqual(SecretBytes.md5(secret + salt), token)
        }
        guard let account, let match else { throw AccessRefusal.tokenNotUsable }
        return caller(account, appPassword: match.id)
    }

    private func byKey(_ secret: String) async throws -> Caller {
        let digest = SecretBytes.sha256(secret)
        guard let found = try await library.perform({ try $0.account(withAppPassword: digest) })
        else { throw AccessRefusal.unknownKey }
        return caller(found.account, appPassword: found.id)
    }

    private func bySession(_ token: String, _ proof: Credentials.PageProof) async throws -> Caller {
        let digest = SecretBytes.sha256(token)
        guard
            let account = try await library.perform({
                try $0.account(withSession: digest, now: .now)
            })
        else { throw AccessRefusal.unknownKey }
        if case .csrfToken(let sent) = proof {
            let expected = Array(SessionCookie.csrfToken(token).utf8)
            guard SecretBytes.areEqual(Array((sent ?? "").utf8), expected) else {
                throw AccessRefusal.notFromPage
            }
        }
        return Caller(account, by: .session)
    }

    /// Notes the use of an app password, now and then: a program makes many requests.
    private func caller(_ account: Account, appPassword id: Int64) -> Caller {
        let moment = Timestamp.now
        let last = account.appPasswords.first { $0.id == id }?.dateUsed?.secondsSince1970 ?? 0
        if moment.secondsSince1970 - last >= Self.usePrecision {
            // A scan may hold up writing; the request does not wait for it. Where it fails, the date is older.
            Task { [library] in
                try? await library.perform { try $0.noteUse(ofAppPassword: id, at: moment) }
            }
        }
        return Caller(account, by: .appPassword)
    }

    /// In seconds.
    private static let usePrecision = 600

    // MARK: - Sessions

    /// Begins a session.
    ///
    /// - Returns: The token for the browser's cookie.
    func beginSession(of caller: Caller) async throws -> String {
        guard let user = caller.id else { throw AccessRefusal.unknownKey }
        let token = SecretBytes.word()
        let now = Timestamp.now
        let end = Timestamp(secondsSince1970: now.secondsSince1970 + SessionCookie.duration)
        try await library.perform {
            try $0.addSession(
                digest: SecretBytes.sha256(token), of: user, now: now, expires: end)
        }
        return token
    }

    func endSession(_ token: String) async throws {
        try await library.perform { try $0.endSession(digest: SecretBytes.sha256(token)) }
    }

    // MARK: - Shares

    /// The share of a link, and the library as the user sees it who made the share.
    ///
    /// - Throws: ``AccessRefusal`` for a share that does not exist or has expired, and of a user who may no longer share.
    func share(withToken token: String) async throws -> (Share, Library) {
        let found = try await library.perform { catalog -> Share? in
            // A link gives no more than the user who made it has now.
            guard let share = try catalog.share(withToken: token),
                try catalog.deniedRights(of: share.user).isDisjoint(with: [.share, .stream])
            else { return nil }
            return share
        }
        guard let share = found, share.isOpen(at: .now) else { throw AccessRefusal.unknownKey }
        return (share, library.acting(as: share.user))
    }

    // MARK: - Setting up

    /// In characters.
    package static let shortestPassword = 8

    /// Makes the token of the link by which the owner's password is set; `nil` where a user has a password.
    package func renewSetupToken() async throws -> String? {
        try await library.perform { try $0.hasPasswords() } ? nil : setupToken.renew()
    }

    /// Whether the owner's password can be set with a token.
    func isSetupToken(_ token: String) async throws -> Bool {
        guard setupToken.matches(token) else { return false }
        return try await library.perform { try !$0.hasPasswords() }
    }

    /// Sets the owner's password.
    ///
    /// - Returns: The owner, logged in; `nil` if the token is no longer valid.
    func setUp(_ password: String, with token: String) async throws -> Caller? {
        guard try await isSetupToken(token), setupToken.use(token) else { return nil }
        let hash = try await hash(of: password)
        return try await library.perform { catalog in
            guard let owner = try catalog.users().first(where: { $0.id == .owner }) else {
                return nil
            }
            try catalog.setPasswordHash(hash, of: owner.id)
            return try catalog.account(named: owner.name).map { Caller($0, by: .password) }
        }
    }

    /// Makes an app password.
    func addAppPassword(
        label: String, of user: PersistentID<User>
    ) async throws -> (id: Int64, secret: String) {
        try await library.perform { [key] catalog in
            guard let user = try catalog.users().first(where: { $0.id == user }) else {
                throw AccessRefusal.unknownKey
            }
            return try Self.addAppPassword(label: label, of: user, in: catalog, key: key)
        }
    }

    /// What is kept of a password.
    func hash(of password: String) async throws -> String {
        try await threads.perform { try PasswordHash(of: password).description }
    }

    /// Gives a user a password; the user's sessions end.
    func setPassword(_ password: String, of user: User) async throws {
        let hash = try await hash(of: password)
        try await library.perform { try $0.setPasswordHash(hash, of: user.id) }
    }

    /// Gives a user a password. Blocks its thread.
    package static func setPassword(
        _ password: String, of user: User, in catalog: Catalog
    ) throws {
        try catalog.setPasswordHash(PasswordHash(of: password).description, of: user.id)
    }

    /// Makes an app password. Blocks its thread.
    ///
    /// - Returns: The secret, which is shown once.
    package static func addAppPassword(
        label: String, of user: User, in catalog: Catalog, key: SecretKey
    ) throws -> (id: Int64, secret: String) {
        let secret = SecretBytes.word()
        let id = try catalog.addAppPassword(
            of: user.id, label: label, digest: SecretBytes.sha256(secret),
            sealed: key.seal(secret))
        return (id, secret)
    }
}

extension Credentials {
    /// Who it claims to be; `nil` where a secret stands alone.
    fileprivate var name: String? {
        switch self {
        case .password(let name, _), .mainPassword(let name, _), .token(let name, _, _): name
        case .key, .session: nil
        }
    }
}

extension String {
    /// Harmless in a line of a log, and short.
    fileprivate var logged: String {
        String(
            unicodeScalars.prefix(64).map {
                $0.properties.generalCategory == .control || $0 == "\"" ? "?" : Character($0)
            })
    }
}
