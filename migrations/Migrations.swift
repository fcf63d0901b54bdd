/// The library's schema as a list of steps, oldest first. A step that has been released is never
/// edited: a change is a new step.
public enum Migrations {
    /// One step.
    public struct Migration: Sendable {
        /// The file's name without its extension; kept in the library for ever.
        public let name: String
        /// The SQL, run in one transaction.
        public let sql: String
    }

    /// Every step, in the order in which they are taken.
    public static let all = [
        Migration(name: "v001-library", sql: text(PackageResources.v001_library_sql)),
        Migration(name: "v002-queries", sql: text(PackageResources.v002_queries_sql)),
        Migration(name: "v003-search", sql: text(PackageResources.v003_search_sql)),
        Migration(name: "v004-identity", sql: text(PackageResources.v004_identity_sql)),
        Migration(name: "v005-playlists", sql: text(PackageResources.v005_playlists_sql)),
        Migration(name: "v006-play-queue", sql: text(PackageResources.v006_play_queue_sql)),
        Migration(name: "v007-television", sql: text(PackageResources.v007_television_sql)),
        Migration(name: "v008-cue-sheets", sql: text(PackageResources.v008_cue_sheets_sql)),
        Migration(
            name: "v009-query-properties", sql: text(PackageResources.v009_query_properties_sql)),
        Migration(name: "v010-orders", sql: text(PackageResources.v010_orders_sql)),
        Migration(name: "v011-kept-queue", sql: text(PackageResources.v011_kept_queue_sql)),
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
