import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithQueries
import PhonolithUsers

/// The queue of a user, so that one program continues where another was left.
enum QueueRoutes {
    static let all = [
        APIRoute(
            .get, "/queue", "Show the user's queue: the items of the library that are in it.",
            answer: .object("Queue"), show),
        APIRoute(
            .put, "/queue", "Replace the user's queue; 409 while another program plays it.",
            body: [
                APIParameter("items", .array, "The ids of items, in order."),
                APIParameter("index", .integer, "Position of the current item, from 0."),
                APIParameter("time", .number, "Position in the current item, in seconds."),
                APIParameter("player", .string, "Name of the program."),
            ], answer: .nothing, keep),
    ]

    private struct Body: Decodable {
        var items: [String]
        var index: Int?
        var time: Double?
        var player: String?
    }

    private static func show(_ call: APICall) async throws -> Response {
        let json = try await call.library.perform { catalog -> JSON in
            let kept = try catalog.queue.shown()
            guard let date = kept.dateChanged else { return ["items": []] }
            let items = try catalog.items.all(kept.items)
            let head = Record([
                ("index", kept.queue.currentIndex.map(MediaValue.integer)),
                ("time", .number(kept.time)), ("dateChanged", .timestamp(date)),
                ("player", .text(kept.changedBy)),
            ])
            return .object(head, [("items", .array(items.map { JSON($0) }))])
        }
        return .json(json)
    }

    private static func keep(_ call: APICall) async throws -> Response {
        let body = try await call.body(Body.self)
        let items = try body.items.map(MediaItemID.parsed)
        let index = items.isEmpty ? nil : body.index ?? 0
        if let index, !items.indices.contains(index) {
            throw Problem.badParameter("index", "\(index)", "the position of an item, from 0")
        }
        let time = body.time ?? 0
        guard (0..<1e9).contains(time) else {
            throw Problem.badParameter("time", "\(time)", "seconds from 0")
        }
        let program = body.player.flatMap { $0.isEmpty ? nil : $0 } ?? "api"
        do {
            try await call.library.keep(
                queue: items, currentIndex: index, time: time, by: program)
        } catch PlaylistEditError.noItem(let id) {
            throw Problem.notFound("item", id)
        }
        return .noContent
    }
}
