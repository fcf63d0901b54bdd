import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers
import PhonolithWorker

/// Playing on the server's own sound output.
enum JukeboxRoutes {
    static let all = [
        APIRoute(
            .get, "/jukebox", "Show the state of the jukebox.", answer: .object("Jukebox"),
            right: .jukebox
        ) { try await obey([], $0) },
        APIRoute(
            .patch, "/jukebox", "Change the state of the jukebox; omitted values stay unchanged.",
            body: [
                APIParameter("items", .array, "Ids of the items in its queue."),
                APIParameter("add", .array, "Ids of items to append."),
                APIParameter("remove", .integer, "Position of the entry to remove, from 0."),
                APIParameter("isShuffled", .boolean, "true to shuffle the queue."),
                APIParameter("volume", .number, "Volume, 0 to 1."),
                APIParameter(
                    "currentIndex", .integer, "Position of the entry to play, from 0."),
                APIParameter(
                    "time", .number,
                    "Position in that entry, else in the current one, in seconds. Default: 0."),
                APIParameter("isPlaying", .boolean, "Whether it is playing."),
                APIParameter(
                    "outputs", .array,
                    "Output devices that play the same, by name, number or description, remembered for the user; [] for the default of the sound server."
                ),
            ], answer: .object("Jukebox"), right: .jukebox, change),
        APIRoute(
            .get, "/jukebox/outputs", "List the output devices of the jukebox.",
            answer: .list("JukeboxOutput"), right: .jukebox
        ) { call in
            .list(try await call.service.jukebox.outputs(for: call.library).map(\.record))
        },
    ]

    private struct Body: Decodable {
        var items: [String]?
        var add: [String]?
        var remove: Int?
        var isShuffled: Bool?
        var volume: Double?
        var currentIndex: Int?
        var time: Double?
        var isPlaying: Bool?
        var outputs: [String]?
    }

    private static func change(_ call: APICall) async throws -> Response {
        let body = try await call.body(Body.self)
        // First, so that nothing is changed if there is no such device.
        var orders: [JukeboxOrder] = body.outputs.map { [.setOutputs($0)] } ?? []
        if let items = body.items { orders.append(.set(try await seen(items, call))) }
        if let items = body.add { orders.append(.append(try await seen(items, call))) }
        if let place = body.remove { orders.append(.remove(place)) }
        if body.isShuffled == true { orders.append(.shuffle) }
        if let volume = body.volume {
            guard (0...1).contains(volume) else {
                throw Problem.badParameter("volume", "\(volume)", "0 to 1")
            }
            orders.append(.volume(volume))
        }
        if let time = body.time, !(0..<Jukebox.endOfTime).contains(time) {
            throw Problem.badParameter("time", "\(time)", "seconds from 0")
        }
        if let index = try await index(body, call) {
            orders.append(.skip(index, time: body.time ?? 0))
        }
        if let isPlaying = body.isPlaying { orders.append(isPlaying ? .play : .pause) }
        return try await obey(orders, call, choosesOutputs: body.outputs != nil)
    }

    /// The place of the entry to play, from 0; `nil` if none is asked for. Also checks that there are the entries that the
    /// request is about.
    private static func index(_ body: Body, _ call: APICall) async throws -> Int? {
        guard body.remove != nil || body.currentIndex != nil || body.time != nil else {
            return nil
        }
        let state = try await current(call)
        var count = (body.items?.count ?? state.items.count) + (body.add?.count ?? 0)
        if let place = body.remove {
            try check(place, "remove", of: count)
            count -= 1
        }
        if let index = body.currentIndex {
            try check(index, "currentIndex", of: count)
            return index
        }
        guard body.time != nil else { return nil }
        if body.items != nil, count > 0 { return 0 }
        guard body.remove == nil, body.isShuffled != true, let index = state.currentIndex else {
            throw Problem(
                .badRequest, "time needs currentIndex, because no entry stays the current one")
        }
        return index
    }

    private static func check(_ place: Int, _ name: String, of count: Int) throws {
        guard (0..<count).contains(place) else {
            throw Problem.badParameter(
                name, "\(place)",
                count == 0 ? "nothing, for the queue is empty" : "0 to \(count - 1)")
        }
    }

    /// The state that the caller sees.
    private static func current(_ call: APICall) async throws -> JukeboxState {
        try await call.service.jukebox.obey([], for: call.library)
    }

    /// The ids of items that the caller sees.
    private static func seen(_ texts: [String], _ call: APICall) async throws -> [Int64] {
        guard texts.count <= Jukebox.greatestCount else {
            throw Problem(
                .unprocessableContent,
                "the queue of the jukebox is limited to \(Jukebox.greatestCount) items")
        }
        let ids = try texts.map(MediaItemID.parsed)
        let seen = try await call.library.perform(for: .reading) { try $0.items.seen(of: ids) }
        if let id = ids.first(where: { !seen.contains($0) }) {
            throw Problem(.unprocessableContent, "no item has the id \(id)")
        }
        return ids.map(\.rawValue)
    }

    private static func obey(
        _ orders: [JukeboxOrder], _ call: APICall, choosesOutputs: Bool = false
    ) async throws -> Response {
        let state = try await call.service.jukebox.obey(orders, for: call.library)
        if choosesOutputs {
            try await call.library.perform { try $0.queue.chooseOutputs(state.outputs) }
        }
        return .json(state.record)
    }
}

extension JukeboxOutput {
    fileprivate var record: Record {
        Record([
            ("name", .text(name)), ("description", .text(description)),
            ("isDefault", .boolean(isDefault)),
        ])
    }
}

extension JukeboxState {
    var record: Record {
        Record([
            ("items", .texts(items.map(String.init))),
            ("currentIndex", currentIndex.map { .integer($0) }),
            ("isPlaying", .boolean(isPlaying)), ("volume", .number(volume)),
            ("time", .thousandths(time)), ("outputs", .texts(outputs)),
            ("missingOutputs", missingOutputs.isEmpty ? nil : .texts(missingOutputs)),
            ("failure", failure.map { .text($0) }),
        ])
    }
}
