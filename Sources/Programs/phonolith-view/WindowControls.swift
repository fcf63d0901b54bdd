import CommandLineInterface
import MediaCommandLine
import Playback
import Synchronization
import VideoPlayback

/// Does what keys in the window ask of the player, one after the other, while the window goes on.
final class WindowControls: Sendable {
    let output: PlayerVideoOutput
    let wishes: FilmWishes
    private let player: QueuePlayer
    private let keys: AsyncStream<Order>.Continuation
    private let unmutedVolume = Mutex(1.0)

    /// An order to the player.
    private enum Order: Sendable { case key(WindowKey), close }

    init(player: QueuePlayer, output: PlayerVideoOutput, wishes: FilmWishes) {
        (self.player, self.output, self.wishes) = (player, output, wishes)
        let (orders, keys) = AsyncStream<Order>.makeStream()
        self.keys = keys
        Task { [weak self] in
            for await order in orders {
                guard let self else { return }
                switch order {
                case .key(let key): await self.obey(key)
                case .close: await self.player.skipToNextItem()
                }
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

    /// How far behind its beginning a frame is sought, in seconds: it begins where files round to.
    private static let intoFrame = 0.0005

    private func obey(_ key: WindowKey) async {
        switch key {
        case .player(let key):
            await wishes.obey(key)
            if key == .help { for line in WindowKey.helpLines { Terminal.tell(line) } }
        case .information:
            let counts = output.frameCounts
            Terminal.tell("frames: \(counts.shown) shown, \(counts.dropped) dropped")
        case .mute: await mute()
        case .sound: await nextSound()
        case .nextFrame:
            await player.pause()
            if let next = output.frameTimes.next { await player.seek(to: next + Self.intoFrame) }
        case .previousFrame:
            await player.pause()
            if let shown = output.frameTimes.shown { await player.seek(to: shown - 0.002) }
        case .nextChapter, .previousChapter:
            let start = Stepping.chapter(
                in: output.tracks?.chapters ?? [], at: await player.currentPlaybackTime,
                isNext: key == .nextChapter)
            if let start { await player.seek(to: start + Self.intoFrame) }
        case .faster, .slower:
            let rate = Stepping.speed(after: await player.rate, isFaster: key == .faster)
            await player.setRate(rate)
            Terminal.tell("speed: \(rate)")
        case .fullScreen, .leaveFullScreen, .scaling, .subtitles: break
        }
    }

    private func mute() async {
        let volume = await player.volume
        if volume > 0 { unmutedVolume.withLock { $0 = volume } }
        await player.setVolume(volume > 0 ? 0 : unmutedVolume.withLock { $0 })
    }

    private func nextSound() async {
        let sounds = output.tracks?.sounds ?? []
        let current = await player.audioTrack ?? output.tracks?.usualSound
        guard sounds.count > 1,
            let track = Stepping.track(
                after: current, in: Array(sounds.indices), allowsNone: false)
        else { return Terminal.tell("the film has no other sound") }
        await player.setAudioTrack(track)
        Terminal.tell("sound: \(sounds[track].name ?? "\(track + 1)")")
    }
}
