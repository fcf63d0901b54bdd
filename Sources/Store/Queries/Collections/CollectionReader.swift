package import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

/// Reads collections: albums, artists, genres, podcasts or playlists, with the totals of their items.
struct CollectionReader {
    private let query: MediaQuery
    /// The same, of all pages.
    private let whole: MediaQuery
    private let table: GroupTable
    private let order: CollectionOrder
    private let planner: QueryPlanner
    /// Of the items by which collections are listed.
    private let listing: QueryPlanner
    private let viewer: Viewer
    private let database: Connection
    private let reader: CollectionDetails

    init(
        _ query: MediaQuery, _ table: GroupTable, _ preference: ArtworkPreference,
        _ viewer: Viewer, _ database: Connection
    ) throws {
        let query = query.seeded
        var whole = query
        whole.after = nil
        self.query = query
        self.whole = whole
        self.table = table
        self.viewer = viewer
        self.database = database
        order = CollectionOrder(query.order, table, seed: query.seed)
        planner = try QueryPlanner(whole, viewer, database)
        var listed = whole
        listed.filterPredicates += whole.collectionPredicates
        listing = try QueryPlanner(listed, viewer, database)
        reader = try CollectionDetails(
            query, table, planner.conditions, preference, viewer, database)
    }

    /// A small set of ids that holds all items of the query; `nil` if no index gives one.
    private func few() throws -> Candidates? {
        guard table.grouping != .playlist else { return nil }
        // Other items of their collections count, too.
        guard query.collectionPredicates.isEmpty || !order.needsTotals else { return nil }
        return try listing.fewCandidates(others: table.itemsWithAny.map { [$0] } ?? [])
    }

    /// Selects the collections in order. Where the query has few candidates, or the order needs it, the items are grouped
    /// once, and the collections have their totals.
    ///
    /// - Parameter looksAhead: Whether to read one more than the limit, which shows whether anything follows.
    func listing(
        looksAhead: Bool = false
    ) throws -> (rows: Projection<ListedCollection>, statement: SQL) {
        let few = try few()
        let source: Source
        if let few, !query.collectionPredicates.isEmpty {
            source = listed(by: few)
        } else {
            source = few != nil || order.needsTotals ? withTotals(few) : collections
        }
        let own: SQL = source.isChosen ? "true" : try condition(few: nil)
        let rows = ListedCollection.projection(
            of: table, hasTotals: source.hasTotals, order: order.terms.map(\.value))
        return (
            rows,
            """
            \(source.plan.comment)\(source.with)SELECT \(rows.columns) \
            FROM \(source.rows) WHERE \(try placement) AND \(own) \
            ORDER BY \(QueryOrder.list(order.terms))\(page(looksAhead: looksAhead))
            """
        )
    }

    /// Where collections are read: all there are, or those of the items of the query with their totals.
    private struct Source {
        var plan: QueryPlan
        var with: SQL = ""
        var rows: SQL
        var hasTotals = false
        /// Whether the rows are those that are listed, and no others.
        var isChosen = false
    }

    private var collections: Source { Source(plan: order.plan, rows: table.rows) }

    /// The collections of few items, whose other items are counted afterwards.
    private func listed(by few: Candidates) -> Source {
        Source(
            plan: .sortCandidates,
            with: """
                WITH listed AS MATERIALIZED (SELECT DISTINCT \(sql: table.collectionID) AS collection_id \
                FROM \(table.itemsWithCollections) \
                WHERE items.id IN (\(few.ids)) AND \(listing.conditions))\u{20}
                """,
            rows: "listed JOIN \(table.rows) ON collections.id = listed.collection_id",
            isChosen: true)
    }

    private func withTotals(_ few: Candidates?) -> Source {
        let candidates: SQL = few.map { "items.id IN (\($0.ids))" } ?? "true"
        let totals: SQL = """
            SELECT \(table.totals), \(sql: table.collectionID) AS collection_id\(order.totals) \
            FROM \(table.itemsWithCollections) \(sql: order.needsTotals ? viewer.values : "") \
            WHERE \(candidates) AND \(planner.conditions) AND \(table.isFirstWithCollection) \
            GROUP BY collection_id\(having)
            """
        return Source(
            plan: few == nil ? .sortAll : .sortCandidates,
            with: "WITH totals AS MATERIALIZED (\(totals)) ",
            rows: """
                totals JOIN \(table.rows) ON collections.id = totals.collection_id
                """, hasTotals: true, isChosen: true)
    }

    /// Of collections whose items were grouped, those that are listed.
    private var having: SQL {
        query.collectionPredicates.isEmpty
            ? "" : " HAVING count(*) FILTER (WHERE \(listing.conditions)) > 0"
    }

    /// Whether a collection comes after the page before.
    private var placement: SQL {
        get throws {
            let terms = order.terms
            let values = try query.after?.values(of: order.listName, count: terms.count)
            return values.map { QueryOrder.isAfter($0, in: terms) } ?? "true"
        }
    }

    /// Whether a collection has items of the query. The collections of few candidates are looked up; else each
    /// collection is checked in order.
    func condition() throws -> SQL { try condition(few: few()) }

    private func condition(few: Candidates?) throws -> SQL {
        let isOwn: SQL = "collections.user_id = \(viewer.user)"
        if listsEmpty { return isOwn }
        if let few {
            return """
                collections.id IN (SELECT \(sql: table.collectionID) \
                FROM \(table.itemsWithCollections) \
                WHERE items.id IN (\(few.ids)) AND \(listing.conditions))
                """
        }
        let members: SQL = """
            EXISTS (SELECT 1 FROM \(table.members(of: "collections.id")) AND \(listing.conditions))
            """
        guard table.grouping == .playlist else { return members }
        return try "\(isOwn) AND (collections.id IN \(.ids(smartPlaylists())) OR \(members))"
    }

