internal import Database
public import LibraryStore
public import MediaModel

extension Catalog {
    /// Items of a query by chance, each at most once and all equally likely; fewer where there are fewer.
    ///
    /// Of a million items some are drawn in milliseconds: ids are thrown until enough of them are requested.
    /// Only where few are requested, all of these are read.
    ///
    /// - Parameters:
    ///   - query: Which items; its order and stretch do not count.
    ///   - count: 0 or more.
    ///   - generator: Where chance comes from.
    public func randomItems(
        matching query: MediaQuery, count: Int,
        using generator: inout some RandomNumberGenerator
    ) throws -> [MediaItem] {
        try read { database in
            let planner = try QueryPlanner(query, viewer(database), database)
            let ids = try randomIDs(planner, count, &generator, database)
            let reader = try ItemReader(viewer(database), database, artworkPreference)
            return try ids.compactMap(reader.item)
        }
    }

    private func randomIDs(
        _ planner: QueryPlanner, _ count: Int, _ generator: inout some RandomNumberGenerator,
        _ database: Connection
    ) throws -> [Int64] {
        let last = try Int64.fetchOne(database, literal: "SELECT max(id) FROM items") ?? 0
        guard last > 0, count > 0 else { return [] }
        if let few = try planner.fewCandidates() {
            let ids = try Int64.fetchAll(
                database,
                literal: """
                    SELECT items.id FROM items WHERE items.id IN (\(few.ids)) \
                    AND \(planner.conditions) ORDER BY items.id
                    """)
            return Array(ids.shuffled(using: &generator).prefix(count))
        }
        let asked = try Selection(
            literal: """
                SELECT 1 FROM items WHERE items.id = \(0) AND \(planner.conditions)
                """, isKept: planner.query.filterPredicates.isEmpty, in: database)
        var drawn: [Int64] = []
        var thrown: Set<Int64> = []
        // Enough to find a fiftieth of the library; what is rarer than that is listed and drawn from.
        let throwsWorthwhile = Int64(count) < last / 10 ? max(1000, count * 50) : 0
        for _ in 0..<throwsWorthwhile {
            let id = Int64.random(in: 1...last, using: &generator)
            guard drawn.count < count, thrown.count < last else { return drawn }
            guard thrown.insert(id).inserted, try asked.hasRows(id) else { continue }
            drawn.append(id)
        }
        if drawn.count == count { return drawn }
        let all = try Int64.fetchAll(
            database, literal: "SELECT items.id FROM items WHERE \(planner.conditions)")
        return Array(all.shuffled(using: &generator).prefix(count))
    }
}
