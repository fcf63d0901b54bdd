extension Connection {
    /// The id that the next row of a table gets whose ids are never used again.
    package func nextID(in table: String) throws -> Int64 {
        1
            + (try Int64.fetchOne(
                cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = ?"),
                arguments: [table]) ?? 0)
    }
}