    /// The smart playlists that have items of the query, which are known only after their rules are evaluated.
    private func smartPlaylists() throws -> [Int64] {
        let all = try Int64.fetchAll(
            database,
            literal: """
                SELECT collections.id FROM \(table.rows)
                WHERE collections.user_id = \(viewer.user) AND collections.rule IS NOT NULL
                """)
        return try all.filter { id in
            guard let items = try items(ofSmart: MediaGroup(.playlist, id)) else { return false }
            return try Int64.fetchOne(database, literal: "SELECT 1 FROM \(items) LIMIT 1") != nil
        }
    }

    /// The items of a smart playlist, of the query, as a table; `nil` for one whose rule takes too long or comes to too many
    /// conditions: the others are listed nevertheless. The conditions of the query are not at fault, as ``planner`` has them.
    private func items(ofSmart playlist: MediaGroup?) throws -> SQL? {
        var own = whole
        (own.group, own.groupingType) = (playlist, .title)
        let limit = min(PatternConditions.longestSearchOfRule, PatternConditions.longestSearch)
        do {
            return try PatternConditions.$longestSearch.withValue(limit) {
                try QueryPlanner(own, viewer, database).unorderedItems
            }
        } catch let error as CatalogError where error.isOfQuestion {
            return nil
        }
    }

    /// Playlists are listed even if they are empty.
    private var listsEmpty: Bool {
        table.grouping == .playlist && query.filterPredicates.isEmpty && query.group == nil
            && query.mediaType == .any && !query.isMissing
    }

    private func page(looksAhead: Bool) -> SQL {
        if query.limit == nil, query.offset == 0 { return "" }
        let limit = query.limit.map { "\($0.saturated(adding: looksAhead ? 1 : 0))" as SQL }
        return " LIMIT \(limit ?? .noLimit) OFFSET \(query.offset)"
    }

    /// The token of the page that ends with a row of ``listing(looksAhead:)``.
    func token(after row: ListedCollection) -> PageToken {
        PageToken(of: order.listName, seed: query.seed, after: row.place)
    }

    // MARK: - The collections

    /// The collections among these that ``listing(looksAhead:)`` would list, in any order.
    func listed(among ids: some Collection<Int64>) throws -> Set<Int64> {
        Set(
            try Int64.fetchAll(
                database,
                literal: """
                    SELECT collections.id FROM \(table.rows) WHERE collections.id IN \(.ids(ids))
                    AND \(try condition(few: nil))
                    """))
    }

    /// Collections by their ids, in any order; without those that have no items of the query.
    func collections(_ ids: some Collection<Int64>) throws -> [MediaItemCollection] {
        let rows = try ListedCollection.projection(of: table).fetchAll(
            database, from: "\(table.rows) WHERE collections.id IN \(.ids(ids))", cached: true)
        return try collections(from: rows).filter { $0.count > 0 }
    }

    /// Completes collections, such as those of ``listing(looksAhead:)``.
    func collections(from rows: [ListedCollection]) throws -> [MediaItemCollection] {
        let ids = rows.map(\.collection.group.persistentID)
        var collections = Dictionary(uniqueKeysWithValues: zip(ids, rows.map(\.collection)))
        if let first = rows.first, !first.hasTotals {
            try reader.setTotals(of: ids, in: &collections)
        }
        try reader.setFirstItemsAndPictures(of: ids, in: &collections)
        for id in ids where collections[id]?.playlist?.isSmart ?? false {
            try setSmart(&collections[id])
        }
        return ids.compactMap { collections[$0] }
    }

    /// Sets the totals of a smart playlist, as far as its rule gives any.
    private func setSmart(_ collection: inout MediaItemCollection?) throws {
        guard let known = collection, let items = try items(ofSmart: known.group) else { return }
        let counted = Projection { column in
            var counted = known
            counted.setTotals(&column)
            return counted
        }
        collection = try counted.fetchOne(
            database, literal: "SELECT \(table.totals) FROM \(items)", cached: true)
    }
}

/// A row of a list of collections.
package struct ListedCollection {
    fileprivate(set) package var collection: MediaItemCollection
    fileprivate var hasTotals: Bool
    /// The values of the order's terms.
    fileprivate var place: [SQLValue]

    package static func projection(
        of table: GroupTable, hasTotals: Bool = false, order: [SQL] = []
    ) -> Projection<ListedCollection> {
        Projection { column in
            let playlist = table.grouping == .playlist ? MediaPlaylist(&column) : nil
            var collection = MediaItemCollection(
                group: MediaGroup(
                    table.grouping, playlist?.persistentID.rawValue ?? column("collections.id")),
                title: playlist?.name ?? column("collections.\(sql: table.title)"), count: 0,
                playbackDuration: 0, mediaTypes: [], representativeItemID: nil)
            collection.playlist = playlist
            if table.grouping == .album {
                collection.albumArtist = column("album_artist")
                collection.year = column("year")
                collection.isCompilation = column("is_compilation")
            }
            if hasTotals { collection.setTotals(&column) }
            return ListedCollection(
                collection: collection, hasTotals: hasTotals, place: order.map { column($0) })
        }
    }
}
