/// A database on a PostgreSQL server: one connection that writes, and several that read at once.
///
/// Connections are made when they are needed, and kept.
package final class PostgresDatabase: SQLDatabase {
    private let readers: PostgresPool
    private let writer: PostgresWriter
    private let replicas: PostgresReplicas

    /// Connects once, to find out whether it can.
    ///
    /// - Parameters:
    ///   - address: A URL or a connection string of libpq.
    ///   - readerCount: Connections that read at once; others wait for one.
    ///   - replicas: Servers that follow this one, and answer for it what they can.
    ///   - observer: Called with each statement that begins, on the thread that has its connection.
    /// - Throws: ``DatabaseError``.
    package init(
        at address: String, readerCount: Int = 5, replicas: ReplicaOptions = ReplicaOptions(),
        observer: (@Sendable (ExecutedStatement) -> Void)? = nil
    ) throws {
        let connect = { try PostgresConnection(to: address, observer: observer) }
        readers = PostgresPool(count: readerCount) {
            let connection = try connect()
            try connection.prepareReading()
            return connection
        }
        writer = PostgresWriter {
            let connection = try connect()
            try connection.execute("SET lock_timeout = '\(Int(longestLockWait)) s'")
            return connection
        }
        self.replicas = PostgresReplicas(replicas, readerCount: readerCount)
        try readers.withConnection { _ in }
    }

    /// Whether a server is a replica, which follows another server.
    ///
    /// - Throws: ``DatabaseError`` where it cannot be reached.
    package static func isReplica(_ address: String) throws -> Bool {
        try PostgresConnection(to: address, observer: nil).replayed() != nil
    }

    /// The settings that an address names, such as `host` and `dbname`; none of an invalid one, or without libpq.
    package static func settings(of address: String) -> [String: String] {
        PostgresConnection.parsed(address).settings
    }

    package var dialect: Dialect { .postgres }

    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        if !replicas.isEmpty {
            let value = try replicas.read(
                writtenPosition: { try readers.withConnection { try $0.writtenPosition() } }, body)
            if let value { return value }
        }
        return try readOwn(body)
    }

    package func readOwn<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try readers.withConnection { connection in
            try connection.snapshot { try body(Connection(connection)) }
        }
    }

    package var replicaStandings: [ReplicaStanding] { replicas.standings }

    package func readLatest<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try readers.withConnection { connection in
            let value = try connection.snapshot { try body(Connection(connection)) }
            if !replicas.isEmpty { replicas.require(try connection.writtenPosition()) }
            return value
        }
    }

    package func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try writer.withConnection { connection in
            // The change is made, also where the position cannot be asked: then no replica answers until the next one is known.
            defer {
                if !replicas.isEmpty, !(connection.isAlive && connection.isInsideTransaction) {
                    replicas.require(try? connection.writtenPosition())
                }
            }
            return try body(Connection(connection))
        }
    }

    package func close() throws {
        readers.close()
        writer.close()
    }
}
