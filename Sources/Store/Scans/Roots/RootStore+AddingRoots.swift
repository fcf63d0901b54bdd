internal import PhonolithDatabase
import PhonolithFiles
public import PhonolithMediaModel
public import PhonolithQueries
import PhonolithStore

extension RootStore {
    /// Makes a folder a root, or gives a known one another kind.
    ///
    /// Folders that another root has inside the new one become the new one's, with their items: each file
    /// is known once, by the nearest root above it. In a library on a server a new root is this machine's.
    ///
    /// - Parameter kind: `nil` leaves the kind as it is. Files read under another are to be read again.
    public func add(_ path: MediaPath, kind: LibraryRoot.Kind?) throws {
        try write { try add(path, kind: kind, $0) }
    }

    func add(_ path: MediaPath, kind: LibraryRoot.Kind?, _ database: Connection) throws {
        let isKnown = try database.has(
            "SELECT 1 FROM roots WHERE path = \(path.data) AND is_removed = 0")
        let host = catalog.isOnServer ? LibraryHost.current.name : nil
        let around = isKnown ? nil : try nearestRoot(above: path, database)
        try database.execute(
            literal: """
                INSERT INTO roots AS known (path, path_key, path_folded, kind, kind_given_at, host)
                VALUES (\(path.data), \(SortKeyMaker.key(for: path)), \(path.foldedAsBeginning),
                    \(kind?.rawValue), \(kind == nil ? 0 : WallClock.nanoseconds), \(host))
                ON CONFLICT (path) DO UPDATE SET is_removed = 0,
                    host = CASE WHEN known.is_removed = 1 THEN excluded.host ELSE known.host END,
                    kind = coalesce(excluded.kind, known.kind),
                    kind_given_at = CASE
                        WHEN coalesce(excluded.kind, known.kind) IS NOT DISTINCT FROM known.kind
                        THEN known.kind_given_at ELSE excluded.kind_given_at END
                """)
        let id = try Int64.fetchOne(
            database, literal: "SELECT id FROM roots WHERE path = \(path.data)")
        guard let id else { return }
        if !isKnown {
            try keepClosed(id, path, around: around, database)
        }
        try Self.takeFolders(inside: path, for: id, database)
    }

    /// Items that a user could not see stay unseen when their folder becomes a root: those in the root around
    /// it, and those in removed roots inside it.
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

    /// Notes whether a root could be read. In a library on a server one of no machine, as in a copy of a file, becomes that of
    /// the first machine that could read it. Writes nothing where all is known already.
    package func setAvailable(_ isAvailable: Bool, _ root: MediaRootID) throws {
        let known = try all().first { $0.id == root }
        let host = catalog.isOnServer && isAvailable ? LibraryHost.current.name : nil
        guard known?.isAvailable != isAvailable || known?.host == nil && host != nil else { return }
        try write {
            try $0.execute(
                literal: """
                    UPDATE roots SET is_available = \(isAvailable), host = coalesce(host, \(host))
                    WHERE id = \(root.rawValue)
                    """)
        }
    }

    /// The number of the file system on which the last scan found a root's folder; `nil` if none did.
    package func device(ofRootAt path: MediaPath) throws -> Int? {
        try read {
            try Int.fetchOne(
                $0,
                literal:
                    "SELECT folder_device FROM roots WHERE path = \(path.data) AND folder_device IS NOT NULL"
            )
        }
    }

    /// Notes the number of the file system that a root's folder is on. Writes nothing where it is known.
    package func setDevice(_ device: Int, _ root: MediaRootID) throws {
        let isKnown = try read {
            try $0.has(
                "SELECT 1 FROM roots WHERE id = \(root.rawValue) AND folder_device = \(device)")
        }
        if isKnown { return }
        try write {
            try $0.execute(
                literal: "UPDATE roots SET folder_device = \(device) WHERE id = \(root.rawValue)")
        }
    }
}
