internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// A prepared statement. Must not outlive the access to its connection.
package struct Statement {
    /// Keeps SQLite's statement alive.
    let prepared: GRDB.Statement

    var handle: OpaquePointer { prepared.sqliteStatement }

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
        sqlite3_reset(handle)
        let values = arguments.values
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw DatabaseError(
                .other, "\(values.count) arguments for the parameters of: \(prepared.sql)")
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
        }
    }

    /// Binds arguments, and goes before the first row.
    func begin(with arguments: SQLArguments?) throws {
        if let arguments { try setArguments(arguments) } else { reset() }
    }

    /// Goes to the next row.
    ///
    /// - Returns: Whether there is one.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = DatabaseError(code, of: handle)
            reset()
            throw error
        }
    }

    func reset() { sqlite3_reset(handle) }

    /// The values of the row that it is at.
    var values: [SQLValue] {
        let row = SelectedRow(handle: handle)
        return (0..<Int(sqlite3_column_count(handle))).map { row.value(at: $0) }
    }

    private func bind(_ value: SQLValue, at index: CInt) -> CInt {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let number): return sqlite3_bind_int64(handle, index, number)
        case .real(let number): return sqlite3_bind_double(handle, index, number)
        case .text(let text):
            return text.withCString {
                sqlite3_bind_text64(
                    handle, index, $0, sqlite3_uint64(text.utf8.count), copiedBySQLite,
                    UInt8(SQLITE_UTF8))
            }
        case .blob(let data):
            if data.isEmpty { return sqlite3_bind_zeroblob(handle, index, 0) }
            return data.withUnsafeBytes {
                sqlite3_bind_blob64(
                    handle, index, $0.baseAddress, sqlite3_uint64($0.count), copiedBySQLite)
            }
        }
    }
}

/// `SQLITE_TRANSIENT`, which Swift cannot import: SQLite makes a copy.
var copiedBySQLite: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
