import PhonolithPlayback

/// The expected state of a player after each command, computed in the simplest way.
struct PlayerModel: Equatable {
    var entries: [Int] = []
    var index: Int?
    var state = PlaybackState.stopped
    var repeatMode = PlayQueue.RepeatMode.none
    var shuffleMode = PlayQueue.ShuffleMode.off
    var volume = 1.0
    var rate = 1.0
    var settings = Settings()
    private var history: [Int] = []
    private var nextID = 1

    /// Settings that have no effect on the queue.
    struct Settings: Equatable {
        var devices: [String] = []
        var effects = AudioEffects()
        var pan = 0.0
        var crossfade = 0.0
        var loops = 0
        var actionAtItemEnd = ActionAtItemEnd.advance
    }

    init() {}

    /// The current state of a player.
    init(of player: isolated QueuePlayer) {
        self.init(player.snapshot)
        settings = Settings(
            devices: player.outputDevices, effects: player.effects, pan: player.pan,
            crossfade: player.crossfadeDuration, loops: player.numberOfLoops,
            actionAtItemEnd: player.actionAtItemEnd)
    }

    private init(_ player: PlayerSnapshot) {
        entries = player.queue.entries.map(\.id.rawValue)
        index = player.queue.currentIndex
        state = player.playbackState
        (repeatMode, shuffleMode) = (player.queue.repeatMode, player.queue.shuffleMode)
        (volume, rate) = (player.volume, player.rate)
    }

    static func == (left: PlayerModel, right: PlayerModel) -> Bool {
        left.entries == right.entries && left.index == right.index && left.state == right.state
            && left.repeatMode == right.repeatMode && left.shuffleMode == right.shuffleMode
            && left.volume == right.volume && left.rate == right.rate
            && left.settings == right.settings
    }

    var current: Int? { index.map { entries[$0] } }

    /// Does what a request is to do.
    ///
    /// - Parameters:
    ///   - player: The player before it.
    ///   - shuffled: The order of the player after it, for there is no other way to know a mixed one.
    mutating func perform(_ request: PlayerRequest, on player: PlayerSnapshot, shuffled: [Int]) {
        switch request {
        case .command(let command): perform(command, on: player, shuffled)
        case .beginning: break
        case .insert(let items, let place, let makesCurrent):
            insert(items.count, after: place?.rawValue, makesCurrent)
        case .remove(let id): remove(id.rawValue)
        case .goTo(let id): if entries.contains(id.rawValue) { go(to: id.rawValue, play: true) }
        case .devices(let names): settings.devices = names
        case .effects(let effects): settings.effects = effects
        case .pan(let pan): settings.pan = Double(Float(max(-1, min(1, pan))))
        case .crossfade(let duration): settings.crossfade = max(0, min(30, duration))
        case .loops(let count): settings.loops = count
        case .actionAtItemEnd(let action): settings.actionAtItemEnd = action
        }
    }

    /// Takes over what a sound server has done to the devices of a player: a mixer moves a single stream, and a single
    /// device that is gone is forgotten.
    ///
    /// - Returns: Whether it can have been the server.
    mutating func adopt(devices: [String], moves: [String]) -> Bool {
        guard devices != settings.devices else { return true }
        let isPossible =
            settings.devices.count < 2
            && (devices.isEmpty || devices.count == 1 && moves.contains(devices[0]))
        settings.devices = devices
        return isPossible
    }

    private mutating func perform(
        _ command: PlayerCommand, on player: PlayerSnapshot, _ shuffled: [Int]
    ) {
        switch command {
        case .play: play()
        case .pause: if state != .stopped { state = .paused }
        case .togglePlayPause: state == .playing ? (state = .paused) : play()
        case .stop: state = .stopped
        case .next: next()
        case .previous: previous(elapsed: player.time)
        case .setPosition: break
        case .seek(let change):
            if player.canSeek, let duration = player.duration, player.time + change > duration {
                next()
            }
        case .setVolume(let volume): self.volume = max(0, min(1, volume))
        case .changeVolume(let change): volume = max(0, min(1, volume + change))
        case .setRate(let rate): self.rate = max(0.5, min(2, rate))
        case .setRepeat(let mode): repeatMode = mode
        case .nextRepeatMode:
            repeatMode = [.none: .all, .all: .one, .one: .none][repeatMode] ?? .none
        case .setShuffle(let mode): shuffle(mode, shuffled)
        case .nextShuffleMode:
            shuffle([.off: .songs, .songs: .albums, .albums: .off][shuffleMode] ?? .off, shuffled)
        case .open(let items):
            guard !items.isEmpty else { return }
            entries = newIDs(items.count)
            (history, index) = ([], 0)
            shuffle(shuffleMode, shuffled)
            play()
        }
    }

    private mutating func play() {
        guard !entries.isEmpty else { return }
        index = index ?? 0
        state = .playing
    }

    private mutating func go(to id: Int?, play plays: Bool = false) {
        if let current, current != id { history.append(current) }
        index = id.flatMap { entries.firstIndex(of: $0) }
        if index == nil { state = .stopped }
        if plays { state = .playing }
    }

    private mutating func next() {
        guard let index else { return }
        if index + 1 < entries.count { return go(to: entries[index + 1]) }
        go(to: repeatMode == .none ? nil : entries.first)
    }

    private mutating func previous(elapsed: Double) {
        guard elapsed <= 3 else { return }
        let before: Int? =
            if let last = history.last, entries.contains(last) { last } else if let index {
                index > 0 ? entries[index - 1] : repeatMode == .none ? nil : entries.last
            } else { entries.last }
        guard let before, before != current else { return }
        if history.last == before { history.removeLast() }
        index = entries.firstIndex(of: before)
    }

    private mutating func shuffle(_ mode: PlayQueue.ShuffleMode, _ shuffled: [Int]) {
        let current = current
        shuffleMode = mode
        // Another order of the same; where it plays by songs, what plays comes first.
        if entries.sorted() == shuffled.sorted() { entries = shuffled }
        index = current.flatMap { entries.firstIndex(of: $0) }
        if mode == .songs, index != nil { index = 0 }
    }

    private mutating func newIDs(_ count: Int) -> [Int] {
        defer { nextID += count }
        return Array(nextID..<nextID + count)
    }

    private mutating func insert(_ count: Int, after id: Int?, _ makesCurrent: Bool) {
        guard count > 0 else { return }
        let new = newIDs(count)
        let current = current
        let place = id.map { id in entries.firstIndex(of: id).map { $0 + 1 } ?? entries.count } ?? 0
        entries.insert(contentsOf: new, at: place)
        index = current.flatMap { entries.firstIndex(of: $0) }
        if makesCurrent { go(to: new[0], play: true) }
    }

    private mutating func remove(_ id: Int) {
        guard let place = entries.firstIndex(of: id) else { return }
        let current = current
        entries.remove(at: place)
        history.removeAll { $0 == id }
        guard current == id else {
            index = current.flatMap { entries.firstIndex(of: $0) }
            return
        }
        if place < entries.count { return }
        index = repeatMode == .none || entries.isEmpty ? nil : 0
        if index == nil { state = .stopped }
    }
}
