import Synchronization

/// Passwords that were verified a short while ago, as keyed hashes: scrypt takes too long for each of the many requests
/// of a program.
final class VerifiedPasswords: Sendable {
    private struct Entry {
        var code: [UInt8]
        var until: Int
    }

    // In seconds.
    static let duration = 600
    private static let most = 1000

    private let key = SecretBytes.random(32)
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameters:
    ///   - hash: The stored hash: another password has another, so that what was verified before is forgotten.
    ///   - now: In seconds, by any clock that does not go back.
    func contains(_ password: String, hash: String, now: Int) throws -> Bool {
        let code = try code(password)
        return entries.withLock { entries in
            guard let entry = entries[hash], entry.until > now else { return false }
            return SecretBytes.areEqual(entry.code, code)
        }
    }

    func add(_ password: String, hash: String, now: Int) throws {
        let code = try code(password)
        entries.withLock { entries in
            if entries.count >= Self.most { entries = entries.filter { $0.value.until > now } }
            if entries.count >= Self.most { entries.removeAll() }
            entries[hash] = Entry(code: code, until: now + Self.duration)
        }
    }

    private func code(_ password: String) throws -> [UInt8] {
        try Cryptography.code(of: Array(password.utf8), key: key)
    }
}
