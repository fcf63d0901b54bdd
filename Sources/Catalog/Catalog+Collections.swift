import Foundation
internal import GRDB
public import MediaModel

extension Catalog {
    /// Calls back with each collection that the items of a query make, put together by the query's grouping.
    ///
    /// The things are walked in the order of their own index and counted one by one, so the first come at
    /// once however large the library is. A playlist is a collection even if it is empty, unless the query
    /// has conditions.
    ///
    /// - Parameter query: Which items count; its limit and offset count collections. Of its order those keys
    ///   count that ``orders(for:)`` has. Its `afterGroup` is where a page begins, whatever came or went.
    public func forEachCollection(
        of query: MediaQuery, _ body: (MediaItemCollection) throws -> Void
    ) throws {
        guard let table = GroupTable(query.groupingType) else {
            var query = query
            if let group = query.afterGroup {
                query.after = PersistentID(group.grouping == .title ? group.persistentID : 0)
            }
            return try forEachItem(matching: query) { try body(MediaItemCollection(of: $0)) }
        }
        try read { database in
            let reader = try CollectionReader(query, table, artworkPreference, database)
            let rows = try SQLRequest<Row>(literal: reader.statement()).fetchCursor(database)
            while let row = try rows.next() { try body(reader.collection(from: row)) }
        }
    }

    /// The collections that the items of a query make, put together by the query's grouping.
    public func collections(of query: MediaQuery) throws -> [MediaItemCollection] {
        var collections: [MediaItemCollection] = []
        try forEachCollection(of: query) { collections.append($0) }
        return collections
    }

    /// Whether the library knows an album, artist, genre, podcast, playlist or item.
    public func has(_ group: MediaGroup) throws -> Bool {
        let table = GroupTable(group.grouping)?.table ?? "items"
        return try read {
            try Bool.fetchOne(
                $0, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)",
                arguments: [group.persistentID]) ?? false
        }
    }

    /// The properties that collections can be put in order by, the default first.
    public static func orders(for grouping: MediaGrouping) -> [MediaProperty] {
        GroupTable.orders(for: grouping)
    }
}

extension MediaItemCollection {
    /// The collection of one item.
    fileprivate init(of item: MediaItem) {
        self.init(
            group: MediaGroup(.title, item.persistentID.rawValue),
            title: item.title ?? item.location.path.lastComponent.description, count: 1,
            playbackDuration: item.playbackDuration ?? 0, mediaTypes: item.facts.mediaType,
            representativeItem: item.persistentID)
    }
}

/// Reads the things that items hang on, and what the items of each come to.
struct CollectionReader {
    private let query: MediaQuery
    private let table: GroupTable
    private let preference: ArtworkPreference
    private let planner: QueryPlanner
    private let database: Database

    init(
        _ query: MediaQuery, _ table: GroupTable, _ preference: ArtworkPreference,
        _ database: Database
    ) throws {
        self.query = query
        self.preference = preference
        self.table = table
        self.database = database
        planner = try QueryPlanner(query, database)
    }

    /// Items in which all lie that are asked for, where an index gives few.
    private func few() throws -> SQL? {
        guard table.grouping != .playlist else { return nil }
        let things = try Int.fetchOne(database, sql: "SELECT max(id) FROM \(table.table)") ?? 0
        return try planner.fewCandidates(
            upTo: planner.pickingLimit(ofThings: things),
            others: table.itemsWithAny.map { [$0] } ?? [])
    }

    /// Selects the things in order: id, title, and what their table knows of them; then what their items come
    /// to, where few items are asked for: these are put together once, and their things looked up.
    func statement() throws -> SQL {
        let order: SQL = "ORDER BY \(terms.map(\.order).joined(separator: ", "))\(page)"
        guard let few = try few() else {
            return """
                SELECT \(columns) FROM \(sql: table.table) things \
                WHERE \(try placement()) AND \(condition(few: nil)) \(order)
                """
        }
        return """
            WITH totals AS MATERIALIZED (SELECT \(sql: Self.totals), thing FROM ( \
            SELECT DISTINCT items.id, duration, album_id, media_type, \(sql: table.thing) AS thing \
            FROM \(table.itemsWithThings) WHERE items.id IN (\(few)) AND \(planner.conditions)) items \
            GROUP BY thing) \
            SELECT \(columns), totals.* FROM totals CROSS JOIN \(sql: table.table) things \
            ON things.id = totals.thing WHERE \(try placement()) \(order)
            """
    }

