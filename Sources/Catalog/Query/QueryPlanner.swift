internal import GRDB
import MediaModel

/// Turns a query into a statement that selects the ids of its items in order; ordered by narrow rows, the
/// wide ones are read one by one.
///
/// There are two ways above all. *Walking* goes along the index of the order and looks at each item whether it is
/// asked for; the first ones come at once, where many are. *Picking* takes the ids that an index of a filter
/// gives, and sorts them; that is quick where there are few. SQLite cannot know how many a filter will find;
/// so the candidates are counted first, up to the number from which walking should be the quicker. It is not
/// where what is asked for stands together far down the index, as the songs of various artists do by album
/// artist: walking is *tried* on a stretch first that ought to be long enough. By genre, the first of a genre's
/// songs are *gathered*.
package struct QueryPlanner {
    private(set) var query: MediaQuery
    let database: Database
    let order: QueryOrder
    private let way: Way?

    /// How a query is answered.
    package enum Way: Sendable, CaseIterable {
        case walking, picking, trying, gathering
    }

    /// Prepares to plan.
    ///
    /// - Parameter way: For tests, which see that all ways answer the same. A query that cannot be answered in
    ///   this way is walked. What is tried is a stretch of four, then of eight.
    init(_ query: MediaQuery, _ database: Database, way: Way? = nil) throws {
        var query = try SmartPlaylists(database).expanding(query)
        query.filterPredicates = query.filterPredicates.map(\.listingAlternatives)
            .flatMap(\.conjuncts)
        self.query = query
        self.way = way
        self.database = database
        order = QueryOrder(
            query.order, areRootsAlike: try Self.areRootsAlike(query.order, database))
    }

    /// Whether the order tells no item from another by whether its root could be looked at.
    private static func areRootsAlike(
        _ order: [MediaOrder], _ database: Database
    ) throws -> Bool {
        guard order.contains(where: \.property.orderColumn.isEither) else { return true }
        let kinds = try Int.fetchOne(
            database, sql: "SELECT count(DISTINCT is_available) FROM roots")
        return kinds ?? 0 < 2
    }

    /// The statement.
    func statement() throws -> SQL {
        if let group = query.group, group.grouping == .playlist, query.order.isEmpty {
            return try listing(group.persistentID)
        }
        let anchor = try anchorValues()
        if query.after != nil, anchor == nil { return "SELECT id FROM items WHERE 0" }
        switch way {
        case nil: return try quickest(behind: anchor)
        case .walking: return try walking(behind: anchor)
        case .picking: return try picking(upTo: .max - 1, behind: anchor)
        case .trying: return try trying(4, and: 2, behind: anchor) ?? walking(behind: anchor)
        case .gathering:
            return try firstOfGenres(upTo: .max - 1, behind: anchor)
                .map { try picking($0, behind: anchor) } ?? walking(behind: anchor)
        }
    }

    private func quickest(behind anchor: [DatabaseValue]?) throws -> SQL {
        let items = try itemCount()
        guard let wanted else { return try picking(upTo: items / 4, behind: anchor) }
        // Of N items, of which M are asked for, walking looks at about L · N / M to find L of them, picking at
        // M: they are even at √(L · N). Walking may meet them late, and picking has no bad luck.
        let even = max(
            Double(Self.veryFew), 1.5 * (Double(wanted) * Double(items)).squareRoot())
        let sets = try candidates()
        let fewest = try fewest(of: sets, upTo: Int(2 * even))
        if let fewest, Double(fewest.count) <= even * ease(of: fewest.set) {
            return try picking(fewest.set, behind: anchor)
        }
        if let first = try firstOfGenres(upTo: Int(even), behind: anchor) {
            return try picking(first, behind: anchor)
        }
        // Between the bounds of a filter a walk passes little that it does not find.
        if sets.isEmpty || wanted > Self.mostFound && (bound != nil || isUnfiltered) {
            return try walking(behind: anchor)
        }
        let distance =
            Double(wanted) * Double(items) / (fewest.map { Double($0.count) } ?? 2 * even)
        if let found = try trying(Int(distance), and: patience, behind: anchor) { return found }
        let picked = try fewest ?? self.fewest(of: sets, upTo: items / 2)
        return try picked.map { try picking($0.set, behind: anchor) } ?? walking(behind: anchor)
    }

    /// How many times as easily as others items of a set are picked, compared with a walk: users' values stand beside
    /// what puts them in order, and a walk by composers meets few items, each of which is looked for.
    private func ease(of set: Candidates) -> Double {
        switch order.source {
        case .users where set.usersCondition != nil, .credits(.composer): 2
        default: 1
        }
    }

    /// How many times as far as L · N / M walking is tried, where what is found by then lets hope for the rest. Songs of
    /// a year or genre come by albums, a dozen or none at a time, and so by chance later than that; to try costs the
    /// less, the narrower the rows are that tell.
    private var patience: Double { rows == .wide ? 1.5 : 4 }

    /// Whether all items of the kind are asked for.
    var isUnfiltered: Bool {
        query.filterPredicates.isEmpty && query.group == nil && !query.isMissing && !asksLists
    }

    /// What is left to ask of items that are known to be in a set.
    func within(_ set: Candidates) -> QueryPlanner {
        var rest = self
        rest.query.filterPredicates.removeAll { $0 == set.met }
        return rest
    }

    // MARK: - Conditions

    /// What holds for each item that is asked for, apart from the stretch.
    var conditions: SQL { conditions(hasUsers: false) }

    /// - Parameter hasUsers: Whether each item's row of `user_values` stands beside it.
    func conditions(hasUsers: Bool) -> SQL {
        allOf([conditionsOfRows(hasUsers: hasUsers), conditionsOfIDs(hasUsers: hasUsers)])
    }

    /// Those of the conditions that ask of `items` nothing but the id.
    func conditionsOfIDs(hasUsers: Bool = false) -> SQL {
        let group = query.group.flatMap { $0.rows == .none ? $0.condition : nil }
        let predicates = query.filterPredicates.filter { $0.rows == .none }
        return allOf([group].compactMap(\.self) + predicates.map { guarded($0, hasUsers) })
    }

    /// The rest of them.
    func conditionsOfRows(hasUsers: Bool = false) -> SQL {
        let group = query.group.flatMap { $0.rows == .none ? nil : $0.condition }
        let predicates = query.filterPredicates.filter { $0.rows != .none }
        return allOf(
            [visibility] + [group].compactMap(\.self) + predicates.map { guarded($0, hasUsers) })
    }

    /// A condition that does not stand alone: where one is never met, SQLite would forget that a partial index may be
    /// used, and give up.
    private func guarded(_ predicate: MediaPredicate, _ hasUsers: Bool) -> SQL {
        "iif(items.id, \(predicate.condition(hasUsers: hasUsers)), 0)"
    }

    /// What ``conditions`` ask of each item.
    var rows: QueryOrder.Rows {
        if query.isMissing || asksLists { return .wide }
        let asked = [query.group?.rows].compactMap(\.self) + query.filterPredicates.map(\.rows)
        return max(.narrow, asked.max() ?? .none)
    }

    /// What all indexes that give an order hold beside it.
    private var visibility: SQL {
        var missing: SQL =
            query.isMissing
            ? "items.is_missing = 1 AND items.is_superseded = 0" : "items.is_missing = 0"
        if asksLists, !query.isMissing {
            // What somebody put into a list stays in it while others of its file stand for it.
            missing = """
                (items.is_missing = 0 OR items.is_superseded = 1 AND EXISTS (SELECT 1 FROM files \
                WHERE files.id = items.file_id AND files.is_missing = 0))
                """
        }
        if query.mediaType == .any { return missing }
        return missing + SQL(sql: " AND items.media_type & \(query.mediaType.rawValue) <> 0")
    }

    var asksLists: Bool {
        query.group?.grouping == .playlist || query.groupingType == .playlist
            || query.filterPredicates.contains { !$0.playlistNames.isEmpty }
    }

    // MARK: - Places

    /// The terms' values of the item behind which the answer begins; `nil` where there is no such item.
    private func anchorValues() throws -> [DatabaseValue]? {
        guard let after = query.after else { return nil }
        let columns = order.terms.map { SQL(sql: $0.sql) }.joined(separator: ", ")
        let row = try SQLRequest<Row>(
            literal: """
                SELECT \(columns) FROM \(order.picked(rows: .wide)) \
                WHERE items.id = \(after.rawValue)
                """
        ).fetchOne(database)
        return row.map { Array($0.databaseValues) }
    }

    /// The stretch of the answer.
    var page: SQL {
        query.limit == nil && query.offset == 0
            ? "" : " LIMIT \(query.limit ?? -1) OFFSET \(query.offset)"
    }

    /// How many items are looked for, with those that are passed over; `nil` for all.
    var wanted: Int? {
        query.limit.map { limit in
            let (sum, isOver) = limit.addingReportingOverflow(query.offset)
            return isOver ? .max : max(1, sum)
        }
    }
}
