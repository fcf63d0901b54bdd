private import CPhonolithPostgres
private import CPhonolithSQLite
internal import FoundationEssentials

/// The row that a statement is at, read where the database has put it.
@usableFromInline
package struct SelectedRow {
    /// SQLite's statement, or PostgreSQL's result.
    private let handle: OpaquePointer
    /// The row of PostgreSQL's result; -1 for SQLite, whose statement is at one row.
    private let place: CInt

    init(sqlite statement: OpaquePointer) {
        handle = statement
        place = -1
    }

    init(postgres result: OpaquePointer, at place: Int) {
        handle = result
        self.place = CInt(place)
    }

    private var isSQLite: Bool { place < 0 }

    @inlinable
    package func value<Value: SQLConvertible>(at index: Int) -> Value? {
        isNull(at: index) ? nil : Value(column: index, of: self)
    }

    @usableFromInline
    func isNull(at index: Int) -> Bool {
        isSQLite
            ? sqlite3_column_type(handle, CInt(index)) == SQLITE_NULL
            : postgres_getisnull(handle, place, CInt(index)) != 0
    }

    /// A value that is no integer is converted as everywhere: SQLite itself takes 12 for `12 monkeys`, and the largest number for 1e300.
    func integer(at index: Int) -> Int64 {
        isSQLite && sqlite3_column_type(handle, CInt(index)) == SQLITE_INTEGER
            ? sqlite3_column_int64(handle, CInt(index)) : Int64(sqlValue: value(at: index))
    }

    func real(at index: Int) -> Double {
        isSQLite && sqlite3_column_type(handle, CInt(index)) == SQLITE_FLOAT
            ? sqlite3_column_double(handle, CInt(index)) : Double(sqlValue: value(at: index))
    }

    func text(at index: Int) -> String {
        guard isSQLite, sqlite3_column_type(handle, CInt(index)) == SQLITE_TEXT else {
            return String(sqlValue: value(at: index))
        }
        // Asked in this order (sqlite.org/c3ref/column_blob.html).
        guard let start = sqlite3_column_text(handle, CInt(index)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, CInt(index)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes of a BLOB; none for NULL.
    package func bytes(at index: Int) -> [UInt8] {
        guard isSQLite else {
            return PostgresValue.bytes(of: handle, place, CInt(index)).map(Array.init) ?? []
        }
        guard let start = sqlite3_column_blob(handle, CInt(index)) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, CInt(index)))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The value as it is stored.
    func value(at index: Int) -> SQLValue {
        guard isSQLite else { return postgresValue(at: index) }
        return switch sqlite3_column_type(handle, CInt(index)) {
        case SQLITE_INTEGER: .integer(integer(at: index))
        case SQLITE_FLOAT: .real(real(at: index))
        case SQLITE_TEXT: .text(text(at: index))
        case SQLITE_BLOB: .blob(Data(bytes(at: index)))
        default: .null
        }
    }

    private func postgresValue(at index: Int) -> SQLValue {
        PostgresValue.value(of: handle, place, CInt(index))
    }

    /// All values, in the order of the columns.
    var values: [SQLValue] {
        let count = isSQLite ? sqlite3_column_count(handle) : postgres_nfields(handle)
        return (0..<Int(count)).map { value(at: $0) }
    }
}
