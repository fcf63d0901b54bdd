import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

extension QueryPlanner {
    /// The ids among which the items of a query are; `nil` where the index of its order, or all items, are read instead.
    ///
    /// - Parameters:
    ///   - hasIndex: Whether the order has an index.
    ///   - forced: The plan that a test asks for.
    static func candidates(
        of query: MediaQuery, hasIndex: Bool, _ forced: Forced?, _ viewer: Viewer,
        _ database: Connection
    ) throws -> Candidates? {
        let sets = sets(of: query, viewer)
        // All items of an album are wanted, however many.
        if forced == nil, query.isOfWholeGroup, let album = sets.first(where: \.isCommon) {
            return album
        }
        return try smallest(sets, database) { total in
            switch forced {
            case .candidates: .max - 1
            case .scanning, .sorting: -1
            case nil: QueryPlan.mostCandidates(of: total, hasIndex: hasIndex)
            }
        }
    }

    /// The smallest set of ids that holds all items of the query; `nil` if every set has too many.
    ///
    /// - Parameter others: More sets that hold all of them.
    func fewCandidates(others: [Candidates] = []) throws -> Candidates? {
        try Self.smallest(Self.sets(of: query, viewer) + others, database) {
            QueryPlan.mostCandidates(of: $0, hasIndex: true)
        }
    }

    /// - Parameter most: How many ids are few, of how many items.
    private static func smallest(
        _ sets: [Candidates], _ database: Connection, upTo most: (Int) -> Int
    ) throws -> Candidates? {
        if sets.isEmpty { return nil }
        let count = try Int.fetchOne(database, literal: "SELECT max(id) FROM items", cached: true)
        var most = most(count ?? 0)
        var smallest: Candidates?
        for set in sets where most >= 0 {
            let (limit, isOver) = most.addingReportingOverflow(1)
            let count =
                try Int.fetchOne(
                    database,
                    literal: """
                        SELECT count(*) FROM (SELECT 1 FROM (\(set.ids)) AS ids
                        LIMIT \(isOver ? .max : limit)) AS counted
                        """, cached: set.isCommon) ?? 0
            if count <= most { (smallest, most) = (set, count - 1) }
        }
        return smallest
    }

    private static func sets(of query: MediaQuery, _ viewer: Viewer) -> [Candidates] {
        var sets = [query.group?.members].compactMap(\.self)
        if query.isMissing { sets.append(Candidates("SELECT id FROM items WHERE is_missing = 1")) }
        if query.excludesMusic { sets.append(Candidates(query.mediaType.ids)) }
        // An expression may have hundreds of conditions, and counting costs more than it saves then.
        return sets
            + query.filterPredicates.flatMap { $0.candidates(for: viewer) }.prefix(16)
    }
}

extension MediaQuery {
    /// Whether it selects all items of a group, or of the library, in their own order.
    var isOfWholeGroup: Bool {
        filterPredicates.isEmpty && order.isEmpty && after == nil && limit == nil && offset == 0
    }

    /// Whether no music is among the kinds that it selects.
    var excludesMusic: Bool { mediaType != .any && !mediaType.contains(.music) }
}
