import Foundation
internal import GRDB
import MediaModel
import Migrations

extension Catalog {
    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in Migrations.all {
            migrator.registerMigration(migration.name) { database in
                try database.execute(sql: migration.sql)
                try database.execute(
                    sql: """
                        INSERT INTO library (id, last_modified, schema_sha256) VALUES (1, ?, ?)
                        ON CONFLICT (id) DO UPDATE SET schema_sha256 = excluded.schema_sha256
                        """, arguments: [Date.now.secondsSince1970, Migrations.digest])
            }
        }
        return migrator
    }

    func migrate() throws {
        try database.writeWithoutTransaction { database in
            if try Self.isUpToDate(database) { return }
            try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
        }
        try Self.migrator.migrate(database)
        try fillSearchIndex()
    }

    /// Whether the library has this program's schema, and a search index by its rules; false for a library that has
    /// yet to be made.
    ///
    /// - Throws: ``CatalogError`` for a library of another schema.
    static func isUpToDate(_ database: Database) throws -> Bool {
        let applied = try migrator.appliedIdentifiers(database)
        if applied.isEmpty { return false }
        let known = Set(Migrations.all.map(\.name))
        if applied.isStrictSuperset(of: known) { throw CatalogError(.newerVersion, path: "") }
        // Nothing was released yet: there is no older schema to start from.
        guard applied == known, try schemaDigest(database) == Migrations.digest else {
            throw CatalogError(.otherSchema, path: "")
        }
        return try hasSearchIndex(database)
    }

    /// A program that has had the library open for days must not write into a schema that a newer one has changed
    /// meanwhile.
    static func checkSchema(_ database: Database) throws {
        let digest = try String.fetchOne(
            database.cachedStatement(sql: "SELECT schema_sha256 FROM library"))
        guard digest == Migrations.digest else { throw CatalogError(.otherSchema, path: "") }
    }

    private static func schemaDigest(_ database: Database) throws -> String? {
        let column = "SELECT 1 FROM pragma_table_info('library') WHERE name = 'schema_sha256'"
        guard try Bool.fetchOne(database, sql: column) != nil else { return nil }
        return try String.fetchOne(database, sql: "SELECT schema_sha256 FROM library")
    }
}
