import Foundation
internal import GRDB
package import MediaModel

/// Writes what a scan of one root finds, a batch a transaction.
///
/// It keeps the numbers of rows that it has just used, so that the tracks of an album ask for their
/// album once. One scan has one writer.
package struct ScanWriter {
    let catalog: Catalog
    let rootID: PersistentID<Root>
    var known = RowNumbers()
    /// Albums that this scan has marked as outdated already.
    var outdatedAlbums: Set<Int64> = []
    /// Genres that this scan has marked as outdated already.
    var outdatedGenres: Set<Int64> = []
    /// What has been written.
    package internal(set) var changes = Changes()
    /// Whether new files are to be compared with those that went, when the scan ends.
    private let isComparing: Bool

    /// Begins to write below a root.
    ///
    /// - Parameter isComparing: Whether the library may know new files from elsewhere; it does not in its
    ///   first scan.
    package init(catalog: Catalog, root: PersistentID<Root>, isComparing: Bool = true) {
        self.catalog = catalog
        rootID = root
        self.isComparing = isComparing
    }

    /// What the end of a scan goes by.
    package struct Changes: Hashable, Sendable {
        /// How many files were written.
        package var files = 0
        /// Whether pictures were taken away, so that some may be nobody's now.
        package var replacedArtwork = false

        /// Nothing.
        package init() {}

        /// Adds those of another root.
        package mutating func add(_ other: Changes) {
            files += other.files
            replacedArtwork = replacedArtwork || other.replacedArtwork
        }
    }

    /// How many files of a batch were what.
    package struct Counts: Hashable, Sendable {
        /// Items that the library did not have.
        package var added = 0
        /// Items whose files were read again.
        package var changed = 0
        /// Files that cannot be read.
        package var unreadable = 0

        /// Nothing.
        package init() {}
    }

    /// Writes a batch in one transaction; on a throw nothing of it is in the library.
    ///
    /// - Parameter now: The moment that becomes the date added of new items.
    package mutating func write(_ batch: ScanBatch, now: Timestamp) throws -> Counts {
        var counts = Counts()
        try catalog.write { database in
            try requireRoot(database)
            if !batch.returned.isEmpty || !batch.files.isEmpty {
                try Catalog.forgetArtistTotals(database)
            }
            for fileID in batch.returned { try show(fileID, database) }
            for (fileID, stamp) in batch.relocated { try relocate(fileID, stamp, database) }
            for file in batch.files { try write(file, now: now, &counts, database) }
            for folder in batch.folderPictures { try write(folder, database) }
        }
        changes.files += batch.files.count
        known.forgetIfMany()
        return counts
    }

    /// Makes sure that the root is one yet: what is written below a removed root is in lists and never scanned again.
    private func requireRoot(_ database: Database) throws {
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT is_removed, path FROM roots WHERE id = ?"),
            arguments: [rootID.rawValue])
        if row?[0] == false { return }
        let path = (row?[1] as Data?).map { MediaPath(data: $0).description }
        throw CatalogError(.rootRemoved, path: catalog.path, detail: path)
    }

    /// Ends the scan of a single root.
    package mutating func finish() throws {
        try catalog.finish(changes)
        (outdatedAlbums, outdatedGenres, changes) = ([], [], Changes())
    }
}

// MARK: - One file

extension ScanWriter {
    private mutating func write(
        _ file: ScannedFile, now: Timestamp, _ counts: inout Counts, _ database: Database
    ) throws {
        let folderID = try known.folder(file.folder, rootID, database)
        var knownID = file.knownID
        if file.isAnother, let old = knownID {
            try displace(old, database)
            knownID = nil
        }
        let fileID = try writeFile(file, folderID, knownID, database)
        switch file.outcome {
        case .unreadable:
            counts.unreadable += 1
            // What the system refuses to show is not gone; what shows something else than media is.
            if knownID != nil, !file.stamp.isOfUnknownContent {
                _ = try setMissing(true, itemsOf: fileID, database)
            }
        case .item(let contents):
            let items = try knownID == nil ? [] : knownItems(of: fileID, database)
            let own = items.first { $0.track == nil }
            let ownID = try write(contents, fileID, file.stamp.size, own?.id, database)
            if own == nil {
                if knownID != nil, isComparing { try unsettle(fileID, database) }
                try addUserValues(ownID, added: now, database)
            }
            if file.tracks.isEmpty {
                if own == nil { counts.added += 1 } else { counts.changed += 1 }
                for item in items where item.isShownTrack { try supersede(item.id, database) }
                if own?.isSuperseded == true { try unsupersede(ownID, database) }
            } else {
                try write(file.tracks, of: file, fileID, ownID, items, &counts, database)
            }
        }
    }

    private func addUserValues(_ item: Int64, added: Timestamp, _ database: Database) throws {
        var row = try Insertion(
            "INSERT INTO user_values (item_id, date_added) VALUES (?, ?)", in: database)
        row.bind(item)
        row.bind(added.secondsSince1970)
        try row.run(in: database)
    }

