extension Insertion {
    /// Most values bound in one statement: with more the gain is small, and SQLite's program large.
    @usableFromInline static let valuesPerStatement = 4000

    /// Writes rows into a table, many with each statement.
    ///
    /// What fails leaves the rows before it, and the transaction must be rolled back: `OR FAIL` spares SQLite the copies
    /// of pages by which it undoes a single statement (sqlite.org/tempfiles.html#statement_journal_files). A conflict
    /// clause that updates does not spare them.
    ///
    /// - Parameters:
    ///   - conflict: What happens to rows that exist, such as `DO NOTHING`; empty for an error.
    ///   - bind: Binds the values of one row, in the order of the columns.
    @inlinable
    package static func insert<Rows: RandomAccessCollection>(
        _ rows: Rows, into table: String, _ columns: [String], onConflict conflict: String = "",
        _ database: Connection, _ bind: (Rows.Element, inout Insertion) throws -> Void
    ) throws {
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

    @usableFromInline
    static func statement(
        _ table: String, _ columns: [String], rows: Int, _ conflict: String
    ) -> String {
        let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ",") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ",")
        return "INSERT OR FAIL INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(values)"
            + (conflict.isEmpty ? "" : " ON CONFLICT \(conflict)")
    }
}
