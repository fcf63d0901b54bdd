private import CPhonolithSQLite
internal import GRDB
private import GRDBSQLite

/// The ways in which the connections to a SQLite database are set up.
package struct SQLiteConfiguration: Sendable {
    package var isReadOnly = false
    /// Connections of a pool that only read.
    package var readerCount = 5
    /// Statements that each new connection runs, if it writes or only reads.
    package var preparation: (reading: [String], writing: [String]) = ([], [])
    /// Called with each statement that begins, on the thread that has its connection.
    package var observer: (@Sendable (ExecutedStatement) -> Void)?

    package init() {}

    private static let countsNoMemory: Void = phonolith_sqlite_count_no_memory()

    var configuration: GRDB.Configuration {
        _ = Self.countsNoMemory
        var configuration = GRDB.Configuration()
        configuration.readonly = isReadOnly
        configuration.maximumReaderCount = readerCount
        configuration.busyMode = .timeout(longestLockWait)
        configuration.prepareDatabase { [preparation, observer] database in
            Self.removeAuthorizer(of: database)
            if let observer { Self.observe(database, observer) }
            let isReading = database.configuration.readonly
            for statement in isReading ? preparation.reading : preparation.writing {
                try database.execute(sql: statement)
            }
            if isReading { Self.endWhenCancelled(database) }
        }
        return configuration
    }

    /// Removes GRDB's authorizer, which notes every column that a statement reads. That is for observers, of which we have
    /// none, and takes longer than SQLite's own preparation. GRDB also notices schema changes by it, for a cache of the
    /// schema that we do not use.
    private static func removeAuthorizer(of database: GRDB.Database) {
        sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
    }

    private static func observe(
        _ database: GRDB.Database, _ observer: @escaping @Sendable (ExecutedStatement) -> Void
    ) {
        database.trace(options: .statement) { event in
            guard case .statement(let statement) = event else { return }
            observer(ExecutedStatement(sql: statement.sql) { statement.expandedSQL })
        }
    }

    /// Lets SQLite ask now and then whether a statement is still wanted (sqlite.org/c3ref/progress_handler.html).
    private static func endWhenCancelled(_ database: GRDB.Database) {
        // In instructions of SQLite's machine: some tenths of a millisecond.
        let interval: CInt = 10_000
        sqlite3_progress_handler(
            database.sqliteConnection, interval, { _ in Connection.isAbandoned ? 1 : 0 }, nil)
    }
}

/// A statement that a connection executes.
package struct ExecutedStatement {
    /// Its text, with question marks for values.
    package let sql: String
    private let expanded: () -> String

    init(sql: String, _ expanded: @escaping () -> String) {
        self.sql = sql
        self.expanded = expanded
    }

    /// Its text with the values.
    package var expandedSQL: String { expanded() }
}

extension Connection {
    /// Whether reading ends when its task is cancelled, with ``DatabaseError/Code/interrupted``; else it comes to its end.
    @TaskLocal package static var endsWhenCancelled = false

    /// Whether what is being read is of no use any more.
    package static var isAbandoned: Bool { endsWhenCancelled && Task.isCancelled }
}
