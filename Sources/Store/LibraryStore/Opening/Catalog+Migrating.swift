internal import Database
import Foundation
import MediaModel
import Migrations

extension Catalog {
    private static var migrations: [Migration] {
        Migrations.all.map { migration in
            Migration(migration.name) { database in
                try database.execute(sql: migration.sql)
                try database.execute(
                    sql: """
                        INSERT INTO library (id, last_modified, schema_sha256) VALUES (1, ?, ?)
                        ON CONFLICT (id) DO UPDATE SET schema_sha256 = excluded.schema_sha256
                        """, arguments: [Date.now.secondsSince1970, Migrations.digest])
            }
        }
    }

    func migrate() throws {
        try database.write { database in
            if try Self.isUpToDate(database) { return }
            try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
        }
        try database.migrate(Self.migrations)
        try fillSearchIndex()
    }

    /// Whether the library has this program's schema, and a search index by its rules; false for a library that has
    /// yet to be made.
    ///
    /// - Throws: ``CatalogError`` for a library of another schema.
    static func isUpToDate(_ database: Connection) throws -> Bool {
        let applied = try Migration.applied(in: database)
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
    static func checkSchema(_ database: Connection) throws {
        let digest = try String.fetchOne(
            database.cachedStatement(sql: "SELECT schema_sha256 FROM library"))
        guard digest == Migrations.digest else { throw CatalogError(.otherSchema, path: "") }
    }

    private static func schemaDigest(_ database: Connection) throws -> String? {
        let column = "SELECT 1 FROM pragma_table_info('library') WHERE name = 'schema_sha256'"
        guard try Bool.fetchOne(database, sql: column) != nil else { return nil }
        return try String.fetchOne(database, sql: "SELECT schema_sha256 FROM library")
    }
}
