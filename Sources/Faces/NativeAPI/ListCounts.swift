import Catalog
import MediaModel
import Synchronization

/// How many items and albums a library has: every page of a list says it, and to count them takes longer than to read a page.
final class ListCounts: Sendable {
    /// A list that stays as it is: a change of the library makes it another.
    private struct List: Hashable {
        var query: MediaQuery
        var state: Catalog.ListState
    }

    private let counts = Mutex<[List: Int]>([:])
    /// Lists whose counts are remembered.
    private static let most = 100

    /// The count of a list without a limit. Blocks its thread.
    func count(of query: MediaQuery, in catalog: Catalog) throws -> Int {
        var query = query
        (query.order, query.seed) = ([], nil)
        guard query.isDecidedByItems else { return try catalog.count(of: query) }
        // The state before: what changes meanwhile is counted with the next page.
        let list = List(query: query, state: try catalog.listState())
        if let known = counts.withLock({ $0[list] }) { return known }
        let count = try catalog.count(of: query)
        counts.withLock { counts in
            if counts.count >= Self.most { counts = [:] }
            counts[list] = count
        }
        return count
    }
}

extension MediaQuery {
    /// Whether nothing but the kinds and albums of items decides what is in the list: neither what users think of them, nor
    /// who their artists are.
    fileprivate var isDecidedByItems: Bool {
        filterPredicates.isEmpty && collectionPredicates.allSatisfy { $0.property == .mediaType }
            && group == nil && [.title, .album].contains(groupingType)
    }
}

extension Catalog {
    fileprivate func count(of query: MediaQuery) throws -> Int {
        query.groupingType == .title
            ? try itemCount(matching: query) : try collectionCount(of: query)
    }
}
