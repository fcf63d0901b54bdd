import FoundationEssentials
import PhonolithMediaModel
import PhonolithSound

/// The interfaces of MPRIS 2.2: the values of properties, and the meanings of calls.
enum BusInterface {
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = root + ".Player"
    static let properties = "org.freedesktop.DBus.Properties"
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    static func trackPath(_ id: PlayQueue.Entry.ID) -> String { "/phonolith/track/\(id)" }
    static func microseconds(_ seconds: Double) -> Int64 {
        Int64(max(0, min(seconds, 1e12)) * 1e6)
    }

    /// The entry of a path that we gave out.
    private static func track(_ path: String?) -> PlayQueue.Entry.ID? {
        let folder = "/phonolith/track/"
        guard let path, path.hasPrefix(folder) else { return nil }
        return Int(path.dropFirst(folder.count)).map(PlayQueue.Entry.ID.init)
    }

    // MARK: - Properties

    static func properties(
        of interface: String, _ facts: BusFacts, position: Double
    ) -> [BusValue.Pair]? {
        switch interface {
        case root: rootProperties(of: facts)
        case player: playerProperties(of: facts, position: position)
        default: nil
        }
    }

    private static func rootProperties(of facts: BusFacts) -> [BusValue.Pair] {
        pairs([
            ("CanQuit", .boolean(facts.remote.allows(.quit, else: true))),
            ("CanRaise", .boolean(false)),
            ("Fullscreen", .boolean(false)), ("CanSetFullscreen", .boolean(false)),
            ("HasTrackList", .boolean(false)), ("Identity", .text(facts.identity)),
            ("SupportedUriSchemes", .texts(["file", "http", "https"])),
            (
                "SupportedMimeTypes",
                .texts([
                    "audio/flac", "audio/mpeg", "audio/mp4", "audio/ogg", "audio/x-wav",
                    "audio/aac", "audio/x-matroska",
                ])
            ),
        ])
    }

    static func playerProperties(of facts: BusFacts, position: Double) -> [BusValue.Pair] {
        let (hasItem, remote) = (facts.current != nil, facts.remote)
        let canToggle = remote.allows(.togglePlayPause, else: hasItem)
        return pairs([
            ("PlaybackStatus", .text(status(facts.playbackState))),
            ("LoopStatus", .text(loopStatus(facts.repeatMode))),
            ("Rate", .number(facts.rate)),
            ("Shuffle", .boolean(facts.shuffleMode != .off)), ("Metadata", facts.metadata),
            ("Volume", .number(facts.volume)), ("Position", .integer(microseconds(position))),
            ("MinimumRate", .number(0.5)), ("MaximumRate", .number(2)),
            ("CanGoNext", .boolean(remote.allows(.nextTrack, else: facts.canGoNext))),
            (
                "CanGoPrevious",
                .boolean(remote.allows(.previousTrack, else: facts.canGoPrevious))
            ),
            ("CanPlay", .boolean(remote.allows(.play, else: hasItem || facts.hasEntries))),
            ("CanPause", .boolean(remote.allows(.pause, else: hasItem) && canToggle)),
            ("CanSeek", .boolean(remote.allows(.skip, else: facts.canSeek))),
            ("CanControl", .boolean(true)),
        ])
    }

    private static func pairs(_ list: [(String, BusValue)]) -> [BusValue.Pair] {
        list.map { BusValue.Pair(name: $0.0, value: $0.1) }
    }

    private static func status(_ state: PlaybackState) -> String {
        switch state {
        case .playing, .seekingForward, .seekingBackward: "Playing"
        case .paused, .interrupted: "Paused"
        case .stopped: "Stopped"
        }
    }

