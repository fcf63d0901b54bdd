internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

// The rows of a batch's items: one function for each table.

extension BatchWriter {
    /// The columns of `items` beside those of ``ItemRow``.
    private static let keyColumns = [
        "file_id", "file_size", "is_missing", "is_superseded", "sheet_track", "start_time",
        "end_time", "place_key", "title_folded", "title_key", "album_id", "album_key",
        "album_folded", "artist_folded", "artist_key", "artist_name_id", "album_artist_folded",
        "album_artist_key", "album_artist_name_id", "composer_folded", "composer_key",
        "genre_key", "podcast_id",
    ]
    /// The columns of `items` that are written again.
    static let changedColumns = keyColumns + ItemRow.items.storedColumns
    private static let itemConflict =
        "(id) DO UPDATE SET "
        + changedColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")

    func writeItems(_ names: NamedRows) throws {
        try writeItems(entries.filter(\.isNew), names)
        try writeItems(entries.filter { !$0.isNew }, names, onConflict: Self.itemConflict)
    }

    private func writeItems(
        _ entries: [ItemEntry], _ names: NamedRows, onConflict conflict: String = ""
    ) throws {
        try Insertion.insert(
            entries, into: "items", ["id", "date_added"] + Self.changedColumns,
            onConflict: conflict, database
        ) { entry, row in
            row.bind(entry.id)
            row.bind(entry.dateAdded.secondsSince1970)
            row.bind(entry.fileID)
            row.bind(entry.fileSize)
            row.bind(entry.isSuperseded)
            row.bind(entry.isSuperseded)
            row.bind(entry.track?.number)
            row.bind(entry.track?.startTime)
            row.bind(entry.track?.endTime)
            bindKeys(of: entry, names, to: &row)
            ItemRow.items.bind(entry.contents.facts, entry.contents.keys, to: &row)
        }
    }

    private func bindKeys(of entry: ItemEntry, _ names: NamedRows, to row: inout Insertion) {
        let (contents, keys) = (entry.contents, entry.contents.keys)
        row.bind(contents.placeKey)
        row.bind(keys.titleFolded)
        row.bind(keys.title)
        row.bind(names.album(of: contents))
        row.bind(keys.album)
        row.bind(keys.albumFolded)
        row.bind(keys.artistFolded)
        row.bind(keys.artist)
        row.bind(entry.firstName(.artist))
        row.bind(keys.albumArtistFolded)
        row.bind(keys.albumArtist)
        row.bind(contents.facts.albumArtists.isEmpty ? nil : entry.firstName(.albumArtist))
        row.bind(keys.composerFolded)
        row.bind(keys.composer)
        row.bind(keys.genre)
        row.bind(names.podcast(of: contents))
    }

    func writeIdentifiers() throws { try write(ItemRow.identifiers) }

    func writeTexts() throws { try write(ItemRow.texts) }

    private func write(_ table: ItemRow.Table) throws {
        try Insertion.insert(
            entries.filter { table.hasValues(of: $0.contents.facts) }, into: table.name,
            ["item_id"] + table.storedColumns, database
        ) { entry, row in
            row.bind(entry.id)
            table.bind(entry.contents.facts, entry.contents.keys, to: &row)
        }
    }

    func writeDetails() throws {
        let table = ItemRow.details
        let detailed = entries.filter {
            $0.contents.creditEntries != nil || table.hasValues(of: $0.contents.facts)
        }
        try Insertion.insert(
            detailed, into: table.name,
            ["item_id", "credits", "credits_folded"] + table.storedColumns, database
        ) { entry, row in
            row.bind(entry.id)
            row.bind(entry.contents.creditEntries?.text)
            row.bind(entry.contents.creditEntries?.folded)
            table.bind(entry.contents.facts, entry.contents.keys, to: &row)
        }
    }

    func writeTags() throws {
        try Insertion.insert(
            entries.filter { $0.contents.tagEntries != nil }, into: "item_tags",
            ["item_id", "tags", "tags_folded"], database
        ) { entry, row in
            row.bind(entry.id)
            row.bind(entry.contents.tagEntries?.text)
            row.bind(entry.contents.tagEntries?.folded)
        }
    }

    func writeCredits() throws {
        let rows = entries.flatMap { entry in entry.credits.map { (entry.id, $0) } }
        try Insertion.insert(
            rows, into: "credits", ["item_id", "role", "position", "name_id"], database
        ) { credit, row in
            row.bind(credit.0)
            row.bind(credit.1.role.rawValue)
            row.bind(credit.1.position)
            row.bind(credit.1.name)
        }
    }

