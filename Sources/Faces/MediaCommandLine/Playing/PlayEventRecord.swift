import PhonolithCommandLineInterface
import PhonolithMediaModel
package import PhonolithPlayback

extension Record {
    /// An event as `play --events` prints it.
    package init(_ moment: PlayerEventMoment) {
        let (name, facts) = moment.event.nameAndFacts
        self.init(
            [
                ("event", .text(name)), ("time", .thousandths(moment.time)),
                ("index", moment.index.map(MediaValue.integer)),
            ] + facts)
    }
}

extension PlayerEvent {
    fileprivate var nameAndFacts: (String, [(String, MediaValue?)]) {
        switch self {
        case .playbackStateDidChange(let state):
            ("playbackStateDidChange", [("state", .text(state.rawValue))])
        case .nowPlayingItemDidChange(let entry):
            ("nowPlayingItemDidChange", entry?.facts ?? [])
        case .queueDidEnd: ("queueDidEnd", [])
        case .queueDidChange: ("queueDidChange", [])
        case .volumeDidChange(let volume): ("volumeDidChange", [("volume", .number(volume))])
        case .isMutedDidChange(let isMuted): ("isMutedDidChange", [("isMuted", .boolean(isMuted))])
        case .rateDidChange(let rate): ("rateDidChange", [("rate", .number(rate))])
        case .repeatModeDidChange(let mode):
            ("repeatModeDidChange", [("repeatMode", .text(mode.rawValue))])
        case .shuffleModeDidChange(let mode):
            ("shuffleModeDidChange", [("shuffleMode", .text(mode.rawValue))])
        case .itemStatusDidChange(let entry, let status):
            ("itemStatusDidChange", entry.facts + status.facts)
        case .itemDidPlayToEnd(let entry): ("itemDidPlayToEnd", entry.facts)
        case .timeJumped(let time): ("timeJumped", [("to", .number(time))])
        case .playbackStalled: ("playbackStalled", [])
        case .playbackLikelyToKeepUp: ("playbackLikelyToKeepUp", [])
        case .connectionLost(let entry, let reason):
            ("connectionLost", entry.facts + [("error", .text(reason))])
        case .connectionRestored(let entry): ("connectionRestored", entry.facts)
        case .streamTitleDidChange(let title):
            ("streamTitleDidChange", [("streamTitle", title.map { .text($0) })])
        case .interruptionBegan: ("interruptionBegan", [])
        case .interruptionEnded(let resumed):
            ("interruptionEnded", [("resumed", .boolean(resumed))])
        case .outputDevicesDidChange(let names):
            ("outputDevicesDidChange", [("devices", names.isEmpty ? nil : .texts(names))])
        case .outputDeviceLost(let name): ("outputDeviceLost", [("device", .text(name))])
        case .outputDeviceFound(let name): ("outputDeviceFound", [("device", .text(name))])
        case .outputLost(let loss): ("outputLost", [("lost", .text(loss.rawValue))])
        case .outputFound: ("outputFound", [])
        case .outputFailed(let error): ("outputFailed", [("error", .text(error.description))])
        case .libraryFailed(let reason): ("libraryFailed", [("error", .text(reason))])
        }
    }
}

extension PlayQueue.Entry {
    fileprivate var facts: [(String, MediaValue?)] {
        let (path, url) = item.source.place
        return [
            ("entry", .integer(id.rawValue)),
            ("persistentID", item.persistentID.map { .text($0.description) }),
            ("title", item.title.map { .text($0) }), ("artist", item.artist.map { .text($0) }),
            ("albumTitle", item.albumTitle.map { .text($0) }),
            ("playbackDuration", item.duration.map(MediaValue.number)),
            ("path", path.map { .text($0.description) }), ("url", url.map { .text($0) }),
        ]
    }
}

extension PlayerItemStatus {
    fileprivate var facts: [(String, MediaValue?)] {
        switch self {
        case .unknown: [("status", .text("unknown"))]
        case .readyToPlay(let information):
            [
                ("status", .text("readyToPlay")), ("codec", .text(information.codec)),
                ("sampleRate", .integer(information.format.sampleRate)),
                ("channelCount", .integer(information.format.channelCount)),
                ("bitDepth", information.bitDepth.map(MediaValue.integer)),
                ("isSeekable", .boolean(information.isSeekable)),
            ]
        case .failed(let error):
            [("status", .text("failed")), ("error", .text(error.reason))]
        }
    }
}
