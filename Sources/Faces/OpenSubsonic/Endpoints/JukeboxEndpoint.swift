import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers
import PhonolithWorker

/// Playing on the server's own sound output.
enum JukeboxEndpoints {
    static let all = [
        Endpoint(
            "jukeboxControl",
            [
                .required("action", .choice(actions)), .optional("index", .integer),
                .optional("offset", .integer), .list("id"), .optional("gain", .number),
            ], right: .jukebox, control)
    ]

    private static let actions = [
        "get", "status", "set", "start", "stop", "skip", "add", "clear", "remove", "shuffle",
        "setGain",
    ]

    private static func control(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let action = try call.text("action")
        let orders = try await orders(action, call)
        let state = try await call.service.jukebox.obey(orders, for: call.library)
        var object = SubsonicObject()
        object.add("currentIndex", state.currentIndex ?? -1)
        object.add("playing", state.isPlaying)
        object.add("gain", .number(state.volume))
        object.add("position", Int(exactly: state.time.rounded(.down)) ?? 0)
        guard action == "get" else { return .payload("jukeboxStatus", object) }
        object.add("entry", try await entries(state, call))
        return .payload("jukeboxPlaylist", object)
    }

    private static func orders(
        _ action: String, _ call: SubsonicCall
    ) async throws -> [JukeboxOrder] {
        switch action {
        case "set": return [.set(try await songs(call))]
        case "add": return [.append(try await songs(call))]
        case "start": return [.play]
        case "stop": return [.pause]
        case "clear": return [.clear]
        case "shuffle": return [.shuffle]
        case "skip":
            let seconds = Double(call.offset())
            guard seconds < Jukebox.endOfTime else {
                throw SubsonicError.wrong("offset", "\(seconds)", expected: "seconds from 0")
            }
            return [.skip(try index(call), time: seconds)]
        case "remove": return [.remove(try index(call))]
        case "setGain":
            guard let gain = call.optionalText("gain").flatMap({ Double($0) }) else {
                throw SubsonicError.missing("gain")
            }
            guard (0...1).contains(gain) else {
                throw SubsonicError.wrong("gain", "\(gain)", expected: "0 to 1")
            }
            return [.volume(gain)]
        default: return []
        }
    }

    private static func index(_ call: SubsonicCall) throws(SubsonicError) -> Int {
        guard let index = call.integer("index") else { throw .missing("index") }
        guard index >= 0 else { throw .wrong("index", "\(index)", expected: "0 or more") }
        return index
    }

    /// The songs that are named; each must be one that the caller sees.
    private static func songs(_ call: SubsonicCall) async throws -> [Int64] {
        let songs = try await call.songs("id")
        guard songs.count <= Jukebox.greatestCount else {
            throw SubsonicError(
                .generic, "The queue of the jukebox is limited to \(Jukebox.greatestCount) songs")
        }
        let seen = try await call.library.perform { try $0.items.seen(of: songs) }
        if let song = songs.first(where: { !seen.contains($0) }) {
            throw SubsonicError.notFound("Song", "\(SubsonicID.song(song))")
        }
        return songs.map(\.rawValue)
    }

    private static func entries(
        _ state: JukeboxState, _ call: SubsonicCall
    ) async throws -> [SubsonicObject] {
        try await call.library.perform { catalog in
            try catalog.songAnswers(catalog.items.all(state.items.map { MediaItemID($0) }))
        }
    }
}
