package import FoundationEssentials
import Glibc
internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithQueries
package import PhonolithStore

/// A file or folder that the last scan could not read, or could read only in part.
package struct KnownProblem: Hashable, Sendable {
    // Absolute.
    package var path: MediaPath
    /// Why, in words for the user.
    package var reason: String
    /// When a scan first found it.
    package var date: Date
    /// Whether the user does not want to hear of it.
    package var isIgnored: Bool

    /// The values to show, with their names.
    package var values: [(name: String, value: MediaValue?)] {
        [
            ("path", .text(path.description)),
            ("pathBase64", path.isUTF8 ? nil : .bytes(path.bytes)), ("reason", .text(reason)),
            ("date", .timestamp(date)), ("isIgnored", .boolean(isIgnored)),
        ]
    }
}

/// Files that could not be read.
package struct ProblemStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var problems: ProblemStore { ProblemStore(catalog: self) }
}

extension ProblemStore {
    /// The problems of the roots that are open to the user, by path.
    ///
    /// - Parameter ignored: Whether to list those that are ignored, too.
    package func all(
        ignored: Bool = false, limit: Int = .max, offset: Int = 0
    ) throws -> [KnownProblem] {
        try read { database in
            try Projection { column in
                KnownProblem(
                    path: (column("roots.path") as MediaPath).appending(column("problems.path")),
                    reason: column("reason"), date: column("found_at"),
                    isIgnored: column("is_ignored"))
            }.fetchAll(
                database,
                from: """
                    roots JOIN problems ON root_id = roots.id
                    WHERE is_removed = 0 AND is_ignored <= \(ignored) AND \(sql: viewer(database).opens("roots.id"))
                    ORDER BY roots.path, problems.path LIMIT \(limit) OFFSET \(offset)
                    """)
        }
    }

    /// Stops or starts reporting a problem again.
    ///
    /// - Returns: Whether there is such a problem in a root that is open to the user.
    package func setIgnored(_ isIgnored: Bool, problemAt path: MediaPath) throws -> Bool {
        let roots = try catalog.roots.allOpen()
        return try write { database in
            for root in roots {
                guard let relative = path.relative(to: root.path) else { continue }
                try database.execute(
                    literal:
                        "UPDATE problems SET is_ignored = \(isIgnored) WHERE root_id = \(root.id.rawValue) AND path = \(relative.data)"
                )
                if database.changesCount > 0 { return true }
            }
            return false
        }
    }

    /// The changes in the problems of a root since the scan before, without ignored ones.
    package struct ProblemNews: Hashable, Sendable {
        /// Problems that were not known, or have another reason, in the order of the absolute paths.
        package var new: [ScanProblem] = []
        /// Problems that are solved, likewise.
        package var solved: [ScanProblem] = []
        /// How many were known, and are still there.
        package var known = 0
    }

    /// Stores what a scan found wrong in a root.
    ///
    /// - Parameters:
    ///   - found: The reasons, by paths below the root.
    ///   - covers: Whether the scan looked at what has this path, so that a problem which it did not find is solved.
    package func store(
        problems found: [MediaPath: String], of root: LibraryRoot, now: Date,
        covers: (MediaPath) -> Bool
    ) throws -> ProblemNews {
        let rows = try read { database in
            try Projection { column in
                (
                    path: column("path") as MediaPath, reason: column("reason") as String,
                    isIgnored: column("is_ignored") as Bool
                )
            }.fetchAll(database, from: "problems WHERE root_id = \(root.id)")
        }
        let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.path, $0.reason) })
        let comparison = ProblemComparison(found: found, known: known, covers: covers)
        try write(comparison, of: root.id.rawValue, now)
        let ignored = Set(rows.filter(\.isIgnored).map(\.path))
        func problems(_ reasons: [MediaPath: String]) -> [ScanProblem] {
            reasons.sorted { $0.key < $1.key }.map {
                ScanProblem(path: root.path.appending($0.key), reason: $0.value)
            }
        }
        return ProblemNews(
            new: problems(comparison.new),
            solved: problems(comparison.solved.filter { !ignored.contains($0.key) }),
            known: found.keys.count { comparison.new[$0] == nil && !ignored.contains($0) })
    }

    private func write(
        _ comparison: ProblemComparison, of root: Int64, _ now: Date
    ) throws {
        for paths in Array(comparison.solved.keys).chunks(of: Self.problemsAtOnce) {
            try write { database in
                for path in paths {
                    try database.cachedStatement(
                        literal:
                            "DELETE FROM problems WHERE root_id = \(root) AND path = \(path.data)"
                    ).execute()
                }
            }
        }
        for problems in Array(comparison.new).chunks(of: Self.problemsAtOnce) {
            try write { database in
                for (path, reason) in problems {
                    try database.cachedStatement(
                        literal: """
                            INSERT INTO problems (root_id, path, reason, found_at)
                            VALUES (\(root), \(path.data), \(reason), \(now.secondsSince1970))
                            ON CONFLICT (root_id, path) DO UPDATE SET reason = excluded.reason,
                                found_at = excluded.found_at, is_ignored = excluded.is_ignored
                            """
                    ).execute()
                }
            }
        }
    }

    /// Rows in one transaction: few enough that other writers do not wait long.
    private static let problemsAtOnce = 1000
}

/// The problems that a scan found, beside the known ones: a pure decision.
struct ProblemComparison: Hashable {
    /// Files and folders with a problem that was not known, or with another reason; also ignored ones.
    var new: [MediaPath: String] = [:]
    /// Files and folders that the scan looked at without finding a problem.
    var solved: [MediaPath: String] = [:]

    /// - Parameters:
    ///   - found: The reasons, by paths below the root.
    ///   - known: The same of earlier scans.
    ///   - covers: Whether the scan looked at what has this path.
    init(
        found: [MediaPath: String], known: [MediaPath: String], covers: (MediaPath) -> Bool
    ) {
        new = found.filter { known[$0.key] != $0.value }
        solved = known.filter { found[$0.key] == nil && covers($0.key) }
    }
}
