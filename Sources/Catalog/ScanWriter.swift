internal import GRDB
package import MediaModel

/// Writes what a scan of one root finds, a batch a transaction.
///
/// It keeps the numbers of rows that it has just used, so that the tracks of an album ask for their
/// album once. One scan has one writer.
package struct ScanWriter {
    private let catalog: Catalog
    private let rootID: PersistentID<Root>
    private var known = RowNumbers()
    /// Albums that this scan has marked as outdated already.
    private var outdatedAlbums: Set<Int64> = []
    /// Genres that this scan has marked as outdated already.
    private var outdatedGenres: Set<Int64> = []
    /// What has been written.
    package private(set) var changes = Changes()
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
        var problem: String?
        if case .unreadable(let reason) = file.outcome { problem = reason }
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
        row.bind(problem)
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

// MARK: - One item

extension ScanWriter {
    static let keyColumns = [
        "file_id", "is_missing", "file_size", "title_folded", "title_key", "album_id", "album_key",
        "album_folded", "artist_folded", "artist_key", "artist_name_id", "album_artist_folded",
        "album_artist_key", "album_artist_name_id", "composer_folded", "composer_key", "genre_key",
        "podcast_id", "title_sort_key", "album_sort_key", "artist_sort_key",
        "album_artist_sort_key", "composer_sort_key", "disc_subtitle_key", "podcast_title_key",
        "tv_show_key", "user_grouping_key", "comments_key", "lyrics_key",
    ]
    private static let insertion: String = {
        let columns = keyColumns + ItemRow.columns
        return "INSERT INTO items (\(columns.joined(separator: ", "))) VALUES ("
            + databaseQuestionMarks(count: columns.count) + ")"
    }()
    private static let update: String = {
        let columns = keyColumns + ItemRow.columns
        return
            "UPDATE items SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"
    }()

    /// Writes an item and what hangs on it.
    ///
    /// - Returns: The item's id; `itemID`, where that is given.
    mutating func write(
        _ contents: ItemContents, _ fileID: Int64, _ fileSize: Int, _ itemID: Int64?,
        _ database: Database
    ) throws -> Int64 {
        let albumID = try contents.album.map { try known.album($0, rootID, database) }
        let nameIDs = try contents.credits.map {
            try known.artistName($0.name, catalog.sortKeys, database)
        }
        let podcastID = try contents.podcast.map {
            try known.podcast($0, catalog.sortKeys, database)
        }
        if let itemID { try forget(itemID, database) }
        let keys = contents.keys
        func firstName(_ role: Credit.Role) -> Int64? {
            contents.credits.firstIndex { $0.role == role }.map { nameIDs[$0] }
        }
        let ownAlbumArtist =
            contents.facts.albumArtists.isEmpty ? nil : firstName(.albumArtist)
        var row = try Insertion(itemID == nil ? Self.insertion : Self.update, in: database)
        row.bind(fileID)
        row.bind(0)
        row.bind(fileSize)
        row.bind(keys.titleFolded)
        row.bind(keys.title)
        row.bind(albumID)
        row.bind(keys.album)
        row.bind(keys.albumFolded)
        row.bind(keys.artistFolded)
        row.bind(keys.artist)
        row.bind(firstName(.artist))
        row.bind(keys.albumArtistFolded)
        row.bind(keys.albumArtist)
        row.bind(ownAlbumArtist)
        row.bind(keys.composerFolded)
        row.bind(keys.composer)
        row.bind(keys.genre)
        row.bind(podcastID)
        row.bind(keys.titleSort)
        row.bind(keys.albumSort)
        row.bind(keys.artistSort)
        row.bind(keys.albumArtistSort)
        row.bind(keys.composerSort)
        row.bind(keys.discSubtitle)
        row.bind(keys.podcastTitle)
        row.bind(keys.tvShow)
        row.bind(keys.userGrouping)
        row.bind(keys.comments)
        row.bind(keys.lyrics)
        ItemRow.bind(contents.facts, to: &row)
        if let itemID { row.bind(itemID) }
        try row.run(in: database)
        let id = itemID ?? database.lastInsertedRowID
        if let albumID { try markOutdated(albumID, database) }
        try writeWords(contents.search, of: id, isNew: itemID == nil, database)
        try writeDetails(of: contents, nameIDs, id, database)
        return id
    }

    private mutating func writeWords(
        _ entry: SearchEntry, of id: Int64, isNew: Bool, _ database: Database
    ) throws {
        if isNew {
            try SearchTable.items.insert(entry.words, for: id, database)
        } else {
            try SearchTable.items.update(entry.words, for: id, database)
        }
        try known.searchVocabulary.add(entry.completions, database)
    }

    mutating func markOutdated(_ albumID: Int64, _ database: Database) throws {
        guard outdatedAlbums.insert(albumID).inserted else { return }
        try database.cachedStatement(
            sql: "UPDATE albums SET is_current = 0 WHERE id = ? AND is_current = 1"
        ).execute(arguments: [albumID])
    }

    mutating func markGenresOutdated(of itemID: Int64, _ database: Database) throws {
        let genres = try Int64.fetchAll(
            database.cachedStatement(sql: "SELECT genre_id FROM item_genres WHERE item_id = ?"),
            arguments: [itemID])
        for genre in genres { try markOutdated(genre: genre, database) }
    }

    private mutating func markOutdated(genre: Int64, _ database: Database) throws {
        guard outdatedGenres.insert(genre).inserted else { return }
        try database.cachedStatement(
            sql: "UPDATE genres SET is_current = 0 WHERE id = ? AND is_current = 1"
        ).execute(arguments: [genre])
    }

    /// Takes away what hangs on an item that is written anew.
    private mutating func forget(_ itemID: Int64, _ database: Database) throws {
        if let album = try Int64.fetchOne(
            database, sql: "SELECT album_id FROM items WHERE id = ?", arguments: [itemID])
        {
            try markOutdated(album, database)
        }
        try markGenresOutdated(of: itemID, database)
        try database.cachedStatement(
            sql: """
                UPDATE artist_names SET is_resolved = 0
                WHERE id IN (SELECT name_id FROM credits WHERE item_id = ?)
                """
        ).execute(arguments: [itemID])
        for table in ["credits", "item_genres", "chapters", "item_artworks"] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE item_id = ?")
                .execute(arguments: [itemID])
            if table == "item_artworks", database.changesCount > 0 {
                changes.replacedArtwork = true
            }
        }
    }

    private mutating func writeDetails(
        of contents: ItemContents, _ nameIDs: [Int64], _ itemID: Int64, _ database: Database
    ) throws {
        for (credit, nameID) in zip(contents.credits, nameIDs) {
            var row = try Insertion(
                "INSERT INTO credits (item_id, role, position, name_id) VALUES (?, ?, ?, ?)",
                in: database)
            row.bind(itemID)
            row.bind(credit.role.rawValue)
            row.bind(credit.position)
            row.bind(nameID)
            try row.run(in: database)
        }
        for (position, genre) in contents.facts.genres.enumerated() {
            let genreID = try known.genre(genre, catalog.sortKeys, database)
            var row = try Insertion(
                "INSERT INTO item_genres (item_id, position, genre_id) VALUES (?, ?, ?)",
                in: database)
            row.bind(itemID)
            row.bind(position)
            row.bind(genreID)
            try row.run(in: database)
            try markOutdated(genre: genreID, database)
        }
        for (position, chapter) in contents.facts.chapters.enumerated() {
            try database.cachedStatement(
                sql: """
                    INSERT INTO chapters (item_id, position, start_time, end_time, title)
                    VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                itemID, position, chapter.startTime, chapter.endTime, chapter.title,
            ])
        }
        for (position, picture) in contents.pictures.enumerated() {
            let artworkID = try known.artwork(picture, database)
            var row = try Insertion(
                "INSERT INTO item_artworks (item_id, position, kind, artwork_id) VALUES (?, ?, ?, ?)",
                in: database)
            row.bind(itemID)
            row.bind(position)
            row.bind(picture.artwork.kind.rawValue)
            row.bind(artworkID)
            try row.run(in: database)
        }
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
