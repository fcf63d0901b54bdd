internal import Database
import Files
public import LibraryStore
public import MediaModel

extension Catalog {
    /// Makes a folder a root, or gives a known one another kind.
    ///
    /// Folders that another root has inside the new one become the new one's, with their items: each file
    /// is known once, by the nearest root above it. In a library on a server the root becomes this machine's.
    ///
    /// - Parameter kind: `nil` leaves the kind as it is. Files read under another are to be read again.
    public func addRoot(_ path: MediaPath, kind: LibraryRoot.Kind?) throws {
        try write { try addRoot(path, kind: kind, $0) }
    }

    func addRoot(_ path: MediaPath, kind: LibraryRoot.Kind?, _ database: Connection) throws {
        let isKnown = try Bool.fetchOne(
            database,
            literal:
                "SELECT EXISTS (SELECT 1 FROM roots WHERE path = \(path.data) AND is_removed = 0)")
        let host = isOnServer ? LibraryHost.current.name : nil
        let around = isKnown == true ? nil : try nearestRoot(above: path, database)
        try database.execute(
            literal: """
                INSERT INTO roots AS known (path, path_key, path_folded, kind, kind_given_at, host)
                VALUES (\(path.data), \(SortKeyMaker.key(for: path)), \(path.foldedAsBeginning),
                    \(kind?.rawValue), \(kind == nil ? 0 : WallClock.nanoseconds), \(host))
                ON CONFLICT (path) DO UPDATE SET is_removed = 0, host = excluded.host,
                    kind = coalesce(excluded.kind, known.kind),
                    kind_given_at = CASE
                        WHEN coalesce(excluded.kind, known.kind) IS NOT DISTINCT FROM known.kind
                        THEN known.kind_given_at ELSE excluded.kind_given_at END
                """)
        let id = try Int64.fetchOne(
            database, literal: "SELECT id FROM roots WHERE path = \(path.data)")
        guard let id else { return }
        if isKnown != true {
            try keepClosed(id, path, around: around, database)
        }
        try Self.takeFolders(inside: path, for: id, database)
    }

    /// What a user could not see stays unseen when its folder becomes a root: what is in the root around it, and what is
    /// in removed roots inside it.
    private func keepClosed(
        _ id: Int64, _ path: MediaPath, around: Int64?, _ database: Connection
    ) throws {
        let removed = try Row.fetchAll(
            database,
            literal: """
                SELECT id, path FROM roots JOIN closed_roots ON root_id = id
                WHERE is_removed = 1 GROUP BY id
                """
        ).filter { MediaPath(data: $0[1]).isInside(path) }.map { $0[0] as Int64 }
        try database.execute(
            literal: """
                INSERT INTO closed_roots (user_id, root_id) SELECT DISTINCT user_id, \(id) FROM closed_roots
                WHERE root_id IN \(.ids(removed + [around].compactMap(\.self))) ON CONFLICT DO NOTHING
                """)
    }

    /// Notes whether a root could be read. Writes nothing where that is known already.
    package func setAvailable(_ isAvailable: Bool, _ root: MediaRootID) throws {
        let known = try read {
            try Bool.fetchOne(
                $0, literal: "SELECT is_available FROM roots WHERE id = \(root.rawValue)")
        }
        guard known != isAvailable else { return }
        try write {
            try $0.execute(
                literal:
                    "UPDATE roots SET is_available = \(isAvailable) WHERE id = \(root.rawValue)")
        }
    }
}
