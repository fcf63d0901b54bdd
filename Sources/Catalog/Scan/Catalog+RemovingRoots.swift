import Foundation
internal import GRDB
public import MediaModel

// What happens to items when their root is removed, or becomes a part of another.

extension Catalog {
    /// What became of the items of a root that was removed.
    public struct RootRemoval: Hashable, Sendable {
        /// Items that live on in copies of their files in other roots.
        public var inherited = 0
        /// Hidden items with values of the user's, whose files are nowhere else.
        public var hiddenWithUserValues = 0

        /// Nothing.
        public init() {}
    }

    /// Removes a root. Its items are hidden, with all that is the user's, and come back when it is scanned again;
    /// those inside another root go over to that one. Copies of its files in other roots take over their items,
    /// as when files go.
    ///
    /// - Returns: `nil` where there is no such root.
    @discardableResult
    public func removeRoot(_ path: MediaPath) throws -> RootRemoval? {
        let removal = try write { database in
            try hideRoot(path, database) ? leaveToHeirs(path, database) : nil
        }
        if removal != nil {
            try finish(ScanWriter.Changes())
            try settlePlaylistEntries(lookingForCopies: true)
        }
        return removal
    }

    private func hideRoot(_ path: MediaPath, _ database: Database) throws -> Bool {
        try database.execute(
            sql: "UPDATE roots SET is_removed = 1 WHERE path = ? AND is_removed = 0",
            arguments: [path.data])
        guard database.changesCount > 0 else { return false }
        if let outer = try nearestRoot(above: path, database) {
            try Self.takeFolders(inside: path, for: outer, database)
        }
        let files = try Int64.fetchAll(
            database,
            sql: """
                SELECT files.id FROM files JOIN folders ON folders.id = folder_id
                JOIN roots ON roots.id = root_id WHERE roots.path = ?
                """, arguments: [path.data])
        try ItemTotals(ofFiles: files, database).updating(database) {
            try database.execute(
                sql: """
                    UPDATE files SET is_missing = 1 WHERE id IN (SELECT value FROM json_each(?))
                    """, arguments: [files.json])
            try Self.hideItems(ofFiles: files, database)
        }
        return true
    }

    private func leaveToHeirs(_ path: MediaPath, _ database: Database) throws -> RootRemoval {
        let gone = try Self.traces(
            database, "items JOIN files ON files.id = file_id",
            "roots.path = ? AND files.is_missing = 1 AND start_time IS NULL", [path.data],
            hasUserValues: Self.userValues)
        let matches = try MoveMatching.heirs(of: gone, among: possibleHeirs(of: gone, database))
        var reconciliation = FileReconciliation(matches: matches)
        try reconciliation.join(database)
        var removal = RootRemoval()
        removal.inherited = reconciliation.counts.moved
        let found = Set(matches.map(\.gone.fileID))
        removal.hiddenWithUserValues = gone.count {
            $0.hasUserValues && !found.contains($0.fileID)
        }
        return removal
    }

    /// Gives a root all folders inside a path that roots farther up have.
    static func takeFolders(inside path: MediaPath, for id: Int64, _ database: Database) throws {
        let target = try Row.fetchOne(
            database, sql: "SELECT path, kind FROM roots WHERE id = ?", arguments: [id])
        guard let target else { return }
        let targetPath = MediaPath(data: target[0])
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT folders.id, folders.path, roots.path, is_removed, kind FROM folders
                JOIN roots ON roots.id = root_id WHERE root_id <> ?
                """, arguments: [id])
        for row in rows {
            let owner = MediaPath(data: row[2])
            let folder = owner.appending(MediaPath(data: row[1]))
            // A root below the new one keeps its folders: it is nearer, unless it was taken away.
            let isNearer = owner.isInside(targetPath) && owner != path && !(row[3] as Bool)
            guard folder.isInside(path), !isNearer,
                let relative = folder.relative(to: targetPath)
            else { continue }
            try database.execute(
                sql: """
                    UPDATE OR IGNORE folders SET root_id = ?, path = ?, path_key = ? WHERE id = ?
                    """,
                arguments: [
                    id, relative.data, SortKeyMaker.key(for: relative), row[0] as Int64,
                ])
            if row[4] as String? == target[1] as String? { continue }
            // Files that were declared to be something else are read again.
            try database.execute(
                sql: "UPDATE files SET changed = 0 WHERE folder_id = ?",
                arguments: [row[0] as Int64])
        }
    }

    /// The innermost root around a folder.
    func nearestRoot(above path: MediaPath, _ database: Database) throws -> Int64? {
        try Row.fetchAll(database, sql: "SELECT id, path FROM roots WHERE is_removed = 0")
            .filter { path.isInside(MediaPath(data: $0[1])) }
            .max { ($0[1] as Data).count < ($1[1] as Data).count }
            .map { $0[0] }
    }
}
