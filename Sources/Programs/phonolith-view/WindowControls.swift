import Glibc
import PhonolithCommandLineInterface
import PhonolithFilms
import PhonolithMediaCommandLine
import PhonolithMediaModel
import PhonolithPlayback
import Synchronization

/// Does what keys in the window ask of the player, one after the other, while the window goes on.
final class WindowControls: Sendable {
    let output: PlayerVideoOutput
    let wishes: FilmWishes
    private let player: QueuePlayer
    private let keys: AsyncStream<Order>.Continuation
    private let unmutedVolume = Mutex(1.0)
    private let shown = Mutex(Shown())

    /// An order to the player.
    private enum Order: Sendable {
        case key(WindowKey)
        case seek(part: Double)
        case close, look
    }

    /// The state of the player as the window shows it.
    private struct Shown {
        /// The player when it was looked at last.
        var player: PlayerSnapshot?
        /// When it was looked at, or is to be.
        var lookTime = -Double.infinity
        /// The answer to a key that is not shown yet.
        var answer: String?
    }

    init(player: QueuePlayer, output: PlayerVideoOutput, wishes: FilmWishes) {
        (self.player, self.output, self.wishes) = (player, output, wishes)
        let (orders, keys) = AsyncStream<Order>.makeStream()
        self.keys = keys
        Task { [weak self] in
            for await order in orders {
                guard let self else { return }
                switch order {
                case .key(let key): await self.obey(key)
                case .seek(let part): await self.seek(to: part)
                case .close: await self.player.skipToNextItem()
                case .look: break
                }
                await self.look()
            }
        }
    }

    deinit { keys.finish() }

    /// By the clock of frames.
    var now: Double { player.deviceCurrentTime }

    /// Has a key obeyed soon.
    func press(_ key: WindowKey) { keys.yield(.key(key)) }

    /// Goes to the next item, after the last one to the end.
    func closeItem() { keys.yield(.close) }

    /// Goes to a part of the film soon, 0...1.
    func seek(toPart part: Double) { keys.yield(.seek(part: part)) }

    // MARK: - Asked by the window

    /// The answer to a key that came since the last call.
    func takeAnswer() -> String? {
        shown.withLock { shown in
            defer { shown.answer = nil }
            return shown.answer
        }
    }

    /// The place in the film; `nil` before the player was looked at, which it is a few times a second.
    ///
    /// - Parameter time: The time that is seen; `nil` for that at which the player was looked at.
    func progress(at time: Double?) -> OverlayContent.Progress? {
        let (player, needsLook) = shown.withLock { shown in
            let needsLook = now - shown.lookTime > Self.lookInterval
            if needsLook { shown.lookTime = now }
            return (shown.player, needsLook)
        }
        if needsLook { keys.yield(.look) }
        return player.map { player in
            OverlayContent.Progress(
                time: Int(bounded: max(0, time ?? player.time)),
                duration: player.canSeek ? player.duration.map(Int.init(bounded:)) : nil,
                isPaused: player.playbackState != .playing,
                volume: Int((player.volume * 100).rounded()))
        }
    }

    /// The languages by which subtitles of the film are chosen.
    func subtitleLanguages() -> SubtitleLanguages {
        let tracks = output.tracks
        let sound = tracks?.usualSound(in: wishes.audioLanguages)
            .flatMap { tracks?.sounds[$0].languageTag }
        return SubtitleLanguages(
            wanted: wishes.subtitleLanguages, environment: .ofEnvironment(), sound: sound)
    }

    /// Shows a line in the window and on the terminal.
    func answer(_ line: String) {
        Terminal.tell(line)
        shown.withLock { $0.answer = line }
    }

    /// How often the player is looked at while its place is shown, in seconds.
    private static let lookInterval = 0.2

    private func look() async {
        let snapshot = await player.snapshot
        shown.withLock { ($0.player, $0.lookTime) = (snapshot, now) }
    }

    // MARK: - Obeying

    private func seek(to part: Double) async {
        let player = await player.snapshot
        guard player.canSeek, let duration = player.duration else { return }
        await self.player.seek(to: part * duration)
    }

    private func obey(_ key: WindowKey) async {
        switch key {
        case .player(let key):
            var line = await wishes.obey(key)
            if key == .help {
                let width = Terminal.width(STDERR_FILENO) ?? 80
                for line in WindowKey.helpLines(width: width) { Terminal.tell(line) }
                line = WindowKey.allHelpLines(width: Self.helpWidth).joined(separator: "\n")
            }
            let text = if let line { line } else { await self.text(after: key) }
            shown.withLock { $0.answer = text }
        case .information:
            let counts = output.frameCounts
            answer("frames: \(counts.shown) shown, \(counts.dropped) dropped")
        case .mute: await mute()
        case .sound: await nextSound()
        case .nextFrame: await output.step(byCount: 1)
        case .previousFrame: await output.step(byCount: -1)
        case .nextChapter, .previousChapter:
            let start = Stepping.chapter(
                in: output.tracks?.chapters ?? [], at: await player.currentPlaybackTime,
                isNext: key == .nextChapter)
            if let start { await player.seek(to: start + PlayerVideoOutput.intoFrame) }
        case .faster, .slower:
            let rate = Stepping.speed(after: await player.rate, isFaster: key == .faster)
            await player.setRate(rate)
            answer("speed: \(rate)")
        case .fullScreen, .leaveFullScreen, .scaling, .subtitles: break
        }
    }

    /// The most columns of help over a film.
    private static let helpWidth = 60

    /// The effect of a key on the player, unless the position shows it; `nil` for none.
    private func text(after key: PlayKey) async -> String? {
        let player = await player.snapshot
        return switch key {
        case .volume: "volume \(Int((player.volume * 100).rounded())) %"
        case .shuffle: "shuffle: \(player.queue.shuffleMode.rawValue)"
        case .cycleRepeat: "repeat: \(player.queue.repeatMode.rawValue)"
        case .next, .previous: player.queue.current?.item.name
        case .playPause, .seek, .device, .equalizer, .mark, .quit, .help: nil
        }
    }

    private func mute() async {
        let volume = await player.volume
        if volume > 0 { unmutedVolume.withLock { $0 = volume } }
        let new = volume > 0 ? 0 : unmutedVolume.withLock { $0 }
        await player.setVolume(new)
        shown.withLock { $0.answer = "volume \(Int((new * 100).rounded())) %" }
    }

    private func nextSound() async {
        let sounds = output.tracks?.sounds ?? []
        let current =
            await player.audioTrack ?? output.tracks?.usualSound(in: wishes.audioLanguages)
        guard sounds.count > 1,
            let track = Stepping.track(
                after: current, in: Array(sounds.indices), allowsNone: false)
        else { return answer("the film has no other sound") }
        await player.setAudioTrack(track)
        answer("sound: \(sounds[track].name ?? "\(track + 1)")")
    }
}
