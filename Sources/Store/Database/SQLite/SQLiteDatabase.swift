import Glibc
import PhonolithFiles
internal import Synchronization

/// A SQLite database: one connection, or one that writes and several that read at once.
///
/// Every method blocks its thread for the time that SQLite takes.
package final class SQLiteDatabase: SQLDatabase {
    /// The bytes of the file's path; `nil` in memory.
    private let path: [UInt8]?
    private let configuration: SQLiteConfiguration
    /// Whether several connections read at once, next to the one that writes.
    package let isPool: Bool
    /// Held by the thread that has the connection that writes, which may ask for it again.
    private let writing = RecursiveLock()
    /// `nil` once the database is closed. Used under ``writing``.
    private let writer: Mutex<SQLiteConnection?>
    private let readers: SQLiteReaders

    private init(_ path: [UInt8]?, _ configuration: SQLiteConfiguration, isPool: Bool) throws {
        self.path = path
        self.configuration = configuration
        self.isPool = isPool
        readers = SQLiteReaders(most: configuration.readerCount) {
            try SQLiteConnection(path: path, configuration, isReadOnly: true)
        }
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
        try self.init(at: Array(path.utf8), configuration)
    }

    /// Opens a file whose path need not be UTF-8.
    ///
    /// - Throws: ``DatabaseError``.
    package convenience init(
        at path: [UInt8], _ configuration: SQLiteConfiguration = SQLiteConfiguration()
    ) throws {
        try self.init(path, configuration, isPool: false)
    }

    /// Makes a database in memory.
    package convenience init(_ configuration: SQLiteConfiguration = SQLiteConfiguration()) throws {
        try self.init(nil, configuration, isPool: false)
    }

    /// Opens a file with a connection that writes, and as many that read as the configuration says. Its log is written
    /// ahead (sqlite.org/wal.html).
    package convenience init(poolAt path: String, _ configuration: SQLiteConfiguration) throws {
        try self.init(Array(path.utf8), configuration, isPool: true)
    }

    deinit { try? close() }

    package var dialect: Dialect { .sqlite }

    package var replicaStandings: [ReplicaStanding] { [] }

    // MARK: - Reading

    /// Reads the database as it is at one moment.
    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try withReader { reader in
            try reader.lent { try reader.reading { try body(Connection(reader)) } }
        }
    }

    package func readOwn<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try read(body)
    }

    package func readLatest<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try read(body)
    }

    private func withReader<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try isPool ? readers.withConnection(body) : withWriter(body)
    }

    // MARK: - Writing

    /// Has the connection that writes, outside a transaction unless the thread is in one already.
    package func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try withWriter { writer in try writer.lent { try body(Connection(writer)) } }
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
        // Of a library, whose path is a text.
        let copy = String(decoding: other.path ?? [], as: UTF8.self) + ".pages"
        func remove() { for suffix in ["", "-journal"] { unlink(copy + suffix) } }
        remove()
        defer { remove() }
        makePrivateFile(copy)
        try withWriter { writer in
            try writer.execute("PRAGMA page_size = \(size)")
            let statement = try writer.statement("VACUUM INTO ?")
            try statement.bind([.text(SQLiteConnection.address(of: Array(copy.utf8)))])
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
        readers.close()
        writing.withLock { writer.withLock { $0 = nil } }
    }
}

/// Makes an empty file that only its owner can read, for SQLite to fill. Where it cannot be made, SQLite says so.
private func makePrivateFile(_ path: String) {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
}
