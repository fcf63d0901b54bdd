import Foundation
import Playback
import Synchronization

/// The terminal while something plays: a line that tells what, and keys that control it.
final class PlayTerminal: Sendable {
    private let player: QueuePlayer
    private let isShown = Atomic<Bool>(false)
    /// How the terminal was before.
    private static let original = Mutex<termios?>(nil)

    /// Takes the terminal: keys come one by one and are not shown; Ctrl-C and Ctrl-Z work as ever.
    init(_ player: QueuePlayer) {
        self.player = player
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        Self.original.withLock { $0 = $0 ?? settings }
        Self.takeKeys()
    }

    private static func takeKeys() {
        guard var settings = original.withLock({ $0 }) else { return }
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Gives the terminal back as it was.
    func restore() {
        clear()
        Self.restoreAtOnce()
    }

    /// The same, from anywhere.
    static func restoreAtOnce() {
        guard var settings = original.withLock({ $0 }) else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Takes the line away.
    func clear() {
        if isShown.exchange(false, ordering: .relaxed) { Self.write("\r\u{1B}[K") }
    }

    /// Shows the line and obeys keys until the task is cancelled.
    ///
    /// - Returns: Whether somebody pressed `q`.
    func control() async -> Bool {
        let back = DispatchSource.makeSignalSource(signal: SIGCONT)
        // After Ctrl-Z the shell had the terminal.
        back.setEventHandler { Self.takeKeys() }
        back.resume()
        defer { back.cancel() }
        let drawing = Task {
            while !Task.isCancelled {
                await draw()
                do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
            }
        }
        defer { drawing.cancel() }
        for await key in PlayKey.presses() {
            if key == .quit { return true }
            if let command = key.command { await player.perform(command) }
            if key == .help {
                clear()
                for line in PlayKey.helpLines { Terminal.tell(line) }
            }
            await draw()
        }
        return false
    }

    private func draw() async {
        let line = NowPlayingLine(await player.snapshot)
        guard !Task.isCancelled else { return }
        isShown.store(true, ordering: .relaxed)
        Self.write("\r\u{1B}[K" + line.text(width: Terminal.width(STDERR_FILENO) ?? 80))
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Foundation.write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// What a key does while something plays.
package enum PlayKey: Hashable, Sendable {
    case playPause, next, previous, shuffle, cycleRepeat, quit, help
    case seek(Double)
    case volume(Double)

    static let helpLines = [
        "space  pause, play          n  next          p  previous",
        "← →    5 seconds            ↓ ↑  a minute    + −  louder, softer",
        "s      mix: off, songs, albums   r  repeat: none, all, one   q  quit",
    ]

    /// The key that these bytes of the terminal mean; `nil` for keys that mean nothing.
    init?(_ bytes: [UInt8]) {
        switch String(decoding: bytes, as: UTF8.self) {
        case " ": self = .playPause
        case "n", ">": self = .next
        case "p", "<": self = .previous
        case "s": self = .shuffle
        case "r": self = .cycleRepeat
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

    /// The keys that these bytes of the terminal mean, which may be several that were pressed at once.
    package static func keys(in bytes: some Sequence<UInt8>) -> [PlayKey] {
        var (keys, rest) = ([PlayKey](), Array(bytes)[...])
        while !rest.isEmpty {
            // Arrows come as escape sequences of three bytes (ECMA-48, "CSI"; "SS3" in application mode).
            let isSequence = rest.starts(with: [0x1B, 0x5B]) || rest.starts(with: [0x1B, 0x4F])
            if let key = PlayKey(Array(rest.prefix(isSequence ? 3 : 1))) { keys.append(key) }
            rest = rest.dropFirst(isSequence ? 3 : 1)
        }
        return keys
    }

    /// The keys that are pressed from now on, read on a thread that may wait.
    static func presses() -> AsyncStream<PlayKey> {
        AsyncStream { continuation in
            Thread {
                var bytes = [UInt8](repeating: 0, count: 16)
                while true {
                    let count = read(STDIN_FILENO, &bytes, bytes.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { return continuation.finish() }
                    for key in PlayKey.keys(in: bytes[..<count]) { continuation.yield(key) }
                }
            }.start()
        }
    }

    /// What it asks of the player; `nil` for what is no matter of the player.
    var command: PlayerCommand? {
        switch self {
        case .playPause: .togglePlayPause
        case .next: .next
        case .previous: .previous
        case .seek(let seconds): .seek(by: seconds)
        case .volume(let change): .changeVolume(by: change)
        case .shuffle: .nextShuffleMode
        case .cycleRepeat: .nextRepeatMode
        case .quit, .help: nil
        }
    }
}
