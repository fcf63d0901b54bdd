import Dispatch
import Glibc
import PhonolithFiles
internal import Synchronization

/// A SQLite database: one connection, or one that writes and several that read at once.
///
/// Every method blocks its thread for the time that SQLite takes.
package final class SQLiteDatabase: SQLDatabase {
    private let path: String
    private let configuration: SQLiteConfiguration
    /// Whether several connections read at once, next to the one that writes.
    package let isPool: Bool
    /// Held by the thread that has the connection that writes, which may ask for it again.
    private let writing = RecursiveLock()
    /// `nil` once the database is closed. Used under ``writing``.
    private let writer: Mutex<SQLiteConnection?>
    private let readers = Mutex(Readers())
    /// As many threads read at once as there may be connections for it.
    private let readerSlots: DispatchSemaphore

    private struct Readers {
        /// The last one that was used is the last, and has what was read last.
        var idle: [SQLiteConnection] = []
        var isClosed = false
    }

    private init(path: String, _ configuration: SQLiteConfiguration, isPool: Bool) throws {
        self.path = path
        self.configuration = configuration
        self.isPool = isPool
        readerSlots = DispatchSemaphore(value: configuration.readerCount)
        let connection = try SQLiteConnection(
            path: path, configuration, isReadOnly: configuration.isReadOnly)
        if isPool, !configuration.isReadOnly { try connection.writeAhead() }
        writer = Mutex(connection)
    }

    /// Opens a file with one connection.
    ///
    /// - Throws: ``DatabaseError``.
    package convenience init(
        path: String, _ configuration: SQLiteConfiguration = SQLiteConfiguration()
    ) throws {
        try self.init(path: path, configuration, isPool: false)
    }

    /// Makes a database in memory.
    package convenience init(_ configuration: SQLiteConfiguration = SQLiteConfiguration()) throws {
        try self.init(path: ":memory:", configuration, isPool: false)
    }

    /// Opens a file with a connection that writes, and as many that read as the configuration says. Its log is written
    /// ahead (sqlite.org/wal.html).
    package convenience init(poolAt path: String, _ configuration: SQLiteConfiguration) throws {
        try self.init(path: path, configuration, isPool: true)
    }

    deinit { try? close() }

    package var dialect: Dialect { .sqlite }

    package var replicaStandings: [ReplicaStanding] { [] }

    // MARK: - Reading

    /// Reads the database as it is at one moment.
    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try withReader { reader in
            try reader.reading {
                defer { reader.endReading() }
                return try body(Connection(reader))
            }
        }
    }

    package func readOwn<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try read(body)
    }

    package func readLatest<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try read(body)
    }

    private func withReader<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        guard isPool else { return try withWriter(body) }
        readerSlots.wait()
        defer { readerSlots.signal() }
        let idle = try readers.withLock { readers in
            guard !readers.isClosed else { throw DatabaseError.closed }
            return readers.idle.popLast()
        }
        let reader = try idle ?? SQLiteConnection(path: path, configuration, isReadOnly: true)
        defer { readers.withLock { $0.idle.append(reader) } }
        return try body(reader)
    }

    // MARK: - Writing

    /// Has the connection that writes, outside a transaction unless the thread is in one already.
    package func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try withWriter { writer in
            // A part of a transaction must not end statements that the rest of it still reads.
            let isWhole = !writer.isInsideTransaction
            defer { if isWhole { writer.endReading() } }
            return try body(Connection(writer))
        }
    }

    private func withWriter<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try writing.withLock {
            guard let writer = writer.withLock(\.self) else { throw DatabaseError.closed }
            return try body(writer)
        }
    }

    // MARK: - The file

    /// Copies the whole database over another one.
    ///
    /// SQLite copies pages, and a file that has some keeps their size (sqlite.org/c3ref/backup_finish.html): if ours are of
    /// another size, they are written anew first, into a file next to the other one that is removed afterwards.
    package func backup(to other: SQLiteDatabase) throws {
        let (count, size) = try other.withWriter { try $0.pages() }
        if try count == 0 || withWriter({ try $0.pages() }).size == size {
            return try copy(to: other)
        }
        let copy = other.path + ".pages"
        func remove() { for suffix in ["", "-journal"] { unlink(copy + suffix) } }
        remove()
        defer { remove() }
        try withWriter { writer in
            try writer.execute("PRAGMA page_size = \(size)")
            let statement = try writer.statement("VACUUM INTO ?")
            try statement.bind([.text(copy)])
            try statement.run()
        }
        try SQLiteDatabase(path: copy).copy(to: other)
    }

    private func copy(to other: SQLiteDatabase) throws {
        try withReader { reader in try other.withWriter { try reader.copy(to: $0) } }
    }

    /// Copies what can be copied without waiting from the log into the file (sqlite.org/wal.html, "Checkpointing": PASSIVE).
    package func checkpoint() throws { try withWriter { try $0.checkpoint() } }

    /// Closes the connections; further calls fail.
    package func close() throws {
        // Connections that only read cannot clear the write-ahead log away: they are closed before the one that writes.
        for _ in 0..<configuration.readerCount { readerSlots.wait() }
        defer { for _ in 0..<configuration.readerCount { readerSlots.signal() } }
        readers.withLock { $0 = Readers(isClosed: true) }
        writing.withLock { writer.withLock { $0 = nil } }
    }
}
