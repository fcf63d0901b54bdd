/// A command of a key, a media key or a program on the bus to a player.
///
/// Each is done in one step, at once: none waits for sound, for a server or for a command before it.
package enum PlayerCommand: Hashable, Sendable {
    case play, pause, togglePlayPause, stop, next, previous
    /// Goes forward, or back, so many seconds; after the end the next item plays.
    case seek(by: Double)
    /// Goes to a time of the entry, where that is still the one that plays and the time is in it.
    case setPosition(Double, entry: PlayQueue.Entry.ID)
    case setVolume(Double)
    case changeVolume(by: Double)
    case setRate(Double)
    case setRepeat(PlayQueue.RepeatMode)
    /// None, all, one, none, …
    case nextRepeatMode
    case setShuffle(PlayQueue.ShuffleMode)
    /// Off, songs, albums, off, …
    case nextShuffleMode
    /// Plays these instead of the queue; nothing, where there are none.
    case open([PlayerItem])
}

extension QueuePlayer {
    package func perform(_ command: PlayerCommand) {
        switch command {
        case .play: play()
        case .pause: pause()
        case .togglePlayPause: togglePlayPause()
        case .stop: stop()
        case .next: skipToNextItem()
        case .previous: skipToPreviousItem()
        case .seek(let change): seek(by: change)
        case .setPosition(let time, let entry):
            guard queue.current?.id == entry, time >= 0, time <= currentDuration ?? .infinity
            else { return }
            seek(to: time)
        case .setVolume(let volume): setVolume(volume)
        case .changeVolume(let change): setVolume(volume + change)
        case .setRate(let rate): setRate(rate)
        case .setRepeat(let mode): setRepeatMode(mode)
        case .nextRepeatMode: setRepeatMode(queue.repeatMode.following)
        case .setShuffle(let mode): setShuffleMode(mode)
        case .nextShuffleMode: setShuffleMode(queue.shuffleMode.following)
        case .open(let items): open(items)
        }
    }

    private func seek(by change: Double) {
        guard canSeek else { return }
        let time = currentPlaybackTime + change
        if let duration = currentDuration, time > duration {
            skipToNextItem()
        } else {
            seek(to: time)
        }
    }

    private func open(_ items: [PlayerItem]) {
        guard !items.isEmpty, !isClosed else { return }
        setQueue(with: items)
        play()
    }
}

extension PlayQueue.ShuffleMode {
    fileprivate var following: Self {
        switch self {
        case .off: .songs
        case .songs: .albums
        case .albums: .off
        }
    }
}

extension PlayQueue.RepeatMode {
    fileprivate var following: Self {
        switch self {
        case .none: .all
        case .all: .one
        case .one: .none
        }
    }
}
