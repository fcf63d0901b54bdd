import PhonolithMediaCommandLine
import PhonolithPlayback

/// The meaning of a key in the window: its meaning in the terminal, and keys for pictures.
enum WindowKey: Hashable {
    case player(PlayKey)
    case fullScreen, leaveFullScreen, scaling, mute, subtitles, sound
    case nextFrame, previousFrame, nextChapter, previousChapter, faster, slower, information

    private static let helpWords = [
        "f  full screen", "z  fit, fill, stretch", "j  subtitles", "a  sound track",
        ". ,  one frame", "[ ]  speed", "m  mute", "i  frames shown and dropped",
        "page up, page down  chapters", "click  pause, play", "wheel  volume",
    ]

    /// A description of the keys that only the window has, as many on a line as fit.
    static func helpLines(width: Int) -> [String] { PlayKey.lines(of: helpWords, width: width) }

    /// A description of all keys.
    static func allHelpLines(width: Int) -> [String] {
        PlayKey.helpLines(width: width) + helpLines(width: width)
    }

    /// A key that writes something; `nil` for those that mean nothing.
    init?(typed text: String) {
        switch text {
        case "f": self = .fullScreen
        case "z": self = .scaling
        case "m": self = .mute
        case "j": self = .subtitles
        case "a": self = .sound
        case ".": self = .nextFrame
        case ",": self = .previousFrame
        case "i": self = .information
        case "[": self = .slower
        case "]": self = .faster
        default:
            guard let key = PlayKey(Array(text.utf8)) else { return nil }
            self = .player(key)
        }
    }

    /// A key that writes nothing.
    enum Special: Hashable { case left, right, up, down, pageUp, pageDown, escape, returnKey }

    init(_ key: Special) {
        switch key {
        case .left: self = .player(.seek(-5))
        case .right: self = .player(.seek(5))
        case .up: self = .player(.seek(60))
        case .down: self = .player(.seek(-60))
        case .pageUp: self = .nextChapter
        case .pageDown: self = .previousChapter
        case .escape: self = .leaveFullScreen
        case .returnKey: self = .fullScreen
        }
    }
}

/// Where chapters, speeds and tracks lead from where one is.
enum Stepping {
    private static let speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]

    /// The next speed in a direction; the last one there is stays.
    static func speed(after rate: Double, isFaster: Bool) -> Double {
        isFaster
            ? speeds.first { $0 > rate + 0.01 } ?? rate : speeds.last { $0 < rate - 0.01 } ?? rate
    }

    /// The beginning of the next chapter; of the current one, or of the one before where that has just begun. `nil`
    /// where there is none.
    static func chapter(in starts: [Double], at time: Double, isNext: Bool) -> Double? {
        isNext ? starts.first { $0 > time + 0.1 } : starts.last { $0 < time - 2 } ?? starts.first
    }

    /// The track after one; `nil` comes after the last, if it is one of the choices.
    static func track<Track: Equatable>(
        after current: Track?, in tracks: [Track], allowsNone: Bool
    ) -> Track? {
        guard let current else { return tracks.first }
        let next = (tracks.firstIndex(of: current) ?? -1) + 1
        return tracks.indices.contains(next) ? tracks[next] : allowsNone ? nil : tracks.first
    }
}
