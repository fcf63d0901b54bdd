internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// A prepared statement. Must not outlive the access to its connection.
package struct Statement {
    enum Backend {
        /// Keeps SQLite's statement alive.
        case sqlite(GRDB.Statement)
        case postgres(PostgresStatement)
    }

    let backend: Backend

    init(_ backend: Backend) { self.backend = backend }

    /// Runs it to its end.
    ///
    /// - Parameter arguments: `nil` for those that are bound already, and for none.
    /// - Throws: ``DatabaseError``.
    package func execute(arguments: SQLArguments? = nil) throws {
        try begin(with: arguments)
        defer { reset() }
        while try step() {}
    }

    /// Binds arguments that stay until others are bound.
    func setArguments(_ arguments: SQLArguments) throws {
        switch backend {
        case .sqlite(let statement): try statement.bind(arguments.values)
        case .postgres(let statement): statement.bind(arguments.values)
        }
    }

    /// Binds another value to the first parameter.
    func setFirstArgument(_ value: SQLValue) {
        switch backend {
        case .sqlite(let statement): _ = statement.bind(value, at: 1)
        case .postgres(let statement): statement.bindFirst(value)
        }
    }

    /// Binds arguments, and goes before the first row.
    ///
    /// - Parameter inParts: Whether there may be more rows than fit into memory.
    func begin(with arguments: SQLArguments?, inParts: Bool = false) throws {
        if let arguments { try setArguments(arguments) } else { reset() }
        if inParts, case .postgres(let statement) = backend { try statement.open() }
    }

    /// Goes to the next row.
    ///
    /// - Returns: Whether there is one.
    func step() throws -> Bool {
        switch backend {
        case .sqlite(let statement): try statement.step()
        case .postgres(let statement): try statement.step()
        }
    }

    func reset() {
        switch backend {
        case .sqlite(let statement): sqlite3_reset(statement.sqliteStatement)
        case .postgres(let statement): statement.reset()
        }
    }

    /// The row that it is at; only while it is at one.
    var row: SelectedRow {
        switch backend {
        case .sqlite(let statement): SelectedRow(sqlite: statement.sqliteStatement)
        case .postgres(let statement): statement.row
        }
    }

    var columnNames: [String] {
        switch backend {
        case .sqlite(let statement): statement.columnNames
        case .postgres(let statement): statement.columnNames
        }
    }
}

extension GRDB.Statement {
    fileprivate func bind(_ values: [SQLValue]) throws {
        sqlite3_reset(sqliteStatement)
        guard values.count == Int(sqlite3_bind_parameter_count(sqliteStatement)) else {
            throw DatabaseError(.other, "\(values.count) arguments for the parameters of: \(sql)")
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw DatabaseError(code, of: sqliteStatement) }
        }
    }

    fileprivate func step() throws -> Bool {
        switch sqlite3_step(sqliteStatement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = DatabaseError(code, of: sqliteStatement)
            sqlite3_reset(sqliteStatement)
            throw error
        }
    }

    fileprivate func bind(_ value: SQLValue, at index: CInt) -> CInt {
        switch value {
        case .null: return sqlite3_bind_null(sqliteStatement, index)
        case .integer(let number): return sqlite3_bind_int64(sqliteStatement, index, number)
        case .real(let number): return sqlite3_bind_double(sqliteStatement, index, number)
        case .text(let text):
            return text.withCString {
                sqlite3_bind_text64(
                    sqliteStatement, index, $0, sqlite3_uint64(text.utf8.count), copiedBySQLite,
                    UInt8(SQLITE_UTF8))
            }
        case .blob(let data):
            if data.isEmpty { return sqlite3_bind_zeroblob(sqliteStatement, index, 0) }
            return data.withUnsafeBytes {
                sqlite3_bind_blob64(
                    sqliteStatement, index, $0.baseAddress, sqlite3_uint64($0.count),
                    copiedBySQLite)
            }
        }
    }
}

/// `SQLITE_TRANSIENT`, which Swift cannot import: SQLite makes a copy.
var copiedBySQLite: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
