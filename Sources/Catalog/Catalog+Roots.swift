import Foundation
internal import GRDB
public import MediaModel

/// A folder that was given to `scan`, and all below it.
public struct LibraryRoot: Hashable, Sendable {
    /// Lasts as long as the library.
    public var id: PersistentID<Root>
    /// Absolute, without symbolic links.
    public var path: MediaPath
    /// What its files are, whatever they say themselves; `nil` where they say it.
    public var kind: Kind?
    /// Whether the last look could read it, and found something.
    public var isAvailable: Bool
    /// When its kind was last changed, in nanoseconds since 1970; 0 where it never was.
    package var kindGivenAt = 0

    /// Puts a root together.
    package init(
        id: PersistentID<Root>, path: MediaPath, kind: Kind?, isAvailable: Bool
    ) {
        self.id = id
        self.path = path
        self.kind = kind
        self.isAvailable = isAvailable
    }

    /// What the files of a root can be declared to be.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case music, podcast, audiobook, video
    }
}

extension Catalog {
    /// The roots, by path.
    public func roots() throws -> [LibraryRoot] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, path, kind, is_available, kind_given_at FROM roots
                    WHERE is_removed = 0 ORDER BY path
                    """
            ).map { row in
                var root = LibraryRoot(
                    id: PersistentID(row[0] as Int64), path: MediaPath(data: row[1]),
                    kind: (row[2] as String?).flatMap(LibraryRoot.Kind.init), isAvailable: row[3])
                root.kindGivenAt = row[4]
                return root
            }
        }
    }

    /// How many items a root has whose files are not gone. Takes time with their number.
    public func itemCount(in root: PersistentID<Root>) throws -> Int {
        try read {
            try Int.fetchOne(
                $0,
                sql: """
                    SELECT count(*) FROM folders JOIN files ON folder_id = folders.id
                    JOIN items ON file_id = files.id
                    WHERE root_id = ? AND items.is_missing = 0
                    """, arguments: [root.rawValue]) ?? 0
        }
    }

    /// Makes a folder a root, or gives a known one another kind.
    ///
    /// Folders that another root has inside the new one become the new one's, with their items: each file
    /// is known once, by the nearest root above it.
    ///
    /// - Parameter kind: `nil` leaves the kind as it is. Files read under another are to be read again.
    public func addRoot(_ path: MediaPath, kind: LibraryRoot.Kind?) throws {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO roots (path, path_key, kind, kind_given_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (path) DO UPDATE SET is_removed = 0, kind = coalesce(excluded.kind, kind),
                        kind_given_at = CASE WHEN coalesce(excluded.kind, kind) IS kind
                            THEN kind_given_at ELSE excluded.kind_given_at END
                    """,
                arguments: [
                    path.data, SortKeyMaker.key(for: path), kind?.rawValue,
                    kind == nil ? 0 : WallClock.nanoseconds,
                ])
            let id = try Int64.fetchOne(
                database, sql: "SELECT id FROM roots WHERE path = ?", arguments: [path.data])
            if let id { try takeFolders(inside: path, for: id, database) }
        }
    }

    /// Takes a root away. Its items are hidden, with all that is the user's, and come back when it is
    /// scanned again; those inside another root go over to that one.
    ///
    /// - Returns: Whether there was such a root.
    public func removeRoot(_ path: MediaPath) throws -> Bool {
        try write { database in
            try database.execute(
                sql: "UPDATE roots SET is_removed = 1 WHERE path = ? AND is_removed = 0",
                arguments: [path.data])
            guard database.changesCount > 0 else { return false }
            if let outer = try nearestRoot(above: path, database) {
                try takeFolders(inside: path, for: outer, database)
            }
            try database.execute(
                sql: """
                    UPDATE files SET is_missing = 1 WHERE folder_id IN (SELECT folders.id
                        FROM folders JOIN roots ON roots.id = root_id WHERE roots.path = ?)
                    """, arguments: [path.data])
            try database.execute(
                sql: """
                    UPDATE items SET is_missing = 1 WHERE is_missing = 0
                        AND file_id IN (SELECT id FROM files WHERE is_missing = 1)
                    """)
            try SearchTable.items.remove(
                where: "SELECT id FROM items WHERE is_missing = 1", [], database)
            // They are counted anew when they are asked for, until the end of the next scan.
            try Self.forgetArtistTotals(database)
            try database.execute(
                sql: """
                    UPDATE genres SET is_current = 0 WHERE is_current = 1 AND id IN (SELECT genre_id
                        FROM item_genres JOIN items ON items.id = item_id WHERE is_missing = 1)
                    """)
            return true
        }
    }

    /// Notes whether a root could be read. Writes nothing where that is known already.
    package func setAvailable(_ isAvailable: Bool, _ root: PersistentID<Root>) throws {
        let known = try read {
            try Bool.fetchOne(
                $0, sql: "SELECT is_available FROM roots WHERE id = ?", arguments: [root.rawValue])
        }
        guard known != isAvailable else { return }
        try write {
            try $0.execute(
                sql: "UPDATE roots SET is_available = ? WHERE id = ?",
                arguments: [isAvailable, root.rawValue])
        }
    }

    /// Gives a root all folders inside a path that roots farther up have.
    private func takeFolders(inside path: MediaPath, for id: Int64, _ database: Database) throws {
        let target = try Row.fetchOne(
            database, sql: "SELECT path FROM roots WHERE id = ?", arguments: [id])
        guard let target else { return }
        let targetPath = MediaPath(data: target[0])
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT folders.id, folders.path, roots.path, is_removed FROM folders
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
        }
    }

    private func nearestRoot(above path: MediaPath, _ database: Database) throws -> Int64? {
        try Row.fetchAll(database, sql: "SELECT id, path FROM roots WHERE is_removed = 0")
            .filter { path.isInside(MediaPath(data: $0[1])) }
            .max { ($0[1] as Data).count < ($1[1] as Data).count }
            .map { $0[0] }
    }
}
