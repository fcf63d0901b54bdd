import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Synchronization

/// Lists of items and of what they make together.
enum ListRoutes {
    static let all = MediaList.allCases.map(whole) + MediaList.allCases.map(sections)

    private static func whole(_ list: MediaList) -> APIRoute {
        let query = list.query
        return APIRoute(
            .get, "/\(list.rawValue)",
            list == .items ? "List items of all kinds." : "List \(words(list)).",
            parameters: ListParameters.all,
            answer: .list(query.groupingType == .title ? "Item" : "Collection")
        ) { call in
            try await Listing(query, call).response()
        }
    }

    /// The headings of a list, by which a reader jumps in it.
    private static func sections(_ list: MediaList) -> APIRoute {
        let query = list.query
        return APIRoute(
            .get, "/\(list.rawValue)/sections",
            "List the initials of \(words(list)) and their positions.",
            parameters: ListParameters.filters + [ListParameters.sort], answer: .list("Section")
        ) { call in
            let query = try ListParameters.request(
                call, of: query.groupingType, ListParameters.filters + [ListParameters.sort]
            ).query(of: query)
            let sections = try await call.library.perform { catalog in
                query.groupingType == .title
                    ? try catalog.collections.itemSections(of: query)
                    : try catalog.collections.collectionSections(of: query)
            }
            return .list(
                sections.map { section in
                    Record([
                        ("title", .text(section.title)),
                        ("offset", .integer(section.range.lowerBound)),
                        ("count", .integer(section.range.count)),
                    ])
                })
        }
    }

    /// Its name as a text has it.
    private static func words(_ list: MediaList) -> String {
        list.rawValue.replacing("-", with: " ")
    }
}

enum HistoryRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/history", "List the user's plays and skips, newest first.",
            parameters: ListParameters.page, answer: .list("Play")
        ) { call in
            let request = try ListParameters.request(call, of: .title, ListParameters.page)
            return try await Listing(request, call) { part, catalog in
                var page = Listing.Page()
                page.token = try catalog.plays.forEach(
                    limit: part.limit, offset: part.offset, after: part.after
                ) { page.objects.append(json(of: $0, $1)) }
                return page
            } count: {
                try $0.plays.count()
            }.response()
        }
    ]

    /// A play, with its item below `item`.
    private static func json(of play: Play, _ item: MediaItem?) -> JSON {
        let head = Record([
            ("date", .timestamp(play.date)), ("player", .text(play.player)),
            ("finished", .boolean(play.isFinished)),
        ])
        return .object(head, [("item", item.map { JSON($0) } ?? [:])])
    }
}

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