    private static func loopStatus(_ mode: PlayQueue.RepeatMode) -> String {
        switch mode {
        case .none: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }

    /// The metadata of an item (xesam.org, as MPRIS 2.2 takes it over).
    static func metadata(
        of entry: PlayQueue.Entry, duration: Double?, streamTitle: String? = nil,
        stationName: String? = nil, details: BusPlayer.Details = .init(), art: String? = nil,
        info: NowPlayingInfo? = nil
    ) -> BusValue {
        let (item, facts, values) = (entry.item, details.facts, details.userValues)
        func list(_ texts: [String]?) -> BusValue? {
            texts.flatMap { $0.isEmpty ? nil : .texts($0) }
        }
        let fields: [(String, BusValue?)] = [
            ("mpris:trackid", .path(trackPath(entry.id))),
            ("mpris:length", duration.map { .integer(microseconds($0)) }),
            ("mpris:artUrl", art.map { .text($0) }),
            ("xesam:title", .text(streamTitle ?? item.name)),
            // Where there is no field for a station, its name is shown with that of its song.
            ("xesam:album", (item.albumTitle ?? stationName).map { .text($0) }),
            ("xesam:artist", list(facts?.artists) ?? item.artist.map { .texts([$0]) }),
            ("xesam:albumArtist", list(facts?.albumArtists)),
            ("xesam:composer", list(facts?.composers)), ("xesam:genre", list(facts?.genres)),
            ("xesam:trackNumber", facts?.albumTrackNumber.map { .int32(Int32(clamping: $0)) }),
            ("xesam:discNumber", facts?.discNumber.map { .int32(Int32(clamping: $0)) }),
            ("xesam:comment", facts?.comments.map { .texts([$0]) }),
            ("xesam:asText", facts?.lyrics.map { .text($0) }),
            ("xesam:audioBPM", facts?.beatsPerMinute.map { .int32(Int32(clamping: $0)) }),
            ("xesam:contentCreated", facts?.releaseDate.map { .text($0.description) }),
            ("xesam:useCount", values.map { .int32(Int32(clamping: $0.playCount)) }),
            ("xesam:lastUsed", values?.lastPlayedDate.map { .text($0.description) }),
            ("xesam:userRating", values?.rating.map { .number(Double($0) / 5) }),
            ("xesam:url", item.source.address.map { .text($0) }),
        ]
        let own = info?.fields ?? []
        let others = fields.compactMap { field, value in value.map { (field, $0) } }
            .filter { field, _ in !own.contains { $0.0 == field } }
        return .dictionary((others + own).map { BusValue.Pair(name: $0.0, value: $0.1) })
    }

    // MARK: - Calls

    /// Takes what is to be done; gives the reason why it is not.
    typealias Request = (BusRequest) -> String?

    /// Answers a call, and hands over what is to be done.
    static func answer(
        _ call: BusCall, state: BusFacts, position: Double,
        request: Request
    ) -> BusReply {
        switch (call.interface, call.member) {
        case ("org.freedesktop.DBus.Introspectable", "Introspect"):
            return .values([.text(BusIntrospection.document)])
        case (properties, "Get"): return get(call.arguments, state, position)
        case (properties, "GetAll"):
            let found = properties(
                of: call.arguments.text() ?? "", state, position: position)
            return found.map { .values([.dictionary($0)]) } ?? .error("no such interface")
        case (properties, "Set"): return set(call.arguments, request)
        case (root, "Raise"): return .values([])
        case (root, "Quit"): return done(.quit, request)
        case (player, _): return control(call, state, request)
        default: return .unknown
        }
    }

    private static func done(_ wish: BusRequest?, _ request: Request) -> BusReply {
        guard let wish else { return .error("an argument is missing or wrong") }
        if let refusal = request(wish) { return .error(refusal) }
        return .values([])
    }

    private static func get(
        _ arguments: BusArguments, _ facts: BusFacts, _ position: Double
    ) -> BusReply {
        let (interface, name) = (arguments.text() ?? "", arguments.text() ?? "")
        let found = properties(of: interface, facts, position: position)
        guard let value = found?.first(where: { $0.name == name })?.value else {
            return .error("no such property: \(interface).\(name)")
        }
        return .values([.variant(value)])
    }

    private static func set(
        _ arguments: BusArguments, _ request: Request
    ) -> BusReply {
        let (interface, name) = (arguments.text() ?? "", arguments.text() ?? "")
        let modes = ["None": PlayQueue.RepeatMode.none, "Track": .one, "Playlist": .all]
        guard interface == player else {
            return .error("no such property that can be set: \(interface).\(name)")
        }
        let value = arguments.variant()
        switch (name, value, value?.double) {
        case ("LoopStatus", .text(let word)?, _):
            return done(modes[word].map { .command(.setRepeat($0)) }, request)
        case ("Shuffle", .boolean(let isOn)?, _):
            return done(.command(.setShuffle(isOn ? .songs : .off)), request)
        case ("Rate", _, let rate?) where rate.isFinite:
            return done(.command(rate == 0 ? .pause : .setRate(rate)), request)
        case ("Volume", _, let volume?) where volume.isFinite:
            return done(.command(.setVolume(volume)), request)
        default: return .error("\(name) cannot be set to this")
        }
    }

    private static func control(
        _ call: BusCall, _ facts: BusFacts, _ request: Request
    ) -> BusReply {
        let arguments = call.arguments
        switch call.member {
        case "Play": return done(.command(.play), request)
        case "Pause": return done(.command(.pause), request)
        case "PlayPause": return done(.command(.togglePlayPause), request)
        case "Stop": return done(.command(.stop), request)
        case "Next": return done(.command(.next), request)
        case "Previous": return done(.command(.previous), request)
        case "Seek":
            return done(
                arguments.integer().map { .command(.seek(by: Double($0) / 1e6)) }, request)
        case "SetPosition":
            let (entry, time) = (track(arguments.path()), arguments.integer())
            guard let entry, let time else { return .values([]) }
            return done(.command(.setPosition(Double(time) / 1e6, entry: entry)), request)
        case "OpenUri": return done(arguments.text().map(BusRequest.open), request)
        default: return .unknown
        }
    }
}

extension PlayerItem.Source {
    /// The source as an address; `nil` for bytes in memory.
    fileprivate var address: String? {
        place.path.map { PercentEncoding.reference(to: $0) } ?? place.url
    }
}
