import PhonolithAccess
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Synchronization

/// Items that are playing, with their users and programs; only in memory.
final class NowPlaying: Sendable {
    /// An item that a user plays with a program.
    struct Entry: Sendable {
        var item: MediaItemID
        var userName: String
        var client: String
        /// When the program last reported it, by the uptime of the service as all moments here.
        var since: Duration
        /// A number that identifies the user with the program.
        var player: Int
        /// The program's report; `nil` if it only announced the item.
        var playback: Playback?
        /// How much of it was heard; `nil` if the program only announced it.
        var listening: ReportedListening?
        /// Of the item, in seconds.
        var duration = 0.0
        /// Whether the program counts plays itself.
        var isIgnored = false
        /// When it is taken to be over.
        var expires: Duration

        /// Its result for the history if it ends now.
        fileprivate var end: End? {
            guard !isIgnored, let result = listening?.result(duration: duration) else { return nil }
            return End(item: item, result: result, entry: self)
        }
    }

    /// The result for the history of an item that has ended.
    struct End: Sendable {
        var item: MediaItemID
        var result: ReportedListening.Result
        /// The state before the report that ended it.
        fileprivate var entry: Entry
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
        /// The programs of each user by name, at most ``mostPlayers``.
        var players: [PersistentID<User>?: [String: Int]] = [:]
        var lastPlayer = 0

        /// The number of a program; a new one replaces the user's oldest where there are too many.
        mutating func player(_ key: Key) -> Int {
            var known = players[key.user] ?? [:]
            if let player = known[key.client] { return player }
            if known.count >= NowPlaying.mostPlayers,
                let oldest = known.min(by: { $0.value < $1.value })?.key
            {
                known[oldest] = nil
                entries[Key(user: key.user, client: oldest)] = nil
            }
            lastPlayer += 1
            known[key.client] = lastPlayer
            players[key.user] = known
            return lastPlayer
        }
    }

    /// An item that was only announced, and begun longer ago, is played no more.
    private static let longest = Duration.seconds(4 * 3600)
    /// How long after its end an item is given up whose program reports nothing any more.
    fileprivate static let patience = Duration.seconds(1800)
    private static let mostPlayers = 100

    private let state = Mutex(State())

    /// Notes that a program has begun an item.
    func begin(_ item: MediaItemID, by caller: Caller, with client: String, at now: Duration) {
        let key = Key(user: caller.id, client: client)
        state.withLock { state in
            // The program reports how far it is, too.
            if let known = state.entries[key], known.item == item, known.listening != nil,
                now < known.expires
            {
                return
            }
            state.entries[key] = Entry(
                item: item, userName: caller.name, client: client, since: now,
                player: state.player(key), playback: nil,
                expires: now + Self.longest)
        }
    }

    /// Notes how far a program has played an item.
    ///
    /// - Parameters:
    ///   - duration: Of the item, in seconds.
    ///   - isIgnored: Whether the report is not to count.
    /// - Returns: The item that has ended by it, and is to be counted: this one, or the one before it.
    func report(
        _ item: MediaItemID, _ playback: Playback, duration: Double, isIgnored: Bool,
        by caller: Caller, with client: String, at now: Duration
    ) -> End? {
        let key = Key(user: caller.id, client: client)
        return state.withLock { state in
            let known = state.entries[key].flatMap { now < $0.expires ? $0 : nil }
            guard playback.state != .stopped else {
                state.entries[key] = nil
                guard var last = known, last.item == item else { return known?.end }
                let entry = last
                last.note(playback, isIgnored: isIgnored, now: now)
                var end = last.end
                end?.entry = entry
                return end
            }
            // A start of the same item is another play of it.
            if var entry = known, entry.item == item, entry.listening != nil,
                playback.state != .starting
            {
                entry.note(playback, isIgnored: isIgnored, now: now)
                state.entries[key] = entry
                return nil
            }
            var entry = Entry(
                item: item, userName: caller.name, client: client, since: now,
                player: state.player(key), playback: playback, duration: duration, expires: now)
            entry.note(playback, isIgnored: isIgnored, now: now)
            state.entries[key] = entry
            return known?.end
        }
    }

    /// Takes back a report whose item could not be counted, so that the next report ends it again.
    func restore(_ end: End, by caller: Caller, with client: String) {
        state.withLock { $0.entries[Key(user: caller.id, client: client)] = end.entry }
    }

    func end(by caller: Caller, with client: String) {
        state.withLock { $0.entries[Key(user: caller.id, client: client)] = nil }
    }

    func entries(at now: Duration) -> [Entry] {
        state.withLock { state in
            state.entries = state.entries.filter { now < $0.value.expires }
            return state.entries.values.sorted { ($1.since, $1.player) < ($0.since, $0.player) }
        }
    }
}

extension NowPlaying.Entry {
    /// Takes a report of the same play.
    fileprivate mutating func note(
        _ playback: NowPlaying.Playback, isIgnored: Bool, now: Duration
    ) {
        let isRunning = playback.state == .playing || playback.state == .starting
        if listening == nil {
            listening = ReportedListening(
                at: playback.position, rate: playback.rate, isRunning: isRunning, moment: now)
        } else {
            listening?.report(
                at: playback.position, rate: playback.rate, isRunning: isRunning, moment: now)
        }
        (self.playback, self.isIgnored, since) = (playback, isIgnored, now)
        let left = (duration - Double(playback.position) / 1000) / max(playback.rate, 0.1)
        expires = now + .seconds(max(0, min(left, 1e6))) + NowPlaying.patience
    }
}
