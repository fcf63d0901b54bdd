import FoundationEssentials
package import Logging
import PhonolithMediaModel
import PhonolithStore
package import PhonolithUsers

/// Decides who makes a request, and whether it may be made. Every face asks here, before anything else is done.
package struct Access: Sendable {
    let library: ServedCatalog
    let key: SecretKey
    private let throttle = LoginThrottle()
    private let verified = VerifiedPasswords()
    let setupToken = SetupToken()
    private let logger: Logger
    private let onFailure: @Sendable () -> Void
    /// The cost of hashing a password.
    let passwordCost: PasswordHash.Cost
    let checks = PasswordChecks()
    package let uses = UseNotes()
    private let uptime: @Sendable () -> Duration

    /// - Parameters:
    ///   - uptime: Time by a clock that does not go back.
    ///   - onFailure: Called for each failed login.
    package init(
        _ library: ServedCatalog, key: SecretKey, logger: Logger,
        passwordCost: PasswordHash.Cost, uptime: @escaping @Sendable () -> Duration,
        onFailure: @escaping @Sendable () -> Void
    ) {
        self.passwordCost = passwordCost
        self.uptime = uptime
        self.library = library.used(for: .credentials)
        self.key = key
        self.logger = logger
        self.onFailure = onFailure
    }

    // ``uptime`` in whole seconds.
    private var now: Int { Int(uptime().components.seconds) }

    /// The caller of a request for something that a role may do: the one decision about access to it.
    ///
    /// - Parameters:
    ///   - right: The right that the user needs; `nil` for requests of all users.
    ///   - refusesAppPasswords: Whether the main password, a session, or an app password for administration is needed.
    ///   - credentials: Reads them from the request; not called for what needs none.
    ///   - address: The client's, for counting failures.
    /// - Throws: ``AccessRefusal``, and what `credentials` throws.
    package func caller(
        as role: AccessRole, with right: UserRight? = nil, refusesAppPasswords: Bool = false,
        _ credentials: () throws -> Credentials, from address: String
    ) async throws -> Caller {
        if role == .anybody { return .nobody }
        let caller = try await caller(credentials(), from: address)
        guard role != .admin || caller.isAdmin else { throw AccessRefusal.notAdmin(caller.name) }
        if let right, caller.deniedRights.contains(right) {
            throw AccessRefusal.lacksRight(caller.name, right)
        }
        if refusesAppPasswords, caller.proof == .appPassword(administers: false) {
            throw AccessRefusal.needsMainPassword
        }
        return caller
    }

    /// The user whose credentials these are.
    ///
    /// - Parameter address: The client's, for counting failures.
    /// - Throws: ``AccessRefusal``.
    package func caller(
        _ credentials: Credentials, from address: String
    ) async throws -> Caller {
        switch credentials {
        case .password(let name, let password):
            if let caller = try await byAppPassword(name, password) { return caller }
            return try await byPassword(name, password, from: address)
        case .mainPassword(let name, let password):
            return try await byPassword(name, password, from: address)
        case .token(let name, let token, let salt):
            let client = LoginThrottle.Client(address: address, name: name, proof: .token)
            // A right one never waits: a program that was left on the main password must not lock out the user's others.
            if let caller = try await byToken(name, token, salt) {
                throttle.noteSuccess(client)
                return caller
            }
            return try await inTurn(client, name, address) { throw AccessRefusal.tokenNotUsable }
        // Keys and session tokens are too long to be guessed, so they are not throttled: a program that continues with a
        // revoked one must not lock out the others at its address.
        case .key(let secret):
            return try await noting("credentials", "key", address) { try await byKey(secret) }
        // Sessions end by themselves: the page then asks for the password.
        case .session(let token, let proof): return try await bySession(token, proof)
        case .proxyUser(let name, let proof): return try await byProxy(name, proof, address)
        }
    }

    /// Checks a proof when it is its turn, and unless too many tries have been wrong.
    private func inTurn(
        _ client: LoginThrottle.Client, _ name: String, _ address: String,
        _ prove: () async throws -> Caller
    ) async throws -> Caller {
        try await throttle.begin(client, now: { now })
        var outcome = LoginThrottle.Outcome.unknown
        defer { throttle.end(client, outcome, now: now) }
        do {
            let caller = try await noting("user", name.logged, address, prove)
            outcome = .success
            return caller
        } catch let refusal as AccessRefusal where refusal.isFailedLogin {
            outcome = .failure
            throw refusal
        }
    }

    /// Counts and logs it where a proof fails.
    private func noting(
        _ what: String, _ value: String, _ address: String, _ prove: () async throws -> Caller
    ) async throws -> Caller {
        do {
            return try await prove()
        } catch let refusal as AccessRefusal where refusal.isFailedLogin {
            noteFailedLogin(what, value, from: address)
            throw refusal
        }
    }

    /// Counts a failed login, and logs it in one line, in which nothing of the client's can look like another.
    ///
    /// Metadata is sorted by its names, so that the address comes first: the filter of fail2ban in `docs/service.md`
    /// relies on that.
    private func noteFailedLogin(_ what: String, _ value: String, from address: String) {
        onFailure()
        logger.warning("login failed", metadata: [what: "\(value)", "address": "\(address)"])
    }

    /// The token against forged requests for a user authenticated by a proxy: the page sends it with changes, and other sites cannot
    /// know it.
    package func proxyToken(for name: String) throws -> String {
        try key.code(of: "proxy " + name)
    }

    // MARK: - Proofs

    // App passwords are too long to be guessed, so any number of them may be looked up at once.

    private func byAppPassword(_ name: String, _ password: String) async throws -> Caller? {
        let digest = SecretBytes.sha256(password)
        guard let name = UserName(name),
            let found = try await library.perform({ try $0.access.account(withAppPassword: digest) }
            ),
            // With another user's name it is wrong.
            UserName(found.account.user.name) == name
        else { return nil }
        return caller(found.account, appPassword: found.id)
    }

    private func byToken(_ name: String, _ token: String, _ salt: String) async throws -> Caller? {
        let token = Array(token.lowercased().utf8)
        let found = try await library.perform { catalog -> (account: Account, id: Int64)? in
            guard let account = try catalog.access.account(named: name) else { return nil }
            let match = try account.appPasswords.first { app in
                guard let secret = key.open(app.sealed) else { return false }
                return SecretBytes.areEqual(try SecretBytes.md5(secret + salt), token)
            }
            return match.map { (account, $0.id) }
        }
        return found.map { caller($0.account, appPassword: $0.id) }
    }

    private func byPassword(
        _ name: String, _ password: String, from address: String
    ) async throws -> Caller {
        let client = LoginThrottle.Client(address: address, name: name)
        let subject = PasswordChecks.Subject(
            client: client, password: SecretBytes.sha256(password))
        return try await checks.once(subject) {
            try await inTurn(client, name, address) {
                try await check(name, password, for: client.address)
            }
        }
    }

    private func check(
        _ name: String, _ password: String, for address: AddressPrefix
    ) async throws -> Caller {
        let account = try await library.perform { try $0.access.account(named: name) }
        guard let account, let text = account.passwordHash, let hash = PasswordHash(text) else {
            // As long as for a user who has a password.
            _ = try await checks.perform(for: address, isKnown: false) { [passwordCost] in
                try PasswordHash(of: password, cost: passwordCost)
            }
            throw AccessRefusal.wrongCredentials
        }
        if !(try verified.contains(password, hash: text, now: now)) {
            let matches = try await checks.perform(for: address, isKnown: true) {
                try hash.matches(password)
            }
            guard matches else { throw AccessRefusal.wrongCredentials }
            try verified.add(password, hash: text, now: now)
        }
        return Caller(account, by: .password)
    }

    private func byKey(_ secret: String) async throws -> Caller {
        let digest = SecretBytes.sha256(secret)
        guard
            let found = try await library.perform({ try $0.access.account(withAppPassword: digest) }
            )
        else { throw AccessRefusal.unknownKey }
        return caller(found.account, appPassword: found.id)
    }

    private func bySession(_ token: String, _ proof: Credentials.PageProof) async throws -> Caller {
        let digest = SecretBytes.sha256(token)
        guard
            let account = try await library.perform({
                try $0.access.account(withSession: digest, now: .now)
            })
        else { throw AccessRefusal.unknownKey }
        try check(proof, against: SessionCookie.csrfToken(token))
        return Caller(account, by: .session)
    }

    /// The proxy has checked who it is; here it is only looked up.
    private func byProxy(
        _ name: String, _ proof: Credentials.PageProof, _ address: String
    ) async throws -> Caller {
        guard let account = try await library.perform({ try $0.access.account(named: name) }) else {
            logger.warning(
                "no user has the name that the proxy sends",
                metadata: ["user": "\(name.logged)", "address": "\(address)"])
            throw AccessRefusal.wrongCredentials
        }
        try check(proof, against: try proxyToken(for: account.user.name))
        return Caller(account, by: .proxy)
    }

    private func check(
        _ proof: Credentials.PageProof, against expected: String
    ) throws(AccessRefusal) {
        guard case .csrfToken(let sent) = proof else { return }
        guard SecretBytes.areEqual(Array((sent ?? "").utf8), Array(expected.utf8)) else {
            throw .notFromPage
        }
    }

    /// Notes the use of an app password, now and then: a program makes many requests.
    private func caller(_ account: Account, appPassword id: Int64) -> Caller {
        let app = account.appPasswords.first { $0.id == id }
        let last = app?.dateUsed?.secondsSince1970 ?? 0
        if Date.now.secondsSince1970 - last >= Self.usePrecision { uses.note(appPassword: id) }
        return Caller(account, by: .appPassword(administers: app?.administers ?? false))
    }

    // In seconds.
    private static let usePrecision = 600
}

extension String {
    /// Harmless in a line of a log, and short.
    fileprivate var logged: String {
        String(unicodeScalars.prefix(64).map { $0.isHarmlessInLog ? Character($0) : "?" })
    }
}

extension UnicodeScalar {
    fileprivate var isHarmlessInLog: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // Names of metadata end with an equals sign.
        default: self != "\"" && self != "="
        }
    }
}