    private var terms: [QueryOrder.Term] { table.terms(query.order) }

    /// Whether a thing stands behind the one behind which the answer begins.
    private func placement() throws -> SQL {
        guard let group = query.afterGroup else { return "1" }
        guard group.grouping == table.grouping else { return "0" }
        let columns = terms.map { SQL(sql: $0.sql) }.joined(separator: ", ")
        let anchor = try SQLRequest<Row>(
            literal: """
                SELECT \(columns) FROM \(sql: table.table) things \
                WHERE things.id = \(group.persistentID)
                """
        ).fetchOne(database)
        guard let anchor else { return "0" }
        return QueryOrder.isBehind(Array(anchor.databaseValues), in: terms)
    }

    /// Whether a thing has items that are asked for. Where an index gives few items, their things are
    /// picked; else each thing is looked at, in order.
    func condition() throws -> SQL { try condition(few: few()) }

    private func condition(few: SQL?) -> SQL {
        if listsEmpty { return "1" }
        if let few {
            let things = table.things(ofItems: "items.id IN (\(few)) AND \(planner.conditions)")
            return "things.id IN (\(things))"
        }
        let members: SQL = """
            EXISTS (SELECT 1 FROM \(table.members(of: "things.id")) AND \(planner.conditions))
            """
        // What a rule gives is known only when it is asked.
        return table.grouping == .playlist ? "(things.rule IS NOT NULL OR \(members))" : members
    }

    /// A playlist is the user's own, and shown before it holds anything.
    private var listsEmpty: Bool {
        table.grouping == .playlist && query.filterPredicates.isEmpty && query.group == nil
            && query.mediaType == .any && !query.isMissing
    }

    private var columns: SQL {
        let columns = ["id", table.title] + details
        return SQL(sql: columns.map { "things.\($0)" }.joined(separator: ", "))
    }

    private var details: [String] {
        switch table.grouping {
        case .album: ["album_artist", "year", "is_compilation"]
        case .playlist: ["uuid", "description", "author", "created", "modified", "rule"]
        default: []
        }
    }

    private var page: SQL {
        query.limit == nil && query.offset == 0
            ? "" : " LIMIT \(query.limit ?? -1) OFFSET \(query.offset)"
    }

    // MARK: - One thing

    /// The collection of one thing by its id; `nil` where no item that is asked for is in it.
    func collection(_ id: Int64) throws -> MediaItemCollection? {
        let row = try SQLRequest<Row>(
            literal: "SELECT \(columns) FROM \(sql: table.table) things WHERE things.id = \(id)",
            cached: true
        ).fetchOne(database)
        let collection = try row.map(collection(from:))
        return collection?.count == 0 ? nil : collection
    }

    /// Makes a collection of a row of ``statement()``.
    func collection(from row: Row) throws -> MediaItemCollection {
        let id: Int64 = row[0]
        let known = 2 + details.count
        var collection =
            try row.count > known
            ? totals(from: row, at: known, title: row[1]) : totals(of: id, title: row[1])
        switch table.grouping {
        case .album:
            collection.albumCount = nil
            collection.albumArtist = row[2]
            collection.year = row[3]
            collection.isCompilation = row[4]
            collection.representativeItem = try firstOfAlbum(id)
            collection.artworkSHA256 = try preferredPicture(of: "items.album_id = \(id)")
        case .podcastTitle:
            collection.albumCount = nil
            collection.artworkSHA256 = try preferredPicture(of: "items.podcast_id = \(id)")
        case .playlist:
            let playlist = MediaPlaylist(from: row)
            if playlist.attributes.contains(.smart) {
                collection = try totals(ofSmart: playlist)
            }
            collection.albumCount = nil
            collection.playlist = playlist
        default: break
        }
        return collection
    }

    private func totals(ofSmart playlist: MediaPlaylist) throws -> MediaItemCollection {
        var own = query
        own.group = MediaGroup(.playlist, playlist.persistentID.rawValue)
        let conditions = try QueryPlanner(own, database).conditions
        let id = playlist.persistentID.rawValue
        return try totals(of: id, title: playlist.name, "items WHERE \(conditions)")
    }

