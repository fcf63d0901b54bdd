import FoundationEssentials
import PhonolithAccess
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithUsers

/// The queue of a user, whatever program plays it.
enum PlayQueueEndpoints {
    static let all = [
        Endpoint("getPlayQueue") { try await queue($0, "playQueue") },
        Endpoint("getPlayQueueByIndex") { try await queue($0, "playQueueByIndex") },
        Endpoint(
            "savePlayQueue", [.list("id"), .optional("current"), .optional("position", .integer)],
            save),
        Endpoint(
            "savePlayQueueByIndex",
            [
                .list("id"), .optional("currentIndex", .integer),
                .optional("position", .integer),
            ], saveByIndex),
    ]

    /// An answer even where no queue was kept: some programs read it without looking.
    private static func queue(_ call: SubsonicCall, _ name: String) async throws -> SubsonicAnswer {
        let caller = call.caller
        let object = try await call.library.perform { catalog -> SubsonicObject in
            let kept = try catalog.queue.shown()
            let items = kept.items
            var object = SubsonicObject()
            if let index = kept.queue.currentIndex {
                if name == "playQueue" {
                    object.add("current", "\(SubsonicID.song(items[index]))")
                } else {
                    object.add("currentIndex", index)
                }
                object.add("position", kept.time.milliseconds)
            }
            object.add("username", caller.name)
            object.add("changed", (kept.dateChanged ?? caller.since).iso8601)
            object.add("changedBy", kept.dateChanged == nil ? "" : kept.changedBy)
            object.add("entry", songs: items)
            return object
        }
        return .payload(name, object)
    }

    private static func save(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let items = try await call.songs("id")
        var index: Int?
        if let text = call.optionalText("current") {
            index = call.texts("id").firstIndex(of: text)
            if index == nil {
                throw SubsonicError.wrong("current", text, expected: "one of the ids")
            }
        }
        return try await keep(items, index ?? (items.isEmpty ? nil : 0), call)
    }

    private static func saveByIndex(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let items = try await call.songs("id")
        if items.isEmpty, call.optionalText("currentIndex") == nil {
            return try await keep([], nil, call)
        }
        guard let index = call.integer("currentIndex"), items.indices.contains(index) else {
            throw SubsonicError(
                .missingParameter, "currentIndex must be the position of an id, from 0")
        }
        return try await keep(items, index, call)
    }

    private static func keep(
        _ items: [MediaItemID], _ index: Int?, _ call: SubsonicCall
    ) async throws -> SubsonicAnswer {
        let position = call.integer("position") ?? 0
        guard (0..<1_000_000_000_000).contains(position) else {
            throw SubsonicError.wrong(
                "position", "\(position)", expected: "milliseconds from the beginning")
        }
        try await call.library.keep(
            queue: items, currentIndex: index, time: Double(position) / 1000, by: call.client)
        return .nothing
    }
}
