import FoundationEssentials
internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// Reads totals, first items and pictures of collections, with statements that are prepared once.
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
                "WITH collection(id) AS (SELECT \(.askedID)) \(statement)",
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
            preferredPicture = try selection(preference.picture(ofCollection: ofCollection))
        case .podcastTitle:
            firstItem = nil
            preferredPicture = try selection(preference.picture(ofCollection: ofCollection))
        case .title, .artist, .albumArtist, .composer, .genre, .playlist:
            (firstItem, preferredPicture) = (nil, nil)
        }
    }

    /// The terms of ORDER BY that have the tracks of an album in its order.
    static let placeInAlbum: SQL =
        "disc_number NULLS FIRST, track_number NULLS FIRST, place_key NULLS FIRST"

    private static func firstItem(_ condition: SQL) -> SQL {
        """
        SELECT items.id FROM items WHERE \(condition) \
        ORDER BY \(placeInAlbum), items.id LIMIT 1
        """
    }

    /// Sets totals: those that scans keep, where these hold, and else counts.
    func setTotals(of ids: [Int64], in collections: inout [Int64: MediaItemCollection]) throws {
        var rowCounts: [Int64: Int] = [:]
        try kept?.forEachRow(of: ids) { id, row in
            rowCounts[id, default: 0] += 1
            var columns = row
            collections[id]?.setTotals(&columns)
        }
        // Albums of several kinds have several rows, and would count twice.
        let uncounted = ids.filter { rowCounts[$0] != 1 }
        try counted.forEachRow(of: uncounted) { id, row in
            var columns = row
            collections[id]?.setTotals(&columns)
        }
    }

    /// Sets the first items of albums by disc and track, and the pictures that are preferred among those of all items that
    /// are requested.
    func setFirstItemsAndPictures(
        of ids: [Int64], in collections: inout [Int64: MediaItemCollection]
    ) throws {
        try firstItem?.forEachRow(of: ids) { id, row in
            var columns = row
            collections[id]?.representativeItemID = columns("items.id")
        }
        try preferredPicture?.forEachRow(of: ids) { id, row in
            var columns = row
            collections[id]?.artworkSHA256 = (columns("sha256") as Data?)?.hexadecimal
        }
    }
}

extension MediaItemCollection {
    /// Sets what its items come to: how many they are, how long, of how many albums, of which kinds, separated by
    /// commas, and the first of them.
    mutating func setTotals(_ column: inout Columns) {
        count = column("totals.item_count")
        playbackDuration = column("totals.duration")
        albumCount = column("totals.album_count")
        let kinds: String? = column("totals.media_type")
        mediaTypes = MediaType(
            (kinds ?? "").split(separator: ",").compactMap {
                Int($0).map(MediaType.init(rawValue:))
            })
        representativeItemID = column("totals.first_item_id")
    }
}
