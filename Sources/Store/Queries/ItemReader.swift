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
        item = try Selection(Self.item(for: viewer), in: database)
        chapters = try Selection(Self.chapters, in: database)
        artwork = try Selection(
            "\(Self.artwork) ORDER BY \(sql: preference.firstTerms), position", in: database)
    }

    /// Most items have neither chapters nor pictures: the row shows which of them have.
    private static func item(for viewer: Viewer) -> SQL {
        """
        SELECT \(sql: ItemRow.selection), items.id, \(sql: isGone), start_time, end_time, items.album_id,
            \(sql: MediaProperty.artistPersistentID.identifier),
            \(sql: MediaProperty.albumArtistPersistentID.identifier),
            \(sql: MediaProperty.composerPersistentID.identifier),
            \(sql: MediaProperty.genrePersistentID.identifier),
            items.podcast_id, files.name, files.size, folders.path, roots.path, roots.host,
            roots.is_available, items.date_added, rating, favorite_date, coalesce(play_count, 0),
            coalesce(skip_count, 0), last_played, bookmark_time,
            EXISTS (SELECT 1 FROM chapters WHERE item_id = items.id),
            EXISTS (SELECT 1 FROM item_artworks WHERE item_id = items.id)
                OR EXISTS (SELECT 1 FROM folder_artworks WHERE folder_id = files.folder_id)
        FROM items
        JOIN files ON files.id = items.file_id
        JOIN folders ON folders.id = files.folder_id
        JOIN roots ON roots.id = folders.root_id
        \(sql: viewer.values) \(sql: ItemRow.extensions)
        WHERE items.id = \(.askedID) AND \(sql: viewer.sees())
        """
    }

    private static let chapters: SQL = """
        SELECT start_time, end_time, title FROM chapters WHERE item_id = \(.askedID)
        ORDER BY position
        """

    private static let artwork: SQL = """
        WITH item (id) AS (SELECT \(.askedID))
        SELECT 0 AS source, position, kind, \(sql: artworkColumns),
            \(ArtworkPreference.rank) AS rank
        FROM item_artworks JOIN artworks ON artworks.id = artwork_id
        WHERE item_id = (SELECT id FROM item)
        UNION ALL
        SELECT 1, position, \(MediaArtwork.Kind.front.rawValue), \(sql: artworkColumns), 0
        FROM items JOIN files ON files.id = file_id
        JOIN folder_artworks ON folder_artworks.folder_id = files.folder_id
        JOIN artworks ON artworks.id = artwork_id WHERE items.id = (SELECT id FROM item)
        """

    private static let artworkColumns = """
        artworks.mime_type, artworks.width, artworks.height, length(artworks.bytes),
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
            var columns = row
            items[id] = columns.item()
            if columns.required() { withChapters.append(id) }
            if columns.required() { withArtwork.append(id) }
        }
        try chapters.forEachRow(of: withChapters) { id, row in
            var columns = row
            items[id]?.facts.chapters.append(columns.chapter())
        }
        try artwork.forEachRow(of: withArtwork) { id, row in
            var columns = row
            items[id]?.artwork.append(columns.artwork().artwork)
        }
        return ids.compactMap { items[$0] }
    }

    /// The pictures of an item with their ids, the preferred one first.
    func artworkOfItem(_ id: Int64) throws -> [(id: Int64, artwork: MediaArtwork)] {
        var found: [(id: Int64, artwork: MediaArtwork)] = []
        try artwork.forEachRow(of: [id]) { _, row in
            var columns = row
            found.append(columns.artwork())
        }
        return found
    }
}

extension ColumnReader<SelectedRow> {
    /// An item, still without chapters and pictures.
    fileprivate mutating func item() -> MediaItem {
        let facts = ItemRow.facts(&self)
        let persistentID: Int64 = required()
        let isMissing: Bool = required()
        let (start, end): (Double?, Double?) = (next(), next())
        let album: Int64? = next()
        let artist: Int64? = next()
        let albumArtist: Int64? = next()
        let composer: Int64? = next()
        let genre: Int64? = next()
        let podcast: Int64? = next()
        let name = path()
        let size: Int = required()
        let folder = path()
        let root = path()
        let host: String? = next()
        let isAvailable: Bool = required()
        let location = MediaItem.Location(
            root: LibraryHost.current.place(of: root, of: host),
            relativePath: folder.appending(name),
            fileSize: size, startTime: start,
            endTime: end)
        return MediaItem(
            persistentID: PersistentID(persistentID), facts: facts, location: location,
            albumPersistentID: album.map(PersistentID.init),
            artistPersistentID: artist.map(PersistentID.init),
            albumArtistPersistentID: albumArtist.map(PersistentID.init),
            composerPersistentID: composer.map(PersistentID.init),
            genrePersistentID: genre.map(PersistentID.init),
            podcastPersistentID: podcast.map(PersistentID.init),
            artwork: [], userValues: userValues(), isMissing: isMissing,
            isAvailable: isAvailable)
    }

    fileprivate mutating func chapter() -> Chapter {
        Chapter(startTime: required(), endTime: next(), title: next())
    }

    fileprivate mutating func artwork() -> (id: Int64, artwork: MediaArtwork) {
        let isOfFolder: Bool = required()
        skip()  // The place.
        let kind: Int = required()
        let mimeType: String = required()
        let (width, height): (Int?, Int?) = (next(), next())
        let byteCount: Int = required()
        let digest: Data = required()
        return (
            required(),
            MediaArtwork(
                kind: MediaArtwork.Kind(rawValue: kind) ?? .other,
                source: isOfFolder ? .folder : .embedded, mimeType: mimeType,
                width: width, height: height, byteCount: byteCount,
                sha256: digest.hexadecimal)
        )
    }

    fileprivate mutating func userValues() -> MediaItem.UserValues {
        let added: Int = required()
        let rating: Int? = next()
        let starred: Int? = next()
        let played: Int = required()
        let skipped: Int = required()
        let last: Int? = next()
        return MediaItem.UserValues(
            rating: rating, favoriteDate: starred.map(Date.init(secondsSince1970:)),
            playCount: played, skipCount: skipped,
            lastPlayedDate: last.map(Date.init(secondsSince1970:)),
            dateAdded: Date(secondsSince1970: added), bookmarkTime: next())
    }
}
