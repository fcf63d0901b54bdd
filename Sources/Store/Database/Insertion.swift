private import GRDBSQLite

/// A prepared statement that runs once for each item of a scan, with dozens of values.
///
/// Collecting the values of so many rows first would take longer than SQLite's own work, so they are bound directly to
/// SQLite's statement; absent values, most of an item's, cost nothing. Texts are collected and bound when the statement
/// runs, so that neither Swift nor SQLite allocates memory for each.
@usableFromInline
package struct Insertion {
    /// Keeps the statement alive; must not outlive its database connection.
    private let statement: Statement
    private var index: Int32 = 0
    /// The first refusal of a value, too long or without memory for it; such a row must not be written
    /// without it.
    private var refusal = SQLITE_OK
    /// The texts, one after the other. Never empty: SQLite takes a missing address for NULL.
    private var texts: [UInt8] = [0]
    /// Which parameter each text is of, and where it is.
    private var places: [(index: Int32, bytes: Range<Int>)] = []

    @usableFromInline
    package init(_ sql: String, in connection: Connection) throws {
        statement = try connection.cachedStatement(sql: sql)
        sqlite3_reset(statement.handle)
        sqlite3_clear_bindings(statement.handle)
    }

    /// Binds the next parameter; an absent value stays NULL.
    package mutating func bind(_ value: Int64?) {
        index += 1
        if let value { note(sqlite3_bind_int64(statement.handle, index, value)) }
    }

    package mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }

    package mutating func bind(_ value: Bool?) { bind(value.map { $0 ? 1 : 0 } as Int64?) }

    package mutating func bind(_ value: Double?) {
        index += 1
        if let value { note(sqlite3_bind_double(statement.handle, index, value)) }
    }

    package mutating func bind(_ value: String?) {
        index += 1
        guard var value else { return }
        let start = texts.count
        value.withUTF8 { texts.append(contentsOf: $0) }
        places.append((index, start..<texts.count))
    }

    /// Binds bytes as a BLOB.
    package mutating func bind(_ bytes: [UInt8]) {
        index += 1
        if bytes.isEmpty {
            note(sqlite3_bind_zeroblob(statement.handle, index, 0))
        } else {
            note(
                sqlite3_bind_blob64(
                    statement.handle, index, bytes, sqlite3_uint64(bytes.count),
                    copiedBySQLite))
        }
    }

    private mutating func note(_ code: CInt) {
        if refusal == SQLITE_OK { refusal = code }
    }

    /// Runs the statement with what was bound.
    ///
    /// - Throws: ``DatabaseError``.
    @usableFromInline
    package func run() throws {
        let code = texts.withUnsafeBytes { texts in
            var code = refusal
            for place in places where code == SQLITE_OK {
                code = bind(texts, place.bytes, at: place.index)
            }
            return code == SQLITE_OK ? sqlite3_step(statement.handle) : code
        }
        let error = code == SQLITE_DONE ? nil : DatabaseError(code, of: statement.handle)
        statement.reset()
        // The statement is kept for others, and the texts end with this value.
        sqlite3_clear_bindings(statement.handle)
        if let error { throw error }
    }

    /// Binds a text that stays where it is while the statement runs: SQLite makes no copy.
    private func bind(
        _ texts: UnsafeRawBufferPointer, _ place: Range<Int>, at index: Int32
    ) -> CInt {
        let start = texts.baseAddress?.advanced(by: place.lowerBound)
        return sqlite3_bind_text64(
            statement.handle, index, start?.assumingMemoryBound(to: CChar.self),
            sqlite3_uint64(place.count), nil, UInt8(SQLITE_UTF8))
    }
}
