private import CPhonolithSQLite
import FoundationEssentials

/// A prepared statement of SQLite. Must not outlive the access to its connection.
final class SQLiteStatement {
    let handle: OpaquePointer

    /// Takes over a prepared statement.
    init(_ handle: OpaquePointer) { self.handle = handle }

    /// - Parameter isKept: Whether it is used again and again.
    init(_ sql: String, isKept: Bool, on connection: SQLiteConnection) throws {
        let flags = isKept ? CUnsignedInt(SQLITE_PREPARE_PERSISTENT) : 0
        let prepared = try sql.withCString { start in
            var rest: UnsafePointer<CChar>? = start
            let first = try Self.prepared(&rest, flags, on: connection.handle)
            do {
                if let second = try Self.prepared(&rest, on: connection.handle) {
                    sqlite3_finalize(second)
                    throw DatabaseError(.other, "there are several statements in: \(sql)")
                }
            } catch {
                sqlite3_finalize(first)
                throw error
            }
            return first
        }
        guard let prepared else { throw DatabaseError(.other, "there is no statement in: \(sql)") }
        handle = prepared
    }

    /// Prepares the first statement of a text, and goes behind it; `nil` for white space and comments.
    static func prepared(
        _ text: inout UnsafePointer<CChar>?, _ flags: CUnsignedInt = 0, on connection: OpaquePointer
    ) throws -> OpaquePointer? {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, text, -1, flags, &prepared, &text)
        guard code == SQLITE_OK else { throw DatabaseError(code, on: connection) }
        return prepared
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
