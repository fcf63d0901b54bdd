internal import GRDB
package import MediaModel

// What a scan needs to know of the library.

/// What the library knows of one folder.
package struct KnownFolder: Hashable, Sendable {
    /// The row's number.
    package var id: Int64
    /// Its files, missing ones too.
    package var files: [KnownFile]
    /// Its pictures, without their bytes.
    package var pictures: [FolderPicture]

    /// Makes a known folder.
    package init(id: Int64, files: [KnownFile], pictures: [FolderPicture]) {
        self.id = id
        self.files = files
        self.pictures = pictures
    }
}

extension Catalog {
    /// What is known of folders, in their order; `nil` for a folder that is new.
    package func knownFolders(
        _ paths: [MediaPath], in root: PersistentID<Root>
    ) throws -> [KnownFolder?] {
        try read { database in
            let folder = try database.cachedStatement(
                sql: "SELECT id FROM folders WHERE root_id = ? AND path = ?")
            return try paths.map { path in
                guard
                    let id = try Int64.fetchOne(folder, arguments: [root.rawValue, path.data])
                else { return nil }
                return try knownFolder(id, database)
            }
        }
    }

    private func knownFolder(_ id: Int64, _ database: Database) throws -> KnownFolder {
        let files = try database.cachedStatement(
            sql: """
                SELECT id, name, size, modified, changed, lyrics_modified, device, inode, is_missing,
                    problem, read_at, signature, sheets_state,
                    problem IS NOT NULL AND EXISTS (
                        SELECT 1 FROM items WHERE file_id = files.id AND is_missing = 0)
                FROM files WHERE folder_id = ? AND displaced = 0
                """)
        let pictures = try database.cachedStatement(
            sql: """
                SELECT name, size, modified FROM folder_artworks WHERE folder_id = ?
                ORDER BY position
                """)
        return KnownFolder(
            id: id,
            files: try Array(
                Row.fetchCursor(files, arguments: [id]).map { row in
                    KnownFile(
                        id: row[0], name: MediaPath(data: row[1]),
                        stamp: FileStamp(
                            size: row[2], modified: row[3], changed: row[4],
                            lyricsModified: row[5], sheetsState: row[12], device: row[6],
                            inode: row[7]),
                        isMissing: row[8], problem: row[9], isListed: row[13], readAt: row[10],
                        signature: AudioSignature(stored: row[11]))
                }),
            pictures: try Array(
                Row.fetchCursor(pictures, arguments: [id]).map { row in
                    FolderPicture(
                        name: MediaPath(data: row[0]), size: row[1], modified: row[2])
                }))
    }

    /// The highest number of a folder; 0 where there is none. Folders found from now on get higher ones.
    package func lastFolderID() throws -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM folders") ?? 0 }
    }

    /// Calls back with every folder below a folder of a root, up to a number.
    package func forEachFolder(
        of root: PersistentID<Root>, below path: MediaPath, upTo last: Int64,
        _ body: (_ id: Int64, _ path: MediaPath) throws -> Void
    ) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT id, path FROM folders WHERE root_id = ? AND id <= ?",
                arguments: [root.rawValue, last])
            while let row = try rows.next() {
                let folder = MediaPath(data: row[1])
                if folder.isInside(path) { try body(row[0], folder) }
            }
        }
    }

    /// The files of a folder that are not known to be gone.
    package func presentFiles(inFolder id: Int64) throws -> [Int64] {
        try read { database in
            try Int64.fetchAll(
                database.cachedStatement(
                    sql: "SELECT id FROM files WHERE folder_id = ? AND is_missing = 0"),
                arguments: [id])
        }
    }

    /// Whether any file of the root is known and not gone.
    package func hasFiles(_ root: PersistentID<Root>) throws -> Bool {
        try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM files JOIN folders ON folders.id = folder_id
                        WHERE root_id = ? AND is_missing = 0)
                    """, arguments: [root.rawValue]) ?? false
        }
    }
}
