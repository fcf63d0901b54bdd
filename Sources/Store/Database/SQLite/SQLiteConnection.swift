private import CPhonolithSQLite

/// A connection to SQLite, with the statements that it keeps for their next use.
///
/// `@unchecked Sendable`: one thread at a time uses a connection, the one that ``SQLiteDatabase`` has lent it to under a lock.
final class SQLiteConnection: @unchecked Sendable {
    let handle: OpaquePointer
    /// Whether the file was opened for reading only.
    let isReadOnly: Bool
    private var kept: [String: SQLiteStatement] = [:]
    /// Whether the body of a transaction runs, also where an error has already ended the transaction.
    private(set) var isInsideTransaction = false
    /// Parts of the program that use it, each within the one before.
    private var users = 0
    private var isClosed = false
    /// Instructions that may still be executed.
    private var instructionsLeft = Int.max
    private let observer: Observer?

    private final class Observer {
        let report: @Sendable (ExecutedStatement) -> Void

        init(_ report: @escaping @Sendable (ExecutedStatement) -> Void) { self.report = report }
    }

    private static let countsNoMemory: Void = phonolith_sqlite_count_no_memory()

    /// Opens a file, or makes one where there is none and it may be written.
    ///
    /// - Parameter path: The bytes of its path; `nil` for a database that is not on disk.
    /// - Throws: ``DatabaseError``, also for a file that is no database.
    init(path: [UInt8]?, _ configuration: SQLiteConfiguration, isReadOnly: Bool) throws {
        _ = Self.countsNoMemory
        self.isReadOnly = isReadOnly
        observer = configuration.observer.map(Observer.init)
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            path.map { Self.address(of: $0, isImmutable: configuration.isImmutable) } ?? ":memory:",
            &opened,
            access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
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
        undoWhatFollowsTransaction()
        let preparation = configuration.preparation
        for statement in isReadOnly ? preparation.reading : preparation.writing {
            try execute(statement)
        }
        if isReadOnly { endWhenUnwanted(configuration.limits) }
        // A file that is no database is an error now, and not of the first question.
        try execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    }

    deinit { close() }

    /// Closes it; it must not be used any more.
    func close() {
        if isClosed { return }
        isClosed = true
        kept.removeAll()
        // Waits for statements that are still kept elsewhere.
        sqlite3_close_v2(handle)
    }

    /// A file for SQLite, as a URI (sqlite.org/uri.html): paths need not be UTF-8, and one that only begins like a URI would
    /// be taken for one.
    static func address(
        of path: [UInt8], isImmutable: Bool = false
    ) -> String {
        let letters = path.map { byte in
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0...0x20, 0x7F...0xFF:
                "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            default: String(UnicodeScalar(byte))
            }
        }
        // Two slashes more, else two at the beginning of a path would name another machine.
        let scheme = path.first == UInt8(ascii: "/") ? "file://" : "file:"
        return scheme + letters.joined() + (isImmutable ? "?immutable=1" : "")
    }

    // MARK: - Statements

    // A statement for once.
    func statement(_ sql: String) throws -> SQLiteStatement {
        try SQLiteStatement(sql, isKept: false, on: self)
    }

    /// A statement that the connection keeps. Only one at a time may ask it.
    func keptStatement(_ sql: String) throws -> SQLiteStatement {
        if let statement = kept[sql] { return statement }
        // Statements in use stay until they are not used any more.
        if kept.count >= mostKeptStatements { kept = [:] }
        let statement = try SQLiteStatement(sql, isKept: true, on: self)
        kept[sql] = statement
        return statement
    }

    var keptCount: Int { kept.count }

    /// Runs statements without values, separated by semicolons.
    func execute(_ sql: String) throws {
        try sql.withCString { start in
            var rest: UnsafePointer<CChar>? = start
            while let text = rest, text.pointee != 0 {
                let prepared = try SQLiteStatement.prepared(&rest, on: handle)
                // White space and comments are no statement.
                guard let prepared else { continue }
                let statement = SQLiteStatement(prepared)
                while try statement.step() {}
            }
        }
    }

    /// Lets a part of the program use the connection. What it has asked and not read to its end ends with it, but not before
    /// the part that it is within.
    func lent<Value>(_ body: () throws -> Value) rethrows -> Value {
        users += 1
        defer {
            users -= 1
            if users == 0 { endReading() }
        }
        return try body()
    }

    /// Until a statement ends, SQLite keeps what it reads (sqlite.org/wal.html, "Avoiding Excessively Large WAL Files").
    private func endReading() {
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

    /// Whether SQLite has a transaction, which it ends by itself after some errors (sqlite.org/lang_transaction.html, 3).
    private var hasTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

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
        if isInsideTransaction { throw DatabaseError.nestedTransaction }
        isInsideTransaction = true
        defer { isInsideTransaction = false }
        do {
            // Even a reading that is given up at its beginning may have begun.
            try keptStatement(beginning).run()
            let value = try body()
            guard hasTransaction else {
                throw DatabaseError(.other, "the transaction was ended before its end")
            }
            isInsideTransaction = false
            try keptStatement("COMMIT").run()
            return value
        } catch {
            endReading()
            // It fails only where there is none any more.
            if hasTransaction { try? keptStatement("ROLLBACK").run() }
            throw error
        }
    }

    // MARK: - The file

    /// Copies the whole database over that of another connection.
    func copy(to other: SQLiteConnection) throws {
        guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
            throw DatabaseError(sqlite3_errcode(other.handle), on: other.handle)
        }
        let isWhole = sqlite3_backup_step(backup, -1) == SQLITE_DONE
        let code = sqlite3_backup_finish(backup)
        guard isWhole, code == SQLITE_OK else { throw DatabaseError(code, on: other.handle) }
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

    /// Has SQLite undo changes behind an error that ended their transaction: to it, each of them is a transaction of its own
    /// (sqlite.org/c3ref/commit_hook.html).
    private func undoWhatFollowsTransaction() {
        sqlite3_commit_hook(
            handle,
            { context in
                guard let context else { return 0 }
                let connection = Unmanaged<SQLiteConnection>.fromOpaque(context)
                return connection.takeUnretainedValue().isInsideTransaction ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Lets SQLite ask now and then whether a statement is still wanted (sqlite.org/c3ref/progress_handler.html).
    private func endWhenUnwanted(_ limits: SQLiteLimits?) {
        if let limits {
            instructionsLeft = limits.instructions
            sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, limits.rowLength)
        }
        sqlite3_progress_handler(
            handle, CInt(Self.instructionsBetweenLooks),
            { context in
                guard let context else { return 0 }
                let connection = Unmanaged<SQLiteConnection>.fromOpaque(context)
                return connection.takeUnretainedValue().isUnwanted() ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Some tenths of a millisecond.
    private static let instructionsBetweenLooks = 10_000

    private func isUnwanted() -> Bool {
        instructionsLeft -= Self.instructionsBetweenLooks
        return instructionsLeft < 0 || Connection.isAbandoned
    }
}
