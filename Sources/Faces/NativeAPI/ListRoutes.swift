import Catalog
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel
import Serving

/// Lists of items and of what they make together.
enum ListRoutes {
    static let all: [APIRoute] = lists.map(list) + lists.map(sections)

    private static func list(_ name: String, _ query: MediaQuery) -> APIRoute {
        APIRoute(
            .get, "/\(name)", summary(name, query), parameters: ListParameters.all,
            answer: .list(query.groupingType == .title ? "Item" : "Collection")
        ) { call in
            try await Listing(query, call).response()
        }
    }

    /// The headings of a list, by which a reader jumps in it.
    private static func sections(_ name: String, _ query: MediaQuery) -> APIRoute {
        let words = name.split(separator: "-").joined(separator: " ")
        return APIRoute(
            .get, "/\(name)/sections", "List the initials of \(words) and their positions.",
            parameters: ListParameters.filters + [ListParameters.sort], answer: .list("Section")
        ) { call in
            let query = try ListParameters.request(
                call, of: query.groupingType, ListParameters.filters + [ListParameters.sort]
            ).query(of: query)
            let sections = try await call.library.perform { catalog in
                query.groupingType == .title
                    ? try catalog.itemSections(of: query)
                    : try catalog.collectionSections(of: query)
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

    private static let lists: [(name: String, query: MediaQuery)] = [
        ("items", MediaQuery()), ("songs", .songs), ("audiobooks", .audiobooks),
        ("videos", videos), ("albums", MediaQuery.albums.ofWholeCollections),
        ("artists", MediaQuery.artists.ofWholeCollections),
        ("album-artists", MediaQuery.albumArtists.ofWholeCollections), ("composers", .composers),
        ("genres", .genres), ("compilations", MediaQuery.compilations.ofWholeCollections),
        ("podcasts", .podcasts),
    ]

    private static var videos: MediaQuery {
        var query = MediaQuery.videos
        query.order = [.tvShow, .seasonNumber, .episodeNumber, .title].map { MediaOrder($0) }
        return query
    }

    private static func summary(_ name: String, _ query: MediaQuery) -> String {
        let words = name.split(separator: "-").joined(separator: " ")
        return query.groupingType == .title && name == "items"
            ? "List items of all kinds." : "List \(words)."
    }
}
