/// A step of a schema, which is made once in each database.
package struct Migration: Sendable {
    package let name: String
    fileprivate let body: @Sendable (Connection) throws -> Void

    package init(_ name: String, _ body: @escaping @Sendable (Connection) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// The names of the steps that were made.
    package static func applied(in connection: Connection) throws -> Set<String> {
        try connection.hasTable("migrations")
            ? String.fetchSet(connection, literal: "SELECT name FROM migrations") : []
    }

    /// Makes the step, and notes that it was made.
    fileprivate func apply(to connection: Connection) throws {
        try connection.execute(
            sql: "CREATE TABLE IF NOT EXISTS migrations (name text NOT NULL PRIMARY KEY)")
        try body(connection)
        try connection.execute(literal: "INSERT INTO migrations (name) VALUES (\(name))")
    }
}

extension SQLiteDatabase {
    package func migrate(_ migrations: [Migration]) throws {
        try write { connection in
            for migration in migrations {
                // A second program that opens a new library at the same moment waits here, and finds it made.
                try connection.transaction {
                    if try Migration.applied(in: connection).contains(migration.name) { return }
                    try migration.apply(to: connection)
                }
            }
        }
    }
}

extension PostgresDatabase {
    package func migrate(_ migrations: [Migration]) throws {
        try write { connection in
            for migration in migrations {
                try connection.transaction {
                    // Two programs may open a new library at the same moment: the second waits here, and finds it made.
                    try connection.execute(
                        literal: "SELECT pg_advisory_xact_lock(\(AdvisoryLock.schema.key))")
                    if try Migration.applied(in: connection).contains(migration.name) { return }
                    try migration.apply(to: connection)
                }
            }
        }
    }
}
