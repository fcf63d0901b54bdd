public import GRDB
private import GRDBSQLite

/// A prepared statement that is asked with one number, again and again, for the rows that belong to it.
///
/// GRDB's cursors make a table of their columns' names each time they begin; for an item's 80 columns that costs
/// more than SQLite's own work. Here values are read straight from SQLite's statement.
package struct Selection {
    /// Keeps the statement alive; must not outlive its database connection.
    private let statement: Statement
    /// What is bound before each question: others may ask the same with arguments of their own.
    private let arguments: StatementArguments?

    /// Prepares a statement whose only argument is the number.
    ///
    /// The connection keeps it for the next use: to prepare that of items takes as long as to read fifty
    /// of them.
    package init(_ sql: String, in database: Database) throws {
        statement = try database.cachedStatement(sql: sql)
        arguments = nil
    }

    /// Prepares a statement with the arguments of a query.
    ///
    /// - Parameters:
    ///   - literal: Its first argument is the number; what it is here does not matter.
    ///   - isKept: Whether the connection keeps it, as it should where few texts are asked again and again.
    package init(literal: SQL, isKept: Bool, in database: Database) throws {
        let (sql, arguments) = try literal.build(database)
        statement =
            try isKept ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
        self.arguments = arguments
    }

    /// Whether the number finds any row.
    package func hasRows(_ number: Int64) throws -> Bool {
        var found = false
        try forEachRow(number) { _ in found = true }
        return found
    }

    /// Calls back with each row that the number finds. The statement cannot be used elsewhere until this returns:
    /// `body` must not ask it again.
    ///
    /// - Throws: `DatabaseError` with SQLite's code, and what `body` throws.
    package func forEachRow(_ number: Int64, _ body: (ColumnReader<SelectedRow>) throws -> Void)
        throws
    {
        let handle = statement.sqliteStatement
        if let arguments { try statement.setArguments(arguments) }
        defer { sqlite3_reset(handle) }
        sqlite3_bind_int64(handle, 1, number)
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(ColumnReader(row: SelectedRow(handle: handle)))
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: sqlite3_db_handle(handle).map { String(cString: sqlite3_errmsg($0)) })
            }
        }
    }
}

/// The row that a statement is at.
@usableFromInline
package struct SelectedRow: ColumnValues {
    @usableFromInline let handle: SQLiteStatement

    @inlinable
    package func value<Value: StoredValue>(at index: Int) -> Value? {
        isNull(at: index) ? nil : Value(sqliteStatement: handle, index: CInt(index))
    }

    @usableFromInline
    func isNull(at index: Int) -> Bool {
        sqlite3_column_type(handle, CInt(index)) == SQLITE_NULL
    }

    /// The bytes of a BLOB; none for NULL.
    func bytes(at index: Int) -> [UInt8] {
        let index = CInt(index)
        // Asked in this order (sqlite.org/c3ref/column_blob.html).
        let start = sqlite3_column_blob(handle, index)
        let count = Int(sqlite3_column_bytes(handle, index))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
