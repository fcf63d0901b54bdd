import FoundationEssentials
import Glibc
internal import PhonolithDatabase
import PhonolithFiles
import PhonolithIdentity
public import PhonolithMediaModel
public import PhonolithQueries
import PhonolithStore
import PhonolithUsers

// The handling of items when their root is removed, or becomes a part of another.

extension RootStore {
    /// The outcome for the items of a root that was removed.
    public struct RootRemoval: Hashable, Sendable {
        /// Items that live on in copies of their files in other roots.
        public var inherited = 0
        /// Hidden items with values of the user's, whose files are nowhere else.
        public var hiddenWithUserValues = 0

        /// Nothing.
        public init() {}
    }

    /// Removes a root, with its kind. Its items are hidden, with all that is the user's, and come back when it is scanned again;
    /// those inside another root go over to that one. Copies of its files in other roots take over their items,
    /// as when files go.
    ///
    /// Each transaction hides some of the files, so that other writers wait only briefly. The root is removed with the last
    /// one: where the program is ended before, a scan shows its items again, and removing it again continues.
    ///
    /// - Returns: `nil` if there is no such root.
    /// - Throws: ``ClosedRootError`` for a root inside another one that users see who do not see this one.
    @discardableResult
    public func remove(_ path: MediaPath) throws -> RootRemoval? {
        let root = try write { database in
            let root = try Int64.fetchOne(
                database,
                literal: "SELECT id FROM roots WHERE path = \(path.data) AND is_removed = 0")
            guard let root else { return Int64?.none }
            if let outer = try nearestRoot(above: path, besides: root, database) {
                try checkThatNothingOpens(root, path, outer, database)
                try Self.takeFolders(inside: path, for: outer, database)
            }
            return root
        }
        guard let root else { return nil }
        for some in try read({ try Self.shownFiles(ofRoot: root, $0) }).parts(
            of: FileReconciliation.atOnce)
        {
            try write { try Self.hideFiles(some, $0) }
        }
        let removal = try leaveToHeirs(root)
        try write { database in
            // A scan may have added some meanwhile.
            try Self.hideFiles(Self.shownFiles(ofRoot: root, database)[...], database)
            // The kind goes with it: files that were read under one are to be read again.
            try database.execute(
                literal: """
                    UPDATE roots SET is_removed = 1, kind = NULL, kind_given_at = CASE
                        WHEN kind IS NULL THEN kind_given_at ELSE \(WallClock.nanoseconds) END
                    WHERE id = \(root)
                    """)
        }
        try catalog.scans.finish(ScanWriter.Changes())
        try catalog.playlistEntries.settle(lookingForCopies: true)
        return removal
    }

    /// Ensures that removing a root does not show its files, in the root around it, to users to whom it is closed.
    private func checkThatNothingOpens(
        _ root: Int64, _ path: MediaPath, _ outer: Int64, _ database: Connection
    ) throws {
        let users = try String.fetchAll(
            database,
            literal: """
                SELECT name FROM closed_roots AS closed JOIN users ON users.id = user_id
                WHERE root_id = \(root) AND NOT EXISTS (SELECT 1 FROM closed_roots
                    WHERE user_id = closed.user_id AND root_id = \(outer))
                ORDER BY name_folded
                """)
        guard let user = users.first else { return }
        let around = try Data.fetchOne(
            database, literal: "SELECT path FROM roots WHERE id = \(outer)")
        throw ClosedRootError(
            path: path, outer: MediaPath(data: around ?? Data()), user: user,
            otherUsers: users.count - 1)
    }

    /// From the last to the first: totals look for another first item whenever theirs is hidden.
    private static func shownFiles(ofRoot root: Int64, _ database: Connection) throws -> [Int64] {
        try Int64.fetchAll(
            database,
            literal: """
                SELECT files.id FROM files JOIN folders ON folders.id = folder_id
                WHERE root_id = \(root) AND is_missing = 0 ORDER BY files.id DESC
                """)
    }

    static func hideFiles(_ files: ArraySlice<Int64>, _ database: Connection) throws {
        let files = Array(files)
        try ItemTotals(ofFiles: files, database).updating(database) {
            try database.execute(
                literal: "UPDATE files SET is_missing = 1 WHERE id IN \(.ids(files))")
            try GoneItemStore.hideItems(ofFiles: files, database)
        }
    }

