import Catalog
import HTTPTypes
import MediaModel

/// Which things of a list are wanted: the options of the command line as parameters of a query.
enum ListParameters {
    static let all: [APIParameter] =
        filters + [
            sort,
            APIParameter("limit", .integer, "Maximum number of results, up to 1000. Default: 100."),
            APIParameter("offset", .integer, "Number of results to skip."),
            APIParameter("after", .string, "Start after this id, as in next."),
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

    /// The query of a list, with what the request adds to it.
    static func query(_ base: MediaQuery, _ call: APICall) throws(Problem) -> MediaQuery {
        var query = base
        query.filterPredicates += try predicates(call)
        query.isMissing = try call.flag("missing") ?? false
        if let sort = call.text("sort") { query.order = try order(sort, query.groupingType) }
        let offset = try call.integer("offset") ?? 0
        guard offset >= 0 else { throw .badParameter("offset", "\(offset)", "0 or more") }
        query.offset = offset
        if let limit = try call.integer("limit") {
            guard limit >= 0 else { throw .badParameter("limit", "\(limit)", "0 or more") }
            query.limit = limit
        }
        if let text = call.text("after") {
            guard let id = Int64(text), id > 0 else {
                throw .badParameter("after", text, "an id")
            }
            if query.order.contains(where: { $0.key == .random }) {
                throw .badParameter("after", text, "an order other than random")
            }
            if query.groupingType == .title {
                query.after = PersistentID(id)
            } else {
                query.afterGroup = MediaGroup(query.groupingType, id)
            }
        }
        return query
    }

    /// What the filters of a request say.
    static func predicates(_ call: APICall) throws(Problem) -> [MediaPredicate] {
        let texts: [(name: String, property: MediaProperty)] = [
            ("title", .title), ("artist", .artist), ("album", .albumTitle),
            ("album-artist", .albumArtist), ("genre", .genre), ("composer", .composer),
        ]
        var predicates = texts.compactMap { name, property in
            call.text(name).map { MediaPredicate.equalTo(property, .text($0)) }
        }
        if let text = call.text("year") {
            guard let years = years(text) else {
                throw .badParameter("year", text, "a year or a range like 1990..1999")
            }
            predicates.append(
                .between(.year, .integer(years.lowerBound), .integer(years.upperBound)))
        }
        for expression in call.query.values("where") {
            do throws(ExpressionError) {
                predicates.append(try MediaPredicate(expression: expression))
            } catch {
                throw Problem(
                    .badRequest, "where: \(error), at character \(error.offset + 1)")
            }
        }
        return predicates
    }

    /// Of `1997`, `1990..1999`, `1990..` and `..1999`.
    static func years(_ text: String) -> ClosedRange<Int>? {
        func year(_ text: Substring, or bound: Int) -> Int? {
            text.isEmpty ? bound : Int(text).flatMap { (1...9999).contains($0) ? $0 : nil }
        }
        guard let dots = text.firstRange(of: "..") else {
            return year(text[...], or: 0).flatMap { $0 > 0 ? $0...$0 : nil }
        }
        guard let from = year(text[..<dots.lowerBound], or: 1),
            let to = year(text[dots.upperBound...], or: 9999), from <= to
        else { return nil }
        return from...to
    }

    private static func order(
        _ text: String, _ grouping: MediaGrouping
    ) throws(Problem) -> [MediaOrder] {
        let known = Catalog.orders(for: grouping)
        var order: [MediaOrder] = []
        for key in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = key.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name =
                parts[0] == "title"
                ? grouping.titleProperty.map(MediaOrder.Key.property)
                : MediaOrder.Key(named: String(parts[0]))
            guard let found = name, known.contains(found) else {
                throw .badParameter(
                    "sort", String(key), known.map(\.name).sorted().joined(separator: ", "))
            }
            switch parts.count > 1 ? parts[1] : "asc" {
            case "asc": order.append(MediaOrder(found))
            case "desc": order.append(MediaOrder(found, isDescending: true))
            default: throw .badParameter("sort", String(key), "\(parts[0]) or \(parts[0]):desc")
            }
        }
        return order
    }
}
