import Catalog
import Foundation
import MediaModel
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
    var entries: [PlayQueue.Entry] = []
    var canGoNext = false
    var canGoPrevious = false
    var canSeek = false
    var playlists: [BusPlaylist] = []
    var playingGroup: MediaGroup?

    /// The playlist that the queue was set with, by the name that it has now.
    var activePlaylist: BusPlaylist? {
        guard let group = playingGroup, group.grouping == .playlist else { return nil }
        return playlists.first { $0.id == group.persistentID }
    }
}

/// A playlist as the bus knows it.
struct BusPlaylist: Hashable, Sendable {
    var id: Int64
    var name: String

    var value: BusValue {
        .structure([.path(BusInterface.playlistPath(id)), .text(name), .text("")])
    }
}

/// The facts, for the bus's thread to look at without waiting for the player.
final class BusState: Sendable {
    private let facts = Mutex(BusFacts())

    var current: BusFacts { facts.withLock { $0 } }

    func change(_ body: (inout BusFacts) -> Void) { facts.withLock { body(&$0) } }

    /// Asks the player for all but the details of the item.
    func update(from player: QueuePlayer) async {
        let snapshot = await player.snapshot
        change { facts in
            facts.playbackState = snapshot.playbackState
            facts.repeatMode = snapshot.queue.repeatMode
            facts.shuffleMode = snapshot.queue.shuffleMode
            (facts.rate, facts.volume) = (snapshot.rate, snapshot.volume)
            facts.current = snapshot.queue.current
            facts.entries = snapshot.queue.entries
            facts.playingGroup = snapshot.playingGroup
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
    func run(_ events: AsyncStream<PlayerEvent>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.follow(events) }
            group.addTask { await self.followPlaylists() }
            await group.next()
            group.cancelAll()
        }
    }

    private func follow(_ events: AsyncStream<PlayerEvent>) async {
        await describeItem()
        for await event in events {
            let old = state.current
            await state.update(from: player)
            switch event {
            case .nowPlayingItemDidChange, .streamTitleDidChange: await describeItem()
            case .itemStatusDidChange(let entry, .readyToPlay)
            where entry.id == state.current.current?.id:
                await describeItem()
            case .timeJumped(let time):
                connection.emit(
                    BusInterface.player, "Seeked", [.integer(BusInterface.microseconds(time))])
            case .queueDidChange: tellTracks(from: old.entries)
            default: break
            }
            tellChanges(from: old, to: state.current)
        }
    }

    private func tellTracks(from old: [PlayQueue.Entry]) {
        let facts = state.current
        func path(_ id: PlayQueue.Entry.ID?) -> BusValue {
            .path(id.map(BusInterface.trackPath) ?? BusInterface.noTrack)
        }
        func tell(_ signal: String, _ arguments: [BusValue]) {
            connection.emit(BusInterface.trackList, signal, arguments)
        }
        let changes = TrackListChange.changes(from: old, to: facts.entries)
        for change in changes {
            switch change {
            case .added(let entry, let place):
                let metadata = BusInterface.metadata(of: entry, duration: entry.item.duration)
                tell("TrackAdded", [metadata, path(place)])
            case .removed(let id): tell("TrackRemoved", [path(id)])
            case .replaced:
                let paths = facts.entries.map { BusInterface.trackPath($0.id) }
                tell("TrackListReplaced", [.paths(paths), path(facts.current?.id)])
            }
        }
        guard !changes.isEmpty else { return }
        // The row itself may be long: who wants it asks for it (MPRIS 2.2, `Tracks`).
        connection.emit(
            BusInterface.properties, "PropertiesChanged",
            [.text(BusInterface.trackList), .dictionary([]), .texts(["Tracks"])])
    }

    /// Keeps the library's playlists, as they are made, renamed and deleted by whomsoever.
    private func followPlaylists() async {
        await readPlaylists()
        for await _ in player.libraryChanges { await readPlaylists() }
        // There is no library, or none that can be followed: its playlists stay as they are.
        // A sleep fails only where the task is cancelled, which ends the loop.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }

    private func readPlaylists() async {
        let old = state.current
        let found = await player.busPlaylists()
        state.change { $0.playlists = found }
        let names = Dictionary(old.playlists.map { ($0.id, $0.name) }) { first, _ in first }
        for list in found where names[list.id].map({ $0 != list.name }) ?? false {
            connection.emit(BusInterface.playlists, "PlaylistChanged", [list.value])
        }
        tellChanges(from: old, to: state.current)
    }

    private func tellChanges(from old: BusFacts, to new: BusFacts) {
        for interface in [BusInterface.player, BusInterface.playlists] {
            let before = BusInterface.properties(of: interface, old, position: 0) ?? []
            let after = BusInterface.properties(of: interface, new, position: 0) ?? []
            let changed = zip(before, after).filter { $0.0.value != $0.1.value }.map(\.1)
            guard !changed.isEmpty else { continue }
            connection.emit(
                BusInterface.properties, "PropertiesChanged",
                [.text(interface), .dictionary(changed), .texts([])])
        }
    }

    private func describeItem() async {
        guard let entry = await player.queue.current else {
            return state.change { $0.metadata = ["mpris:trackid": .path(BusInterface.noTrack)] }
        }
        let (details, artFolder) = (details, artFolder)
        let (found, art) = await Self.onThread {
            let found = details(entry.item)
            return (found, found.picture.flatMap { artFolder.store($0, as: "\(entry.id)") })
        }
        let metadata = BusInterface.metadata(
            of: entry, duration: await player.currentDuration,
            streamTitle: await player.streamTitle, stationName: await player.stationName,
            details: found, art: art)
        guard metadata != state.current.metadata else { return }
        state.change { $0.metadata = metadata }
        connection.emit(
            BusInterface.trackList, "TrackMetadataChanged",
            [.path(BusInterface.trackPath(entry.id)), metadata])
    }

    /// Does something that may wait.
    static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }
}

extension QueuePlayer {
    /// Where playing is, in seconds, asked from anywhere without waiting.
    nonisolated var position: Double { engine.snapshot.time }

    /// A moment after each change of the library; none where there is no library.
    nonisolated var libraryChanges: AsyncStream<Void> {
        guard let keeper else { return AsyncStream { $0.finish() } }
        return keeper.changes(every: .seconds(1))
    }

    /// The library's playlists.
    func busPlaylists() async -> [BusPlaylist] {
        // A library that cannot be read has none to show.
        let found = try? await keeper?.read { try $0.collections(of: .playlists) }
        return (found ?? []).map { BusPlaylist(id: $0.persistentID, name: $0.title) }
    }
}
