/// How the items of a query are found.
package enum QueryPlan: Hashable, Sendable, CustomStringConvertible {
    /// Read the items that an index gives for one of the filters, and sort them.
    case sortCandidates
    /// Scan the index of the order, and check each item against the filters.
    case scanIndex(String)
    /// Check all items, and sort those that match.
    case sortAll
    /// Read the entries of a playlist in its own order.
    case readEntries

    /// A page that is looked up by id costs about as much as ten that are read one after the other.
    private static let costOfLookup = 10

    /// How many candidates are worth looking up one by one. An order without an index reads all items and checks each of
    /// them, which takes as long as to look up some more.
    ///
    /// - Parameters:
    ///   - total: How many items there are.
    ///   - hasIndex: Whether the order has an index.
    static func mostCandidates(of total: Int, hasIndex: Bool) -> Int {
        max(1000, total / costOfLookup * (hasIndex ? 1 : 2))
    }

    /// The cheapest plan.
    ///
    /// - Parameters:
    ///   - hasFewCandidates: Whether an index gives no more than ``mostCandidates(of:hasIndex:)`` items for one of
    ///     the filters.
    ///   - index: The index of the order; `nil` if the order has none.
    static func cheapest(hasFewCandidates: Bool, index: String?) -> QueryPlan {
        if hasFewCandidates { return .sortCandidates }
        return index.map(QueryPlan.scanIndex) ?? .sortAll
    }

    package var description: String {
        switch self {
        case .sortCandidates: "sort the candidates of a filter"
        case .scanIndex(let index): "scan \(index)"
        case .sortAll: "sort all items"
        case .readEntries: "read the entries of a playlist"
        }
    }
}
