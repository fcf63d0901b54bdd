import Foundation
internal import GRDB
import MediaModel
private import Synchronization

/// The rows of a kind of collections as a user may read them.
///
/// What albums and artists are called is computed from all their items when a scan ends. Where some of these are closed
/// to the user, it is computed here from those that the user sees, and read in place of the stored row.
struct SeenCollections: Sendable {
    /// A row that is read in place of a stored one.
    struct Replacement: Sendable {
        /// An object of JSON with the columns.
        let json: String
        /// By what the collection is found.
        let document: SearchDocument
    }

    private let table: String
    private let columns: [String]
    /// The rows that are read in place of the stored ones with these ids.
    private let replacements: [Int64: Replacement]

    init(_ table: String, columns: [String] = [], replacements: [Int64: Replacement] = [:]) {
        (self.table, self.columns, self.replacements) = (table, columns, replacements)
    }

    /// All collections, for a FROM clause, under the name `collections`.
    var rows: SQL {
        if replacements.isEmpty { return "\(sql: table) collections" }
        let json = "[" + replacements.values.lazy.map(\.json).joined(separator: ",") + "]"
        return """
            (SELECT \(sql: columns.joined(separator: ", ")) FROM \(sql: table) \
            WHERE id NOT IN (SELECT value FROM json_each(\(replacements.keys.json))) \
            UNION ALL SELECT \(sql: replacedColumns) FROM json_each(\(json))) collections
            """
    }

    /// The same, with no more than the one collection that is looked up by its id.
    func rows(for id: Int64) -> SQL {
        guard let row = replacements[id] else { return "\(sql: table) collections" }
        let json = "[\(row.json)]"
        return "(SELECT \(sql: replacedColumns) FROM json_each(\(json))) collections"
    }

    /// By what a collection is found, where that is not what the search index has; `nil` where it is.
    func document(of id: Int64) -> SearchDocument? { replacements[id]?.document }

    /// The collections that are not found by the search index.
    var documents: [(id: Int64, document: SearchDocument)] {
        replacements.map { ($0.key, $0.value.document) }
    }

    private var replacedColumns: String {
        columns.map { "value ->> '\($0)' AS \($0)" }.joined(separator: ", ")
    }
}

extension Catalog {
    /// The rows of a kind of collections that a user may read.
    func seenCollections(
        _ table: GroupTable, _ viewer: Viewer, _ database: Database
    ) throws -> SeenCollections {
        guard viewer.isRestricted else { return SeenCollections(table.table) }
        switch table.grouping {
        case .album:
            let token = try Self.changeToken(database)
            if let known = seenAlbums.albums(for: viewer, at: token) { return known }
            let albums = try computedAlbums(viewer, database)
            seenAlbums.remember(albums, for: viewer, at: token)
            return albums
        case .artist, .albumArtist, .composer:
            return try computedArtists(viewer, database)
        case .title, .genre, .podcastTitle, .playlist: return SeenCollections(table.table)
        }
    }

    /// A reader of the collections of a query.
    func collectionReader(
        _ query: MediaQuery, _ table: GroupTable, _ viewer: Viewer, _ database: Database
    ) throws -> CollectionReader {
        try CollectionReader(
            query, table, seenCollections(table, viewer, database), artworkPreference, viewer,
            database)
    }
}

// MARK: - Albums

/// The computed albums of users with closed roots, by user and state of the library.
final class SeenAlbums: Sendable {
    private struct Key: Hashable {
        var viewer: Viewer
        var token: ChangeToken
    }

    private let known = Mutex<[Key: SeenCollections]>([:])

    /// The number of users whose albums are kept.
    private static let most = 8

    func albums(for viewer: Viewer, at token: ChangeToken) -> SeenCollections? {
        known.withLock { $0[Key(viewer: viewer, token: token)] }
    }

    func remember(_ albums: SeenCollections, for viewer: Viewer, at token: ChangeToken) {
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[Key(viewer: viewer, token: token)] = albums
        }
    }
}

extension Catalog {
    private struct AlbumRow: Encodable {
        let id: Int64
        let title: String
        let titleKey: String
        let albumArtist: String?
        let albumArtistKey: String?
        let year: Int?
        let isCompilation: Int
    }

    /// The albums that have items which the user sees, and others in closed roots.
    private func computedAlbums(_ viewer: Viewer, _ database: Database) throws -> SeenCollections {
        let tracks = try Row.fetchAll(
            database,
            sql: """
                SELECT \(AlbumFacts.columns), album_id, is_missing FROM \(AlbumFacts.tables)
                WHERE album_id IN (SELECT closed_items.album_id FROM folders
                        JOIN files ON files.folder_id = folders.id
                        JOIN items closed_items ON closed_items.file_id = files.id
                        WHERE \(viewer.closes("folders.root_id")))
                    AND \(viewer.sees()) ORDER BY \(AlbumFacts.order)
                """)
        var replacements: [Int64: SeenCollections.Replacement] = [:]
        for (id, all) in Dictionary(grouping: tracks, by: { $0["album_id"] as Int64 }) {
            let present = all.filter { !($0["is_missing"] as Bool) }
            guard let facts = AlbumFacts(of: present.isEmpty ? all : present, sortKeys) else {
                continue
            }
            replacements[id] = SeenCollections.Replacement(
                json: try Self.json(
                    AlbumRow(
                        id: id, title: facts.title, titleKey: facts.titleKey,
                        albumArtist: facts.artist, albumArtistKey: facts.artistKey,
                        year: facts.year, isCompilation: facts.isCompilation ? 1 : 0)),
                document: SearchTable.document(ofAlbum: facts.title, artist: facts.artist))
        }
        return SeenCollections(
            "albums",
            columns: [
                "id", "title", "title_key", "album_artist", "album_artist_key", "year",
                "is_compilation",
            ], replacements: replacements)
    }

    private static func json(_ row: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        // The columns are called so.
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(row), as: UTF8.self)
    }
}

// MARK: - Artists

extension Catalog {
    private struct ArtistRow: Encodable {
        let id: Int64
        let name: String
        let nameKey: String
    }

    /// The artists who have spellings that the user sees, and others in closed roots alone.
    private func computedArtists(_ viewer: Viewer, _ database: Database) throws -> SeenCollections {
        let spellings = try Row.fetchAll(
            database,
            sql: """
                SELECT artist_id, name, sort_name, EXISTS (SELECT 1 FROM credits
                    JOIN items ON items.id = credits.item_id
                    WHERE credits.name_id = artist_names.id AND \(viewer.sees())) AS is_seen
                FROM artist_names WHERE artist_id IN (
                    SELECT artist_id FROM artist_names GROUP BY artist_id HAVING count(*) > 1)
                ORDER BY id
                """)
        var replacements: [Int64: SeenCollections.Replacement] = [:]
        for (id, all) in Dictionary(grouping: spellings, by: { $0["artist_id"] as Int64 }) {
            let seen = all.filter { $0["is_seen"] as Bool }
            guard seen.count < all.count, let first = seen.first else { continue }
            let name: String = first["name"]
            let sortName = seen.lazy.compactMap { $0["sort_name"] as String? }.first
            replacements[id] = SeenCollections.Replacement(
                json: try Self.json(
                    ArtistRow(
                        id: id, name: name, nameKey: sortKeys.key(for: name, sortName: sortName))),
                document: SearchTable.document(ofArtist: seen.map { $0["name"] as String }))
        }
        return SeenCollections(
            "artists", columns: ["id", "name", "name_key"], replacements: replacements)
    }
}
