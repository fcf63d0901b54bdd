private import Synchronization

/// Locks of a library on a server that are of no row (postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS).
enum AdvisoryLock: Int64 {
    /// While the schema is made.
    case schema = 1
    /// While the library is changed.
    case writing
    /// As long as a scan takes: shared by the scans, and held alone by what no scan may run beside.
    case scanning
    /// While a scan chooses its roots.
    case choosingRoots

    /// Far from the numbers that other programs may use in the same database.
    var key: Int64 { Self.ours << 16 | rawValue }

    /// Two numbers for one root, which PostgreSQL keeps apart from all single ones. Roots whose ids differ by 2³² share a
    /// lock, and wait for each other.
    static func root(_ id: Int64) -> (Int32, Int32) {
        (Int32(truncatingIfNeeded: ours), Int32(truncatingIfNeeded: id))
    }

    /// Two numbers for the queue of one user.
    static func queue(_ user: Int64, toPlay: Bool) -> (Int32, Int32) {
        (Int32(truncatingIfNeeded: ours + (toPlay ? 2 : 1)), Int32(truncatingIfNeeded: user))
    }

    private static let ours: Int64 = 0x7068_6F6E_6F
}

/// Locks of a server that one connection holds: they end with the process, however that ends.
package final class SessionLock: Sendable {
    private let connection: Mutex<PostgresConnection>

    private struct Held { weak var lock: SessionLock? }
    private static let held = Mutex<[Held]>([])

    /// Whether this process has a lock whose connection was lost, so that others can have it.
    package static var isAnyLost: Bool {
        // One that is being asked finds out itself.
        held.withLock { $0.compactMap(\.lock) }.contains { lock in
            lock.connection.withLockIfAvailable(\.isFresh) == false
        }
    }

    /// Takes the lock by which scans of a library are kept apart.
    ///
    /// - Parameter isShared: Whether others that share it may have it as well.
    /// - Returns: `nil` where another connection has it.
    /// - Throws: ``DatabaseError``.
    package static func scanning(at address: String, isShared: Bool) throws -> SessionLock? {
        let lock = try SessionLock(at: address)
        let take: SQL = isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock"
        guard try lock.isTaken("\(take)(\(AdvisoryLock.scanning.key))") else { return nil }
        held.withLock { held in
            held.removeAll { $0.lock == nil }
            held.append(Held(lock: lock))
        }
        return lock
    }

    /// Takes the lock that gives the right to change a user's queue, or to play it.
    ///
    /// - Parameter toPlay: Whether it is the player's.
    /// - Returns: `nil` if another connection has it.
    /// - Throws: ``DatabaseError``.
    package static func queue(
        ofUser user: Int64, toPlay: Bool, at address: String
    ) throws -> SessionLock? {
        let lock = try SessionLock(at: address)
        let (ours, user) = AdvisoryLock.queue(user, toPlay: toPlay)
        let take: SQL = "pg_try_advisory_lock(\(sql: String(ours)), \(sql: String(user)))"
        return try lock.isTaken(take) ? lock : nil
    }

    /// Whether its connection has not ended.
    package var isHeld: Bool {
        // After any error, the next question uses another connection.
        (try? isTaken("true")) == true
    }

    private init(at address: String) throws {
        let connection = try PostgresConnection(to: address, observer: nil)
        // It says nothing while a scan of hours goes on.
        try connection.execute(
            """
            SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'
            """)
        self.connection = Mutex(connection)
    }

    /// Releases the locks at once; the server would do so only when it notices the end of the connection.
    deinit {
        connection.withLock { connection in
            guard connection.isFresh else { return }
            // If this fails, the end of the connection releases them.
            try? Connection(connection).execute(literal: "SELECT pg_advisory_unlock_all()")
        }
    }

    /// Takes the lock of a root, as long as this lock is held.
    ///
    /// - Returns: `false` where another connection has it.
    /// - Throws: ``DatabaseError``.
    package func take(root id: Int64) throws -> Bool {
        let (ours, root) = AdvisoryLock.root(id)
        return try isTaken("pg_try_advisory_lock(\(sql: String(ours)), \(sql: String(root)))")
    }

    /// Runs something that no other scan does at the same time, as soon as none does.
    ///
    /// - Throws: ``DatabaseError``, and what the body throws.
    package func whileChoosingRoots<Value>(_ body: () throws -> Value) throws -> Value {
        let key = AdvisoryLock.choosingRoots.key
        try run("pg_advisory_lock(\(key))")
        // A connection that was lost has no lock.
        defer { try? run("pg_advisory_unlock(\(key))") }
        return try body()
    }

    private func isTaken(_ call: SQL) throws -> Bool {
        try connection.withLock {
            try Bool.fetchOne(Connection($0), literal: "SELECT \(call)") == true
        }
    }

    private func run(_ call: SQL) throws {
        try connection.withLock { try Connection($0).execute(literal: "SELECT \(call)") }
    }
}
