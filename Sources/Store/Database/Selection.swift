/// A prepared statement that is asked with one number, again and again, for the rows that belong to it.
///
/// Where a ``Row`` would copy an item's 80 columns, values are read straight from the database's row here.
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
        let form = literal.form(for: connection.dialect)
        statement = try connection.statement(sql: form.text, cached: isKept)
        arguments = form.arguments
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
        statement.setFirstArgument(number)
        while try statement.step() { try body(ColumnReader(row: statement.row)) }
    }
}
