internal import Foundation
private import Synchronization

/// Servers that follow the one that is written to (postgresql.org/docs/15/warm-standby.html), and answer questions for it.
///
/// A server that cannot be reached is left out for a while, and one that is behind until it has caught up: no answer is older
/// than what this process has written, or has learned by ``require(_:)``. Each address is that of one server.
final class PostgresReplicas: Sendable {
    /// A place in the log of changes, in bytes from its beginning.
    typealias Position = Int

    private let replicas: [Replica]
    private let next = Mutex(0)
    private let required = Mutex<Position>(0)

    init(at addresses: [String], readerCount: Int) {
        replicas = addresses.map { Replica(at: $0, readerCount: readerCount) }
    }

    var isEmpty: Bool { replicas.isEmpty }

    /// Lets only servers answer that have come as far; none for `nil`, until the next position is known.
    func require(_ position: Position?) {
        required.withLock { required in
            guard let position else { return required = .max }
            required = required == .max ? position : max(required, position)
        }
    }

    /// Reads one of the servers as it is at one moment.
    ///
    /// - Returns: `nil` where none can answer.
    /// - Throws: The error of `body`.
    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value? {
        let required = required.withLock(\.self)
        for _ in replicas {
            let index = next.withLock { next in
                next = (next + 1) % replicas.count
                return next
            }
            if let value = try replicas[index].read(from: required, body) { return value }
        }
        return nil
    }
}

/// A server that follows another.
private final class Replica: Sendable {
    private let pool: PostgresPool
    private let state = Mutex(State())

    private struct State {
        var position = -1
        var absence = Absence()
    }

    init(at address: String, readerCount: Int) {
        pool = PostgresPool(count: readerCount) {
            try PostgresConnection(to: address, isReplica: true, observer: nil)
        }
    }

    func read<Value>(from required: Int, _ body: (Connection) throws -> Value) throws -> Value? {
        guard state.withLock({ $0.absence.isToBeAsked(at: .now) }) else { return nil }
        var hasBegun = false
        var hasAnswered = false
        do {
            return try pool.withConnection { connection in
                guard try hasReached(required, connection) else { return nil }
                return try connection.snapshot(isPooled: true) {
                    hasBegun = true
                    state.withLock { $0.absence.end() }
                    let count = connection.rowCount
                    defer { hasAnswered = connection.rowCount > count }
                    return try body(Connection(connection))
                }
            }
        } catch let error as DatabaseError
            where !hasBegun && error != .closed && error.code != .interrupted
        {
            leaveOut()
            return nil
        } catch let error as DatabaseError where error.code == .disconnected || error.code == .busy
        {
            leaveOut()
            guard hasAnswered else { return nil }
            // Nothing but what it takes over keeps a replica from answering (postgresql.org/docs/15/hot-standby.html,
            // "Handling Query Conflicts").
            throw error.code == .busy ? DatabaseError(.overtaken, error.message) : error
        }
    }

    private func leaveOut() {
        state.withLock { $0.absence.begin(at: .now) }
        pool.dropIdle()
    }

    private func hasReached(_ required: Int, _ connection: PostgresConnection) throws -> Bool {
        if state.withLock({ $0.position >= required }) { return true }
        // One that was made a server of its own follows no more.
        guard let position = try connection.replayedPosition() else { return false }
        state.withLock { $0.position = max($0.position, position) }
        return position >= required
    }
}

/// The time for which a replica that has failed is left out.
struct Absence {
    static let pause: Duration = .seconds(5)
    private var pauseEnd: ContinuousClock.Instant?

    mutating func begin(at now: ContinuousClock.Instant) { pauseEnd = now + Self.pause }

    mutating func end() { pauseEnd = nil }

    /// Whether a question goes to the replica. After a pause the first one does, and the others go to another server
    /// until it has an answer, or for another pause.
    mutating func isToBeAsked(at now: ContinuousClock.Instant) -> Bool {
        guard let pauseEnd else { return true }
        if now < pauseEnd { return false }
        begin(at: now)
        return true
    }
}

extension PostgresConnection {
    /// How much a server has taken over; `nil` for one that follows no other.
    func replayedPosition() throws -> PostgresReplicas.Position? {
        try Int.fetchOne(
            Connection(self),
            literal: """
                SELECT CAST(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS bigint)
                WHERE pg_is_in_recovery()
                """)
    }

    /// How much the server that is written to has written.
    func writtenPosition() throws -> PostgresReplicas.Position {
        try Int.fetchOne(
            Connection(self),
            literal: "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bigint)")
            ?? 0
    }
}
