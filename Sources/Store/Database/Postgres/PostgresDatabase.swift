/// A database on a PostgreSQL server: one connection that writes, and several that read at once.
///
/// Connections are made when they are needed, and kept.
package final class PostgresDatabase: SQLDatabase {
    private let readers: PostgresPool
    private let writer: PostgresWriter

    /// Connects once, to find out whether it can.
    ///
    /// - Parameters:
    ///   - address: A URL or a connection string of libpq.
    ///   - readerCount: Connections that read at once; others wait for one.
    ///   - observer: Called with each statement that begins, on the thread that has its connection.
    /// - Throws: ``DatabaseError``.
    package init(
        at address: String, readerCount: Int = 5,
        observer: (@Sendable (ExecutedStatement) -> Void)? = nil
    ) throws {
        let connect = { try PostgresConnection(to: address, observer: observer) }
        readers = PostgresPool(count: readerCount, connect)
        writer = PostgresWriter {
            let connection = try connect()
            try connection.execute("SET lock_timeout = '\(Int(longestLockWait)) s'")
            return connection
        }
        try readers.withConnection { _ in }
    }

    package var dialect: Dialect { .postgres }

    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try readers.withConnection { connection in
            try connection.snapshot { try body(Connection(connection)) }
        }
    }

    package func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try writer.withConnection { try body(Connection($0)) }
    }

    package func close() throws {
        readers.close()
        writer.close()
    }
}
