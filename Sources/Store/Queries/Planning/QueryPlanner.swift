package import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// Turns a query into statements that select the ids of its items in order.
///
/// Few candidates are read and sorted, an order that has an index is scanned along it, and everything else is a sort
/// that keeps the first items only. Which of these it is depends on how many items an index gives for the filters,
/// because SQLite cannot know that.
package struct QueryPlanner {
    let query: MediaQuery
    let order: QueryOrder
    let plan: QueryPlan
    let viewer: Viewer
    let database: Connection
    private let candidates: Candidates?
    /// The values of the order's terms after which the answer begins.
    private let anchor: [SQLValue]?
    /// The roots of an order by path, where they are read one after the other.
    private let roots: [PathRoot]?

    /// Plans a query.
    ///
    /// - Parameter forced: For tests, which compare the answers of all plans; a query that cannot be answered by it is
    ///   answered by another.
    package init(
        _ query: MediaQuery, _ viewer: Viewer, _ database: Connection, forced: Forced? = nil
    ) throws {
        try self.init(
            expanded: SmartPlaylists(viewer, database).expanding(query.seeded), viewer, database,
            forced: forced)
    }

    /// Plans a query that has a seed, and whose smart playlists are replaced by their rules.
    init(
        expanded query: MediaQuery, _ viewer: Viewer, _ database: Connection, forced: Forced? = nil
    ) throws {
        var query = query
        query.filterPredicates = try PathConditions(query.filterPredicates, database).resolved()
        query.filterPredicates = try PatternConditions(database).resolved(query.filterPredicates)
            .flatMap(\.conjuncts)
        self.query = query
        self.viewer = viewer
        self.database = database
        // The values of a token are those of all terms.
        let areAllAvailable =
            try query.order.askForAvailability && query.after == nil
            && Bool.fetchOne(
                database, literal: "SELECT NOT EXISTS (SELECT 1 FROM roots WHERE is_available = 0)",
                cached: true) == true
        order = QueryOrder(query.order, seed: query.seed, areAllAvailable: areAllAvailable)
        let count = query.isOfEntries ? 2 : order.terms.count
        anchor = try query.after?.values(of: query.listName, count: count)
        if query.isOfEntries {
            (plan, candidates, roots) = (.readEntries, nil, nil)
            return
        }
        let hasIndex = forced != .sorting && (!order.isIndexWithoutMusic || query.excludesMusic)
        let index = hasIndex ? order.index : nil
        candidates = try Self.candidates(
            of: query, hasIndex: index != nil, forced, viewer, database)
        plan = .cheapest(hasFewCandidates: candidates != nil, index: index)
        // With an offset, the skipped rows of each statement would have to be counted.
        let isReadByRoot =
            database.dialect == .postgres && plan.isScan && order.isOfPath && query.offset == 0
        roots =
            isReadByRoot
            ? try PathRoot.all(in: order, after: anchor, for: viewer, database) : nil
    }

    /// Plans that tests ask for.
    package enum Forced: Sendable, CaseIterable {
        case candidates, scanning, sorting
    }

    /// The items in no order and without limit, from the FROM clause on; more conditions may follow by AND.
    package var unorderedItems: SQL {
        let members: [SQL] = candidates.map { ["items.id IN (\($0.ids))"] } ?? []
        return "items WHERE \(allOf(members + [conditions]))"
    }

    // MARK: - Statements

    /// Whether the answer is as short as a candidate set.
    var hasFewItems: Bool { plan == .sortCandidates }

    /// Whether the statements have one of few texts, so that a connection should keep them: those of all the items of an
    /// album in their own order.
    var hasCommonStatements: Bool {
        candidates?.isCommon == true && query.isOfWholeGroup
    }

    /// The statements whose rows are the ids, one after the other.
    func statements() -> [SQL] {
        switch plan {
        case .readEntries: return [entries]
        case .sortCandidates: return [items(where: nil, sortingTerms)]
        case .scanIndex where order.isOfPath: return steps
        case .scanIndex, .sortAll: return hasTwoParts ? parts : [items(where: nil, order.terms)]
        }
    }

    /// Whether items without a value in the first key are read by a statement of their own: an index has them where the
    /// order does not, and a sort would compare each of them with all others.
    var hasTwoParts: Bool {
        guard order.absent != .none else { return false }
        switch plan {
        case .scanIndex, .sortAll: return true
        case .readEntries, .sortCandidates: return false
        }
    }

    /// - Parameter sorted: The terms of ORDER BY, if they are others.
    private func items(
        where part: SQL?, _ terms: [QueryOrder.Term], sortedBy sorted: [QueryOrder.Term]? = nil
    ) -> SQL {
        var wanted: [SQL] = candidates.map { ["items.id IN (\($0.ids))"] } ?? []
        // A plain condition bounds the scan of an index, but makes SQLite join the tables of a sort in another way.
        if let part { wanted.append(plan.isScan ? part : "(\(part)) IS TRUE") }
        wanted += plan.isScan ? scanConditions : [conditions]
        return select(wanted + [isAfterAnchor(terms)], sorted ?? terms)
    }

    private func select(_ wanted: [SQL], _ terms: [QueryOrder.Term]) -> SQL {
        """
        \(plan.comment)SELECT items.id FROM \(order.tables(for: viewer)) WHERE \(allOf(wanted)) \
        ORDER BY \(QueryOrder.list(terms))
        """
    }

    /// The items that have a value in the first key, and those that have none.
    private var parts: [SQL] {
        let first = order.terms[0].value
        let terms = plan.isScan ? order.indexedTerms : order.terms
        let present = items(where: "\(first) IS NOT NULL", terms)
        // PostgreSQL scans an index in the order of its other columns only where the first is named as well.
        let absent = items(
            where: "\(first) IS NULL", Array(order.terms.dropFirst()),
            sortedBy: plan.isScan && terms[0].nulls == .excluded ? terms : nil)
        let parts = order.absent == .last ? [present, absent] : [absent, present]
        let beginsInSecond = anchor.map { $0[0].isNull == (order.absent == .last) } ?? false
        return beginsInSecond ? [parts[1]] : parts
    }

    /// The items by path; those after an anchor in steps, because one condition bounds the scan of the first table only.
    private var steps: [SQL] {
        guard let roots else { return steps(after: anchor, in: order.terms) }
        let terms = Array(order.terms.dropFirst(PathRoot.terms))
        return roots.flatMap { root in
            steps(
                after: root.isOfAnchor ? anchor.map { Array($0.dropFirst(PathRoot.terms)) } : nil,
                in: terms, where: ["roots.id = \(root.id)"])
        }
    }

    private func steps(
        after anchor: [SQLValue]?, in terms: [QueryOrder.Term], where wanted: [SQL] = []
    ) -> [SQL] {
        let steps = anchor.map { QueryOrder.steps(after: $0, in: terms) } ?? ["true"]
        return steps.map { select(wanted + [$0] + scanConditions, terms) }
    }

    private var sortingTerms: [QueryOrder.Term] {
        var terms = order.terms
        terms[0].nulls = order.absent
        return terms
    }

    /// - Parameter terms: The terms of the order; without the first one for items without a value in it.
    private func isAfterAnchor(_ terms: [QueryOrder.Term]) -> SQL {
        guard let anchor else { return "true" }
        if terms.count < order.terms.count {
            return anchor[0].isNull
                ? QueryOrder.isAfter(Array(anchor.dropFirst()), in: terms) : "true"
        }
        // All items with a value come after one without, where they are read after it.
        if hasTwoParts, anchor[0].isNull { return "true" }
        return QueryOrder.isAfter(anchor, in: terms)
    }

    /// The entries of a playlist made by hand: in its order, and as often as an item is in it.
    private var entries: SQL { entries(selecting: "items.id") }

    /// The same for a query of a playlist without an order.
    ///
    /// - Parameter column: The column to select, of `items` or `playlist_entries`.
    package func entries(selecting column: SQL) -> SQL {
        let behind: SQL =
            anchor.map { "(position, playlist_entries.id) > (\($0[0]), \($0[1]))" } ?? "true"
        return """
            \(plan.comment)SELECT \(column) FROM playlist_entries \
            JOIN items ON items.id = playlist_entries.item_id \
            WHERE playlist_entries.playlist_id = \(query.group?.persistentID) AND \(behind) \
            AND \(conditions) ORDER BY position, playlist_entries.id
            """
    }
}

