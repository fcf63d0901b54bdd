import Catalog
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel

/// What the user played.
enum HistoryRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/history", "List the user's plays and skips, newest first.",
            parameters: [
                APIParameter(
                    "limit", .integer, "Maximum number of results, up to 1000. Default: 100."),
                APIParameter("offset", .integer, "Number of results to skip."),
            ], answer: .list("Play"), list)
    ]

    /// The fields of a play, and those of its item below `item`.
    private static func list(_ call: APICall) async throws -> Response {
        let limit = min(
            max(try call.integer("limit") ?? ListParameters.standardPage, 0),
            ListParameters.largestPage)
        let offset = max(try call.integer("offset") ?? 0, 0)
        let (objects, total) = try await call.library.perform { catalog in
            let objects = try catalog.plays(limit: limit, offset: offset).map { play in
                let own = Record([
                    ("date", .timestamp(play.date)), ("player", .text(play.player)),
                    ("finished", .boolean(play.isFinished)),
                ]).json
                let item = try catalog.item(play.item).map { Record($0).json } ?? "{}"
                return String(own.dropLast()) + ",\"item\":\(item)}"
            }
            return (objects, try catalog.playCount())
        }
        let next =
            offset + objects.count < total && !objects.isEmpty
            ? "\(call.request.uri.path)?limit=\(limit)&offset=\(offset + objects.count)" : nil
        let end = next.map { ",\"next\":\($0.jsonQuoted)" } ?? ""
        let list = objects.joined(separator: ",")
        return .json(Array("{\"items\":[\(list)],\"total\":\(total)\(end)}".utf8))
    }
}
