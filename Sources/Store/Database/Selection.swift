internal import Foundation
private import GRDBSQLite

/// A prepared statement that is asked with one number, again and again, for the rows that belong to it.
///
/// Where a ``Row`` would copy an item's 80 columns, values are read straight from SQLite's statement here.
package struct Selection {
    /// Keeps the statement alive; must not outlive its database connection.
    private let statement: Statement
    /// Arguments to bind before each use, because the statement may be kept, and others bind theirs to it.
    private let arguments: SQLArguments?

    /// Prepares a statement whose only argument is the number.
    ///
    /// The connection keeps it for the next use: to prepare that of items takes as long as to read fifty
    /// of them.
    package init(_ sql: String, in connection: Connection) throws {
        statement = try connection.cachedStatement(sql: sql)
        arguments = nil
    }

    /// Prepares a statement with the arguments of a query.
    ///
    /// - Parameters:
    ///   - literal: Its first argument is the number; what it is here does not matter.
    ///   - isKept: Whether the connection keeps it, as it should where few texts are asked again and again.
    package init(literal: SQL, isKept: Bool, in connection: Connection) throws {
        statement = try connection.statement(sql: literal.text, cached: isKept)
        arguments = literal.arguments
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
    /// - Throws: ``DatabaseError``, and what `body` throws.
    package func forEachRow(_ number: Int64, _ body: (ColumnReader<SelectedRow>) throws -> Void)
        throws
    {
        try statement.begin(with: arguments)
        defer { statement.reset() }
        sqlite3_bind_int64(statement.handle, 1, number)
        let row = SelectedRow(handle: statement.handle)
        while try statement.step() { try body(ColumnReader(row: row)) }
    }
}

/// The row that a statement is at.
@usableFromInline
package struct SelectedRow: ColumnValues {
    let handle: OpaquePointer

    @inlinable
    package func value<Value: SQLConvertible>(at index: Int) -> Value? {
        isNull(at: index) ? nil : Value(column: index, of: self)
    }

    @usableFromInline
    func isNull(at index: Int) -> Bool {
        sqlite3_column_type(handle, CInt(index)) == SQLITE_NULL
    }

    func integer(at index: Int) -> Int64 { sqlite3_column_int64(handle, CInt(index)) }

    func real(at index: Int) -> Double { sqlite3_column_double(handle, CInt(index)) }

    func text(at index: Int) -> String {
        // Asked in this order (sqlite.org/c3ref/column_blob.html).
        let start = sqlite3_column_text(handle, CInt(index))
        let count = Int(sqlite3_column_bytes(handle, CInt(index)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes of a BLOB; none for NULL.
    package func bytes(at index: Int) -> [UInt8] {
        let start = sqlite3_column_blob(handle, CInt(index))
        let count = Int(sqlite3_column_bytes(handle, CInt(index)))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The value as it is stored.
    func value(at index: Int) -> SQLValue {
        switch sqlite3_column_type(handle, CInt(index)) {
        case SQLITE_INTEGER: .integer(integer(at: index))
        case SQLITE_FLOAT: .real(real(at: index))
        case SQLITE_TEXT: .text(text(at: index))
        case SQLITE_BLOB: .blob(Data(bytes(at: index)))
        default: .null
        }
    }
}
