extension PostgresConnection {
    /// The server may compile what it takes for an expensive statement, for which conditions of many parts take it seconds and
    /// gigabytes: longer than any of ours runs.
    private static let withoutCompiling = "SET LOCAL jit = off"

    /// Makes changes as one: all of them, or none where the body throws.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try awaitAnswer()
        // A server only warns of one, whose end would be that of the whole.
        if isInsideTransaction { throw DatabaseError.nestedTransaction }
        do {
            // One writer at a time, as on SQLite: rows read in a transaction stay true until its end.
            try execute(
                "BEGIN; \(Self.withoutCompiling); SELECT pg_advisory_xact_lock(\(AdvisoryLock.writing.key))"
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
    /// - Parameter isPooled: Whether a pooler may have given the connection to others since ``prepareReading()``.
    func snapshot<Value>(isPooled: Bool = false, _ body: () throws -> Value) throws -> Value {
        let settings =
            isPooled ? "; \(Self.withoutCompiling); " + Self.limiting(inTransaction: true) : ""
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY\(settings)")
        defer { leaveSnapshot() }
        return try body()
    }

    /// Ends a transaction in which nothing was changed that could be lost. Does not wait for it, as the next use does.
    private func leaveSnapshot() {
        // An error of the last statement does not matter: nothing was changed, and its caller has the error or wants no answer.
        do { try awaitAnswer() } catch {}
        begin("ROLLBACK")
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

    /// Has the server compile no statements, and end those that take more than five minutes, unless the address or the role say
    /// how long they may.
    func prepareReading() throws {
        try execute("SET jit = off; " + Self.limiting(inTransaction: false))
    }

    /// - Parameter inTransaction: Whether the limit ends with the transaction.
    private static func limiting(inTransaction: Bool) -> String {
        """
        SELECT set_config('statement_timeout', '5min', \(inTransaction))
        WHERE current_setting('statement_timeout') = '0'
        """
    }
}
