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
        Migration(name: "v040-play-queue", sql: text(PackageResources.v040_play_queue_sql)),
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
