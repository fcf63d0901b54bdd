internal import GRDB
import MediaModel

extension QueryPlanner {
    /// A set that holds the first items of a query by genre for those of some genres; `nil` for another query.
    ///
    /// Walking could go far before it meets the genre, and its items are many to be picked. But all whose first
    /// genre it is stand together in the order, so that the first of these are enough, and with them those that
    /// have it further back.
    ///
    /// - Parameter limit: How many of the latter there may be.
    func firstOfGenres(upTo limit: Int, behind anchor: [DatabaseValue]?) throws -> Candidates? {
        guard let wanted, let genres = genresOfOrder else { return nil }
        let further: SQL = """
            SELECT item_id AS id FROM item_genres WHERE genre_id IN (\(genres)) AND position > 0
            """
        guard try count(further, upTo: limit + 1) <= limit else { return nil }
        let key = order.source == .genres ? "id" : "name_key"
        let keys = try SQLRequest<DatabaseValue>(
            literal: """
                SELECT DISTINCT \(sql: key) FROM genres WHERE id IN (\(genres)) \
                LIMIT \(Self.mostGenres + 1)
                """
        ).fetchAll(database)
        guard keys.count <= Self.mostGenres else { return nil }
        let terms = order.presentTerms
        let walked = order.walked(by: order.index, rows: rows)
        let first = keys.map { key in
            """
            SELECT id FROM (SELECT items.id AS id FROM \(walked) \
            WHERE \(sql: terms[0].column) = \(key) AND \(conditions) \
            AND \(QueryOrder.isBehind(anchor, in: terms)) \
            ORDER BY \(Self.list(terms)) LIMIT \(wanted))
            """ as SQL
        }
        return Candidates(
            ([further] + first).joined(separator: " UNION ALL "), areDistinct: false)
    }

    private static let mostGenres = 10

    /// The genres that a query by nothing but genre asks for, as an expression or a statement.
    private var genresOfOrder: SQL? {
        let orders: Set<MediaProperty> = [.genre, .genres, .genrePersistentID]
        guard query.order.count == 1, orders.contains(query.order[0].property) else { return nil }
        if let group = query.group, group.grouping == .genre { return "\(group.persistentID)" }
        for predicate in query.filterPredicates {
            guard [.genre, .genres].contains(predicate.property),
                let comparison = Comparison(predicate), case .equal = comparison
            else { continue }
            return "SELECT id FROM genres WHERE \(comparison.sql("genres.name_folded"))"
        }
        return nil
    }
}
