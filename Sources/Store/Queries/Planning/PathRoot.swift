import PhonolithDatabase
import PhonolithStore

/// A root whose items are read by path before those of the next one.
///
/// PostgreSQL finds the order of folders in an index only within one root. SQLite needs no help.
struct PathRoot {
    let id: Int64
    /// Whether the page before ended in it.
    let isOfAnchor: Bool

    /// How many of the first terms of an order by path are columns of roots.
    static let terms = 2

    /// The roots that the viewer sees, in an order by path, beginning with that of an anchor.
    static func all(
        in order: QueryOrder, after anchor: [SQLValue]?, for viewer: Viewer, _ database: Connection
    ) throws -> [PathRoot] {
        let terms = Array(order.terms.prefix(Self.terms))
        let values = anchor.map { Array($0.prefix(Self.terms)) }
        let isOfAnchor = values.map { allOf(zip(terms, $0).map { $0.isEqual(to: $1) }) } ?? "false"
        let isAfter = values.map { QueryOrder.isAfter($0, in: terms) } ?? "true"
        return try Row.fetchAll(
            database,
            literal: """
                SELECT id, \(.flag(isOfAnchor)) FROM roots
                WHERE ((\(isOfAnchor)) OR (\(isAfter))) AND \(sql: viewer.opens("id"))
                ORDER BY \(QueryOrder.list(terms))
                """
        ).map { PathRoot(id: $0[0], isOfAnchor: $0[1]) }
    }
}
