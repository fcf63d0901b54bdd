/// A prepared statement. Must not outlive the access to its connection.
package struct Statement {
    enum Backend {
        case sqlite(SQLiteStatement)
        case postgres(PostgresStatement)
    }

    let backend: Backend

    init(_ backend: Backend) { self.backend = backend }

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
        switch backend {
        case .sqlite(let statement): try statement.bind(arguments.values)
        case .postgres(let statement): statement.bind(arguments.values)
        }
    }

    /// Binds another value to the first parameter.
    func setFirstArgument(_ value: SQLValue) {
        switch backend {
        case .sqlite(let statement): _ = statement.bind(value, at: 1)
        case .postgres(let statement): statement.bindFirst(value)
        }
    }

    /// Binds arguments, and goes before the first row.
    ///
    /// - Parameter inParts: Whether there may be more rows than fit into memory.
    func begin(with arguments: SQLArguments?, inParts: Bool = false) throws {
        if let arguments { try setArguments(arguments) } else { reset() }
        if inParts, case .postgres(let statement) = backend { try statement.open() }
    }

    /// Goes to the next row.
    ///
    /// - Returns: Whether there is one.
    func step() throws -> Bool {
        switch backend {
        case .sqlite(let statement): try statement.step()
        case .postgres(let statement): try statement.step()
        }
    }

    func reset() {
        switch backend {
        case .sqlite(let statement): statement.reset()
        case .postgres(let statement): statement.reset()
        }
    }

    /// The row that it is at; only while it is at one.
    var row: SelectedRow {
        switch backend {
        case .sqlite(let statement): SelectedRow(sqlite: statement.handle)
        case .postgres(let statement): statement.row
        }
    }

    var columnNames: [String] {
        switch backend {
        case .sqlite(let statement): statement.columnNames
        case .postgres(let statement): statement.columnNames
        }
    }
}
