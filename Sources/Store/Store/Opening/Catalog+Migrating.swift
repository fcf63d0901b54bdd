import FoundationEssentials
internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithMigrations

extension Dialect {
    fileprivate var schema: Migrations {
        switch self {
        case .sqlite: .sqlite
        case .postgres: .postgres
        }
    }
}

extension Catalog {
    private static func migrations(_ schema: Migrations) -> [Migration] {
        schema.all.map { migration in
            Migration(migration.name) { database in
                try database.execute(sql: migration.sql)
                try database.execute(
                    literal: """
                        INSERT INTO library (id, last_modified, schema_sha256)
                        VALUES (1, \(Date.now.secondsSince1970), \(schema.digest))
                        ON CONFLICT (id) DO UPDATE SET schema_sha256 = excluded.schema_sha256
                        """)
            }
        }
    }

    func migrate() throws {
        let isUpToDate = try database.write { database in
            if try Self.isUpToDate(database) { return true }
            if database.dialect == .sqlite {
                try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
            }
            return false
        }
        if isUpToDate { return }
        try database.migrate(Self.migrations(database.dialect.schema))
        try searchIndex.fill()
    }

    /// Whether the library has this program's schema, and a search index by its rules; false for a library that has
    /// yet to be made.
    ///
    /// - Throws: ``CatalogError`` for a library of another schema.
    static func isUpToDate(_ database: Connection) throws -> Bool {
        let applied = try Migration.applied(in: database)
        if applied.isEmpty {
            // Of a build that noted the steps elsewhere.
            guard try !database.hasTable("library") else {
                throw CatalogError(.otherSchema, path: "")
            }
            return false
        }
        let schema = database.dialect.schema
        let known = Set(schema.all.map(\.name))
        if applied.isStrictSuperset(of: known) { throw CatalogError(.newerVersion, path: "") }
        // Nothing was released yet: there is no older schema to start from.
        guard applied == known, try schemaDigest(database) == schema.digest else {
            throw CatalogError(.otherSchema, path: "")
        }
        return try SearchIndex.isComplete(database)
    }

    /// A program that has had the library open for days must not write into a schema that a newer one has changed
    /// meanwhile.
    static func checkSchema(_ database: Connection) throws {
        let digest = try String.fetchOne(
            database, literal: "SELECT schema_sha256 FROM library", cached: true)
        guard digest == database.dialect.schema.digest else {
            throw CatalogError(.otherSchema, path: "")
        }
    }

    private static func schemaDigest(_ database: Connection) throws -> String? {
        guard try database.columns(of: "library").contains("schema_sha256") else { return nil }
        return try String.fetchOne(database, literal: "SELECT schema_sha256 FROM library")
    }
}