// MARK: - Pages

extension QueryPlanner {
    /// The token of the page that ends with an item.
    ///
    /// - Parameters:
    ///   - item: An item that the statements gave.
    ///   - place: How many they gave before it.
    func token(after item: Int64, at place: Int) throws -> PageToken? {
        let selection: SQL
        if plan == .readEntries {
            // An item may be in a playlist several times.
            selection = """
                \(entries(selecting: "position, playlist_entries.id")) LIMIT 1 OFFSET \(place)
                """
        } else {
            let order = QueryOrder(query.order, seed: query.seed)
            let columns = order.terms.map(\.value).joined(separator: ", ")
            selection = """
                SELECT \(columns) FROM \(order.tables(for: viewer)) WHERE items.id = \(item)
                """
        }
        let row = try Row.fetchOne(database, literal: selection)
        return row.map {
            PageToken(of: query.listName, seed: query.seed, after: $0.sqlValues)
        }
    }
}

extension MediaQuery {
    /// Whether it reads the entries of a playlist made by hand, in its own order.
    fileprivate var isOfEntries: Bool { group?.grouping == .playlist && order.isEmpty }

    /// Name of the list and its order, for page tokens.
    fileprivate var listName: String {
        isOfEntries
            ? "playlist \(group?.persistentID ?? 0)" : "items by \(MediaOrder.text(of: order))"
    }
}

extension QueryPlan {
    fileprivate var isScan: Bool { if case .scanIndex = self { true } else { false } }
}
