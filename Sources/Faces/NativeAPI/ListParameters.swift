import HTTPTypes
import PhonolithAccess
import PhonolithMediaModel

/// Which things of a list are wanted: the options of the command line as parameters of a query.
enum ListParameters {
    static let all: [APIParameter] =
        filters + [sort] + page

    static let page = [
        APIParameter("limit", .integer, "Maximum number of results, up to 1000. Default: 100."),
        APIParameter("offset", .integer, "Number of results to skip."),
        APIParameter("after", .string, "Start after the page with this token; next has it."),
    ]

    static let sort = APIParameter(
        "sort", .string, "Keys to sort by; add :desc for descending order.")

    static let filters = [
        APIParameter("title", .string, "Filter by title."),
        APIParameter("artist", .string, "Filter by artist."),
        APIParameter("album", .string, "Filter by album."),
        APIParameter("album-artist", .string, "Filter by album artist."),
        APIParameter("genre", .string, "Filter by genre."),
        APIParameter("composer", .string, "Filter by composer."),
        APIParameter("year", .string, "Filter by year, or a range: 1990..1999."),
        APIParameter(
            "where", .string, "Filter by expression; repeat to combine with AND.",
            isRepeated: true),
        APIParameter("missing", .boolean, "List only items whose files are gone."),
    ]

    /// The most that a page holds; NDJSON has no limit.
    static let largestPage = 1000
    static let standardPage = 100

    /// The parameters of lists.
    ///
    /// - Parameter names: The parameters that count.
    static func request(
        _ call: APICall, of grouping: MediaGrouping, _ names: [APIParameter]
    ) throws(Problem) -> ListRequest {
        var texts: [ListRequest.Parameter: [String]] = [:]
        for name in names.map(\.name) {
            guard let parameter = ListRequest.Parameter(rawValue: name) else { continue }
            texts[parameter] =
                parameter == .condition
                ? call.query.values(name) : call.text(name).map { [$0] }
        }
        return try request(texts, of: grouping)
    }

    static func request(
        _ texts: [ListRequest.Parameter: [String]], of grouping: MediaGrouping
    ) throws(Problem) -> ListRequest {
        do throws(ListRequestError) {
            return try ListRequest(of: grouping, texts)
        } catch {
            throw Problem(error)
        }
    }
}

extension Problem {
    init(_ error: ListRequestError) {
        let name = error.parameter.rawValue
        if case .expression(let fault) = error.fault {
            self.init(.badRequest, "\(name): \(fault), at character \(fault.offset + 1)")
        } else {
            self = .badParameter(name, error.text, error.expected)
            if let key = error.nearestKey { detail += " (did you mean \(key)?)" }
        }
    }
}
