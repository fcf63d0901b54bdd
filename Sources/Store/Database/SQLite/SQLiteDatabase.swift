import Foundation
internal import GRDB

/// A SQLite database, opened by GRDB: for one connection, or for one that writes and several that read at once.
///
/// Every method blocks its thread for the time that SQLite takes.
package final class SQLiteDatabase: SQLDatabase {
    let writer: any DatabaseWriter

    /// Opens a file with one connection.
    ///
    /// - Throws: ``DatabaseError``.
    package init(path: String, _ configuration: SQLiteConfiguration = SQLiteConfiguration()) throws
    {
        writer = try DatabaseError.translating {
            try DatabaseQueue(path: path, configuration: configuration.configuration)
        }
    }

    /// Makes a database in memory.
    package init(_ configuration: SQLiteConfiguration = SQLiteConfiguration()) throws {
        writer = try DatabaseError.translating {
            try DatabaseQueue(configuration: configuration.configuration)
        }
    }

    /// Opens a file with a connection that writes, and as many that read as the configuration says. Its log is written
    /// ahead (sqlite.org/wal.html).
    package init(poolAt path: String, _ configuration: SQLiteConfiguration) throws {
        writer = try DatabaseError.translating {
            try DatabasePool(path: path, configuration: configuration.configuration)
        }
    }

    package var dialect: Dialect { .sqlite }

    /// Whether several connections read at once, next to the one that writes.
    package var isPool: Bool { writer is DatabasePool }

    /// Reads the database as it is at one moment.
    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try DatabaseError.translating {
            try writer.read { database in
                let connection = Connection(database)
                defer { connection.endReading() }
                return try body(connection)
            }
        }
    }

    package func readOwn<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try read(body)
    }

    package var replicaStandings: [ReplicaStanding] { [] }

    package func readLatest<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try read(body)
    }

    /// Has the connection that writes, outside a transaction unless the thread is in one already.
    package func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try DatabaseError.translating {
            try writer.unsafeReentrantWrite { database in
                let connection = Connection(database)
                // A part of a transaction must not end statements that the rest of it still reads.
                let isWhole = !connection.isInsideTransaction
                defer { if isWhole { connection.endReading() } }
                return try body(connection)
            }
        }
    }

    /// Copies the whole database over another one.
    ///
    /// SQLite copies pages, and a file that has some keeps their size (sqlite.org/c3ref/backup_finish.html): if ours are of
    /// another size, they are written anew first, into a file next to the other one that is removed afterwards.
    package func backup(to other: SQLiteDatabase) throws {
        try DatabaseError.translating {
            let (count, size) = try other.pages()
            if try count == 0 || pages().size == size {
                return try writer.backup(to: other.writer)
            }
            let path = other.writer.path + ".pages"
            func remove() { for suffix in ["", "-journal"] { unlink(path + suffix) } }
            remove()
            defer { remove() }
            try writer.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA page_size = \(size)")
                try $0.execute(sql: "VACUUM INTO ?", arguments: [path])
            }
            try DatabaseQueue(path: path).backup(to: other.writer)
        }
    }

    private func pages() throws -> (count: Int, size: Int) {
        try writer.unsafeRead {
            (
                try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0,
                try Int.fetchOne($0, sql: "PRAGMA page_size") ?? 0
            )
        }
    }

    /// Copies what can be copied without waiting from the log into the file (sqlite.org/wal.html, "Checkpointing": PASSIVE).
    package func checkpoint() throws {
        try DatabaseError.translating {
            _ = try writer.writeWithoutTransaction { try $0.checkpoint(.passive) }
        }
    }

    /// Closes the connections; further calls fail.
    package func close() throws {
        try DatabaseError.translating {
            // Connections that only read cannot clear the write-ahead log away: they are closed before the one that writes.
            (writer as? DatabasePool)?.releaseMemory()
            try writer.close()
        }
    }
}
