private import CPhonolithSQLite

/// A connection to SQLite, with the statements that it keeps for their next use.
///
/// `@unchecked Sendable`: one thread at a time uses a connection, the one that ``SQLiteDatabase`` has lent it to under a lock.
final class SQLiteConnection: @unchecked Sendable {
    let handle: OpaquePointer
    /// Whether the file was opened for reading only.
    let isReadOnly: Bool
    private var kept: [String: SQLiteStatement] = [:]
    private let observer: Observer?

    private final class Observer {
        let report: @Sendable (ExecutedStatement) -> Void

        init(_ report: @escaping @Sendable (ExecutedStatement) -> Void) { self.report = report }
    }

    private static let countsNoMemory: Void = phonolith_sqlite_count_no_memory()

    /// Opens a file, or makes one where there is none and it may be written.
    ///
    /// - Parameter path: `:memory:` for a database that is not on disk.
    /// - Throws: ``DatabaseError``, also for a file that is no database.
    init(path: String, _ configuration: SQLiteConfiguration, isReadOnly: Bool) throws {
        _ = Self.countsNoMemory
        self.isReadOnly = isReadOnly
        observer = configuration.observer.map(Observer.init)
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw opened.map { DatabaseError(code, on: $0) } ?? DatabaseError(.other, nil)
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, CInt(longestLockWait * 1000))
        phonolith_sqlite_refuse_quoted_texts(handle)
        try execute("PRAGMA foreign_keys = ON")
        observe()
        let preparation = configuration.preparation
        for statement in isReadOnly ? preparation.reading : preparation.writing {
            try execute(statement)
        }
        if isReadOnly { endWhenCancelled() }
        // A file that is no database is an error now, and not of the first question.
        try execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    }

    deinit {
        kept.removeAll()
        // Waits for statements that are still kept elsewhere.
        sqlite3_close_v2(handle)
    }

    // MARK: - Statements

    // A statement for once.
    func statement(_ sql: String) throws -> SQLiteStatement {
        try SQLiteStatement(sql, isKept: false, on: self)
    }

    /// A statement that the connection keeps. Only one at a time may ask it.
    func keptStatement(_ sql: String) throws -> SQLiteStatement {
        if let statement = kept[sql] { return statement }
        let statement = try SQLiteStatement(sql, isKept: true, on: self)
        kept[sql] = statement
        return statement
    }

    /// Runs statements without values, separated by semicolons.
    func execute(_ sql: String) throws {
        try sql.withCString { start in
            var rest: UnsafePointer<CChar>? = start
            while let text = rest, text.pointee != 0 {
                var prepared: OpaquePointer?
                let code = sqlite3_prepare_v3(handle, text, -1, 0, &prepared, &rest)
                guard code == SQLITE_OK else { throw DatabaseError(code, on: handle) }
                // White space and comments are no statement.
                guard let prepared else { continue }
                let statement = SQLiteStatement(prepared)
                while try statement.step() {}
            }
        }
    }

    /// Ends what was asked and not read to its end: until then SQLite keeps what it reads (sqlite.org/wal.html, "Avoiding
    /// Excessively Large WAL Files").
    func endReading() {
        var next = sqlite3_next_stmt(handle, nil)
        while let statement = next {
            if sqlite3_stmt_busy(statement) != 0 { sqlite3_reset(statement) }
            next = sqlite3_next_stmt(handle, statement)
        }
    }

    /// Rows that the last statement changed.
    var changesCount: Int { Int(sqlite3_changes64(handle)) }

    /// Rows that were changed since the connection was made.
    var totalChangesCount: Int { Int(sqlite3_total_changes64(handle)) }

    // MARK: - Transactions

    var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Makes changes as one: all of them, or none where the body throws.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try transaction(isReadOnly ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE", body)
    }

    /// Reads the database as it is at one moment, and changes nothing.
    func reading<Value>(_ body: () throws -> Value) throws -> Value {
        // A part of a transaction sees what that has changed.
        if isInsideTransaction { return try body() }
        if isReadOnly { return try transaction("BEGIN DEFERRED", body) }
        try keptStatement("PRAGMA query_only = ON").run()
        defer {
            // It cannot fail: it reads and writes nothing.
            try? keptStatement("PRAGMA query_only = OFF").run()
        }
        return try transaction("BEGIN DEFERRED", body)
    }

    private func transaction<Value>(
        _ beginning: String, _ body: () throws -> Value
    ) throws -> Value {
        try keptStatement(beginning).run()
        do {
            let value = try body()
            guard isInsideTransaction else {
                throw DatabaseError(.other, "the transaction was ended before its end")
            }
            try keptStatement("COMMIT").run()
            return value
        } catch {
            endReading()
            // SQLite has done so itself after some errors (sqlite.org/lang_transaction.html, 3).
            if isInsideTransaction { try? keptStatement("ROLLBACK").run() }
            throw error
        }
    }

    // MARK: - The file

    /// Copies the whole database over that of another connection.
    func copy(to other: SQLiteConnection) throws {
        guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
            throw DatabaseError(sqlite3_errcode(other.handle), on: other.handle)
        }
        sqlite3_backup_step(backup, -1)
        // Its result is that of the steps.
        let code = sqlite3_backup_finish(backup)
        guard code == SQLITE_OK else { throw DatabaseError(code, on: other.handle) }
    }

    /// The number of pages, and their size in bytes.
    func pages() throws -> (count: Int, size: Int) {
        func number(_ pragma: String) throws -> Int {
            let statement = try statement(pragma)
            return try statement.step() ? Int(sqlite3_column_int64(statement.handle, 0)) : 0
        }
        return (try number("PRAGMA page_count"), try number("PRAGMA page_size"))
    }

    /// Copies what can be copied without waiting from the log into the file (sqlite.org/wal.html, "Checkpointing": PASSIVE).
    func checkpoint() throws {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, on: handle) }
    }

    /// Has the log written ahead, from the first change on (sqlite.org/wal.html).
    func writeAhead() throws {
        let statement = try statement("PRAGMA journal_mode = WAL")
        guard try statement.step(), SelectedRow(sqlite: statement.handle).text(at: 0) == "wal"
        else {
            throw DatabaseError(.other, "its file system does not let several programs use it")
        }
        statement.reset()
        // A power failure may cost the last transactions, but never the database (sqlite.org/pragma.html#pragma_synchronous).
        try execute("PRAGMA synchronous = NORMAL")
    }

    // MARK: - Callbacks

    private func observe() {
        guard let observer else { return }
        let context = Unmanaged.passUnretained(observer).toOpaque()
        sqlite3_trace_v2(
            handle, CUnsignedInt(SQLITE_TRACE_STMT),
            { _, context, statement, text in
                guard let context, let statement = statement.map(OpaquePointer.init), let text
                else { return 0 }
                let observer = Unmanaged<Observer>.fromOpaque(context).takeUnretainedValue()
                // SQLite marks the statements of triggers and virtual tables by two hyphens.
                let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
                observer.report(
                    ExecutedStatement(sql: sql) {
                        guard let text = sqlite3_expanded_sql(statement) else { return sql }
                        defer { sqlite3_free(text) }
                        return String(cString: text)
                    })
                return 0
            }, context)
    }

    /// Lets SQLite ask now and then whether a statement is still wanted (sqlite.org/c3ref/progress_handler.html).
    private func endWhenCancelled() {
        // In instructions of SQLite's machine: some tenths of a millisecond.
        let interval: CInt = 10_000
        sqlite3_progress_handler(handle, interval, { _ in Connection.isAbandoned ? 1 : 0 }, nil)
    }
}
