/// A prepared statement that is asked for the rows that belong to ids, again and again.
///
/// SQLite is asked for one id after the other; a server for a hundred in one trip. Where a ``Row`` would copy an
/// item's 80 columns, values are read straight from the database's row here.
package struct Selection {
    /// How many ids are asked for at once: enough that a server is rarely asked, and few enough for the memory.
    package static let batch = 100

    /// Keeps the statement alive; must not outlive its database connection.
    private let statement: Statement
    /// Arguments to bind before each use, because the statement may be kept, and others bind theirs to it.
    private let arguments: SQLArguments
    private let dialect: Dialect

    /// Prepares a statement.
    ///
    /// - Parameters:
    ///   - literal: Its rows belong to the id that it names once, by ``SQL/askedID``, before all other arguments.
    ///   - isKept: Whether the connection keeps it, as it should where few texts are asked again and again: to prepare the
    ///     statement of items takes as long as to read fifty of them.
    package init(_ literal: SQL, isKept: Bool = true, in connection: Connection) throws {
        // With OFFSET, the statement is planned by itself, for one id. Else PostgreSQL would join its tables as a whole first
        // where they are more than join_collapse_limit, 8.
        let whole = SQL(
            sqlite: literal,
            postgres: """
                SELECT asked.id, found.* FROM unnest(\(.array(ofIDs: "", count: 0))) AS asked (id)
                CROSS JOIN LATERAL (\(literal) OFFSET 0) AS found
                """)
        dialect = connection.dialect
        let form = whole.form(for: dialect)
        statement = try connection.statement(sql: form.text, cached: isKept)
        arguments = form.arguments
    }

    /// The ids that have any rows.
    package func idsWithRows(of ids: [Int64]) throws -> Set<Int64> {
        var found: Set<Int64> = []
        try forEachRow(of: ids) { id, _ in found.insert(id) }
        return found
    }

    /// Calls back with each row of some ids. The rows of an id come together, in the order that the statement states; the ids
    /// come in any order. The statement cannot be used elsewhere until this returns: `body` must not ask it again.
    ///
    /// - Throws: ``DatabaseError``, and what `body` throws.
    package func forEachRow(
        of ids: some Collection<Int64>,
        _ body: (_ id: Int64, _ columns: Columns) throws -> Void
    ) throws {
        if ids.isEmpty { return }
        try statement.setArguments(arguments)
        defer { statement.reset() }
        switch dialect {
        case .sqlite:
            for id in ids {
                statement.reset()
                statement.setFirstArgument(.integer(id))
                while try statement.step() { try body(id, Columns(row: statement.row)) }
            }
        case .postgres:
            var rest = ids[...]
            while !rest.isEmpty {
                let list = rest.prefix(Self.batch).map(String.init).joined(separator: ",")
                rest = rest.dropFirst(Self.batch)
                statement.reset()
                statement.setFirstArgument(.text("{\(list)}"))
                while try statement.step() {
                    let row = statement.row
                    try body(row.integer(at: 0), Columns(row: row, at: 1))
                }
            }
        }
    }
}

extension SQL {
    /// The id that a ``Selection`` is asked for.
    package static let askedID = SQL(sqlite: "\(0)", postgres: "asked.id")
}
