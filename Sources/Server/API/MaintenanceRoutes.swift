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
            .get, "/unreadable-files", "List the files that could not be read, and why.",
            parameters: [
                APIParameter("limit", .integer, "The most to list, up to 1000. Default 100."),
                APIParameter("offset", .integer, "How many to skip."),
            ], answer: .list("UnreadableFile"), role: .admin
        ) { call in
            let limit = min(
                max(try call.integer("limit") ?? ListParameters.standardPage, 0),
                ListParameters.largestPage)
            let offset = max(try call.integer("offset") ?? 0, 0)
            let files = try await call.library.perform {
                try $0.unreadableFiles(limit: limit, offset: offset)
            }
            return .list(
                files.map {
                    Record([
                        ("path", .text($0.path.description)), ("problem", .text($0.problem)),
                    ])
                })
        },
    ]
}

extension Record {
    fileprivate init(_ count: ValueCount) {
        self.init([("value", .text(count.value)), ("count", .integer(count.count))])
    }
}
