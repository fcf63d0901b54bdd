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
