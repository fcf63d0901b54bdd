import Catalog
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel
import NIOCore

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

    private static func list(_ call: APICall) async throws -> Response {
        let offset = max(try call.integer("offset") ?? 0, 0)
        let asked = try call.integer("limit").map { max($0, 0) }
        if call.wantsLines { return lines(asked, offset, call.library) }
        let limit = min(asked ?? ListParameters.standardPage, ListParameters.largestPage)
        let (objects, total) = try await call.library.perform {
            (try Self.objects(limit: limit, offset: offset, $0), try $0.playCount())
        }
        let next =
            offset + objects.count < total && !objects.isEmpty
            ? "\(call.request.uri.path)?limit=\(limit)&offset=\(offset + objects.count)" : nil
        let end = next.map { ",\"next\":\($0.jsonQuoted)" } ?? ""
        let list = objects.joined(separator: ",")
        return .json(Array("{\"items\":[\(list)],\"total\":\(total)\(end)}".utf8))
    }

    /// The plays as JSON: the fields of a play, and those of its item below `item`.
    private static func objects(
        limit: Int, offset: Int, _ catalog: Catalog
    ) throws -> [String] {
        try catalog.plays(limit: limit, offset: offset).map { play in
            let own = Record([
                ("date", .timestamp(play.date)), ("player", .text(play.player)),
                ("finished", .boolean(play.isFinished)),
            ]).json
            let item = try catalog.item(play.item).map { Record($0).json } ?? "{}"
            return String(own.dropLast()) + ",\"item\":\(item)}"
        }
    }

    /// All plays, or as many as are asked for, as NDJSON. They are read a page at a time, so that the memory does not
    /// grow with the list.
    private static func lines(_ limit: Int?, _ offset: Int, _ library: Library) -> Response {
        .lines(
            ResponseBody { writer in
                let count = try await library.perform { try $0.playCount() }
                var left = min(limit ?? .max, max(count - offset, 0))
                var read = offset
                while left > 0 {
                    let (size, start) = (min(left, ListParameters.largestPage), read)
                    let objects = try await library.perform { catalog in
                        // What is played meanwhile comes before all that is left.
                        let new = max(try catalog.playCount() - count, 0)
                        return try Self.objects(limit: size, offset: start + new, catalog)
                    }
                    if objects.isEmpty { break }
                    let text = objects.map { $0 + "\n" }.joined()
                    try await writer.write(ByteBuffer(string: text))
                    (left, read) = (left - objects.count, read + objects.count)
                }
                try await writer.finish(nil)
            })
    }
}
