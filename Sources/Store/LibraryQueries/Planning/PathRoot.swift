import Database

/// A root whose items are read by path before those of the next one.
///
/// PostgreSQL finds the order of folders in an index only within one root. SQLite needs no help.
struct PathRoot {
    let id: Int64
    /// Whether the page before ended in it.
    let isOfAnchor: Bool

    /// How many terms of an order by path are those of roots, which are the first.
    static let terms = 2

    /// The roots of an order by path, from that of an anchor on; none on SQLite.
    static func all(
        of order: QueryOrder, after anchor: [SQLValue]?, _ database: Connection
    ) throws -> [PathRoot] {
        guard order.isOfPath, database.dialect == .postgres else { return [] }
        let terms = Array(order.terms.prefix(Self.terms))
        let values = anchor.map { Array($0.prefix(Self.terms)) }
        let isOfAnchor = values.map { allOf(zip(terms, $0).map { $0.isEqual(to: $1) }) } ?? "false"
        let isAfter = values.map { QueryOrder.isAfter($0, in: terms) } ?? "true"
        return try Row.fetchAll(
            database,
            literal: """
                SELECT id, \(.flag(isOfAnchor)) FROM roots WHERE (\(isOfAnchor)) OR (\(isAfter))
                ORDER BY \(QueryOrder.list(terms))
                """
        ).map { PathRoot(id: $0[0], isOfAnchor: $0[1]) }
    }
}
