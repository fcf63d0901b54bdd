extension Connection {
    /// Updates a server's statistics of tables that have grown fourfold since they were last analyzed. The server itself
    /// does so once a minute, after the first scan of most libraries; until then its plans read whole tables.
    ///
    /// - Parameter tables: The first is measured. Those that another session is vacuuming are skipped.
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
