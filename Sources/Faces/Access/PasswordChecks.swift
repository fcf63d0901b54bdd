import PhonolithFiles
import PhonolithWorker
import Synchronization

/// Checks of main passwords. scrypt takes 16 MiB and some hundredths of a second, so that few are made at once, and
/// their order matters.
final class PasswordChecks: Sendable {
    /// The checks for a client.
    struct Subject: Hashable {
        var client: LoginThrottle.Client
        /// The digest of the password.
        var password: [UInt8]
    }

    private let threads = BlockingThreads(name: "passwords", count: 2)
    private let known = JobSlots(2)
    /// Names that no user has leave a thread to those that one has.
    private let unknown = JobSlots(1)
    private let running = Mutex<[Subject: Task<Caller, any Error>]>([:])

    deinit { threads.end() }

    /// Does the work of a check. Clients of several addresses take turns.
    func perform<Value: Sendable>(
        for address: AddressPrefix, isKnown: Bool, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let slots = isKnown ? known : unknown
        try await slots.take(for: address.text)
        defer { slots.giveBack(by: address.text) }
        return try await threads.perform(body)
    }

    func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
        -> Value
    {
        try await threads.perform(body)
    }

    /// Makes a check, unless the same is being made: a program sends many requests at once with one password.
    func once(
        _ subject: Subject, _ check: @escaping @Sendable () async throws -> Caller
    ) async throws -> Caller {
        let task = running.withLock { tasks in
            if let task = tasks[subject] { return task }
            // Others may wait for it: it goes on when the client that began it has left.
            let task = Task {
                defer { running.withLock { $0[subject] = nil } }
                return try await check()
            }
            tasks[subject] = task
            return task
        }
        return try await task.value
    }
}

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
