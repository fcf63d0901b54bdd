import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlayback
import Synchronization

/// The terminal while something plays: a line that shows what, and keys that control it.
///
/// Only while the process is in the foreground: in the background, after `bg` or `&`, the terminal is the
/// shell's.
package final class PlayTerminal: Sendable {
    private let player: QueuePlayer
    /// Where lyrics are looked up; `nil` if none are to be shown.
    private let lyrics: LyricsLookup?
    private let scroll = Mutex(LyricsScroll())
    /// The terminal before it was taken, `nil` while it is the shell's; and whether it was given back for good.
    private static let settings = Mutex<(original: Original?, isGivenBack: Bool)>((nil, false))

    /// Settings of a terminal, as an object.
    ///
    /// With -O, Swift 6.3.1 drops the first value of a static or global `Mutex` if it is a constant of about a dozen words or
    /// more, as a `termios?` that is `nil` is: the memory is zeros, which is a `termios` with all flags off, and the terminal
    /// was left so. A reference is one word. `StaticLockTests` fails in an optimized build when the compiler does better.
    private final class Original: Sendable {
        let settings: termios

        init(_ settings: termios) { self.settings = settings }
    }

    /// Takes the terminal as soon as it may: keys come one by one and are not echoed; Ctrl-C and Ctrl-Z work
    /// as ever.
    ///
    /// - Parameter lyrics: Where lyrics are looked up, if they are to be shown.
    init(_ player: QueuePlayer, lyrics: LyricsLookup?) {
        (self.player, self.lyrics) = (player, lyrics)
        Self.takeKeys()
    }

    /// Whether the terminal is ours; `nil` if it is gone.
    fileprivate static var isForeground: Bool? {
        let group = tcgetpgrp(STDIN_FILENO)
        return group < 0 ? nil : group == getpgrp()
    }

    /// Takes the terminal, if the process is in the foreground and does not have it; ``restoreAtOnce()`` gives it back.
    package static func takeKeys() {
        guard isForeground == true else { return }
        settings.withLock { settings in
            var current = termios()
            guard !settings.isGivenBack, tcgetattr(STDIN_FILENO, &current) == 0,
                current.c_lflag & tcflag_t(ICANON) != 0
            else { return }
            // After Ctrl-Z and `fg` it is what the shell made of it.
            if settings.original == nil { settings.original = Original(current) }
            current.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &current)
        }
    }

    /// Gives the terminal back as it was.
    func restore() {
        if Self.isForeground == true { clear() }
        Self.restoreAtOnce()
    }

    package static func restoreAtOnce() {
        settings.withLock { settings in
            settings.isGivenBack = true
            guard isForeground == true, var original = settings.original?.settings else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &original)
        }
    }

    func clear() { Terminal.clearStatusLine() }

    /// Shows the line and obeys keys until the task is cancelled.
    ///
    /// - Returns: Whether the user pressed `q`.
    func control() async -> Bool {
        let drawing = Task {
            while !Task.isCancelled {
                await draw()
                do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
            }
        }
        defer { drawing.cancel() }
        for await key in PlayKey.presses() {
            if key == .quit { return true }
            await player.obey(key)
            await draw()
        }
        return false
    }

    private func draw() async {
        guard Self.isForeground == true else { return }
        let snapshot = await player.snapshot
        let line = NowPlayingLine(snapshot)
        let lyrics = await lines(of: snapshot)
        guard !Task.isCancelled else { return }
        for line in lyrics { Terminal.tell(line) }
        Terminal.showStatusLine(line.text(width: Terminal.width(STDERR_FILENO) ?? 80))
    }
}

extension PlayTerminal {
    private static let threads = BlockingThreads(name: "lyrics", count: 1)

    /// The lines of lyrics that have been reached since the last call.
    private func lines(of player: PlayerSnapshot) async -> [String] {
        guard let lyrics, player.playbackState == .playing else { return [] }
        let item = player.queue.current?.item
        let lines = try? await Self.threads.perform {
            self.scroll.withLock { $0.lines(of: item, at: player.time, text: lyrics.text) }
        }
        return (lines ?? []).map { "  " + $0.withoutControls }
    }
}

