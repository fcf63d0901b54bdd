import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Synchronization

/// Where pages of lists ended, so that the next page begins there: a program that copies a library of a million items page by
/// page would have the items before each page counted again and again.
final class PageEnds: Sendable {
    /// A list that stays as it is: a change of the library makes it another.
    private struct List: Hashable {
        var query: MediaQuery
        var state: ChangeStore.ListState
    }

    /// The tokens of pages by how many items come before the next page.
    private let lists = Mutex<[List: [Int: PageToken]]>([:])

    /// The number of lists remembered; most libraries are copied by one program at a time.
    private static let mostLists = 8
    /// The number of pages of each.
    private static let mostPages = 10_000

    /// The items of a query of facts with an offset and a limit. Blocks its thread.
    func page(of query: MediaQuery, in catalog: Catalog) throws -> [MediaItem] {
        var whole = query
        (whole.offset, whole.limit) = (0, nil)
        let list = List(query: whole, state: try catalog.changes.listState())
        var page = query
        if let end = end(before: query.offset, in: list) {
            page.after = end.token
            page.offset -= end.offset
        }
        var items: [MediaItem] = []
        if let token = try catalog.items.forEach(matching: page, { items.append($0) }) {
            note(token, at: query.offset + items.count, in: list)
        }
        return items
    }

    /// The last end that is known at an offset or before it.
    private func end(before offset: Int, in list: List) -> (offset: Int, token: PageToken)? {
        lists.withLock { lists in
            guard let ends = lists[list] else { return nil }
            if let token = ends[offset] { return (offset, token) }
            return ends.filter { $0.key < offset }.max { $0.key < $1.key }.map {
                ($0.key, $0.value)
            }
        }
    }

    private func note(_ token: PageToken, at offset: Int, in list: List) {
        lists.withLock { lists in
            if lists[list] == nil, lists.count >= Self.mostLists { lists = [:] }
            if lists[list]?.count ?? 0 >= Self.mostPages { lists[list] = [:] }
            lists[list, default: [:]][offset] = token
        }
    }
}
