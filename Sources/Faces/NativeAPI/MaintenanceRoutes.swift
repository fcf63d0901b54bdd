import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithUsers

enum MaintenanceRoutes {
    static let all = [
        APIRoute(
            .get, "/stats/breakdown", "Count items by year, format and genre, and plays by month.",
            answer: .object("Breakdown")
        ) { call in
            let breakdown = try await call.library.perform { try $0.statistics.breakdown() }
            let lists = [
                ("years", breakdown.years), ("formats", breakdown.formats),
                ("genres", breakdown.genres), ("plays", breakdown.plays),
            ].map { name, counts in (name, JSON?.some(.array(counts.map { JSON(Record($0)) }))) }
            return .json(.object(lists))
        },
        APIRoute(
            .get, "/problems",
            "List the files and folders that could not be read, with the reasons.",
            parameters: [
                APIParameter(
                    "limit", .integer, "Maximum number of results, up to 1000. Default: 100."),
                APIParameter("offset", .integer, "Number of results to skip."),
                APIParameter(
                    "ignored", .boolean, "Include ignored problems. Default: false."),
            ], answer: .list("KnownProblem"), role: .admin
        ) { call in
            let (limit, offset) = try page(call)
            let ignored = try call.flag("ignored") ?? false
            return .list(
                try await call.library.perform {
                    try $0.problems.all(ignored: ignored, limit: limit, offset: offset)
                }.map { Record($0.values) })
        },
        APIRoute(
            .patch, "/problems", "Ignore a problem, or stop ignoring it.",
            body: [
                APIParameter("path", .string, "Path of the problem."),
                APIParameter("pathBase64", .string, RootRoutes.pathBase64),
                APIParameter("isIgnored", .boolean, "Whether to ignore the problem."),
            ], answer: .nothing, role: .admin, ignore),
        APIRoute(
            .get, "/duplicates",
            "List duplicates in groups, the best item of each group first.",
            parameters: [
                APIParameter(
                    "by", .string,
                    "Comparison: audio (default) compares the audio data, tags compares title, artist and duration."
                ),
                APIParameter(
                    "limit", .integer, "The most groups to list, up to 1000. Default 100."),
                APIParameter("offset", .integer, "How many to skip."),
                APIParameter(
                    "itemLimit", .integer,
                    "The most items to list of each group, which has the number of all as count. Default: all."
                ),
            ], answer: .list("DuplicateGroup"), duplicates),
    ]

    private static func page(_ call: APICall) throws(Problem) -> (limit: Int, offset: Int) {
        let limit = try call.count("limit") ?? ListParameters.standardPage
        return (min(limit, ListParameters.largestPage), try call.count("offset") ?? 0)
    }

    private struct IgnoreBody: Decodable {
        var path: String?
        var pathBase64: String?
        var isIgnored: Bool
    }

    private static func ignore(_ call: APICall) async throws -> Response {
        let body = try await call.body(IgnoreBody.self)
        guard let path = try MediaPath.sent(body.path, base64: body.pathBase64) else {
            throw Problem(.badRequest, "path is missing: the path of the problem")
        }
        let isKnown = try await call.library.perform {
            try $0.problems.setIgnored(body.isIgnored, problemAt: path)
        }
        guard isKnown else {
            throw Problem(.notFound, "no known problem at \(path.description.prefix(200))")
        }
        return .noContent
    }

    private static func duplicates(_ call: APICall) async throws -> Response {
        let name = call.text("by") ?? DuplicateGroup.Criterion.audio.rawValue
        guard let criterion = DuplicateGroup.Criterion(rawValue: name) else {
            throw Problem.badParameter("by", name, "audio or tags")
        }
        let (limit, offset) = try page(call)
        let itemLimit = try call.count("itemLimit")
        let (groups, total, spareBytes) = try await call.library.perform { catalog in
            var (groups, total, spareBytes): ([JSON], Int, Double) = ([], 0, 0)
            try catalog.items.forEachDuplicateGroup(by: criterion) { group in
                if total >= offset, groups.count < limit { groups.append(group.json(itemLimit)) }
                total += 1
                spareBytes += Double(group.spareBytes)
            }
            return (groups, total, spareBytes)
        }
        return .json([
            "items": .array(groups), "total": .integer(total),
            "spareBytes": JSON(.number(spareBytes)),
        ])
    }
}

extension DuplicateGroup {
    fileprivate func json(_ itemLimit: Int?) -> JSON {
        [
            "items": .array(items.prefix(itemLimit ?? .max).map { JSON($0) }),
            "count": .integer(items.count), "spareBytes": .integer(spareBytes),
        ]
    }
}

extension Record {
    fileprivate init(_ count: ValueCount) {
        self.init([("value", .text(count.value)), ("count", .integer(count.count))])
    }
}

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
