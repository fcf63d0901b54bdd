import PhonolithPlayback

/// A request to a player: a command, or a change of its queue.
enum PlayerRequest: Hashable, Sendable {
    case command(PlayerCommand)
    case beginning
    /// Puts items after an entry, at the end where that is gone; the first of them plays, if it is to.
    case insert([PlayerItem], after: PlayQueue.Entry.ID?, makesCurrent: Bool)
    case remove(PlayQueue.Entry.ID)
    case goTo(PlayQueue.Entry.ID)
    case devices([String])
    case effects(AudioEffects)
    case pan(Double)
    case crossfade(Double)
    case loops(Int)
    case actionAtItemEnd(ActionAtItemEnd)
}

extension QueuePlayer {
    /// Carries out a request in one step; one for an entry that is gone does nothing.
    func perform(_ request: PlayerRequest) {
        switch request {
        case .command(let command): perform(command)
        case .beginning: skipToBeginning()
        case .insert(let items, let entry, let makesCurrent):
            let known = Set(queue.entries.map(\.id))
            do { try insert(items, after: entry) } catch { append(items) }
            let new = queue.entries.map(\.id).filter { !known.contains($0) }
            guard makesCurrent, let first = new.min(by: { $0.rawValue < $1.rawValue }) else {
                return
            }
            perform(.goTo(first))
        // An entry that is gone needs no removal.
        case .remove(let entry): try? remove(entry)
        case .goTo(let entry):
            guard queue.entry(entry) != nil else { return }
            // It is in the queue, as was just seen.
            try? skip(to: entry)
            play()
        case .devices(let names): setOutputDevices(names)
        case .effects(let effects): setEffects(effects)
        case .pan(let pan): setPan(pan)
        case .crossfade(let duration): setCrossfade(duration)
        case .loops(let count): setNumberOfLoops(count)
        case .actionAtItemEnd(let action): setActionAtItemEnd(action)
        }
    }
}
