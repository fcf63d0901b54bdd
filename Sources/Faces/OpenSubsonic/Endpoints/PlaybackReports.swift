import FoundationEssentials
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithUsers

/// The items that are playing, and their positions.
enum PlaybackReportEndpoints {
    static let all = [
        Endpoint("getNowPlaying", [], nowPlaying),
        Endpoint(
            "reportPlayback",
            [
                .required("mediaId"), .required("mediaType", .choice(["song", "podcast"])),
                .required("positionMs", .integer),
                .required("state", .choice(NowPlaying.Playback.State.allCases.map(\.rawValue))),
                .optional("playbackRate", .number), .optional("ignoreScrobble", .flag),
            ], report),
    ]

    private static func nowPlaying(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let now = call.service.uptime()
        let entries = call.service.nowPlaying.entries(at: now)
        let objects = try await call.library.perform { catalog in
            try entries.compactMap { entry -> SubsonicObject? in
                guard let item = try catalog.items.item(entry.item) else { return nil }
                var object = try catalog.songAnswers([item])[0]
                let seconds = Int((now - entry.since).components.seconds)
                object.add("username", entry.userName)
                object.add("minutesAgo", seconds / 60)
                object.add("playerId", entry.player)
                object.add("playerName", entry.client)
                if let playback = entry.playback {
                    let end = (item.playbackDuration ?? 0).milliseconds
                    let position = playback.position(after: seconds)
                    object.addOpen("state", playback.state.rawValue)
                    object.addOpen(
                        "positionMs",
                        end > 0 ? min(position, max(end, playback.position)) : position)
                    object.addOpen("playbackRate", playback.rate)
                }
                return object
            }
        }
        return .list("nowPlaying", of: "entry", objects)
    }

    private static func report(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item("mediaId")
        guard let state = NowPlaying.Playback.State(rawValue: try call.text("state")) else {
            throw SubsonicError.missing("state")
        }
        let position = min(max(0, call.integer("positionMs") ?? 0), 1_000_000_000_000)
        let rate = call.optionalText("playbackRate").flatMap { Double($0) } ?? 1
        guard (0.1...10).contains(rate) else {
            throw SubsonicError.wrong("playbackRate", "\(rate)", expected: "0.1 to 10")
        }
        let end = call.service.nowPlaying.report(
            item.persistentID,
            NowPlaying.Playback(state: state, position: position, rate: rate),
            duration: item.playbackDuration ?? 0,
            isIgnored: call.flag("ignoreScrobble") ?? false, by: call.caller, with: call.client,
            at: call.service.uptime())
        guard let end else { return .nothing }
        let client = call.client
        do {
            _ = try await call.library.perform { catalog in
                switch end.result {
                case .played: try catalog.values.notePlay(of: end.item, at: .now, by: client)
                case .skipped: try catalog.values.noteSkip(of: end.item, by: client)
                }
            }
        } catch {
            call.service.nowPlaying.restore(end, by: call.caller, with: client)
            throw error
        }
        return .nothing
    }
}
