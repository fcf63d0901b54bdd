import HTTPTypes
import MediaModel

/// Lists of items and of what they make together.
enum ListRoutes {
    static let all: [APIRoute] = lists.map { name, query in
        APIRoute(
            .get, "/\(name)", summary(name, query), parameters: ListParameters.all,
            answer: .list(query.groupingType == .title ? "Item" : "Collection")
        ) { call in
            try await Listing(query, call).response()
        }
    }

    private static let lists: [(name: String, query: MediaQuery)] = [
        ("items", MediaQuery()), ("songs", .songs), ("audiobooks", .audiobooks),
        ("videos", videos), ("albums", .albums), ("artists", .artists),
        ("album-artists", .albumArtists), ("composers", .composers), ("genres", .genres),
        ("compilations", .compilations), ("podcasts", .podcasts),
    ]

    private static var videos: MediaQuery {
        var query = MediaQuery.videos
        query.order = [.tvShow, .seasonNumber, .episodeNumber, .title].map { MediaOrder($0) }
        return query
    }

    private static func summary(_ name: String, _ query: MediaQuery) -> String {
        let words = name.split(separator: "-").joined(separator: " ")
        return query.groupingType == .title && name == "items"
            ? "List items of any kind." : "List \(words)."
    }
}
