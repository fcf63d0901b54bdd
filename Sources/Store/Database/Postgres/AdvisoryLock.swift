private import Synchronization

/// Locks of a library on a server that are of no row (postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS).
enum AdvisoryLock: Int64 {
    /// While the schema is made.
    case schema = 1
    /// While the library is changed.
    case writing
    /// As long as a scan takes.
    case scanning

    /// Far from the numbers that other programs may use in the same database.
    var key: Int64 { 0x7068_6F6E_6F << 16 | rawValue }
}

/// A lock of a server that its connection holds: it ends with the process, however that ends.
///
/// Unchecked, because of the connection only its socket is looked at after the lock was taken.
package final class SessionLock: @unchecked Sendable {
    private let connection: PostgresConnection

    private struct Held { weak var lock: SessionLock? }
    private static let held = Mutex<[Held]>([])

    /// Whether this process has a lock whose connection was lost, so that others can have it.
    package static var isAnyLost: Bool {
        held.withLock { $0.contains { $0.lock?.connection.isFresh == false } }
    }

    /// Takes the lock by which only one scan at a time writes into a library.
    ///
    /// - Returns: `nil` where another connection has it.
    /// - Throws: ``DatabaseError``.
    package static func scanning(at address: String) throws -> SessionLock? {
        let connection = try PostgresConnection(to: address, observer: nil)
        let isTaken = try Bool.fetchOne(
            Connection(connection),
            literal: "SELECT pg_try_advisory_lock(\(AdvisoryLock.scanning.key))")
        return isTaken == true ? SessionLock(connection) : nil
    }

    private init(_ connection: PostgresConnection) {
        self.connection = connection
        Self.held.withLock { held in
            held.removeAll { $0.lock == nil }
            held.append(Held(lock: self))
        }
    }
}