    func writeGenres(_ names: NamedRows) throws {
        let rows = entries.flatMap { entry in
            entry.contents.facts.genres.enumerated().map { (entry.id, $0.offset, $0.element) }
        }
        try Insertion.insert(
            rows, into: "item_genres", ["item_id", "position", "genre_id"], database
        ) { genre, row in
            row.bind(genre.0)
            row.bind(genre.1)
            row.bind(names.genres[genre.2])
        }
    }

    func writeChapters() throws {
        let rows = entries.flatMap { entry in
            entry.contents.facts.chapters.enumerated().map { (entry.id, $0.offset, $0.element) }
        }
        try Insertion.insert(
            rows, into: "chapters", ["item_id", "position", "start_time", "end_time", "title"],
            database
        ) { chapter, row in
            row.bind(chapter.0)
            row.bind(chapter.1)
            row.bind(chapter.2.startTime)
            row.bind(chapter.2.endTime)
            row.bind(chapter.2.title)
        }
    }

    func writeArtworks(_ names: NamedRows) throws {
        let rows = entries.flatMap { entry in
            entry.contents.pictures.enumerated().map { (entry.id, $0.offset, $0.element) }
        }
        try Insertion.insert(
            rows, into: "item_artworks", ["item_id", "position", "kind", "artwork_id"], database
        ) { picture, row in
            row.bind(picture.0)
            row.bind(picture.1)
            row.bind(picture.2.artwork.kind.rawValue)
            row.bind(names.artwork(picture.2))
        }
    }

    mutating func writeWords(_ vocabulary: SearchVocabulary) throws {
        let listed = entries.filter { !$0.isSuperseded }
        let new = listed.filter(\.isNew)
        try Insertion.insert(new, into: "search_items", ["rowid", "words"], database) {
            entry, row in
            row.bind(entry.id)
            row.bind(entry.contents.search.words)
        }
        let known = listed.filter { !$0.isNew }.map { ($0.id, $0.contents.search.words) }
        try SearchTable.items.update(Dictionary(uniqueKeysWithValues: known), database)
        let hidden = entries.filter { $0.isSuperseded && !$0.isNew }.map(\.id)
        try SearchTable.items.remove(hidden, database)
        newWords = try vocabulary.write(
            listed.flatMap(\.contents.search.completions), database)
    }

    /// Deletes what belongs to items that are written again.
    mutating func deleteDetails(of items: [Int64]) throws {
        if items.isEmpty { return }
        let ids = SQL.ids(items)
        try Spellings.markThoseLost(by: "SELECT id FROM items WHERE id IN \(ids)", database)
        note(
            unusedArtworks: try Int64.fetchAll(
                database, literal: "SELECT artwork_id FROM item_artworks WHERE item_id IN \(ids)"))
        for table in BatchWriter.detailTables + BatchWriter.extensionTables {
            try database.cachedStatement(
                literal: "DELETE FROM \(sql: table) WHERE item_id IN \(ids)"
            ).execute()
        }
    }

    /// Replaces the pictures that are known of folders.
    mutating func write(
        _ folders: [ScanBatch.PicturesOfFolder], _ files: FileRows
    ) throws {
        if folders.isEmpty { return }
        let names = try NamedRows(
            for: folders.flatMap { $0.pictures.compactMap(\.picture) }, catalog.sortKeys, database)
        let ids = folders.compactMap { files.folder($0.path) }
        note(
            unusedArtworks: try Int64.fetchAll(
                database,
                literal: """
                    DELETE FROM folder_artworks WHERE folder_id IN \(.ids(ids))
                    RETURNING coalesce(artwork_id, 0)
                    """))
        let rows = folders.flatMap { folder in
            folder.pictures.enumerated().map { (folder.path, $0.offset, $0.element) }
        }
        try Insertion.insert(
            rows, into: "folder_artworks",
            [
                "folder_id", "name", "size", "modified", "changed", "position", "artwork_id",
                "problem",
            ], database
        ) { picture, row in
            row.bind(files.folder(picture.0))
            row.bind(picture.2.name.bytes)
            row.bind(picture.2.size)
            row.bind(picture.2.modified)
            row.bind(picture.2.changed)
            row.bind(picture.1)
            row.bind(picture.2.picture.flatMap { names.artwork($0) })
            row.bind(picture.2.problem)
        }
    }
}

extension BatchWriter {
    /// The tables of what a scan reads of an item next to its row in `items`.
    static let detailTables = ["credits", "item_genres", "chapters", "item_artworks"]
    /// The tables of what lists do not need of an item. Their rows are deleted by SQLite with the item's, after playlists
    /// have taken over what they show of it.
    static let extensionTables = [
        "item_identifiers", "item_texts", "item_details", "item_tags",
    ]
}
