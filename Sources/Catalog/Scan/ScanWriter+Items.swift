internal import GRDB
import MediaModel

// What one file holds: a row of `items`, and the rows of other tables that hang on it.

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
