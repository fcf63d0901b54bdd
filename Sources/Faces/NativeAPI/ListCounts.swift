import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import Synchronization

/// How many items and albums a library has: every page of a list says it, and to count them takes longer than to read a page.
final class ListCounts: Sendable {
    /// A list that stays as it is: a change of the library makes it another.
    private struct List: Hashable {
        var query: MediaQuery
        var state: ChangeStore.ListState
    }

    private let counts = Mutex<[List: Int]>([:])
    /// Lists whose counts are remembered.
    private static let most = 100

    /// The count of a list without a limit. Blocks its thread.
    func count(of query: MediaQuery, in catalog: Catalog) throws -> Int {
        guard query.isDecidedByItems else { return try catalog.collections.count(of: query) }
        var query = query
        (query.order, query.seed) = ([], nil)
        let (count, state) = try catalog.collections.count(of: query) { [query] state in
            counts.withLock { $0[List(query: query, state: state)] }
        }
        counts.withLock { counts in
            if counts.count >= Self.most { counts = [:] }
            counts[List(query: query, state: state)] = count
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
