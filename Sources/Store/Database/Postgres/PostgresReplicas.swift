private import Synchronization

/// Servers that follow the one that is written to (postgresql.org/docs/15/warm-standby.html), and answer questions for it.
///
/// A server that cannot be reached, or follows no other any more, is left out for a while, and one that is behind until it has
/// caught up: no answer is older than what this process has written, or has learned by ``require(_:)``, or than the longest
/// lag. Each address is that of one server.
final class PostgresReplicas: Sendable {
    /// A place in the log of changes, in bytes from its beginning.
    typealias Position = Int

    private let replicas: [Replica]
    private let next = Mutex(0)
    private let required = Mutex<Position>(0)
    private let lag: Mutex<ReplicaLag>
    /// Held by the thread that asks the library's server how much it has written.
    private let isAsking = Mutex(false)

    /// - Parameter options: The servers; not the one that is written to.
    init(_ options: ReplicaOptions, readerCount: Int) {
        replicas = options.addresses.map {
            Replica(at: $0, readerCount: readerCount, note: options.note)
        }
        lag = Mutex(ReplicaLag(longest: options.longestLag))
    }

    var isEmpty: Bool { replicas.isEmpty }

    /// How the servers stand, in the order of their addresses.
    var standings: [ReplicaStanding] { replicas.map(\.standing) }

    /// Lets only servers answer that have come as far; none for `nil`, until the next position is known.
    func require(_ position: Position?) {
        required.withLock { required in
            guard let position else { return required = .max }
            required = required == .max ? position : max(required, position)
        }
    }

    /// Reads one of the servers as it is at one moment.
    ///
    /// - Parameter written: Asks the library's server how much it has written.
    /// - Returns: `nil` where none can answer.
    /// - Throws: The error of `body`.
    func read<Value>(
        writtenPosition written: () throws -> Position, _ body: (Connection) throws -> Value
    ) throws -> Value? {
        noteWritten(written)
        let required = required.withLock(\.self)
        let lag = lag.withLock(\.self)
        for _ in replicas {
            let index = next.withLock { next in
                next = (next + 1) % replicas.count
                return next
            }
            if let value = try replicas[index].read(from: required, lag, body) { return value }
        }
        return nil
    }

    /// Pause between questions about how far a server is.
    static let interval = Duration.seconds(1)

    /// Asks the library's server how much it has written, unless that was done within a second.
    private func noteWritten(_ written: () throws -> Position) {
        let now = ContinuousClock.now
        if let last = lag.withLock(\.lastDate), now < last + Self.interval { return }
        let isFirst = isAsking.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard isFirst else { return }
        defer { isAsking.withLock { $0 = false } }
        // Where it cannot be asked, nothing is noted, and soon no replica answers.
        if let position = try? written() { lag.withLock { $0.note(position, at: now) } }
    }
}

/// A server that follows another.
private final class Replica: Sendable {
    private let address: String
    private let pool: PostgresPool
    private let note: @Sendable (ReplicaChange) -> Void
    private let state = Mutex(State())

    private struct State {
        var replayed: Replayed?
        var date = ContinuousClock.now
        var absence = Absence()
        var standing = ReplicaStanding()
    }

    init(
        at address: String, readerCount: Int, note: @escaping @Sendable (ReplicaChange) -> Void
    ) {
        self.address = address
        self.note = note
        pool = PostgresPool(count: readerCount) {
            try PostgresConnection(to: address, isReplica: true, observer: nil)
        }
    }

    var standing: ReplicaStanding { state.withLock(\.standing) }

    func read<Value>(
        from required: Int, _ lag: ReplicaLag, _ body: (Connection) throws -> Value
    ) throws -> Value? {
        guard state.withLock({ $0.absence.isToBeAsked(at: .now) }), !isKnownBehind else {
            return nil
        }
        var hasBegun = false
        var hasAnswered = false
        do {
            return try pool.withConnection { connection in
                guard try isUsable(required, lag, connection) else { return nil }
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
            leaveOut(.unreachable)
            return nil
        } catch let error as DatabaseError where error.code == .disconnected || error.code == .busy
        {
            leaveOut(error.code == .busy ? nil : .unreachable)
            guard hasAnswered else { return nil }
            // Nothing but what it takes over keeps a replica from answering (postgresql.org/docs/15/hot-standby.html,
            // "Handling Query Conflicts").
            throw error.code == .busy ? DatabaseError(.overtaken, error.message) : error
        }
    }

    /// - Parameter reason: `nil` for one that answers again after the pause.
    private func leaveOut(_ reason: ReplicaStanding.Reason?) {
        state.withLock { $0.absence.begin(at: .now) }
        pool.dropIdle()
        if let reason { set(reason) }
    }

    /// Whether it was too far behind less than a second ago.
    private var isKnownBehind: Bool {
        state.withLock { state in
            state.standing.reason == .behind && state.date + PostgresReplicas.interval > .now
        }
    }

    private func isUsable(
        _ required: Int, _ lag: ReplicaLag, _ connection: PostgresConnection
    ) throws -> Bool {
        let now = ContinuousClock.now
        let known = state.withLock { state in
            state.date + PostgresReplicas.interval > now ? state.replayed : nil
        }
        if let known, known.position >= required, standing.reason == nil { return true }
        guard let replayed = try connection.replayed() else {
            // One that was made a server of its own has changes of its own.
            leaveOut(.promoted)
            return false
        }
        state.withLock { ($0.replayed, $0.date) = (replayed, now) }
        let isAllowed = lag.allows(replayed.position, age: replayed.age, at: now)
        set(isAllowed ? nil : .behind)
        return isAllowed && replayed.position >= required
    }

    private func set(_ reason: ReplicaStanding.Reason?) {
        let isNew = state.withLock { state in
            guard state.standing.reason != reason else { return false }
            state.standing.reason = reason
            if let reason { state.standing.leftOut[reason, default: 0] += 1 }
            return true
        }
        if isNew { note(ReplicaChange(address: address, reason: reason)) }
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
    /// How much a server has replayed; `nil` for one that follows no other.
    func replayed() throws -> Replayed? {
        let row = try Row.fetchOne(
            Connection(self),
            literal: """
                SELECT CAST(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS bigint),
                    CAST(EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp())
                        * 1000 AS bigint)
                WHERE pg_is_in_recovery()
                """)
        return row.map { row in
            let age: Int? = row[1]
            return Replayed(position: row[0], age: age.map { .milliseconds($0) })
        }
    }

    /// How much the server that is written to has written.
    func writtenPosition() throws -> PostgresReplicas.Position {
        try Int.fetchOne(
            Connection(self),
            literal: "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bigint)")
            ?? 0
    }
}

/// How much a replica has replayed.
struct Replayed {
    var position: PostgresReplicas.Position
    /// How long ago the last transaction of it was committed; `nil` where none is known.
    var age: Duration?
}
