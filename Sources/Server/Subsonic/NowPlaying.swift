import Catalog
import Foundation
import MediaModel
import Synchronization

/// What is played at the moment, by whom and with what; only in memory.
final class NowPlaying: Sendable {
    /// What a user plays with a program.
    struct Entry: Sendable {
        var item: MediaItemID
        var userName: String
        var client: String
        /// When the program last reported it.
        var since: Date
        /// A number that identifies the user with the program.
        var player: Int
        /// What the program said of it; `nil` if it only announced the item.
        var playback: Playback?
        /// When it is taken to be over.
        var expires: Date
    }

    /// How far a program has played an item.
    struct Playback: Hashable, Sendable {
        /// The states of the protocol.
        enum State: String, Hashable, Sendable, CaseIterable {
            case starting, playing, paused, stopped
        }

        var state: State
        /// In milliseconds, at the time of the report.
        var position: Int
        /// 1 for the speed of the recording.
        var rate: Double

        /// The position some seconds after the report.
        func position(after seconds: Int) -> Int {
            state == .playing ? position + Int(Double(max(0, seconds) * 1000) * rate) : position
        }
    }

    private struct Key: Hashable {
        var user: PersistentID<User>?
        var client: String
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var players: [Key: Int] = [:]

        mutating func player(_ key: Key) -> Int {
            if players.count >= NowPlaying.mostPlayers { self = State() }
            let player = players[key] ?? players.count + 1
            players[key] = player
            return player
        }
    }

    /// What was only announced, and begun longer ago, is played no more; in seconds.
    private static let longest = 3600 * 4
    /// How long after its end an item is given up whose program reports nothing any more, in seconds.
    private static let patience = 1800
    private static let mostPlayers = 10_000

    private let state = Mutex(State())

    /// Notes that a program has begun an item.
    func begin(_ item: MediaItemID, by caller: Caller, with client: String, now: Date = .now) {
        note(item, nil, lasting: Self.longest, by: caller, with: client, now: now)
    }

    /// Notes how far a program has played an item.
    ///
    /// - Parameter duration: Of the item, in seconds.
    func report(
        _ item: MediaItemID, _ playback: Playback, duration: Double, by caller: Caller,
        with client: String, now: Date = .now
    ) {
        if playback.state == .stopped { return end(by: caller, with: client) }
        let left = (duration - Double(playback.position) / 1000) / max(playback.rate, 0.1)
        note(
            item, playback, lasting: Int(max(0, min(left, 1e6))) + Self.patience, by: caller,
            with: client, now: now)
    }

    private func note(
        _ item: MediaItemID, _ playback: Playback?, lasting seconds: Int, by caller: Caller,
        with client: String, now: Date
    ) {
        let key = Key(user: caller.id, client: client)
        state.withLock { state in
            state.entries[key] = Entry(
                item: item, userName: caller.name, client: client, since: now,
                player: state.player(key), playback: playback,
                expires: Date(secondsSince1970: now.secondsSince1970 + seconds))
        }
    }

    func end(by caller: Caller, with client: String) {
        state.withLock { $0.entries[Key(user: caller.id, client: client)] = nil }
    }

    /// The latest first.
    func entries(now: Date = .now) -> [Entry] {
        state.withLock { state in
            state.entries = state.entries.filter { now < $0.value.expires }
            return state.entries.values.sorted { ($1.since, $1.player) < ($0.since, $0.player) }
        }
    }
}