    private func totals(of id: Int64, title: String) throws -> MediaItemCollection {
        if let kept = try keptTotals(of: id, title: title) { return kept }
        return try totals(
            of: id, title: title, "\(table.distinctMembers(of: "\(id)")) AND \(planner.conditions)")
    }

    private func totals(
        of id: Int64, title: String, _ members: SQL
    ) throws -> MediaItemCollection {
        let row = try SQLRequest<Row>(
            literal: "SELECT \(sql: Self.totals), \(id) FROM \(members)", cached: true
        ).fetchOne(database)
        return row.map { totals(from: $0, at: 0, title: title) }
            ?? MediaItemCollection(
                group: MediaGroup(table.grouping, id), title: title, count: 0, playbackDuration: 0,
                mediaTypes: [], representativeItem: nil)
    }

    private static let totals = """
        count(*), total(items.duration), count(DISTINCT items.album_id),
            group_concat(DISTINCT items.media_type), min(items.id)
        """

    /// Makes a collection of ``totals`` and the thing's id, which begin at a column of a row.
    private func totals(from row: Row, at column: Int, title: String) -> MediaItemCollection {
        let kinds = (row[column + 3] as String?)?.split(separator: ",").compactMap { Int($0) } ?? []
        return MediaItemCollection(
            group: MediaGroup(table.grouping, row[column + 5]), title: title, count: row[column],
            playbackDuration: row[column + 1],
            mediaTypes: MediaType(kinds.map(MediaType.init(rawValue:))),
            representativeItem: (row[column + 4] as Int64?).map(PersistentID.init),
            albumCount: row[column + 2])
    }

    /// What the last scan counted for the thing; `nil` where it counted nothing, where the query asks for less
    /// than all items of its kinds, and where the count is outdated.
    private func keptTotals(of id: Int64, title: String) throws -> MediaItemCollection? {
        guard query.filterPredicates.isEmpty, query.group == nil, !query.isMissing,
            let kept = table.keptTotals(of: id)
        else { return nil }
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT item_count, duration, album_count, media_type, first_item_id FROM \(kept) \
                AND media_type & \(query.mediaType.rawValue) <> 0
                """, cached: true
        ).fetchAll(database)
        // Albums of several kinds would count twice.
        guard rows.count == 1, let row = rows.first else { return nil }
        return MediaItemCollection(
            group: MediaGroup(table.grouping, id), title: title, count: row[0],
            playbackDuration: row[1], mediaTypes: MediaType(rawValue: row[3]),
            representativeItem: PersistentID(row[4] as Int64), albumCount: row[2])
    }

    private func firstOfAlbum(_ id: Int64) throws -> MediaItemID? {
        try SQLRequest<Int64>(
            literal: """
                SELECT items.id FROM items WHERE items.album_id = \(id) AND \(planner.conditions)
                ORDER BY disc_number, track_number, items.id LIMIT 1
                """, cached: true
        ).fetchOne(database).map(PersistentID.init)
    }

    /// The picture that is preferred among those of all items that are asked for; of equal ones, that of the
    /// first item by disc and track.
    private func preferredPicture(of group: SQL) throws -> String? {
        let pictures = ArtworkPreference.pictures(ofItems: "\(group) AND \(planner.conditions)")
        return try SQLRequest<Data>(
            literal: """
                SELECT sha256 FROM (\(pictures)) JOIN artworks ON artworks.id = artwork_id \
                ORDER BY \(sql: preference.firstTerms), disc_number, track_number, item_id, position \
                LIMIT 1
                """, cached: true
        ).fetchOne(database)?.hexadecimal
    }
}

extension MediaPlaylist {
    /// Reads id, name, UUID, description, author, creation, change and rule.
    init(from row: Row) {
        let rule: String? = row[7]
        self.init(
            persistentID: PersistentID(row[0] as Int64), uuid: row[2], name: row[1],
            attributes: rule == nil ? [] : .smart, descriptionText: row[3],
            authorDisplayName: row[4], dateCreated: Timestamp(secondsSince1970: row[5]),
            dateModified: Timestamp(secondsSince1970: row[6]))
    }
}
