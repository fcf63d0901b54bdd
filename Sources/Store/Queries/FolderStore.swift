import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// A folder of the library, as it is on disk.
package struct LibraryFolder: Hashable, Sendable {
    /// Its number in the library.
    package var id: Int64
    package var root: MediaRootID
    package var rootPath: MediaPath
    /// Below the root; empty for the root itself.
    package var path: MediaPath
    /// The folder above it; `nil` for a root.
    package var parent: Int64?

    /// The last part of its path.
    package var name: String {
        (path.bytes.isEmpty ? rootPath : path).lastComponent.description
    }
}

/// The folders that hold items.
package struct FolderStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var folders: FolderStore { FolderStore(catalog: self) }
}

extension FolderStore {
    /// A folder by its number; `nil` if there is none, or its root was removed or is closed to the user.
    package func folder(_ id: Int64) throws -> LibraryFolder? {
        try read { try folder("folders.id = \(id)", $0) }
    }

    /// The folder that is a root itself; `nil` before anything was found in it.
    package func folder(of root: MediaRootID) throws -> LibraryFolder? {
        try read { try folder("root_id = \(root.rawValue) AND folders.path = \(Data())", $0) }
    }

    /// The folders right inside a folder that hold items, there or further down; by name.
    package func all(in folder: LibraryFolder) throws -> [LibraryFolder] {
        try read { database in
            let inside = folder.path.prefixOfInside
            var found: [LibraryFolder] = []
            var names: [Int64: String] = [:]
            // Seeks along the paths' own index: paths below a folder that was found are skipped. No path holds a 0.
            var position = inside.isEmpty ? [0] : inside
            let end = folder.path.endOfInside.data
            while let row = try Row.fetchOne(
                database,
                literal: """
                    SELECT id, path, path_key FROM folders
                    WHERE root_id = \(folder.root.rawValue) AND path >= \(Data(position))
                    AND path < \(end) ORDER BY path LIMIT 1
                    """, cached: true)
            {
                let path: MediaPath = row[1]
                if let slash = path.bytes.dropFirst(inside.count).firstIndex(of: 0x2F) {
                    position = MediaPath(bytes: Array(path.bytes[..<slash])).endOfInside.bytes
                    continue
                }
                position = path.bytes + [0]
                let id: Int64 = row[0]
                if try Self.holdsItems(path, in: folder.root, database) {
                    names[id] = row[2]
                    found.append(
                        LibraryFolder(
                            id: id, root: folder.root, rootPath: folder.rootPath, path: path,
                            parent: folder.id))
                }
            }
            return found.sorted { (names[$0.id] ?? "", $0.id) < (names[$1.id] ?? "", $1.id) }
        }
    }

    /// The items in the files right inside a folder, by disc and track, then by the files' names.
    package func items(in folder: LibraryFolder) throws -> [MediaItem] {
        try catalog.items.all(itemIDs(in: folder))
    }

    /// The ids of the same.
    package func itemIDs(in folder: LibraryFolder) throws -> [MediaItemID] {
        try read { database in
            try Int64.fetchAll(
                database,
                literal: """
                    SELECT items.id FROM files JOIN items ON file_id = files.id
                    WHERE folder_id = \(folder.id) AND items.is_missing = 0
                    ORDER BY disc_number NULLS FIRST, track_number NULLS FIRST,
                        name_key, name, start_time NULLS FIRST, items.id
                    """, cached: true
            ).map { MediaItemID($0) }
        }
    }

    // MARK: - Steps

    private func folder(
        _ condition: SQL, _ database: Connection
    ) throws -> LibraryFolder? {
        let found = try Projection { column in
            LibraryFolder(
                id: column("folders.id"), root: column("root_id"), rootPath: column("roots.path"),
                path: column("folders.path"), parent: nil)
        }.fetchOne(
            database,
            from: """
                folders JOIN roots ON roots.id = root_id
                WHERE is_removed = 0 AND \(sql: viewer(database).opens("root_id")) AND \(condition)
                """)
        guard var folder = found, !folder.path.bytes.isEmpty else { return found }
        folder.parent = try Int64.fetchOne(
            database,
            literal: """
                SELECT id FROM folders WHERE root_id = \(folder.root)
                AND path = \(folder.path.parent)
                """)
        return folder
    }

    /// Whether there is an item in a folder or anywhere below it.
    private static func holdsItems(
        _ path: MediaPath, in root: MediaRootID, _ database: Connection
    ) throws -> Bool {
        try Bool.fetchOne(
            database,
            literal: """
                SELECT EXISTS (SELECT 1 FROM folders JOIN files ON folder_id = folders.id
                    JOIN items ON file_id = files.id
                    WHERE root_id = \(root.rawValue) AND folders.path = \(path.data)
                    AND items.is_missing = 0)
                OR EXISTS (SELECT 1 FROM folders JOIN files ON folder_id = folders.id
                    JOIN items ON file_id = files.id
                    WHERE root_id = \(root.rawValue) AND folders.path > \(Data(path.prefixOfInside))
                    AND folders.path < \(path.endOfInside.data)
                        AND items.is_missing = 0)
                """, cached: true) ?? false
    }
}
