import PhonolithCommandLineInterface
import PhonolithMediaModel
package import PhonolithPlayback

/// The line that shows what is playing.
package struct NowPlayingLine {
    var item: PlayerItem?
    var streamTitle: String?
    var stationName: String?
    var isWaiting: Bool
    var state: PlaybackState
    var time: Double
    var duration: Double?
    var index: Int?
    var count: Int
    var volume: Double
    var repeatMode: PlayQueue.RepeatMode
    var shuffleMode: PlayQueue.ShuffleMode

    package init(
        item: PlayerItem?, streamTitle: String? = nil, stationName: String? = nil,
        isWaiting: Bool = false, state: PlaybackState, time: Double,
        duration: Double?, index: Int?, count: Int, volume: Double = 1,
        repeatMode: PlayQueue.RepeatMode = .none, shuffleMode: PlayQueue.ShuffleMode = .off
    ) {
        self.item = item
        self.streamTitle = streamTitle
        self.stationName = stationName
        self.isWaiting = isWaiting
        self.state = state
        self.time = time
        self.duration = duration
        self.index = index
        self.count = count
        self.volume = volume
        self.repeatMode = repeatMode
        self.shuffleMode = shuffleMode
    }

    init(_ player: PlayerSnapshot) {
        self.init(
            item: player.queue.current?.item, streamTitle: player.streamTitle,
            stationName: player.stationName, isWaiting: player.isWaiting,
            state: player.playbackState, time: player.time, duration: player.duration,
            index: player.queue.currentIndex, count: player.queue.count, volume: player.volume,
            repeatMode: player.queue.repeatMode, shuffleMode: player.queue.shuffleMode)
    }

    /// The line, narrower than the terminal: less important parts are left out, and the title is cut.
    package func text(width: Int) -> String {
        let room = max(1, width - 1)
        let front = "\(symbol) \(place)"
        let clock = duration.map { "\(time.clockText) / \($0.clockText)" } ?? time.clockText
        let back = "  \(clock)\(isWaiting ? "  buffering…" : bar(room))\(modes)"
        let short = "  \(clock)"
        for end in [back, short] where front.columnCount + end.columnCount + 12 <= room {
            return front + name(columns: room - front.columnCount - end.columnCount) + end
        }
        return (front + name(columns: max(1, room - front.columnCount))).fitted(to: room)
    }

    /// The artist and the title; where there is no room for both, the title comes first, and the artist is cut.
    private func name(columns: Int) -> String {
        if let streamTitle {
            let name = stationName.map { "\(streamTitle) (\($0))" } ?? streamTitle
            return name.withoutControls.fitted(to: columns)
        }
        guard let item else { return "".fitted(to: columns) }
        let title = item.name.withoutControls
        guard let artist = item.artist?.withoutControls else { return title.fitted(to: columns) }
        let room = columns - title.columnCount - 3
        guard artist.columnCount > room else {
            return "\(artist) – \(title)".fitted(to: columns)
        }
        guard room >= 6 else { return title.fitted(to: columns) }
        return "\(artist.fitted(to: room)) – \(title)".fitted(to: columns)
    }

    private var place: String { count > 1 ? "\((index ?? 0) + 1)/\(count)  " : " " }

    private var symbol: String {
        switch state {
        case .playing: "▶"
        case .paused: "‖"
        case .stopped: "■"
        case .interrupted: "…"
        case .seekingForward: "»"
        case .seekingBackward: "«"
        }
    }

    private func bar(_ room: Int) -> String {
        guard let duration, duration > 0, room >= 70 else { return "" }
        let filled = Int(max(0, min(20, time / duration * 20)))
        return "  [" + String(repeating: "#", count: filled)
            + String(repeating: "·", count: 20 - filled) + "]"
    }

    private var modes: String {
        var words: [String] = []
        if volume < 1 { words.append("\(Int((volume * 100).rounded()))%") }
        if shuffleMode != .off { words.append("shuffle \(shuffleMode.rawValue)") }
        if repeatMode != .none { words.append("repeat \(repeatMode.rawValue)") }
        return words.isEmpty ? "" : "  " + words.joined(separator: ", ")
    }
}
