import PhonolithFiles
import PhonolithMediaModel
import PhonolithSound
internal import Synchronization

/// The state of a player on the bus, at one moment.
struct BusFacts: Sendable {
    var playbackState = PlaybackState.stopped
    var repeatMode = PlayQueue.RepeatMode.none
    var shuffleMode = PlayQueue.ShuffleMode.off
    var rate = 1.0
    var volume = 1.0
    var current: PlayQueue.Entry?
    var metadata: BusValue = [:]
    /// Whether the queue is not empty.
    var hasEntries = false
    var canGoNext = false
    var canGoPrevious = false
    var canSeek = false
    /// The name of the program, for people.
    var identity = ""
    var remote = RemoteCommands()
    /// The program's own words about what plays.
    var info: NowPlayingInfo?
}

/// The facts, for the bus's thread to look at without waiting for the player.
final class BusState: Sendable {
    private let facts = Mutex(BusFacts())

    var current: BusFacts { facts.withLock { $0 } }

    func change(_ body: (inout BusFacts) -> Void) { facts.withLock { body(&$0) } }

    /// Decides about a request of a client. Handlers are called without the lock.
    func status(of request: BusRequest) -> RemoteCommandStatus {
        let facts = current
        return facts.remote.status(of: request, current: facts.current?.id)
    }

    /// Asks the player for all but the details of the item.
    func update(from player: QueuePlayer) async {
        let snapshot = await player.snapshot
        change { facts in
            facts.playbackState = snapshot.playbackState
            facts.repeatMode = snapshot.queue.repeatMode
            facts.shuffleMode = snapshot.queue.shuffleMode
            (facts.rate, facts.volume) = (snapshot.rate, snapshot.volume)
            facts.current = snapshot.queue.current
            facts.hasEntries = !snapshot.queue.entries.isEmpty
            facts.canGoNext = snapshot.queue.successor != nil
            facts.canGoPrevious = snapshot.queue.current != nil
            facts.canSeek = snapshot.canSeek
        }
    }
}

/// Tells the bus what happens to a player.
final class BusPublisher: Sendable {
    private let player: QueuePlayer
    private let state: BusState
    private let connection: BusConnection
    private let details: @Sendable (PlayerItem) -> BusPlayer.Details
    private let artFolder = BusArtFolder()

    init(
        player: QueuePlayer, state: BusState, connection: BusConnection,
        details: @escaping @Sendable (PlayerItem) -> BusPlayer.Details
    ) {
        self.player = player
        self.state = state
        self.connection = connection
        self.details = details
    }

    /// Tells until nothing more happens.
    func run(_ events: AsyncStream<PlayerEventMoment>) async {
        await describeItem()
        for await moment in events {
            let old = state.current
            await state.update(from: player)
            switch moment.event {
            case .nowPlayingItemDidChange(let entry?) where entry.id == old.current?.id:
                // The same again, as when it repeats: no property says that its time has jumped.
                tellTime(moment.time)
                await describeItem()
            case .nowPlayingItemDidChange, .streamTitleDidChange: await describeItem()
            case .itemStatusDidChange(let entry, .readyToPlay)
            where entry.id == state.current.current?.id:
                await describeItem()
            case .timeJumped(let time): tellTime(time)
            default: break
            }
            tellChanges(from: old, to: state.current)
        }
    }

    private func tellTime(_ time: Double) {
        connection.emit(
            BusInterface.player, "Seeked", [.integer(BusInterface.microseconds(time))])
    }

    private func tellChanges(from old: BusFacts, to new: BusFacts) {
        let before = BusInterface.playerProperties(of: old, position: 0)
        let after = BusInterface.playerProperties(of: new, position: 0)
        let changed = zip(before, after).filter { $0.0.value != $0.1.value }.map(\.1)
        guard !changed.isEmpty else { return }
        connection.emit(
            BusInterface.properties, "PropertiesChanged",
            [.text(BusInterface.player), .dictionary(changed), .texts([])])
    }

    private func describeItem() async {
        guard let entry = await player.queue.current else {
            return state.change { $0.metadata = ["mpris:trackid": .path(BusInterface.noTrack)] }
        }
        let (details, artFolder, info) = (details, artFolder, state.current.info)
        let (found, art) = await Self.onThread {
            let found = details(entry.item)
            let picture = info?.artwork.map(Array.init) ?? found.picture
            return (found, picture.flatMap { artFolder.store($0, as: "\(entry.id)") })
        }
        let (duration, streamTitle) = (await player.currentDuration, await player.streamTitle)
        let stationName = await player.stationName
        state.change { facts in
            facts.metadata = BusInterface.metadata(
                of: entry, duration: duration, streamTitle: streamTitle, stationName: stationName,
                details: found, art: art, info: facts.info)
        }
    }

    /// Changes what the program decides about itself, and tells of it.
    func change(_ body: (inout BusFacts) -> Void) {
        let old = state.current
        state.change(body)
        tellChanges(from: old, to: state.current)
    }

    /// Shows the program's own words about what plays.
    func show(_ info: NowPlayingInfo?) async {
        let old = state.current
        state.change { $0.info = info }
        await describeItem()
        tellChanges(from: old, to: state.current)
    }

    /// Does something that may wait.
    static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            BlockingThread.start(named: "play-bus-work") { continuation.resume(returning: body()) }
        }
    }
}

extension QueuePlayer {
    /// Where playing is, in seconds, asked from anywhere without waiting.
    nonisolated var position: Double { engine.snapshot.time }
}
