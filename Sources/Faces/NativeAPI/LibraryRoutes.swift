import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries

/// The library as a whole.
enum LibraryRoutes {
    static let all = [
        APIRoute(
            .get, "/search", "Search items, albums and artists.",
            parameters: [
                APIParameter("q", .string, "Search words; each matches the beginning of a word."),
                APIParameter(
                    "limit", .integer, "Maximum number of results of each kind. Default: 20."),
            ], answer: .object("SearchResults"), search),
        APIRoute(.get, "/stats", "Show library statistics.", answer: .object("Statistics")) {
            call in
            var statistics = try await call.library.perform { try $0.statistics.values() }
            // The file holds closed roots and the data of all users.
            if !call.caller.isAdmin { statistics.librarySize = nil }
            return .json(Record(statistics.values))
        },
    ]

    private static func search(_ call: APICall) async throws -> Response {
        guard let text = call.text("q") else {
            throw Problem(.badRequest, "q is missing: the search words")
        }
        let limit = min(try call.count("limit") ?? 20, ListParameters.largestPage)
        let results = try await call.library.perform { try $0.search.results(text, limit: limit) }
        return .json([
            "items": .array(results.items.map { JSON($0) }),
            "albums": .array(results.albums.map { JSON(Record($0)) }),
            "artists": .array(results.artists.map { JSON(Record($0)) }),
        ])
    }
}