    /// Makes room at the path of a file that went from there, or was overwritten.
    private mutating func displace(_ fileID: Int64, _ database: Database) throws {
        let isUnseen = try Bool.fetchOne(
            database.cachedStatement(
                sql: "SELECT is_settled = 0 AND NOT \(Catalog.userValues) FROM files WHERE id = ?"),
            arguments: [fileID])
        if isUnseen == true { return try Catalog.forgetFile(fileID, database) }
        // One that was gone before has no claim to what stands there now.
        try database.cachedStatement(
            sql: """
                UPDATE files SET displaced = id, is_settled = is_missing, is_missing = 1 WHERE id = ?
                """
        ).execute(arguments: [fileID])
        _ = try setMissing(true, itemsOf: fileID, database)
    }

    private func unsettle(_ fileID: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE files SET is_settled = 0 WHERE id = ?")
            .execute(arguments: [fileID])
    }

    private func relocate(_ fileID: Int64, _ stamp: FileStamp, _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE files SET device = ?, inode = ? WHERE id = ?")
            .execute(arguments: [stamp.device, stamp.inode, fileID])
    }

    private func writeFile(
        _ file: ScannedFile, _ folderID: Int64, _ fileID: Int64?, _ database: Database
    ) throws -> Int64 {
        let stamp = file.stamp
        var row = try Insertion(fileID == nil ? Self.fileInsertion : Self.fileUpdate, in: database)
        row.bind(folderID)
        row.bind(file.name.bytes)
        row.bind(SortKeyMaker.key(for: file.name))
        row.bind(stamp.size)
        row.bind(stamp.modified)
        row.bind(stamp.changed)
        row.bind(stamp.lyricsModified)
        row.bind(stamp.sheetsState)
        row.bind(stamp.device)
        row.bind(stamp.inode)
        row.bind(file.readAt)
        row.bind(file.signature?.stored)
        row.bind(file.problem)
        row.bind(fileID ?? (isComparing ? 0 : 1))
        try row.run(in: database)
        return fileID ?? database.lastInsertedRowID
    }

    private static let fileInsertion = """
        INSERT INTO files (folder_id, name, name_key, size, modified, changed, lyrics_modified,
            sheets_state, device, inode, read_at, signature, problem, is_settled)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let fileUpdate = """
        UPDATE files SET folder_id = ?, name = ?, name_key = ?, size = ?, modified = ?, changed = ?,
            lyrics_modified = ?, sheets_state = ?, device = ?, inode = ?, read_at = ?, signature = ?, problem = ?,
            is_missing = 0
        WHERE id = ?
        """

    private func items(of fileID: Int64, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database.cachedStatement(sql: "SELECT id FROM items WHERE file_id = ? ORDER BY id"),
            arguments: [fileID])
    }

    private mutating func setMissing(
        _ isMissing: Bool, itemsOf fileID: Int64, _ database: Database
    ) throws -> Int {
        let albums = try Int64.fetchAll(
            database.cachedStatement(
                sql: "SELECT album_id FROM items WHERE file_id = ? AND album_id IS NOT NULL"),
            arguments: [fileID])
        for album in albums { try markOutdated(album, database) }
        for item in try items(of: fileID, database) { try markGenresOutdated(of: item, database) }
        try database.cachedStatement(
            sql: """
                UPDATE items SET is_missing = ?1
                WHERE file_id = ?2 AND is_missing <> ?1 AND (?1 OR is_superseded = 0)
                """
        ).execute(arguments: [isMissing, fileID])
        let count = database.changesCount
        if isMissing {
            try SearchTable.items.remove(
                where: "SELECT id FROM items WHERE file_id = ?", [fileID], database)
        } else {
            try catalog.indexItems(where: "file_id = ?", [fileID], database)
        }
        return count
    }
}

// MARK: - Pictures in folders, and what came back

extension ScanWriter {
    /// Puts the pictures of a folder in the place of those that were known.
    private mutating func write(
        _ folder: ScanBatch.PicturesOfFolder, _ database: Database
    ) throws {
        let folderID = try known.folder(folder.path, rootID, database)
        try database.cachedStatement(sql: "DELETE FROM folder_artworks WHERE folder_id = ?")
            .execute(arguments: [folderID])
        if database.changesCount > 0 { changes.replacedArtwork = true }
        for (position, picture) in folder.pictures.enumerated() {
            let artworkID = try picture.picture.map { try known.artwork($0, database) }
            try database.cachedStatement(
                sql: """
                    INSERT INTO folder_artworks
                        (folder_id, name, size, modified, position, artwork_id)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                folderID, picture.name.data, picture.size, picture.modified, position, artworkID,
            ])
        }
    }

    /// Shows again what was gone and is back as it was.
    private mutating func show(_ fileID: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE files SET is_missing = 0 WHERE id = ?", arguments: [fileID])
        _ = try setMissing(false, itemsOf: fileID, database)
    }
}
