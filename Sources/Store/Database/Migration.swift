internal import GRDB

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
        switch connection.backend {
        case .sqlite(let database):
            try DatabaseError.translating {
                try DatabaseMigrator().appliedIdentifiers(database)
            }
        case .postgres:
            try connection.hasTable("migrations")
                ? String.fetchSet(connection, literal: "SELECT name FROM migrations") : []
        }
    }
}

extension SQLiteDatabase {
    package func migrate(_ migrations: [Migration]) throws {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) {
                try migration.body(Connection($0))
            }
        }
        try DatabaseError.translating { try migrator.migrate(writer) }
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
                    try connection.execute(
                        sql: "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)")
                    try migration.body(connection)
                    try connection.execute(
                        literal: "INSERT INTO migrations (name) VALUES (\(migration.name))")
                }
            }
        }
    }
}
