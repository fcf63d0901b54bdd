import MediaModel

/// The library's schema as a list of steps, oldest first.
///
/// Nothing was released yet: `v001` is edited until 0.1.0, and a library of another text is refused. From then on no
/// step is edited, and a change is a new step.
public struct Migrations: Sendable {
    /// One step: the files whose names begin with its name.
    public struct Migration: Sendable {
        /// Stored in each library that the step was applied to.
        public let name: String
        /// The files, in the order in which they are executed.
        public let parts: [Part]

        /// The SQL of all files, run in one transaction.
        public var sql: String { parts.map(\.sql).joined(separator: "\n") }
    }

    /// One file.
    public struct Part: Sendable {
        /// The file's name without its extension.
        public let name: String
        /// The file's text.
        public let sql: String

        init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            sql = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Every step, in the order in which they are applied.
    public let all: [Migration]
    /// SHA-256 of the schema's text: 64 lower-case hexadecimal digits.
    public let digest: String

    private init(_ all: [Migration]) {
        self.all = all
        digest = ContentDigest(of: all.map { Array($0.sql.utf8) }).hexadecimal
    }

    /// The schema on SQLite, which says what each table and column means.
    public static let sqlite = Migrations([
        Migration(
            name: "v001",
            parts: [
                Part("v001-1-files", PackageResources.sqlite_v001_1_files_sql),
                Part("v001-2-names", PackageResources.sqlite_v001_2_names_sql),
                Part("v001-3-items", PackageResources.sqlite_v001_3_items_sql),
                Part("v001-4-artwork", PackageResources.sqlite_v001_4_artwork_sql),
                Part("v001-5-user-data", PackageResources.sqlite_v001_5_user_data_sql),
                Part("v001-6-search", PackageResources.sqlite_v001_6_search_sql),
                Part("v001-7-library", PackageResources.sqlite_v001_7_library_sql),
                Part("v001-8-service", PackageResources.sqlite_v001_8_service_sql),
                Part("v001-9-statistics", PackageResources.sqlite_v001_9_statistics_sql),
            ])
    ])

    /// The schema on PostgreSQL: the same tables and columns.
    public static let postgres = Migrations([
        Migration(
            name: "v001",
            parts: [
                Part("v001-1-files", PackageResources.postgres_v001_1_files_sql),
                Part("v001-2-names", PackageResources.postgres_v001_2_names_sql),
                Part("v001-3-items", PackageResources.postgres_v001_3_items_sql),
                Part("v001-4-artwork", PackageResources.postgres_v001_4_artwork_sql),
                Part("v001-5-user-data", PackageResources.postgres_v001_5_user_data_sql),
                Part("v001-6-search", PackageResources.postgres_v001_6_search_sql),
                Part("v001-7-library", PackageResources.postgres_v001_7_library_sql),
                Part("v001-8-service", PackageResources.postgres_v001_8_service_sql),
                Part("v001-9-triggers", PackageResources.postgres_v001_9_triggers_sql),
            ])
    ])
}
