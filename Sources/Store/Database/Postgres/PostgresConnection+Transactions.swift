extension PostgresConnection {
    /// The server may compile what it takes for an expensive statement, for which conditions of many parts take it seconds and
    /// gigabytes: longer than any of ours runs. Of the transaction only, because a pooler may give the connection to others.
    private static let settings = "SET LOCAL jit = off"

    /// Makes changes as one: all of them, or none where the body throws.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            // One writer at a time, as on SQLite: what is read in a transaction stays true until its end.
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
    func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; \(Self.settings)")
        // Nothing was changed that could be lost.
        defer { rollBack() }
        return try body()
    }

    private func commit() throws {
        let result = try execute("COMMIT")
        // After an error, whoever was told of it, the server ends the transaction without its changes, and without an error.
        guard result.command == "COMMIT" else {
            throw DatabaseError(.other, "the server has undone the changes")
        }
    }

    private func rollBack() {
        // What has failed is undone, too.
        do { try awaitAnswer() } catch {}
        // A connection that is gone has taken the transaction with it.
        _ = try? execute("ROLLBACK")
    }
}
