internal import PhonolithDatabase
import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithStore

/// Files, and which of them is which after a move.
package struct FileStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var files: FileStore { FileStore(catalog: self) }
}

extension FileStore {
    /// Whether a file is one that the library holds, by whichever of its names or links it is reached.
    /// Blocks its thread.
    package func holdsFile(at path: MediaPath) throws -> Bool {
        guard let identity = path.status?.identity else { return false }
        let names = path.resolutions
        return try read { database in
            let sameNumber = try Projection { $0.filePath() }.fetchAll(
                database,
                from: """
                    files JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id
                    WHERE inode = \(Int(bitPattern: UInt(identity.inode)))
                    """)
            // The numbers of devices change when disks are mounted, so the disk is asked as it is now.
            if sameNumber.contains(where: { $0.status?.identity == identity }) { return true }
            // A file that was replaced since the last scan has another number, and the same name.
            return try names.contains { try Self.knowsFile(at: $0, database) }
        }
    }

    /// Whether the library has a file at this very path, as far as it knows.
    package func isPresent(at path: MediaPath) throws -> Bool {
        try read { try Self.knowsFile(at: path, $0) }
    }

    private static func knowsFile(at path: MediaPath, _ database: Connection) throws -> Bool {
        let roots = try Row.fetchAll(database, literal: "SELECT id, path FROM roots")
        return try roots.contains { row in
            guard let folder = path.parent.relative(to: row[1]) else {
                return false
            }
            let key = SortKeyMaker.key(for: path.lastComponent)
            return try database.has(
                """
                SELECT 1 FROM folders JOIN files ON folder_id = folders.id
                WHERE root_id = \(row[0] as Int64) AND folders.path = \(folder.data)
                AND name_key = \(key) AND name = \(path.lastComponent.data) AND is_missing = 0
                """)
        }
    }
}
