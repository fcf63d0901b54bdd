internal import GRDB
import MediaModel

/// Turns a query into a statement that selects the ids of its items in order; ordered by narrow rows, the
/// wide ones are read one by one.
///
/// There are two ways. *Walking* goes along the index of the order and looks at each item whether it is
/// asked for; the first ones come at once, where many are. *Picking* takes the ids that an index of a filter
/// gives, and sorts them; that is quick where there are few. SQLite cannot know how many a filter will find;
/// so the candidates are counted first, up to the number from which walking is the quicker.
package struct QueryPlanner {
    private let query: MediaQuery
    private let database: Database
    private let order: QueryOrder
    private let way: Way?

    /// How a query is answered.
    package enum Way: Sendable, CaseIterable {
        case walking, picking
    }

    /// Prepares to plan.
    ///
    /// - Parameter way: For tests, which see that both ways answer the same. Picking needs an index of a filter;
    ///   where there is none, it is walked.
    init(_ query: MediaQuery, _ database: Database, way: Way? = nil) throws {
        let query = try SmartPlaylists(database).expanding(query)
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
        let limit = try way.map { $0 == .walking ? -1 : .max - 1 } ?? pickingLimit()
        if let candidates = try fewCandidates(upTo: limit) {
            return picking(candidates, behind: anchor)
        }
        return walking(behind: anchor)
    }

    // MARK: - Conditions

    /// What holds for each item that is asked for, apart from the stretch.
    var conditions: SQL {
        var conditions: [SQL] = [visibility]
        if let group = query.group { conditions.append(group.condition) }
        conditions += query.filterPredicates.map { "(\($0.condition))" }
        return allOf(conditions)
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

    private var asksLists: Bool {
        query.group?.grouping == .playlist || query.groupingType == .playlist
            || query.filterPredicates.contains { !$0.playlistNames.isEmpty }
    }

    // MARK: - Ways

    private func picking(_ candidates: SQL, behind anchor: [DatabaseValue]?) -> SQL {
        var terms = order.terms
        if order.isFirstOptional { terms[0].nulls = .last }
        let behind = QueryOrder.isBehind(anchor, in: terms)
        return """
            SELECT items.id FROM \(order.picked) WHERE items.id IN (\(candidates)) \
            AND \(conditions) AND \(behind) ORDER BY \(Self.list(terms))\(page)
            """
    }

    private func walking(behind anchor: [DatabaseValue]?) -> SQL {
        guard order.isFirstOptional else { return walkingAll(behind: anchor) }
        var parts: [SQL] = []
        if anchor?.first?.isNull != true {
            parts.append(walkingPresent(behind: anchor))
            parts.append(walkingAbsent(behind: nil))
        } else {
            parts.append(walkingAbsent(behind: anchor))
        }
        // A limit keeps SQLite from taking the parts' orders away (sqlite.org/optoverview.html, 21).
        let stretches = parts.map { "SELECT id FROM (\($0) LIMIT -1)" as SQL }
        return stretches.joined(separator: " UNION ALL ") + page
    }

    private func walkingAll(behind anchor: [DatabaseValue]?) -> SQL {
        let behind = QueryOrder.isBehind(anchor, in: order.terms)
        return """
            SELECT items.id FROM \(order.walked(by: order.index)) WHERE \(behind) \
            AND \(conditions) ORDER BY \(Self.list(order.terms))\(page)
            """
    }

    /// The items that have a value in the first term.
    private func walkingPresent(behind anchor: [DatabaseValue]?) -> SQL {
        let terms = order.presentTerms
        let behind = QueryOrder.isBehind(anchor.map { Array($0.suffix(terms.count)) }, in: terms)
        return """
            SELECT items.id AS id FROM \(order.walked(by: order.index)) \
            WHERE \(sql: order.presence) IS NOT NULL AND \(behind) AND \(conditions) \
            ORDER BY \(Self.list(terms))
            """
    }

    /// The items that have none, which come last.
    private func walkingAbsent(behind anchor: [DatabaseValue]?) -> SQL {
        let terms = Array(order.terms.dropFirst())
        let behind = QueryOrder.isBehind(anchor.map { Array($0.dropFirst()) }, in: terms)
        return """
            SELECT items.id AS id FROM \(order.walkedAbsent) \
            WHERE \(sql: order.presence) IS NULL AND \(behind) AND \(conditions) \
            ORDER BY \(Self.list(terms))
            """
    }

    /// The items of a list made by hand, in its order, and as often as they stand in it.
    private func listing(_ playlist: Int64) throws -> SQL {
        var behind: SQL = "1"
        if let after = query.after {
            let position = try SQLRequest<Int64>(
                literal: """
                    SELECT position FROM playlist_entries WHERE playlist_id = \(playlist) \
                    AND item_id = \(after.rawValue) ORDER BY position LIMIT 1
                    """
            ).fetchOne(database)
            guard let position else { return "SELECT id FROM items WHERE 0" }
            behind = "position > \(position)"
        }
        return """
            SELECT items.id FROM playlist_entries INDEXED BY playlist_entries_position \
            CROSS JOIN items ON items.id = playlist_entries.item_id \
            WHERE playlist_entries.playlist_id = \(playlist) AND \(behind) AND \(conditions) \
            ORDER BY position\(page)
            """
    }

    private static func list(_ terms: [QueryOrder.Term]) -> SQL {
        terms.map(\.order).joined(separator: ", ")
    }

    private var page: SQL {
        query.limit == nil && query.offset == 0
            ? "" : " LIMIT \(query.limit ?? -1) OFFSET \(query.offset)"
    }

    /// The terms' values of the item behind which the answer begins; `nil` where there is no such item.
    private func anchorValues() throws -> [DatabaseValue]? {
        guard let after = query.after else { return nil }
        let columns = order.terms.map { SQL(sql: $0.sql) }.joined(separator: ", ")
        let row = try SQLRequest<Row>(
            literal: "SELECT \(columns) FROM \(order.picked) WHERE items.id = \(after.rawValue)"
        ).fetchOne(database)
        return row.map { Array($0.databaseValues) }
    }
}

// MARK: - Choosing

extension QueryPlanner {
    /// A set of ids in which all items lie that are asked for, if there are few enough of them.
    func fewCandidates(upTo limit: Int) throws -> SQL? {
        guard limit >= 0 else { return nil }
        var best: (ids: SQL, count: Int)?
        for candidates in candidates {
            let most = min(limit, best?.count ?? limit)
            let count = try count(candidates.ids, upTo: min(most, candidates.most) + 1)
            if count <= min(most, candidates.most) { best = (candidates.ids, count) }
            if let best, best.count <= Self.veryFew { break }
        }
        return best?.ids
    }

    private static let veryFew = 200
    /// Nearly everything is music; to find that out is not worth more.
    private static let mostOfKind = 20_000

    private var candidates: [(ids: SQL, most: Int)] {
        var sets: [(ids: SQL, most: Int)] = []
        if let group = query.group { sets.append((group.members, .max - 1)) }
        if query.isMissing { sets.append(("SELECT id FROM items WHERE is_missing = 1", .max - 1)) }
        sets += query.filterPredicates.flatMap(\.candidates).map { ($0, .max - 1) }
        if query.mediaType != .any {
            sets.append((query.mediaType.candidates, Self.mostOfKind))
        }
        return sets
    }

    private func count(_ ids: SQL, upTo limit: Int) throws -> Int {
        try SQLRequest<Int>(
            literal: "SELECT count(*) FROM (SELECT 1 FROM (\(ids)) LIMIT \(limit))"
        ).fetchOne(database) ?? 0
    }

    /// Of N items, of which M are asked for, walking looks at about L · N / M to find L of them, picking at
    /// M: they are even at √(L · N).
    func pickingLimit() throws -> Int {
        let items = try Int.fetchOne(database, sql: "SELECT max(id) FROM items") ?? 0
        guard let limit = query.limit else { return items / 4 }
        let wanted = Double(limit.addingReportingOverflow(query.offset).partialValue)
        return max(Self.veryFew, Int((max(1, wanted) * Double(items)).squareRoot()))
    }
}
