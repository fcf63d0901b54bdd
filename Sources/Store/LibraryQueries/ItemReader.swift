package import Database
internal import Foundation
package import LibraryStore
package import MediaModel

/// Reads items by their ids, with one prepared statement for each table.
package struct ItemReader {
    private let item: Selection
    private let chapters: Selection
    private let artwork: Selection

    package init(_ viewer: Viewer, _ database: Connection, _ preference: ArtworkPreference) throws {
        func kept(_ statement: SQL) throws -> Selection {
            try Selection(literal: statement, isKept: true, in: database)
        }
        item = try kept(Self.item(for: viewer))
        chapters = try kept(Self.chapters)
        artwork = try kept(
            "\(Self.artwork) ORDER BY \(sql: preference.firstTerms), position")
    }

    /// Most items have neither chapters nor pictures: the row shows which need a query of their own.
    private static func item(for viewer: Viewer) -> SQL {
        """
        SELECT \(sql: ItemRow.selection), items.id,
            EXISTS (SELECT 1 FROM chapters WHERE item_id = items.id),
            EXISTS (SELECT 1 FROM item_artworks WHERE item_id = items.id)
                OR EXISTS (SELECT 1 FROM folder_artworks WHERE folder_id = files.folder_id),
            \(sql: isGone), start_time, end_time, items.album_id,
            \(sql: MediaProperty.artistPersistentID.identifier),
            \(sql: MediaProperty.albumArtistPersistentID.identifier),
            \(sql: MediaProperty.composerPersistentID.identifier),
            \(sql: MediaProperty.genrePersistentID.identifier),
            items.podcast_id, files.name, files.size, folders.path, roots.path, roots.host,
            roots.is_available, items.date_added, rating, favorite_date, coalesce(play_count, 0),
            coalesce(skip_count, 0), last_played, bookmark_time
        FROM items
        JOIN files ON files.id = items.file_id
        JOIN folders ON folders.id = files.folder_id
        JOIN roots ON roots.id = folders.root_id
        \(sql: viewer.values) \(sql: ItemRow.extensions)
        WHERE items.id = \(0) AND \(sql: viewer.sees())
        """
    }

    private static let chapters: SQL = """
        SELECT start_time, end_time, title FROM chapters WHERE item_id = \(0) ORDER BY position
        """

    private static let artwork: SQL = """
        WITH item (id) AS (SELECT \(0))
        SELECT 0 AS source, position, kind, \(sql: artworkColumns),
            \(.flag("kind <> \(MediaArtwork.Kind.front.rawValue)")) AS is_other
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

    package func item(_ id: Int64) throws -> MediaItem? {
        var found: MediaItem?
        try item.forEachRow(id) { row in
            var column = row
            found = try item(id, &column)
        }
        return found
    }

    private func item(
        _ id: Int64, _ column: inout ColumnReader<SelectedRow>
    ) throws -> MediaItem {
        var facts = ItemRow.facts(&column)
        let persistentID: Int64 = column.required()
        if column.required() { facts.chapters = try chaptersOfItem(id) }
        let artwork = column.required() ? try artworkOfItem(id).map(\.artwork) : []
        let isMissing: Bool = column.required()
        let (start, end): (Double?, Double?) = (column.next(), column.next())
        let album: Int64? = column.next()
        let artist: Int64? = column.next()
        let albumArtist: Int64? = column.next()
        let composer: Int64? = column.next()
        let genre: Int64? = column.next()
        let podcast: Int64? = column.next()
        let name = column.path()
        let size: Int = column.required()
        let folder = column.path()
        let root = column.path()
        let host: String? = column.next()
        let isAvailable: Bool = column.required()
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
            artwork: artwork, userValues: column.userValues(),
            isMissing: isMissing, isAvailable: isAvailable)
    }

    private func chaptersOfItem(_ id: Int64) throws -> [Chapter] {
        var found: [Chapter] = []
        try chapters.forEachRow(id) { row in
            var column = row
            found.append(
                Chapter(
                    startTime: column.required(), endTime: column.next(), title: column.next()))
        }
        return found
    }

    func artworkOfItem(_ id: Int64) throws -> [(id: Int64, artwork: MediaArtwork)] {
        var found: [(id: Int64, artwork: MediaArtwork)] = []
        try artwork.forEachRow(id) { row in
            var column = row
            let isOfFolder: Bool = column.required()
            column.skip()  // The place.
            let kind: Int = column.required()
            let mimeType: String = column.required()
            let (width, height): (Int?, Int?) = (column.next(), column.next())
            let byteCount: Int = column.required()
            let digest: Data = column.required()
            found.append(
                (
                    column.required(),
                    MediaArtwork(
                        kind: MediaArtwork.Kind(rawValue: kind) ?? .other,
                        source: isOfFolder ? .folder : .embedded, mimeType: mimeType,
                        width: width, height: height, byteCount: byteCount,
                        sha256: digest.hexadecimal)
                ))
        }
        return found
    }
}

extension ColumnReader {
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
