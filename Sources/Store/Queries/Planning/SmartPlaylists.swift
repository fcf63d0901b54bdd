package import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// Replaces the names of smart playlists in a query by their rules.
package struct SmartPlaylists {
    private let viewer: Viewer
    let database: Connection
    /// The lists whose rules are being expanded: one that names itself is empty.
    private var open: Set<Int64> = []
    private let expansion = Expansion()

    package init(_ viewer: Viewer, _ database: Connection) {
        self.viewer = viewer
        self.database = database
    }

    /// The user whose lists they are.
    var user: Int64 { viewer.user }

    /// The state that the rules of one query share.
    private final class Expansion {
        /// How many conditions rules may add to a query. Lists that name lists multiply them, and SQLite takes no
        /// statement of more than a million characters.
        var conditionsLeft = mostConditions
        static let mostConditions = 10_000
        /// The seed of the query, which rules with a random order share.
        var seed: UInt32?
        /// The items of lists with a limit, which are looked up once.
        var items: [Int64: [Int64]] = [:]
    }

    /// The query without smart playlists: as its group, and in its conditions.
    func expanding(_ query: MediaQuery) throws -> MediaQuery {
        // One query may be expanded several times: for its items, its count, its totals.
        expansion.conditionsLeft = Expansion.mostConditions
        expansion.seed = query.seed
        var query = query
        query.filterPredicates = try query.filterPredicates.map(expanding)
        if let group = query.group, group.grouping == .playlist, try !has(group.persistentID) {
            query.filterPredicates.append(.any([]))
        }
        if let group = query.group, group.grouping == .playlist,
            let rule = try rule(of: group.persistentID)
        {
            query.group = nil
            query.filterPredicates.append(try predicate(for: rule, of: group.persistentID))
            if query.order.isEmpty { query.order = rule.order }
        }
        return query
    }

    /// The keys that a query's items come in order by; `nil` if they come as a list made by hand has them.
    func order(of query: MediaQuery) throws -> [MediaOrder]? {
        guard let group = query.group, group.grouping == .playlist, query.order.isEmpty
        else { return query.order }
        return try rule(of: group.persistentID)?.order
    }

    private func expanding(_ predicate: MediaPredicate) throws -> MediaPredicate {
        try predicate.replacingConditions { condition in
            guard case .inPlaylist(let name) = condition else { return condition }
            let ids = try Int64.fetchAll(
                database,
                literal: """
                    SELECT id FROM playlists WHERE user_id = \(user)
                    AND name_folded = \(name.folded) AND rule IS NOT NULL
                    """)
            guard !ids.isEmpty else { return condition }
            return .any(
                try [condition] + ids.map { try self.predicate(for: rule(of: $0), of: $0) })
        }
    }

    /// The predicate of a smart playlist's items: its condition; with a limit, that they are among the limited items.
    private func predicate(
        for rule: SmartPlaylistRule?, of id: Int64
    ) throws -> MediaPredicate {
        guard let rule, !open.contains(id) else { return .any([]) }
        if let ids = expansion.items[id] {
            return .isIn(.persistentID, ids.map { .integer(Int($0)) })
        }
        expansion.conditionsLeft -= rule.predicate.conditionCount
        guard expansion.conditionsLeft >= 0 else { throw try tooManyConditions(in: id) }
        var inner = self
        inner.open.insert(id)
        let predicate = try inner.expanding(rule.predicate)
        guard let limit = rule.limit else { return predicate }
        let query = MediaQuery(
            filterPredicates: [predicate], order: rule.order, seed: expansion.seed)
        let ids = try limit.cut(query, viewer, database)
        expansion.items[id] = ids
        return .isIn(.persistentID, ids.map { .integer(Int($0)) })
    }

    private func tooManyConditions(in list: Int64) throws -> CatalogError {
        let name = try String.fetchOne(
            database, literal: "SELECT name FROM playlists WHERE id = \(list)")
        return CatalogError(.tooManyConditions, path: "", detail: name)
    }

    /// Whether a list is the user's.
    func has(_ id: Int64) throws -> Bool {
        try database.has(
            "SELECT 1 FROM playlists WHERE id = \(id) AND user_id = \(user)", cached: true)
    }

    /// The lists of that name.
    package func lists(named name: String) throws -> [Int64] {
        try Int64.fetchAll(
            database,
            literal:
                "SELECT id FROM playlists WHERE user_id = \(user) AND name_folded = \(name.folded)")
    }

    /// The rule of a list; `nil` for a list made by hand.
    package func rule(of id: Int64) throws -> SmartPlaylistRule? {
        try Projection { SmartPlaylistRule(&$0) }.fetchOne(
            database,
            from: "playlists WHERE id = \(id) AND user_id = \(user) AND rule IS NOT NULL",
            cached: true)
    }
}

extension SmartPlaylistRule {
    /// A rule that a later version has written and this one does not understand holds nothing.
    fileprivate init(_ column: inout Columns) {
        let predicate = (column("rule") as String?).flatMap {
            try? MediaPredicate(expression: $0)
        }
        let order: String? = column("rule_order")
        let unit: String? = column("rule_limit_unit")
        let limit: Limit? = (column("rule_limit") as Double?).flatMap { amount in
            switch unit {
            case "items": .items(Self.whole(amount))
            case "seconds": .seconds(amount)
            case "bytes": .bytes(Self.whole(amount))
            default: nil
            }
        }
        self.init(
            predicate: predicate ?? .any([]), order: order.flatMap(MediaOrder.order) ?? [],
            limit: limit)
    }

    /// The stored amount; the largest number is stored as one that is larger still.
    private static func whole(_ amount: Double) -> Int {
        Int(exactly: amount) ?? (amount > 0 ? .max : 0)
    }
}

extension SmartPlaylistRule.Limit {
    /// The amount and its unit, as they are stored.
    package var stored: (amount: Double, unit: String) {
        switch self {
        case .items(let count): (Double(count), "items")
        case .seconds(let seconds): (seconds, "seconds")
        case .bytes(let bytes): (Double(bytes), "bytes")
        }
    }

    /// The ids of a query's items, as many as fit.
    fileprivate func cut(
        _ query: MediaQuery, _ viewer: Viewer, _ database: Connection
    ) throws -> [Int64] {
        var query = query
        if case .items(let count) = self { query.limit = count }
        var ids = ItemIDs(try QueryPlanner(expanded: query, viewer, database), database)
        if case .items = self { return try ids.all() }
        let size = try Selection(
            "SELECT coalesce(duration, 0), file_size FROM items WHERE id = \(.askedID)",
            in: database)
        var fitting: [Int64] = []
        var (seconds, bytes) = (0.0, 0)
        while let some = try ids.next(Selection.batch) {
            var sizes: [Int64: (seconds: Double, bytes: Int)] = [:]
            try size.forEachRow(of: some) { id, columns in
                var columns = columns
                sizes[id] = (columns("duration"), columns("file_size"))
            }
            for id in some {
                seconds += sizes[id]?.seconds ?? 0
                bytes += sizes[id]?.bytes ?? 0
                guard holds(seconds, bytes) else { return fitting }
                fitting.append(id)
            }
        }
        return fitting
    }

    /// Whether items of a length and size are not too many.
    private func holds(_ seconds: Double, _ bytes: Int) -> Bool {
        switch self {
        case .items: true
        case .seconds(let limit): seconds <= limit
        case .bytes(let limit): bytes <= limit
        }
    }
}