    /// Lets copies in other roots take over the items of a root's files. All of them are compared before: who inherits what
    /// is decided by the strongest signs first.
    private func leaveToHeirs(_ root: Int64) throws -> RootRemoval {
        let (gone, matches) = try read { try heirs(ofFilesIn: root, $0) }
        var reconciliation = FileReconciliation()
        try reconciliation.join(matches, in: catalog)
        let found = Set(matches.map(\.gone.fileID))
        var removal = RootRemoval()
        removal.inherited = reconciliation.counts.moved
        removal.hiddenWithUserValues = gone.count {
            $0.hasUserValues && !found.contains($0.fileID)
        }
        return removal
    }

    /// The files that went with their root, and which of them have heirs.
    private func heirs(
        ofFilesIn root: Int64, _ database: Connection
    ) throws -> (gone: [FileTrace], matches: [FileMatch]) {
        var gone = try FileTrace.traces(
            database, "items JOIN files ON files.id = file_id",
            "root_id = \(root) AND files.is_missing = 1 AND start_time IS NULL",
            hasUserValues: FileStore.userValues)
        for index in gone.indices { gone[index].isOfRemovedRoot = true }
        return (
            gone,
            MoveMatching.heirs(of: gone, among: try catalog.files.possibleHeirs(of: gone, database))
        )
    }

    /// Gives a root all folders inside a path that roots farther up have.
    static func takeFolders(inside path: MediaPath, for id: Int64, _ database: Connection) throws {
        let target = try Row.fetchOne(
            database, literal: "SELECT path, kind FROM roots WHERE id = \(id)")
        guard let target else { return }
        let targetPath: MediaPath = target[0]
        let rows = try Projection { column in
            (
                id: column("folders.id") as Int64, owner: column("roots.path") as MediaPath,
                path: column("folders.path") as MediaPath,
                isOfRemovedRoot: column("is_removed") as Bool, kind: column("kind") as String?
            )
        }.fetchAll(
            database,
            from: "folders JOIN roots ON roots.id = root_id WHERE root_id <> \(id)")
        for row in rows {
            let owner = row.owner
            let folder = owner.appending(row.path)
            // A root below the new one keeps its folders: it is nearer, unless it was taken away.
            let isNearer = owner.isInside(targetPath) && owner != path && !row.isOfRemovedRoot
            guard folder.isInside(path), !isNearer,
                let relative = folder.relative(to: targetPath)
            else { continue }
            try database.execute(
                literal: """
                    UPDATE folders SET root_id = \(id), path = \(relative.data),
                        path_key = \(SortKeyMaker.key(for: relative)), path_folded = \(relative.foldedAsBeginning)
                    WHERE id = \(row.id) AND NOT EXISTS (
                        SELECT 1 FROM folders WHERE root_id = \(id) AND path = \(relative.data))
                    """)
            try database.execute(
                literal: """
                    UPDATE items SET place_key = (\(sql: AlbumStore.placeKey)) WHERE place_key IS NOT NULL
                        AND file_id IN (SELECT id FROM files WHERE folder_id = \(row.id))
                    """)
            if row.kind == target[1] as String? { continue }
            // Files that were declared to be something else are read again.
            try database.execute(
                literal: "UPDATE files SET changed = 0 WHERE folder_id = \(row.id)")
        }
    }

    /// The innermost root around a folder.
    func nearestRoot(
        above path: MediaPath, besides root: Int64? = nil, _ database: Connection
    ) throws -> Int64? {
        try Row.fetchAll(
            database,
            literal: "SELECT id, path FROM roots WHERE is_removed = 0 AND id <> \(root ?? 0)"
        )
        .map { (id: $0[0] as Int64, path: $0[1] as MediaPath) }
        .filter { path.isInside($0.path) }
        .max { $0.path.bytes.count < $1.path.bytes.count }?.id
    }
}

/// A root inside another one cannot be removed while it is closed to a user who sees the other one: the user would see
/// its files. The description is one line.
public struct ClosedRootError: PhonolithError {
    /// That it is closed to a user.
    public var code: Code { .isClosed }
    /// The root's path.
    public var subject: String { path.description }
    /// The root.
    public var path: MediaPath
    /// The root around it.
    public var outer: MediaPath
    /// One of the users, by name.
    public var user: String
    /// How many other users there are.
    public var otherUsers: Int

    /// One line, without a full stop.
    public var description: String {
        let others =
            otherUsers == 0 ? "" : " and \(otherUsers) other user\(otherUsers == 1 ? "" : "s")"
        return """
            \(path): is closed to \(user)\(others), who would see its files in \(outer); open it to them, or close \
            \(outer): phonolith user roots --help
            """
    }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The root is closed to a user who sees the one around it.
        public static let isClosed = Code(rawValue: "isClosed")
    }
}
