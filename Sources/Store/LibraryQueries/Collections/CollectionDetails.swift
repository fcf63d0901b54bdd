internal import Database
import Foundation
import LibraryStore
import MediaModel

/// Reads totals, first item and picture of one collection after the other, with statements that are prepared once.
struct CollectionDetails {
    private let kept: Selection?
    private let counted: Selection
    private let firstItem: Selection?
    private let preferredPicture: Selection?

    init(
        _ query: MediaQuery, _ table: GroupTable, _ conditions: SQL,
        _ preference: ArtworkPreference, _ viewer: Viewer, _ database: Connection
    ) throws {
        let collection: SQL = "(SELECT id FROM collection)"
        func selection(_ statement: SQL) throws -> Selection {
            try Selection(
                literal: "WITH collection(id) AS (SELECT \(0)) \(statement)",
                isKept: query.filterPredicates.isEmpty, in: database)
        }
        let areAll =
            query.filterPredicates.isEmpty && query.group == nil && !query.isMissing
            && !viewer.isRestricted
        kept = try (areAll ? table.keptTotals(of: collection) : nil).map { kept in
            try selection(
                """
                SELECT item_count, duration, album_count, media_type, first_item_id FROM \(kept) \
                AND media_type & \(query.mediaType.rawValue) <> 0
                """)
        }
        counted = try selection(
            """
            SELECT \(table.totals) FROM \(table.distinctMembers(of: collection)) AND \(conditions)
            """)
        let ofCollection: SQL = "\(sql: table.collectionID) = \(collection) AND \(conditions)"
        switch table.grouping {
        case .album:
            firstItem = try selection(Self.firstItem(ofCollection))
            preferredPicture = try selection(Self.preferredPicture(ofCollection, preference))
        case .podcastTitle:
            firstItem = nil
            preferredPicture = try selection(Self.preferredPicture(ofCollection, preference))
        case .title, .artist, .albumArtist, .composer, .genre, .playlist:
            (firstItem, preferredPicture) = (nil, nil)
        }
    }

    /// The terms of ORDER BY that have the tracks of an album in its order.
    private static let placeInAlbum: SQL =
        "disc_number NULLS FIRST, track_number NULLS FIRST, place_key NULLS FIRST"

    private static func firstItem(_ condition: SQL) -> SQL {
        """
        SELECT items.id FROM items WHERE \(condition) \
        ORDER BY \(placeInAlbum), items.id LIMIT 1
        """
    }

    private static func preferredPicture(
        _ condition: SQL, _ preference: ArtworkPreference
    ) -> SQL {
        """
        SELECT sha256 FROM (\(ArtworkPreference.pictures(ofItems: condition))) AS pictures \
        JOIN artworks ON artworks.id = artwork_id \
        ORDER BY \(sql: preference.firstTerms), \(placeInAlbum), item_id, position LIMIT 1
        """
    }

    /// Sets the totals that scans keep.
    ///
    /// - Returns: Whether there are any. They hold only for queries of all items of a kind.
    func setKept(_ id: Int64, _ collection: inout MediaItemCollection) throws -> Bool {
        var rows = 0
        var totals = collection
        try kept?.forEachRow(id) { row in
            rows += 1
            totals.setTotals(row)
        }
        // Albums of several kinds would count twice.
        guard rows == 1 else { return false }
        collection = totals
        return true
    }

    /// Counts.
    func setCounted(_ id: Int64, _ collection: inout MediaItemCollection) throws {
        try counted.forEachRow(id) { collection.setTotals($0) }
    }

    /// The first item of an album by disc and track.
    func first(_ id: Int64) throws -> MediaItemID? {
        var first: Int64?
        try firstItem?.forEachRow(id) { row in
            var column = row
            first = column.next()
        }
        return first.map(PersistentID.init)
    }

    /// The picture that is preferred among those of all items that are requested; of equal ones, that of the
    /// first item by disc and track.
    func picture(_ id: Int64) throws -> String? {
        var sha256: Data?
        try preferredPicture?.forEachRow(id) { row in
            var column = row
            sha256 = column.next()
        }
        return sha256?.hexadecimal
    }
}

extension MediaItemCollection {
    /// Sets what its items come to: how many they are, how long, of how many albums, of which kinds, separated by
    /// commas, and the first of them.
    mutating func setTotals(_ columns: ColumnReader<some ColumnValues>) {
        var column = columns
        count = column.required()
        playbackDuration = column.required()
        albumCount = column.next()
        let kinds = (column.next() as String?)?.split(separator: ",").compactMap { Int($0) } ?? []
        mediaTypes = MediaType(kinds.map(MediaType.init(rawValue:)))
        representativeItem = (column.next() as Int64?).map(PersistentID.init)
    }
}
