private import CPhonolithSQLite
internal import FoundationEssentials

/// A prepared statement that runs once for each item of a scan, with dozens of values.
///
/// To collect the values of all rows first would take longer than SQLite's own work, so they are bound directly to
/// SQLite's statement; absent values, most of an item's, cost nothing. Texts are collected and bound when the statement
/// runs, so that neither Swift nor SQLite allocates memory for each. PostgreSQL gets all values with the statement.
@usableFromInline
package struct Insertion {
    /// Keeps the statement alive; must not outlive its database connection. `nil` where values are only collected.
    private let statement: Statement?
    // SQLite's; `nil` for PostgreSQL.
    private let handle: OpaquePointer?
    private var index: Int32 = 0
    /// The first refusal of a value, too long or without memory for it; such a row must not be written
    /// without it.
    private var refusal = SQLITE_OK
    /// The texts, one after the other. Never empty: SQLite takes a missing address for NULL.
    private var texts: [UInt8] = [0]
    /// Which parameter each text is of, and where it is.
    private var places: [(index: Int32, bytes: Range<Int>)] = []
    private(set) var values: [SQLValue] = []

    /// Collects values, of any number of rows.
    @usableFromInline
    init() { (statement, handle) = (nil, nil) }

    @usableFromInline
    package init(_ sql: String, in connection: Connection) throws {
        let statement = try connection.cachedStatement(sql: sql)
        self.statement = statement
        switch statement.backend {
        case .sqlite(let prepared):
            handle = prepared.handle
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        case .postgres: handle = nil
        }
    }

    /// Binds the next parameter; an absent value stays NULL.
    package mutating func bind(_ value: Int64?) {
        index += 1
        guard let handle else { return values.append(value.map(SQLValue.integer) ?? .null) }
        if let value { note(sqlite3_bind_int64(handle, index, value)) }
    }

    package mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }

    package mutating func bind(_ value: Bool?) { bind(value.map { $0 ? 1 : 0 } as Int64?) }

    package mutating func bind(_ value: Double?) {
        index += 1
        guard let handle else { return values.append(value.map(SQLValue.real) ?? .null) }
        if let value { note(sqlite3_bind_double(handle, index, value)) }
    }

    package mutating func bind(_ value: String?) {
        index += 1
        guard handle != nil else { return values.append(value.map(SQLValue.text) ?? .null) }
        guard var value else { return }
        let start = texts.count
        value.withUTF8 { texts.append(contentsOf: $0) }
        places.append((index, start..<texts.count))
    }

    /// Binds a value as a database gave it.
    package mutating func bind(_ value: SQLValue) {
        switch value {
        case .null: bind(nil as Int64?)
        case .integer(let number): bind(number)
        case .real(let number): bind(number)
        case .text(let text): bind(text)
        case .blob(let bytes): bind(Array(bytes))
        }
    }

    /// Binds bytes as a BLOB.
    package mutating func bind(_ bytes: [UInt8]) {
        index += 1
        guard let handle else { return values.append(.blob(Data(bytes))) }
        if bytes.isEmpty {
            note(sqlite3_bind_zeroblob(handle, index, 0))
        } else {
            note(
                sqlite3_bind_blob64(
                    handle, index, bytes, sqlite3_uint64(bytes.count), copiedBySQLite))
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
        guard let handle else {
            try statement?.execute(arguments: SQLArguments(values))
            return
        }
        let code = texts.withUnsafeBytes { texts in
            var code = refusal
            for place in places where code == SQLITE_OK {
                code = Self.bind(texts, place.bytes, to: handle, at: place.index)
            }
            return code == SQLITE_OK ? sqlite3_step(handle) : code
        }
        let error = code == SQLITE_DONE ? nil : DatabaseError(code, of: handle)
        sqlite3_reset(handle)
        // The statement is kept for others, and the texts end with this value.
        sqlite3_clear_bindings(handle)
        if let error { throw error }
    }

    /// Binds a text that stays where it is while the statement runs: SQLite makes no copy.
    private static func bind(
        _ texts: UnsafeRawBufferPointer, _ place: Range<Int>, to handle: OpaquePointer,
        at index: Int32
    ) -> CInt {
        let start = texts.baseAddress?.advanced(by: place.lowerBound)
        return sqlite3_bind_text64(
            handle, index, start?.assumingMemoryBound(to: CChar.self),
            sqlite3_uint64(place.count), nil, UInt8(SQLITE_UTF8))
    }
}
