import MediaModel

/// The library's schema as a list of steps, oldest first.
///
/// Nothing was released yet: `v001` is edited until 0.1.0, and a library of another text is refused. From then on no
/// step is edited, and a change is a new step.
public enum Migrations {
    /// One step: the files of `sql/` whose names begin with its name.
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
    public static let all = [
        Migration(
            name: "v001",
            parts: [
                Part("v001-1-files", PackageResources.v001_1_files_sql),
                Part("v001-2-names", PackageResources.v001_2_names_sql),
                Part("v001-3-items", PackageResources.v001_3_items_sql),
                Part("v001-4-artwork", PackageResources.v001_4_artwork_sql),
                Part("v001-5-user-data", PackageResources.v001_5_user_data_sql),
                Part("v001-6-search", PackageResources.v001_6_search_sql),
                Part("v001-7-library", PackageResources.v001_7_library_sql),
                Part("v001-8-service", PackageResources.v001_8_service_sql),
                Part("v001-9-statistics", PackageResources.v001_9_statistics_sql),
            ])
    ]

    /// SHA-256 of the schema's text: 64 lower-case hexadecimal digits.
    public static let digest = ContentDigest(of: all.map { Array($0.sql.utf8) }).hexadecimal
}
