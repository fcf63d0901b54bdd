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
        try DatabaseError.translating {
            try DatabaseMigrator().appliedIdentifiers(connection.database)
        }
    }
}

extension SQLiteDatabase {
    /// Makes the steps that were not made yet, in their order, each in a transaction of its own.
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
