extension Connection {
    /// Updates a server's statistics of tables after one of them has grown fourfold since they were last analyzed. The server
    /// itself does so once a minute, after the first scan of most libraries; until then its plans read whole tables.
    ///
    /// - Parameters:
    ///   - table: The one that is measured.
    ///   - tables: Tables that another session is vacuuming are skipped. Each may have a list of columns, in parentheses:
    ///     what is analyzed in part, the server analyzes as a whole as soon as it would otherwise.
    package func analyze(_ tables: [String], whereGrown table: String) throws {
        guard dialect == .postgres else { return }
        let hasGrown = try Bool.fetchOne(
            cachedStatement(
                literal: """
                    SELECT pg_relation_size(oid) / CAST(current_setting('block_size') AS bigint)
                        > 4 * greatest(relpages, 10)
                    FROM pg_class WHERE oid = to_regclass(\(table))
                    """))
        guard hasGrown == true else { return }
        try execute(sql: "ANALYZE (SKIP_LOCKED) \(tables.joined(separator: ", "))")
    }

    /// Updates a server's statistics of tables that were filled, and of which it would know nothing for a minute.
    package func analyze(_ tables: [String]) throws {
        guard dialect == .postgres else { return }
        try execute(sql: "ANALYZE \(tables.joined(separator: ", "))")
    }

    /// How many rows a server expects a statement to give, by its statistics; `nil` for SQLite, which has no opinion.
    package func expectedRows(of statement: SQL) throws -> Int? {
        guard dialect == .postgres else { return nil }
        let plan = try String.fetchOne(cachedStatement(literal: "EXPLAIN \(statement)"))
        return plan?.firstMatch(of: /rows=(\d+)/).flatMap { Int($0.1) }
    }
}
