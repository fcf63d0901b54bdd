import Catalog
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel

/// What those ask who look after a library.
enum MaintenanceRoutes {
    static let all = [
        APIRoute(
            .get, "/stats/breakdown", "Count items by year, format and genre, and plays by month.",
            answer: .object("Breakdown")
        ) { call in
            let breakdown = try await call.library.perform { try $0.breakdown() }
            let lists = [
                ("years", breakdown.years), ("formats", breakdown.formats),
                ("genres", breakdown.genres), ("plays", breakdown.plays),
            ].map { name, counts in
                "\(name.jsonQuoted):[" + counts.map { Record($0).json }.joined(separator: ",") + "]"
            }
            return .json(Array("{\(lists.joined(separator: ","))}".utf8))
        },
        APIRoute(
            .get, "/problems",
            "List the files and folders that could not be read, with the reasons.",
            parameters: [
                APIParameter(
                    "limit", .integer, "Maximum number of results, up to 1000. Default: 100."),
                APIParameter("offset", .integer, "Number of results to skip."),
            ], answer: .list("KnownProblem"), role: .admin
        ) { call in
            let limit = min(
                max(try call.integer("limit") ?? ListParameters.standardPage, 0),
                ListParameters.largestPage)
            let offset = max(try call.integer("offset") ?? 0, 0)
            return .list(
                try await call.library.perform { try $0.problems(limit: limit, offset: offset) }
                    .map { Record($0.values) })
        },
    ]
}

extension Record {
    fileprivate init(_ count: ValueCount) {
        self.init([("value", .text(count.value)), ("count", .integer(count.count))])
    }
}
