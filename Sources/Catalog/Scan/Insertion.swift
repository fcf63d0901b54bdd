internal import GRDB
private import GRDBSQLite
import MediaModel

/// A prepared statement that runs once for each item of a scan, with dozens of values.
///
/// GRDB's arguments are boxed one by one; for so many rows that costs more than SQLite's own work. Here
/// values are bound straight to SQLite's statement; absent ones, the most of an item, cost nothing.
struct Insertion {
    /// Keeps the statement alive; must not outlive its database connection.
    private let statement: Statement
    private var index: Int32 = 0
    /// The first refusal of a value, too long or without memory for it; such a row must not be written
    /// without it.
    private var refusal = SQLITE_OK

    init(_ sql: String, in database: Database) throws {
        statement = try database.cachedStatement(sql: sql)
        sqlite3_reset(statement.sqliteStatement)
        sqlite3_clear_bindings(statement.sqliteStatement)
    }

    /// Binds the next parameter; an absent value stays NULL.
    mutating func bind(_ value: Int64?) {
        index += 1
        if let value { note(sqlite3_bind_int64(statement.sqliteStatement, index, value)) }
    }

    mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }

    mutating func bind(_ value: Bool?) { bind(value.map { $0 ? 1 : 0 } as Int64?) }

    mutating func bind(_ value: Double?) {
        index += 1
        if let value { note(sqlite3_bind_double(statement.sqliteStatement, index, value)) }
    }

    mutating func bind(_ value: String?) {
        index += 1
        guard let value else { return }
        // SQLite copies the bytes before the call ends.
        note(
            sqlite3_bind_text64(
                statement.sqliteStatement, index, value, sqlite3_uint64(value.utf8.count),
                Self.copied, UInt8(SQLITE_UTF8)))
    }

    /// Binds what a text folds to and its key.
    mutating func bind(_ text: ItemKeys.Text?) {
        bind(text?.folded)
        bind(text?.key)
    }

    /// Binds bytes as a BLOB.
    mutating func bind(_ bytes: [UInt8]) {
        index += 1
        if bytes.isEmpty {
            note(sqlite3_bind_zeroblob(statement.sqliteStatement, index, 0))
        } else {
            note(
                sqlite3_bind_blob64(
                    statement.sqliteStatement, index, bytes, sqlite3_uint64(bytes.count),
                    Self.copied))
        }
    }

    private mutating func note(_ code: CInt) {
        if refusal == SQLITE_OK { refusal = code }
    }

    /// Runs the statement with what was bound.
    ///
    /// - Throws: `DatabaseError` with SQLite's code and message.
    func run(in database: Database) throws {
        let code = refusal == SQLITE_OK ? sqlite3_step(statement.sqliteStatement) : refusal
        sqlite3_reset(statement.sqliteStatement)
        guard code == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: database.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) })
        }
    }

    /// `SQLITE_TRANSIENT`, which Swift cannot import: SQLite makes a copy.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