/// The effect of a key while something plays or is recorded.
package enum PlayKey: Hashable, Sendable {
    case playPause, next, previous, shuffle, cycleRepeat, device, equalizer, mark, quit, help
    case seek(Double)
    case volume(Double)

    private static let helpWords = [
        "space  pause, play", "n  next", "p  previous", "← →  5 seconds", "↓ ↑  a minute",
        "+ −  volume", "s  shuffle: off, songs, albums", "r  repeat: none, all, one",
        "d  next output device", "e  next equalizer", "q  quit",
    ]

    /// A description of the keys, as many on a line as fit.
    package static func helpLines(width: Int) -> [String] { lines(of: helpWords, width: width) }

    /// Words for keys, as many on a line as have room.
    package static func lines(of words: [String], width: Int) -> [String] {
        words.reduce(into: [String]()) { lines, key in
            if let last = lines.last, (last + key).columnCount + 4 < width {
                lines[lines.count - 1] = last + "    " + key
            } else {
                lines.append(key)
            }
        }
    }

    /// The key that these bytes of the terminal mean; `nil` for keys that mean nothing.
    package init?(_ bytes: [UInt8]) {
        switch String(decoding: bytes, as: UTF8.self) {
        case " ": self = .playPause
        case "n", ">": self = .next
        case "p", "<": self = .previous
        case "s": self = .shuffle
        case "r": self = .cycleRepeat
        case "d": self = .device
        case "e": self = .equalizer
        case "m": self = .mark
        case "q": self = .quit
        case "?", "h": self = .help
        case "+", "=": self = .volume(0.05)
        case "-": self = .volume(-0.05)
        case "\u{1B}[C", "\u{1B}OC": self = .seek(5)
        case "\u{1B}[D", "\u{1B}OD": self = .seek(-5)
        case "\u{1B}[A", "\u{1B}OA": self = .seek(60)
        case "\u{1B}[B", "\u{1B}OB": self = .seek(-60)
        default: return nil
        }
    }

    /// The keys that are pressed from now on, read on a thread that may wait.
    package static func presses() -> AsyncStream<PlayKey> {
        AsyncStream { continuation in
            BlockingThread.start(named: "keys") {
                var reader = PlayKeyReader()
                while let isForeground = PlayTerminal.isForeground {
                    // `fg` gives it to us as the shell likes it, however short or long the shell had it.
                    PlayTerminal.takeKeys()
                    guard let bytes = isForeground ? pressed() : [] else { break }
                    if !isForeground { BlockingThread.pause(0.1) }
                    for key in reader.keys(in: bytes) { continuation.yield(key) }
                }
                continuation.finish()
            }
        }
    }

    /// The typed text, within a fifth of a second; `nil` at the terminal's end.
    private static func pressed() -> [UInt8]? {
        var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, 200) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        // In the background, where Ctrl-Z and `bg` may have sent us a moment ago, reading fails (EIO).
        if count < 0 { return [EINTR, EIO, EAGAIN].contains(errno) ? [] : nil }
        return count == 0 ? nil : Array(bytes[..<count])
    }

    /// The command for the player; `nil` if the key is not for the player.
    var command: PlayerCommand? {
        switch self {
        case .playPause: .togglePlayPause
        case .next: .next
        case .previous: .previous
        case .seek(let seconds): .seek(by: seconds)
        case .volume(let change): .changeVolume(by: change)
        case .shuffle: .nextShuffleMode
        case .cycleRepeat: .nextRepeatMode
        case .device, .equalizer, .mark, .quit, .help: nil
        }
    }
}

/// Finds keys in what a terminal sends, also where an escape sequence comes in two parts.
package struct PlayKeyReader {
    /// The beginning of a sequence whose end has not come yet.
    private var pending: [UInt8] = []

    package init() {}

    /// The keys that end in these bytes.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [PlayKey] {
        var (keys, rest) = ([PlayKey](), (pending + bytes)[...])
        pending = []
        while !rest.isEmpty {
            guard let length = Self.length(of: rest) else {
                // A sequence without end is not a key.
                if rest.count < 32 { pending = Array(rest) }
                break
            }
            if let key = PlayKey(Array(rest.prefix(length))) { keys.append(key) }
            rest = rest.dropFirst(length)
        }
        return keys
    }

    /// How long the first key or sequence is (ECMA-48, 5.4: "CSI", parameters, a letter; "SS3" and a letter,
    /// as arrows come in application mode); `nil` if it is not complete.
    private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.first == 0x1B else { return 1 }
        let rest = bytes.dropFirst()
        switch rest.first {
        case nil: return nil
        case 0x4F: return rest.count > 1 ? 3 : nil
        case 0x5B:
            let end = rest.dropFirst().firstIndex { !(0x20...0x3F).contains($0) }
            return end.map { $0 - bytes.startIndex + 1 }
        default: return 1
        }
    }
}

extension QueuePlayer {
    /// Does what a key means, and shows on the terminal what cannot be heard; ``PlayKey/quit`` is the caller's matter.
    ///
    /// - Returns: The line that was shown, if there was one; help has several.
    @discardableResult
    func obey(_ key: PlayKey) async -> String? {
        if key == .help {
            let width = Terminal.width(STDERR_FILENO) ?? 80
            for line in PlayKey.helpLines(width: width) { Terminal.tell(line) }
        }
        guard let line = await answer(to: key) else { return nil }
        Terminal.tell(line)
        return line
    }

    /// Does what a key means.
    ///
    /// - Returns: A line about what cannot be heard.
    private func answer(to key: PlayKey) async -> String? {
        if case .seek = key, !canSeek, nowPlayingItem != nil {
            return "this stream does not support seeking"
        }
        if let command = key.command { perform(command) }
        if key == .device { return await OutputDevices.next(for: self) }
        guard key == .equalizer else { return nil }
        let preset = Equalizer.preset(after: effects.equalizer)
        setEqualizer(preset.equalizer)
        return "equalizer: \(preset.name)"
    }

    /// Sets the equalizer, and leaves the other effects as they are.
    fileprivate func setEqualizer(_ equalizer: Equalizer) {
        var changed = effects
        changed.equalizer = equalizer
        setEffects(changed)
    }
}
