extension PostgresConnection {
    /// The server may compile what it takes for an expensive statement, for which conditions of many parts take it seconds and
    /// gigabytes: longer than any of ours runs. Of the transaction only, because a pooler may give the connection to others.
    private static let settings = "SET LOCAL jit = off"

    /// Makes changes as one: all of them, or none where the body throws.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            // One writer at a time, as on SQLite: rows read in a transaction stay true until its end.
            try execute(
                "BEGIN; \(Self.settings); SELECT pg_advisory_xact_lock(\(AdvisoryLock.writing.key))"
            )
            let value = try body()
            try commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Reads the database as it is at one moment.
    ///
    /// - Parameter limitsStatements: Whether statements are limited as by ``limitStatements()``, where a pooler may give the
    ///   connection to others.
    func snapshot<Value>(
        limitsStatements: Bool = false, _ body: () throws -> Value
    ) throws -> Value {
        let limit = limitsStatements ? "; " + Self.limitingStatements(inTransaction: true) : ""
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; \(Self.settings)\(limit)")
        // Nothing was changed that could be lost.
        defer { rollBack() }
        return try body()
    }

    private func commit() throws {
        let result = try execute("COMMIT")
        // A server answers COMMIT in a failed transaction by rolling it back, without an error.
        guard result.command == "COMMIT" else {
            throw DatabaseError(.other, "the server has undone the changes")
        }
    }

    private func rollBack() {
        // The error of a pending statement does not matter: its changes are rolled back, and the caller has an error.
        do { try awaitAnswer() } catch {}
        // If this fails, the connection is lost, and the server rolls back by itself.
        _ = try? execute("ROLLBACK")
    }

    /// Has the server end statements that take more than five minutes, unless the address or the role say how long they may.
    func limitStatements() throws { try execute(Self.limitingStatements(inTransaction: false)) }

    /// - Parameter inTransaction: Whether the limit ends with the transaction.
    static func limitingStatements(inTransaction: Bool) -> String {
        """
        SELECT set_config('statement_timeout', '5min', \(inTransaction))
        WHERE current_setting('statement_timeout') = '0'
        """
    }
}
