extension Insertion {
    /// Most values bound in one statement of SQLite: with more the gain is small, and its program large.
    @usableFromInline static let valuesPerStatement = 4000

    /// Writes rows into a table, many with each statement.
    ///
    /// A failure leaves the rows before it, and the transaction must be rolled back: `OR FAIL` spares SQLite
    /// the copies of pages by which it undoes a single statement
    /// (sqlite.org/tempfiles.html#statement_journal_files). A conflict clause that updates does not spare them.
    ///
    /// - Parameters:
    ///   - conflict: The action for rows that exist, such as `DO NOTHING`; empty for an error.
    ///   - bind: Binds the values of one row, in the order of the columns.
    @inlinable
    package static func insert<Rows: RandomAccessCollection>(
        _ rows: Rows, into table: String, _ columns: [String], onConflict conflict: String = "",
        _ database: Connection, _ bind: (Rows.Element, inout Insertion) throws -> Void
    ) throws {
        if rows.isEmpty { return }
        guard database.isSQLite else {
            var insertion = Insertion()
            for row in rows { try bind(row, &insertion) }
            return try insertion.runAsColumns(table, columns, conflict, database)
        }
        let most = max(1, valuesPerStatement / columns.count)
        var rest = rows[...]
        for size in [most, most / 8, 1] where size > 0 {
            if rest.count < size { continue }
            let sql = statement(table, columns, rows: size, conflict)
            while rest.count >= size {
                var insertion = try Insertion(sql, in: database)
                for row in rest.prefix(size) { try bind(row, &insertion) }
                try insertion.run()
                rest = rest.dropFirst(size)
            }
        }
    }

    /// Changes rows of a table: on SQLite one after the other, on a server all of them with one statement.
    ///
    /// - Parameters:
    ///   - columns: The one that identifies a row, and those that get values.
    ///   - bind: Binds the values of one row, in the order of the columns.
    package static func update<Rows: RandomAccessCollection>(
        _ rows: Rows, of table: String, _ columns: [String], _ database: Connection,
        _ bind: (Rows.Element, inout Insertion) throws -> Void
    ) throws {
        if rows.isEmpty { return }
        guard database.isSQLite else {
            var insertion = Insertion()
            for row in rows { try bind(row, &insertion) }
            return try insertion.runAsChanges(table, columns, database)
        }
        let changes = columns.dropFirst().enumerated().map { "\($1) = ?\($0 + 2)" }
        let sql =
            "UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE \(columns[0]) = ?1"
        for row in rows {
            var insertion = try Insertion(sql, in: database)
            try bind(row, &insertion)
            try insertion.run()
        }
    }

    @usableFromInline
    static func statement(
        _ table: String, _ columns: [String], rows: Int, _ conflict: String
    ) -> String {
        let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ",") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ",")
        return "INSERT OR FAIL INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(values)"
            + clause(conflict)
    }

    private static func clause(_ conflict: String) -> String {
        conflict.isEmpty ? "" : " ON CONFLICT \(conflict)"
    }

    /// Gives PostgreSQL the rows that were collected, each column as one array: so any number of rows is one statement,
    /// which the server keeps.
    ///
    /// A column in which no row has a value is left out, as most of an item's are: NULL costs the server as much time as a
    /// value. Columns that may be NULL must have no other default.
    @usableFromInline
    func runAsColumns(
        _ table: String, _ columns: [String], _ conflict: String, _ database: Connection
    ) throws {
        let isUsed = columns.indices.map { place in
            stride(from: place, to: values.count, by: columns.count).contains { !values[$0].isNull }
        }
        // The first identifies a row, and is there in any case.
        let places = columns.indices.filter { $0 == 0 || isUsed[$0] }
        let names = places.map { columns[$0] }.joined(separator: ", ")
        try run(asColumns: columns, places, of: table, database) { rows in
            "INSERT INTO \(table) (\(names)) SELECT * FROM \(rows)\(Self.clause(conflict))"
        }
    }

    private func runAsChanges(
        _ table: String, _ columns: [String], _ database: Connection
    ) throws {
        let changes = columns.dropFirst().map { "\($0) = new_rows.\($0)" }
        try run(asColumns: columns, Array(columns.indices), of: table, database) { rows in
            """
            UPDATE \(table) SET \(changes.joined(separator: ", "))
            FROM \(rows) AS new_rows (\(columns.joined(separator: ", ")))
            WHERE \(table).\(columns[0]) = new_rows.\(columns[0])
            """
        }
    }

    /// - Parameters:
    ///   - columns: The columns of the values that were collected.
    ///   - places: The columns that the statement gets.
    ///   - statement: Makes the statement from a table of the rows.
    private func run(
        asColumns columns: [String], _ places: [Int], of table: String, _ database: Connection,
        _ statement: (_ rows: String) -> String
    ) throws {
        guard case .postgres(let connection) = database.backend else { return }
        let types = try connection.columnTypes(of: table, database)
        let arrays = places.map { place in
            PostgresArray(
                types[columns[place]] ?? .text,
                stride(from: place, to: values.count, by: columns.count).map { values[$0] })
        }
        let parameters = arrays.map { "CAST(? AS \($0.type.rawValue)[])" }
        // The next rows are collected while the server writes these.
        try connection.begin(
            statement("unnest(\(parameters.joined(separator: ", ")))"), PostgresParameters(arrays))
    }
}

extension Connection {
    @usableFromInline var isSQLite: Bool { dialect == .sqlite }
}
