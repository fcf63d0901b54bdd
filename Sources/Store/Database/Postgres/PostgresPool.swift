import Dispatch
import PhonolithFiles

/// Connections of which each thread that asks has one.
///
/// Unchecked, because a connection is used by the thread that took it out, and by no other until that puts it back.
final class PostgresPool: @unchecked Sendable {
    private let connect: () throws -> PostgresConnection
    private let free: DispatchSemaphore
    private let lock = RecursiveLock()
    private var idle: [PostgresConnection] = []
    private var isClosed = false

    init(count: Int, _ connect: @escaping () throws -> PostgresConnection) {
        self.connect = connect
        free = DispatchSemaphore(value: count)
    }

    func withConnection<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        free.wait()
        defer { free.signal() }
        let connection = try takeIdle() ?? connect()
        defer {
            lock.withLock { if connection.isAlive, !isClosed { idle.append(connection) } }
        }
        return try body(connection)
    }

    /// Takes out a connection that can be used, and drops those that cannot.
    private func takeIdle() throws -> PostgresConnection? {
        while true {
            let last = try lock.withLock {
                if isClosed { throw DatabaseError.closed }
                return idle.popLast()
            }
            guard let last else { return nil }
            if last.isFresh, !last.isInsideTransaction { return last }
        }
    }

    /// Closes the connections that no one uses.
    func dropIdle() { lock.withLock { idle = [] } }

    func close() {
        lock.withLock {
            isClosed = true
            idle = []
        }
    }
}

/// The connection that writes: one thread at a time has it, which may ask for it again meanwhile.
///
/// Unchecked, because everything is used by the thread that has the lock.
final class PostgresWriter: @unchecked Sendable {
    private let connect: () throws -> PostgresConnection
    private let lock = RecursiveLock()
    private var connection: PostgresConnection?
    private var depth = 0
    private var isClosed = false

    init(_ connect: @escaping () throws -> PostgresConnection) { self.connect = connect }

    func withConnection<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try lock.withLock {
            if isClosed { throw DatabaseError.closed }
            depth += 1
            defer { depth -= 1 }
            // Not in the middle of a transaction: later statements would be executed without the earlier ones.
            if depth == 1, let known = connection, !known.isFresh || known.isInsideTransaction {
                connection = nil
            }
            let connection = try connection ?? connect()
            self.connection = connection
            return try body(connection)
        }
    }

    func close() {
        lock.withLock {
            isClosed = true
            connection = nil
        }
    }
}
