/// A connection to a database while one thread has it. Must not outlive the access that gave it.
@usableFromInline
package struct Connection {
    enum Backend {
        case sqlite(SQLiteConnection)
        case postgres(PostgresConnection)
    }

    let backend: Backend

    init(_ connection: SQLiteConnection) { backend = .sqlite(connection) }

    init(_ connection: PostgresConnection) { backend = .postgres(connection) }

    package var dialect: Dialect {
        switch backend {
        case .sqlite: .sqlite
        case .postgres: .postgres
        }
    }

    /// Whether the connection is to a replica.
    package var isReplica: Bool {
        switch backend {
        case .sqlite: false
        case .postgres(let connection): connection.isReplica
        }
    }

    /// The server's identifier of the connection, which changes after it was lost; `nil` for a file.
    package var session: Int32? {
        switch backend {
        case .sqlite: nil
        case .postgres(let connection): connection.session
        }
    }

    // MARK: - Statements

    /// A statement that the connection keeps for the next use. Only one at a time may ask it.
    package func cachedStatement(sql: String) throws -> Statement {
        switch backend {
        case .sqlite(let connection): Statement(.sqlite(try connection.keptStatement(sql)))
        case .postgres(let connection):
            Statement(.postgres(PostgresStatement(sql, isKept: true, connection)))
        }
    }

    /// The same with values that are bound to it.
    package func cachedStatement(literal: SQL) throws -> Statement {
        let form = literal.form(for: dialect)
        let statement = try cachedStatement(sql: form.text)
        try statement.setArguments(form.arguments)
        return statement
    }

    // A statement for once.
    package func makeStatement(sql: String) throws -> Statement {
        switch backend {
        case .sqlite(let connection): Statement(.sqlite(try connection.statement(sql)))
        case .postgres(let connection):
            Statement(.postgres(PostgresStatement(sql, isKept: false, connection)))
        }
    }

    func statement(sql: String, cached: Bool) throws -> Statement {
        try cached ? cachedStatement(sql: sql) : makeStatement(sql: sql)
    }

    /// Reads what is not part of an answer: a replica that fails after it can still be replaced by another server.
    package func besidesAnswer<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard case .postgres(let connection) = backend else { return try body() }
        let count = connection.rowCount
        defer { connection.rowCount = count }
        return try body()
    }

    /// Runs statements without arguments, separated by semicolons.
    package func execute(sql: String) throws {
        switch backend {
        case .sqlite(let connection): try connection.execute(sql)
        case .postgres(let connection): try connection.execute(sql)
        }
    }

    /// Runs a statement with its values.
    package func execute(literal: SQL) throws {
        let form = literal.form(for: dialect)
        try makeStatement(sql: form.text).execute(arguments: form.arguments)
    }

    /// Whether a query has a row.
    package func has(_ rows: SQL, cached: Bool = false) throws -> Bool {
        try Bool.fetchOne(self, literal: "SELECT EXISTS (\(rows))", cached: cached) ?? false
    }

    // MARK: - What was changed

    /// Rows that the last statement changed.
    package var changesCount: Int {
        switch backend {
        case .sqlite(let connection): connection.changesCount
        case .postgres(let connection): connection.changesCounts.last
        }
    }

    /// Rows that were changed since the connection was made.
    package var totalChangesCount: Int {
        switch backend {
        case .sqlite(let connection): connection.totalChangesCount
        case .postgres(let connection): connection.changesCounts.total
        }
    }

    /// A number that changes with every change by another connection (sqlite.org/pragma.html#pragma_data_version).
    package func dataVersion() throws -> Int {
        // Every change changes the row of the library, and so which transaction has written it last.
        let version = SQL(
            sqlite: "PRAGMA data_version",
            postgres: "SELECT CAST(CAST(xmin AS text) AS bigint) FROM library")
        return try Int.fetchOne(self, literal: version) ?? 0
    }

    // MARK: - Transactions

    package var isInsideTransaction: Bool {
        switch backend {
        case .sqlite(let connection): connection.isInsideTransaction
        case .postgres(let connection): connection.isInsideTransaction
        }
    }

    /// Makes changes as one: all of them, or none where the body throws.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        switch backend {
        case .sqlite(let connection): try connection.transaction(body)
        case .postgres(let connection): try connection.transaction(body)
        }
    }

    /// Checks foreign keys at the end of the transaction, and not of each statement.
    package func deferForeignKeys() throws {
        switch backend {
        case .sqlite(let connection): try connection.execute("PRAGMA defer_foreign_keys = ON")
        case .postgres(let connection): try connection.execute("SET CONSTRAINTS ALL DEFERRED")
        }
    }

    /// Lets the transaction end before a server has it on its disk; a later transaction that is there has this one with it
    /// (postgresql.org/docs/15/wal-async-commit.html). SQLite's log does so always.
    package func commitEarly() throws {
        guard case .postgres(let connection) = backend else { return }
        try connection.execute("SET LOCAL synchronous_commit = off")
    }

    // MARK: - The schema

    /// The faults that SQLite finds in its file, a line each; none on a server, which checks its files itself.
    package func integrityProblems() throws -> [String] {
        guard dialect == .sqlite else { return [] }
        let integrity = try String.fetchAll(self, literal: "PRAGMA integrity_check")
        let references = try Row.fetchAll(self, literal: "PRAGMA foreign_key_check").map {
            "row \($0[1] as Int64? ?? 0) of \($0[0] as String) points to no row of \($0[2] as String)"
        }
        return integrity.filter { $0 != "ok" } + references
    }

    /// Whether there is no table yet.
    package var isEmpty: Bool {
        get throws {
            try Bool.fetchOne(
                self,
                literal: SQL(
                    sqlite: "SELECT count(*) = 0 FROM sqlite_schema",
                    postgres: """
                        SELECT count(*) = 0 FROM pg_class
                        WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind = 'r'
                        """)) ?? true
        }
    }

    package func hasTable(_ name: String) throws -> Bool { try has(.table, name) }

    package func hasView(_ name: String) throws -> Bool { try has(.view, name) }

    private enum Relation {
        case table, view
    }

    private func has(_ relation: Relation, _ name: String) throws -> Bool {
        let kind = relation == .table ? "table" : "view"
        let relationKind = relation == .table ? "r" : "v"
        return try Bool.fetchOne(
            self,
            literal: SQL(
                sqlite: """
                    SELECT 1 FROM sqlite_schema WHERE type = \(kind) AND name = \(name) COLLATE NOCASE
                    """,
                postgres: """
                    SELECT 1 FROM pg_class WHERE oid = to_regclass(\(name)) AND relkind = \(relationKind)
                    """)) ?? false
    }

    /// The names of the columns of a table or view, in their order.
    package func columns(of table: String) throws -> [String] {
        try String.fetchAll(
            self,
            literal: SQL(
                sqlite: "SELECT name FROM pragma_table_info(\(table)) ORDER BY cid",
                postgres: """
                    SELECT attname FROM pg_attribute
                    WHERE attrelid = to_regclass(\(table)) AND attnum > 0 AND NOT attisdropped
                        AND attgenerated = ''
                    ORDER BY attnum
                    """))
    }
}
