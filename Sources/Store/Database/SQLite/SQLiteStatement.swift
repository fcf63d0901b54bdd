private import CPhonolithSQLite
import FoundationEssentials

/// A prepared statement of SQLite. Must not outlive the access to its connection.
final class SQLiteStatement {
    let handle: OpaquePointer

    /// Takes over a prepared statement.
    init(_ handle: OpaquePointer) { self.handle = handle }

    /// - Parameter isKept: Whether it is used again and again.
    init(_ sql: String, isKept: Bool, on connection: SQLiteConnection) throws {
        var prepared: OpaquePointer?
        let flags = isKept ? CUnsignedInt(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, on: connection.handle) }
        guard let prepared else { throw DatabaseError(.other, "there is no statement in: \(sql)") }
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

    var columnNames: [String] {
        (0..<sqlite3_column_count(handle)).map { column in
            sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
        }
    }

    /// Runs it to its end, with what is bound to it.
    func run() throws {
        defer { reset() }
        while try step() {}
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

    func bind(_ values: [SQLValue]) throws {
        reset()
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw DatabaseError(.other, "\(values.count) arguments for the parameters of: \(sql)")
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
        }
    }

    func bind(_ value: SQLValue, at index: CInt) -> CInt {
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
var copiedBySQLite: @convention(c) (UnsafeMutableRawPointer?) -> Void {
    unsafeBitCast(-1, to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
}
