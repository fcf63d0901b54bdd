internal import PhonolithFiles

/// The connections of a pool that only read, of which each thread that asks has one.
///
/// `@unchecked Sendable`: everything is used under `state`, and a connection by the thread that took it out, and by no other until
/// that puts it back.
final class SQLiteReaders: @unchecked Sendable {
    private let connect: () throws -> SQLiteConnection
    private let most: Int
    private let state = ThreadCondition()
    /// The last one that was used is the last, and has what was read last.
    private var idle: [SQLiteConnection] = []
    private var usedCount = 0
    private var isClosed = false

    /// - Parameter most: As many threads read at once; others wait for one.
    init(most: Int, _ connect: @escaping () throws -> SQLiteConnection) {
        self.most = most
        self.connect = connect
    }

    func withConnection<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        let known = try take()
        var used: SQLiteConnection?
        defer { putBack(used) }
        let connection = try known ?? connect()
        used = connection
        return try body(connection)
    }

    /// Waits until one may be used; `nil` where it is to be made.
    private func take() throws -> SQLiteConnection? {
        try state.withLock {
            while !isClosed, usedCount == most { state.wait() }
            if isClosed { throw DatabaseError.closed }
            usedCount += 1
            return idle.popLast()
        }
    }

    /// - Parameter connection: `nil` for one that could not be made.
    private func putBack(_ connection: SQLiteConnection?) {
        state.withLock {
            // Before the one that writes, which is closed once none is used.
            if isClosed { connection?.close() } else if let connection { idle.append(connection) }
            usedCount -= 1
            // Both who waits for a connection, and who closes them.
            state.broadcast()
        }
    }

    /// Closes the connections, and waits for those that are used; nobody gets one any more, also within what is waited for.
    func close() {
        state.withLock {
            isClosed = true
            idle = []
            state.broadcast()
            while usedCount > 0 { state.wait() }
        }
    }
}
