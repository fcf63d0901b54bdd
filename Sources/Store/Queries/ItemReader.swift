internal import FoundationEssentials
package import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// Reads items by their ids, with one prepared statement for each table.
package struct ItemReader {
    private let item: Selection
    private let chapters: Selection
    private let artwork: Selection

    package init(_ viewer: Viewer, _ database: Connection, _ preference: ArtworkPreference) throws {
        item = try Selection(
            ListedItem.projection.selection(
                from: """
                    items JOIN files ON files.id = items.file_id
                    JOIN folders ON folders.id = files.folder_id
                    JOIN roots ON roots.id = folders.root_id
                    \(sql: viewer.values) \(sql: ItemRow.extensions)
                    WHERE items.id = \(.askedID) AND \(sql: viewer.sees())
                    """), in: database)
        chapters = try Selection(
            Self.chapter.selection(
                from: "chapters WHERE item_id = \(.askedID) ORDER BY position"), in: database)
        artwork = try Selection(
            """
            WITH item (id) AS (SELECT \(.askedID))
            SELECT \(Self.picture.columns) FROM (\(Self.pictures)) AS pictures
            ORDER BY \(sql: preference.firstTerms), position
            """, in: database)
    }

    private static let pictures: SQL = """
        SELECT 0 AS source, position, kind, \(sql: artworkColumns), \(ArtworkPreference.rank) AS rank
        FROM item_artworks JOIN artworks ON artworks.id = artwork_id
        WHERE item_id = (SELECT id FROM item)
        UNION ALL
        SELECT 1, position, \(MediaArtwork.Kind.front.rawValue), \(sql: artworkColumns), 0
        FROM items JOIN files ON files.id = file_id
        JOIN folder_artworks ON folder_artworks.folder_id = files.folder_id
        JOIN artworks ON artworks.id = artwork_id WHERE items.id = (SELECT id FROM item)
        """

    private static let artworkColumns = """
        artworks.mime_type, artworks.width, artworks.height, length(artworks.bytes) AS byte_count,
        artworks.sha256, artworks.id
        """

    /// An item that is replaced by other items of its file is hidden, but not gone.
    package static let isGone = """
        (items.is_missing = 1 AND NOT (is_superseded = 1 AND files.is_missing = 0))
        """

    package func item(_ id: Int64) throws -> MediaItem? { try items([id]).first }

    /// Items in the order of their ids, without missing ids and items that the viewer does not see.
    package func items(_ ids: [Int64]) throws -> [MediaItem] {
        var items: [Int64: MediaItem] = [:]
        var (withChapters, withArtwork): ([Int64], [Int64]) = ([], [])
        try item.forEachRow(of: ids) { id, row in
            guard items[id] == nil else { return }
            let listed = ListedItem.projection.value(row)
            items[id] = listed.item
            if listed.hasChapters { withChapters.append(id) }
            if listed.hasArtwork { withArtwork.append(id) }
        }
        try chapters.forEachRow(of: withChapters) { id, row in
            items[id]?.facts.chapters.append(Self.chapter.value(row))
        }
        try artwork.forEachRow(of: withArtwork) { id, row in
            items[id]?.artwork.append(Self.picture.value(row).artwork)
        }
        return ids.compactMap { items[$0] }
    }

    /// The pictures of an item with their ids, the preferred one first.
    func artworkOfItem(_ id: Int64) throws -> [(id: Int64, artwork: MediaArtwork)] {
        var found: [(id: Int64, artwork: MediaArtwork)] = []
        try artwork.forEachRow(of: [id]) { found.append(Self.picture.value($1)) }
        return found
    }

    package static let chapter = Projection { column in
        Chapter(
            startTime: column("start_time"), endTime: column("end_time"), title: column("title"))
    }

    package static let picture = Projection { column in
        (
            id: column("id") as Int64,
            artwork: MediaArtwork(
                kind: MediaArtwork.Kind(rawValue: column("kind")) ?? .other,
                source: column("source") ? .folder : .embedded, mimeType: column("mime_type"),
                width: column("width"), height: column("height"), byteCount: column("byte_count"),
                sha256: (column("sha256") as Data).hexadecimal)
        )
    }
}

/// An item, still without chapters and pictures. Most items have neither: the row shows which of them have.
package struct ListedItem {
    package var item: MediaItem
    var hasChapters: Bool
    var hasArtwork: Bool

    package static let projection = Projection { ListedItem(&$0) }

    private init(_ column: inout Columns) {
        item = MediaItem(
            persistentID: column("items.id"), facts: ItemRow.facts(&column),
            location: MediaItem.Location(&column),
            albumPersistentID: column("items.album_id"),
            artistPersistentID: column(
                "\(sql: MediaProperty.artistPersistentID.identifier) AS artist_id"),
            albumArtistPersistentID: column(
                "\(sql: MediaProperty.albumArtistPersistentID.identifier) AS album_artist_id"),
            composerPersistentID: column(
                "\(sql: MediaProperty.composerPersistentID.identifier) AS composer_id"),
            genrePersistentID: column(
                "\(sql: MediaProperty.genrePersistentID.identifier) AS genre_id"),
            podcastPersistentID: column("items.podcast_id"), artwork: [],
            userValues: MediaItem.UserValues(&column),
            isMissing: column("\(sql: ItemReader.isGone) AS is_missing"),
            isAvailable: column("roots.is_available"))
        hasChapters = column(
            "EXISTS (SELECT 1 FROM chapters WHERE item_id = items.id) AS has_chapters")
        hasArtwork = column(
            """
            EXISTS (SELECT 1 FROM item_artworks WHERE item_id = items.id)
                OR EXISTS (SELECT 1 FROM folder_artworks WHERE folder_id = files.folder_id)
                AS has_artwork
            """)
    }
}

extension MediaItem.Location {
    fileprivate init(_ column: inout Columns) {
        let root: MediaPath = column("roots.path AS root")
        let folder: MediaPath = column("folders.path")
        self.init(
            root: LibraryHost.current.place(of: root, of: column("roots.host")),
            relativePath: folder.appending(column("files.name")), fileSize: column("files.size"),
            startTime: column("start_time"), endTime: column("end_time"))
    }
}

extension MediaItem.UserValues {
    fileprivate init(_ column: inout Columns) {
        self.init(
            rating: column("rating"), favoriteDate: column("favorite_date"),
            playCount: column("coalesce(play_count, 0) AS play_count"),
            skipCount: column("coalesce(skip_count, 0) AS skip_count"),
            lastPlayedDate: column("last_played"), dateAdded: column("items.date_added"),
            bookmarkTime: column("bookmark_time"))
    }
}
