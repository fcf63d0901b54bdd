internal import GRDB
private import GRDBSQLite

/// A connection to a database while one thread has it. Must not outlive the access that gave it.
@usableFromInline
package struct Connection {
    let database: GRDB.Database

    init(_ database: GRDB.Database) { self.database = database }

    // MARK: - Statements

    /// A statement that the connection keeps for the next use. Only one at a time may ask it.
    package func cachedStatement(sql: String) throws -> Statement {
        try DatabaseError.translating {
            Statement(prepared: try database.cachedStatement(sql: sql))
        }
    }

    /// The same with values that are bound to it.
    package func cachedStatement(literal: SQL) throws -> Statement {
        let statement = try cachedStatement(sql: literal.text)
        try statement.setArguments(literal.arguments)
        return statement
    }

    /// A statement for once.
    package func makeStatement(sql: String) throws -> Statement {
        try DatabaseError.translating {
            Statement(prepared: try database.makeStatement(sql: sql))
        }
    }

    func statement(sql: String, cached: Bool) throws -> Statement {
        try cached ? cachedStatement(sql: sql) : makeStatement(sql: sql)
    }

    /// Ends what was asked for and not read to its end: until then SQLite keeps what it reads (sqlite.org/wal.html,
    /// "Avoiding Excessively Large WAL Files").
    func endReading() {
        var next = sqlite3_next_stmt(database.sqliteConnection, nil)
        while let statement = next {
            if sqlite3_stmt_busy(statement) != 0 { sqlite3_reset(statement) }
            next = sqlite3_next_stmt(database.sqliteConnection, statement)
        }
    }

    /// Runs a statement.
    package func execute(sql: String, arguments: SQLArguments) throws {
        try makeStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs statements without arguments, separated by semicolons.
    package func execute(sql: String) throws {
        try DatabaseError.translating { try database.execute(sql: sql) }
    }

    /// Runs a statement with its values.
    package func execute(literal: SQL) throws {
        try execute(sql: literal.text, arguments: literal.arguments)
    }

    // MARK: - What was changed

    /// Rows that the last statement changed.
    package var changesCount: Int { database.changesCount }

    /// Rows that were changed since the connection was made.
    package var totalChangesCount: Int { database.totalChangesCount }

    package var lastInsertedRowID: Int64 { database.lastInsertedRowID }

    // MARK: - Transactions

    package var isInsideTransaction: Bool { database.isInsideTransaction }

    /// Makes changes as one: all of them, or none where the body throws.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try DatabaseError.translating {
            var value: Value?
            try database.inTransaction {
                value = try body()
                return .commit
            }
            // It is there unless the transaction has thrown.
            guard let value else { throw CancellationError() }
            return value
        }
    }

    // MARK: - The schema

    package func hasTable(_ name: String) throws -> Bool { try has("table", name) }

    package func hasView(_ name: String) throws -> Bool { try has("view", name) }

    private func has(_ kind: String, _ name: String) throws -> Bool {
        try Bool.fetchOne(
            self,
            literal: """
                SELECT 1 FROM sqlite_schema WHERE type = \(kind) AND name = \(name) COLLATE NOCASE
                """) ?? false
    }

    /// The names of the columns of a table or view, in their order.
    package func columns(of table: String) throws -> [String] {
        try String.fetchAll(
            self, literal: "SELECT name FROM pragma_table_info(\(table)) ORDER BY cid")
    }
}
