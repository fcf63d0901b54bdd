internal import PhonolithDatabase
public import PhonolithMediaModel
public import PhonolithStore

/// The folders that are scanned.
public struct RootStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// Scanned folders.
    public var roots: RootStore { RootStore(catalog: self) }
}

extension RootStore {
    /// The roots, by path.
    public func all() throws -> [LibraryRoot] {
        try read { database in
            try Projection { column in
                var root = LibraryRoot(
                    id: column("id"), path: column("path"),
                    kind: (column("kind") as String?).flatMap(LibraryRoot.Kind.init),
                    isAvailable: column("is_available"))
                root.kindGivenAt = column("kind_given_at")
                root.host = column("host")
                return root
            }.fetchAll(database, from: "roots WHERE is_removed = 0 ORDER BY path")
        }
    }

    /// The roots that are open to the user, by path.
    public func allOpen() throws -> [LibraryRoot] {
        let open = try read { database in
            let viewer = try catalog.viewer(database)
            return Set(
                try Int64.fetchAll(
                    database, literal: "SELECT id FROM roots WHERE \(sql: viewer.opens("id"))"))
        }
        return try all().filter { open.contains($0.id.rawValue) }
    }

    /// The paths of all folders that are or were roots, and are open to the user: of one that was removed, the items are kept.
    package func everOpen() throws -> Set<MediaPath> {
        let paths = try read { database in
            let viewer = try catalog.viewer(database)
            return try MediaPath.fetchSet(
                database, literal: "SELECT path FROM roots WHERE \(sql: viewer.opens("id"))")
        }
        return paths
    }

    /// The roots that are closed to any user.
    package func allClosed() throws -> Set<MediaRootID> {
        Set(
            try read {
                try Int64.fetchAll($0, literal: "SELECT DISTINCT root_id FROM closed_roots")
            }.map { PersistentID($0) })
    }

    /// Whether an absolute path is in a root that is closed to the user, and in no open one below it.
    public func isClosed(_ path: MediaPath) throws -> Bool {
        let open = Set(try allOpen().map(\.id))
        let nearest = try all().nearest(to: path, by: \.path)
        return nearest.map { !open.contains($0.id) } ?? false
    }

    /// How many items a root has whose files are not gone. Takes time with their number.
    public func itemCount(in root: MediaRootID) throws -> Int {
        try read {
            try Int.fetchOne(
                $0,
                literal: """
                    SELECT count(*) FROM folders JOIN files ON folder_id = folders.id
                    JOIN items ON file_id = files.id
                    WHERE root_id = \(root.rawValue) AND items.is_missing = 0
                    """) ?? 0
        }
    }
}
