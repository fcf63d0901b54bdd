internal import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithStore

extension ItemStore {
    /// Items of a query by chance, each at most once and all equally likely; fewer where there are fewer.
    ///
    /// Of a million items some are drawn in milliseconds: ids are tried until enough of them are of the query.
    /// Only where few are requested, all of these are read.
    ///
    /// - Parameters:
    ///   - query: Which items; its order and stretch do not count.
    ///   - count: 0 or more.
    ///   - generator: Where chance comes from.
    public func random(
        matching query: MediaQuery, count: Int,
        using generator: inout some RandomNumberGenerator
    ) throws -> [MediaItem] {
        try read { database in
            let planner = try QueryPlanner(query, viewer(database), database)
            let ids = try randomIDs(planner, count, &generator, database)
            return try ItemReader(viewer(database), database, artworkPreference).items(ids)
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
        let seen = try Selection(
            "SELECT 1 FROM items WHERE items.id = \(.askedID) AND \(planner.conditions)",
            isKept: planner.query.filterPredicates.isEmpty, in: database)
        var drawn: [Int64] = []
        var tried: Set<Int64> = []
        // Enough to find a fiftieth of the library; rarer items are listed and drawn from.
        var triesLeft = Int64(count) < last / 10 ? max(1000, count * 50) : 0
        var batch = triesLeft > 0 ? 2 * count : 0
        while triesLeft > 0 {
            guard drawn.count < count, tried.count < last else { return drawn }
            let ids = (0..<min(triesLeft, batch)).map { _ in
                Int64.random(in: 1...last, using: &generator)
            }.filter { tried.insert($0).inserted }
            let found = try seen.idsWithRows(of: ids)
            drawn += ids.filter(found.contains).prefix(count - drawn.count)
            (triesLeft, batch) = (triesLeft - batch, 2 * batch)
        }
        if drawn.count == count { return drawn }
        let all = try Int64.fetchAll(
            database, literal: "SELECT items.id FROM items WHERE \(planner.conditions)")
        // Sorted, because a seed draws the same from the same items, whatever the database's plan.
        return Array(all.sorted().shuffled(using: &generator).prefix(count))
    }
}
