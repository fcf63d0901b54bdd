import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

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
