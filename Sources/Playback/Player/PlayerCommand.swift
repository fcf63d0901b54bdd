/// What a key, a media key or a program on the bus wants of a player.
///
/// Each is done in one step, at once: none waits for sound, for a server or for a command before it.
package enum PlayerCommand: Hashable, Sendable {
    case play, pause, togglePlayPause, stop, next, previous, beginning
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
    /// Puts items after an entry, at the end where that is gone; the first of them plays, if it is to.
    case insert([PlayerItem], after: PlayQueue.Entry.ID?, makesCurrent: Bool)
    /// Takes an entry out; nothing, where it is gone.
    case remove(PlayQueue.Entry.ID)
    /// Plays an entry; nothing, where it is gone.
    case goTo(PlayQueue.Entry.ID)
}

extension QueuePlayer {
    /// Carries out a request.
    package func perform(_ command: PlayerCommand) {
        switch command {
        case .play: play()
        case .pause: pause()
        case .togglePlayPause: togglePlayPause()
        case .stop: stop()
        case .next: skipToNextItem()
        case .previous: skipToPreviousItem()
        case .beginning: skipToBeginning()
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
        case .insert(let items, let entry, let makesCurrent):
            insert(items, after: entry, makesCurrent: makesCurrent)
        // What is not in the queue any more cannot be taken out or gone to.
        case .remove(let entry): try? remove(entry)
        case .goTo(let entry):
            guard queue.entry(entry) != nil else { return }
            try? skip(to: entry)
            play()
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

    private func insert(
        _ items: [PlayerItem], after entry: PlayQueue.Entry.ID?, makesCurrent: Bool
    ) {
        guard !items.isEmpty else { return }
        let first = PlayQueue.Entry.ID(rawValue: queue.nextNumber)
        do { try insert(items, after: entry) } catch { append(items) }
        if makesCurrent { perform(.goTo(first)) }
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
