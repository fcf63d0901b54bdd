extension Connection {
    /// Has a server look again at tables that have become four times as large as they were when it last did. By what it then
    /// knows it plans statements, and of itself it looks once a minute, which is after the first scan of most libraries.
    ///
    /// - Parameter tables: The first is measured. Those that somebody cleans up are passed over.
    package func analyzeGrown(_ tables: [String]) throws {
        guard dialect == .postgres, let first = tables.first else { return }
        let hasGrown = try Bool.fetchOne(
            cachedStatement(
                literal: """
                    SELECT pg_relation_size(oid) / CAST(current_setting('block_size') AS bigint)
                        > 4 * greatest(relpages, 10)
                    FROM pg_class WHERE oid = to_regclass(\(first))
                    """))
        guard hasGrown == true else { return }
        try execute(sql: "ANALYZE (SKIP_LOCKED) \(tables.joined(separator: ", "))")
    }
}
