/// The library's schema as a list of steps, oldest first.
///
/// Nothing was released yet: `v001` is edited until 0.1.0, and a library of another text is refused. From then on no
/// step is edited, and a change is a new step.
public struct Migrations: Sendable {
    /// One step: the files whose names begin with its name, such as `v001-1-files.sql` and `v001-2-names.sql`.
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
        fileprivate let path: String

        /// The file's text.
        public var sql: String { String(decoding: EmbeddedFiles.bytes(of: path), as: UTF8.self) }

        fileprivate var step: String { String(name.prefix { $0 != "-" }) }
    }

    /// Every step, in the order in which they are applied.
    public let all: [Migration]
    /// SHA-256 of the files, in their order: 64 lower-case hexadecimal digits.
    public let digest: String

    /// The steps whose files are in a folder.
    private init(in folder: String) {
        let parts = EmbeddedFiles.paths.filter { $0.hasPrefix(folder + "/") }.map { path in
            Part(
                name: String(path.dropFirst(folder.count + 1).dropLast(".sql".count)), path: path)
        }
        all = Dictionary(grouping: parts, by: \.step).sorted { $0.key < $1.key }.map {
            Migration(name: $0.key, parts: $0.value)
        }
        digest = EmbeddedFiles.digest(of: folder)
    }

    /// The schema on SQLite, which says what each table and column means.
    public static let sqlite = Migrations(in: "sqlite")

    /// The schema on PostgreSQL: the same tables and columns.
    public static let postgres = Migrations(in: "postgres")
}
