extension Connection {
    /// The id that the next row of a table gets whose ids are never used again.
    package func nextID(in table: String) throws -> Int64 {
        try 1
            + (Int64.fetchOne(
                cachedStatement(
                    literal: SQL(
                        sqlite: "SELECT seq FROM sqlite_sequence WHERE name = \(table)",
                        postgres: """
                            SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END
                            FROM \(sql: table)_id_seq
                            """))) ?? 0)
    }

    /// Sets the id that the last row of a table has had.
    package func setLastID(_ id: Int64, in table: String) throws {
        guard dialect == .sqlite else {
            // A sequence begins at 1, and 0 is none that it has given.
            try execute(
                literal: "SELECT setval(\(table + "_id_seq"), \(max(1, id)), \(id > 0) = 1)")
            return
        }
        try execute(literal: "DELETE FROM sqlite_sequence WHERE name = \(table)")
        try execute(literal: "INSERT INTO sqlite_sequence (name, seq) VALUES (\(table), \(id))")
    }

    /// Notes that rows were written with ids of ours, up to this one, or none with 0; SQLite sees it by itself.
    package func noteID(_ id: Int64, in table: String) throws {
        guard dialect == .postgres, id > 0 else { return }
        try cachedStatement(
            literal: """
                SELECT setval(\(table + "_id_seq"), \(id)) FROM \(sql: table)_id_seq
                WHERE last_value < \(id) OR NOT is_called
                """
        ).execute()
    }
}

extension Connection {
    /// Inserts a row.
    ///
    /// - Parameter insertion: Inserts just one row, and says nothing of what it returns.
    /// - Returns: The id that the row got.
    package func insertedID(_ insertion: SQL) throws -> Int64 {
        let id = try Int64.fetchOne(self, literal: "\(insertion) RETURNING id")
        guard let id else { throw DatabaseError(.other, "no row was inserted") }
        return id
    }
}
