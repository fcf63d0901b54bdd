package import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// Folders and files as a scan finds and leaves them.
package struct ScanStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var scans: ScanStore { ScanStore(catalog: self) }
}

extension ScanStore {
    /// The known folders at paths, in their order; `nil` for a folder that is new.
    package func knownFolders(
        _ paths: [MediaPath], in root: MediaRootID
    ) throws -> [KnownFolder?] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                literal: """
                    SELECT id, path FROM folders
                    WHERE root_id = \(root.rawValue) AND path IN \(paths)
                    """)
            var ids: [MediaPath: Int64] = [:]
            var known: [Int64: KnownFolder] = [:]
            for row in rows {
                let id: Int64 = row[0]
                ids[row[1]] = id
                known[id] = KnownFolder(id: id, files: [], pictures: [])
            }
            try Selection(
                KnownFile.projection.selection(
                    from: "files WHERE folder_id = \(.askedID) AND displaced = 0"), in: database
            ).forEachRow(of: known.keys) {
                known[$0]?.files.append(KnownFile.projection.value($1))
            }
            try Selection(
                FolderPicture.projection.selection(
                    from: "folder_artworks WHERE folder_id = \(.askedID) ORDER BY position"),
                in: database
            ).forEachRow(of: known.keys) {
                known[$0]?.pictures.append(FolderPicture.projection.value($1))
            }
            return paths.map { path in ids[path].flatMap { known[$0] } }
        }
    }

    /// The highest number of a folder; 0 where there is none. Folders found from now on get higher ones.
    package func lastFolderID() throws -> Int64 {
        try read { try Int64.fetchOne($0, literal: "SELECT max(id) FROM folders") ?? 0 }
    }

    /// Calls back with every folder below a folder of a root, up to a number.
    package func forEachFolder(
        of root: MediaRootID, below path: MediaPath, upTo last: Int64,
        _ body: (_ id: Int64, _ path: MediaPath) throws -> Void
    ) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                literal: """
                    SELECT id, path FROM folders
                    WHERE root_id = \(root.rawValue) AND id <= \(last)
                    AND path >= \(path.data) AND path < \(path.endOfInside.data)
                    """)
            while let row = try rows.next() {
                let folder: MediaPath = row[1]
                if folder.isInside(path) { try body(row[0], folder) }
            }
        }
    }

    /// The files of a folder that are not known to be gone.
    package func presentFiles(inFolder id: Int64) throws -> [Int64] {
        try read { database in
            try Int64.fetchAll(
                database.cachedStatement(
                    literal: "SELECT id FROM files WHERE folder_id = \(id) AND is_missing = 0"))
        }
    }

    /// Where files that a scan did not meet were: the path below their root, the device, and that of the link to it.
    package func places(
        of gone: [FileStore.Gone]
    ) throws -> [(fileID: Int64, file: MediaPath, device: Int, linkDevice: Int?)] {
        if gone.isEmpty { return [] }
        return try read { database in
            try Projection { column in
                (
                    fileID: column("files.id") as Int64,
                    file: (column("path") as MediaPath).appending(column("name")),
                    device: column("device") as Int, linkDevice: column("link_device") as Int?
                )
            }.fetchAll(
                database,
                from: """
                    files JOIN folders ON folders.id = folder_id
                    WHERE files.id IN (SELECT value FROM \(.table(ofIDs: gone.map(\.fileID))) AS ids)
                    ORDER BY files.id
                    """)
        }
    }

    /// Whether a root has a file that is as wanted; asks about each until one is.
    ///
    /// - Parameters:
    ///   - withMissing: Whether files that are gone count.
    ///   - isWanted: Is given the file's absolute path, its stamp without the times of other files, and its sound.
    package func hasFile(
        in root: MediaPath, withMissing: Bool,
        where isWanted: (
            _ file: (path: MediaPath, stamp: FileStamp, signature: AudioSignature?)
        ) -> Bool
    ) throws -> Bool {
        try read { database in
            let files = try Self.files.fetchCursor(
                database,
                from: """
                    roots JOIN folders ON root_id = roots.id JOIN files ON folder_id = folders.id
                    WHERE roots.path = \(root.data) AND (is_missing = 0 OR \(withMissing) = 1)
                    """, cached: true)
            while let file = try files.next() {
                if isWanted(file) { return true }
            }
            return false
        }
    }

    package static let files = Projection { column in
        (
            path: column.filePath(),
            stamp: FileStamp(
                size: column("size"), modified: column("modified"), device: column("device"),
                inode: column("inode")),
            signature: AudioSignature(stored: column("signature"))
        )
    }

    /// Whether any file of the root is known and not gone.
    package func hasFiles(_ root: MediaRootID) throws -> Bool {
        try read { database in
            try Bool.fetchOne(
                database,
                literal: """
                    SELECT EXISTS (SELECT 1 FROM files JOIN folders ON folders.id = folder_id
                        WHERE root_id = \(root.rawValue) AND is_missing = 0)
                    """) ?? false
        }
    }
}
