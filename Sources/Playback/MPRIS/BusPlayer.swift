#if os(Linux)
    import Foundation
    public import MediaModel
    internal import Synchronization

    /// A player on the session's D-Bus, where media keys, panels and `playerctl` find it (MPRIS 2.2,
    /// specifications.freedesktop.org/mpris-spec).
    ///
    /// All four interfaces are there: the root, Player, TrackList and Playlists.
    public final class BusPlayer: Sendable {
        private let connection: BusConnection
        private let requests: AsyncStream<BusRequest>.Continuation
        private let tasks: [Task<Void, Never>]

        /// What is known of an item beyond what its player knows.
        public struct Details: Sendable {
            /// What its file says.
            public var facts: MediaFacts?
            /// What the user did with it.
            public var userValues: MediaItem.UserValues?
            /// An encoded picture.
            public var picture: [UInt8]?

            /// Joins what is known; by default nothing.
            public init(
                facts: MediaFacts? = nil, userValues: MediaItem.UserValues? = nil,
                picture: [UInt8]? = nil
            ) {
                self.facts = facts
                self.userValues = userValues
                self.picture = picture
            }
        }

        /// Puts a player on the bus, as `org.mpris.MediaPlayer2.phonolith`, or where that is taken, with
        /// `.instance` and the process's number behind it.
        ///
        /// - Parameters:
        ///   - details: Asked for each item that plays, on a thread that may wait.
        ///   - makeItem: Makes an item of an address that somebody wants to hear; `nil` for none.
        /// - Returns: `nil` where there is no session bus.
        public static func publish(
            _ player: QueuePlayer, details: @escaping @Sendable (PlayerItem) -> Details,
            makeItem: @escaping @Sendable (String) -> PlayerItem?
        ) async -> BusPlayer? {
            let state = BusState()
            let (stream, requests) = AsyncStream<BusRequest>.makeStream()
            let name = "org.mpris.MediaPlayer2.phonolith"
            let answer: BusConnection.Answer = { call in
                BusInterface.answer(call, state: state.current, position: player.position) {
                    requests.yield($0)
                }
            }
            let events = await player.events()
            await state.update(from: player)
            guard
                let connection = BusConnection(
                    names: [name, "\(name).instance\(getpid())"], path: BusInterface.path,
                    answer: answer)
            else { return nil }
            let publisher = BusPublisher(
                player: player, state: state, connection: connection, details: details)
            let obeying = Task {
                for await request in stream { await request.perform(on: player, makeItem) }
            }
            let telling = Task { await publisher.run(events) }
            return BusPlayer(connection, requests, [obeying, telling])
        }

        private init(
            _ connection: BusConnection, _ requests: AsyncStream<BusRequest>.Continuation,
            _ tasks: [Task<Void, Never>]
        ) {
            self.connection = connection
            self.requests = requests
            self.tasks = tasks
        }

        /// Takes the player from the bus.
        public func withdraw() async {
            requests.finish()
            tasks.forEach { $0.cancel() }
            connection.close()
        }
    }

    /// What somebody on the bus wants of the player.
    enum BusRequest: Sendable {
        case play, pause, playPause, stop, next, previous
        case seek(by: Double)
        case setPosition(Double, entry: Int)
        case open(String)
        case setRepeat(PlayQueue.RepeatMode)
        case setShuffle(Bool)
        case setRate(Double)
        case setVolume(Double)
        case add(String, after: Int?, makesCurrent: Bool)
        case remove(Int)
        case goTo(Int)
        case activatePlaylist(Int64)

        func perform(
            on player: QueuePlayer, _ makeItem: @escaping @Sendable (String) -> PlayerItem?
        ) async {
            switch self {
            case .play: await player.play()
            case .pause: await player.pause()
            case .playPause: await player.togglePlayPause()
            case .stop: await player.stop()
            case .next: await player.skipToNextItem()
            case .previous: await player.skipToPreviousItem()
            case .seek(let change): await seek(player, to: player.currentPlaybackTime + change)
            case .setPosition(let time, let entry):
                // A stale call is about an item that plays no more (MPRIS 2.2, `SetPosition`).
                guard await player.queue.current?.id.rawValue == entry else { return }
                let duration = await player.currentDuration ?? .infinity
                if time >= 0, time <= duration { await player.seek(to: time) }
            case .open(let address):
                guard let item = await BusPublisher.onThread({ makeItem(address) }) else { return }
                await player.setQueue(with: [item])
                await player.play()
            case .setRepeat(let mode): await player.setRepeatMode(mode)
            case .setShuffle(let isOn): await player.setShuffleMode(isOn ? .songs : .off)
            case .setRate(let rate):
                if rate == 0 { await player.pause() } else { await player.setRate(rate) }
            case .setVolume(let volume): await player.setVolume(volume)
            case .add(let address, let entry, let makesCurrent):
                await add(address, after: entry, makesCurrent, to: player, makeItem)
            // What is not in the queue any more cannot be taken out or gone to; the bus asks for no answer.
            case .remove(let entry): try? await player.remove(.init(rawValue: entry))
            case .goTo(let entry): try? await player.skip(to: .init(rawValue: entry))
            case .activatePlaylist(let id):
                // A playlist that was deleted meanwhile is empty.
                try? await player.setQueue(with: MediaQuery(group: MediaGroup(.playlist, id)))
                await player.play()
            }
        }

        /// Behind the end is the next item (MPRIS 2.2, `Seek`).
        private func seek(_ player: QueuePlayer, to time: Double) async {
            if let duration = await player.currentDuration, time > duration {
                await player.skipToNextItem()
            } else {
                await player.seek(to: max(0, time))
            }
        }

        private func add(
            _ address: String, after entry: Int?, _ makesCurrent: Bool, to player: QueuePlayer,
            _ makeItem: @escaping @Sendable (String) -> PlayerItem?
        ) async {
            guard let item = await BusPublisher.onThread({ makeItem(address) }) else { return }
            let place = entry.map(PlayQueue.Entry.ID.init)
            let before = Set(await player.queue.entries.map(\.id))
            do {
                try await player.insert([item], after: place)
            } catch {
                // Behind an entry that is gone is at the end.
                await player.append([item])
            }
            guard makesCurrent else { return }
            let added = await player.queue.entries.first { !before.contains($0.id) }
            if let added {
                // It was put in a moment ago.
                try? await player.skip(to: added.id)
                await player.play()
            }
        }
    }
#endif
