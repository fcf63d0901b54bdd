import FoundationEssentials
import Glibc
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithPlayQueues
package import PhonolithStore

// Each user has one queue, for the player, the page and apps.

/// The queue of a user.
package struct QueueStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var queue: QueueStore { QueueStore(catalog: self) }
}

/// A right to a user's queue that one program has at a time.
package enum QueueRight: String, CaseIterable, Sendable {
    /// Play it, and keep what is played.
    case playing = "player"
    /// Change it in the library: the player all the time, other programs for a moment.
    case changing = "queue"
}

/// The right to a user's queue in a library on a server; it ends with its connection.
package struct QueueLease: Sendable {
    fileprivate let lock: SessionLock

    /// Whether the connection has not ended. Blocks its thread.
    package var isHeld: Bool { lock.isHeld }
}

extension QueueStore {
    /// Keeps a queue in place of the one before.
    ///
    /// - Parameters:
    ///   - known: The queue it was made of: entries that were not seen in it stay, and what scans have found out about the
    ///     others since is taken over. `nil` for a queue that was made of nothing.
    ///   - requests: The requests that the queue was changed for.
    /// - Returns: The queue that is kept now, with its revision.
    @discardableResult
    package func keep(
        _ queue: KeptQueue, madeOf known: KeptQueue? = nil, for requests: [Int64] = []
    ) throws -> KeptQueue {
        try write { database in
            let revision = try revision(database)
            var everything = try kept(showsHidden: true, database)
            var kept = queue
            if known != nil { kept.bringUpToDate(by: everything) }
            let hidden = everything.renumber(
                try known?.hidden ?? self.kept(database).hidden, asIn: kept)
            let whole = kept.keeping(hidden, of: everything)
            try write(whole, revision + 1, database)
            try answer(requests, "", database)
            (kept.revision, kept.hidden) = (revision + 1, hidden)
            return kept
        }
    }

    /// Keeps the modes of a queue and where it is, without its entries.
    ///
    /// - Parameters:
    ///   - queue: Its entries and its current index do not matter.
    ///   - entry: The number of the current entry.
    package func keepPosition(_ queue: KeptQueue, entry: Int?) throws {
        try write { database in
            let place = try entry.flatMap { try position(ofEntry: $0, database) }
            try keepState(of: queue, at: place, revision(database), database)
        }
    }

    /// The revision of the queue that was kept last; 0 where none was.
    package func revision() throws -> Int { try read { try revision($0) } }

    /// The queue that was kept last; an empty one where none was.
    package func kept() throws -> KeptQueue {
        try read { try kept($0) }
    }

    /// The items of the queue that was kept last, without those that are missing or in closed roots.
    package func items() throws -> ItemQueue {
        try read { try kept(showsHidden: true, $0).items(among: itemsHere($0)) }
    }

    /// The queue that was kept last, and the items in it that the user sees and that are not missing. Asks the library that
    /// is written to, not a replica of it.
    package func keptAndItemsHere() throws -> (queue: KeptQueue, here: Set<MediaItemID>) {
        try write { (queue: try kept($0), here: try itemsHere($0)) }
    }

    private func itemsHere(_ database: Connection) throws -> Set<MediaItemID> {
        let ids = try Int64.fetchAll(
            database,
            literal: """
                SELECT item_id FROM queue_entries JOIN items ON items.id = item_id
                WHERE user_id = \(userID) AND is_missing = 0 AND \(sql: viewer(database).sees())
                """)
        return Set(ids.map { MediaItemID($0) })
    }

    /// The right to play the queue or to change it in a library on a server, as long as the value lives: no other program has it
    /// meanwhile. Blocks its thread.
    ///
    /// - Returns: `nil` where another program has it.
    /// - Throws: ``CatalogError``.
    package func lease(_ right: QueueRight, at server: ServerAddress) throws -> QueueLease? {
        let lock = try Catalog.translatingErrors(path) {
            try SessionLock.queue(ofUser: userID, toPlay: right == .playing, at: server.text)
        }
        return lock.map { QueueLease(lock: $0) }
    }

    /// The file whose lock is a right to the queue of a user of a library in a file.
    package func lockFile(_ right: QueueRight) -> MediaPath {
        Self.lockFile(right, of: catalog.user, inLibrary: path)
    }

    static func lockFile(
        _ right: QueueRight, of user: PersistentID<User>, inLibrary library: String
    ) -> MediaPath {
        let name = user == .owner ? right.rawValue : "\(right.rawValue)-\(user)"
        return Catalog.companion(".\(name)", ofLibrary: library)
    }

    // MARK: - Steps

    /// - Parameter showsHidden: Whether entries in closed roots are among them.
    func kept(showsHidden: Bool = false, _ database: Connection) throws -> KeptQueue {
        let state = try Row.fetchOne(
            database, literal: "SELECT * FROM queue_state WHERE user_id = \(userID)")
        guard let state else { return KeptQueue() }
        let rows = try Row.fetchAll(
            database,
            literal: """
                SELECT *, item_id IS NULL OR EXISTS (SELECT 1 FROM items
                    WHERE items.id = item_id AND \(sql: viewer(database).sees())) AS is_seen
                FROM queue_entries WHERE user_id = \(userID) ORDER BY position
                """)
        var entries = rows.map(KeptQueue.Entry.init)
        let current = state["current_position"] as Int?
        if Set(entries.map(\.number)).count < entries.count {
            // Another program has been at it; no number may be there twice.
            for index in entries.indices { entries[index].number = index + 1 }
        }
        let shown = rows.indices.filter { showsHidden || rows[$0]["is_seen"] as Bool }
        var queue = KeptQueue(
            entries: shown.map { entries[$0] },
            currentIndex: current.flatMap { current in
                shown.firstIndex { rows[$0]["position"] == current }
            },
            time: state["time"],
            repeatMode: PlayQueue.RepeatMode(rawValue: state["repeat_mode"]) ?? .none,
            shuffleMode: PlayQueue.ShuffleMode(rawValue: state["shuffle_mode"]) ?? .off)
        // The next one begins at its beginning.
        if current != nil, queue.currentIndex == nil { queue.time = 0 }
        queue.isCounted = queue.currentIndex != nil && state["is_counted"]
        queue.dateChanged = Date(secondsSince1970: state["changed"])
        queue.changedBy = state["changed_by"]
        queue.revision = state["revision"]
        queue.hidden = Set(entries.map(\.number)).subtracting(queue.entries.map(\.number))
        // Hidden entries have numbers, too.
        queue.nextNumber = (entries.map(\.number).max() ?? 0) + 1
        return queue
    }

    func revision(_ database: Connection) throws -> Int {
        try Int.fetchOne(
            database, literal: "SELECT revision FROM queue_state WHERE user_id = \(userID)") ?? 0
    }

    private func position(ofEntry number: Int, _ database: Connection) throws -> Int? {
        try Int.fetchOne(
            database,
            literal: """
                SELECT position FROM queue_entries WHERE user_id = \(userID) AND number = \(number)
                """)
    }

    /// Writes a queue in place of the one before.
    func write(_ queue: KeptQueue, _ revision: Int, _ database: Connection) throws {
        try write(queue.entries, database)
        try keepState(of: queue, at: queue.currentIndex, revision, database)
    }

    private func write(_ entries: [KeptQueue.Entry], _ database: Connection) throws {
        try database.execute(literal: "DELETE FROM queue_entries WHERE user_id = \(userID)")
        let insertion = try database.makeStatement(
            sql: """
                INSERT INTO queue_entries
                    (user_id, position, own_position, number, item_id, path, url, title, artist,
                    album_title, duration,
                    track_gain, track_peak, album_gain, album_peak, start_time, end_time)
                VALUES (?, ?, ?, ?, (SELECT id FROM items
                WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for (position, entry) in entries.enumerated() {
            let (path, url): (Data?, String?) =
                switch entry.source {
                case .file(let path): (path.data, nil)
                case .url(let url): (nil, url)
                }
            let words = entry.description
            try insertion.execute(arguments: [
                userID, position, entry.ownPosition, entry.number, entry.item?.rawValue, path, url,
                words.title, words.artist, words.albumTitle, words.duration, words.trackGain,
                words.trackPeak, words.albumGain, words.albumPeak, entry.startTime, entry.endTime,
            ])
        }
    }

    /// Keeps modes and time of a queue, and the program that changed it.
    ///
    /// - Parameter position: Of the current entry, hidden ones counted.
    private func keepState(
        of queue: KeptQueue, at position: Int?, _ revision: Int, _ database: Connection
    ) throws {
        try database.execute(
            literal: """
                INSERT INTO queue_state
                    (user_id, current_position, time, is_counted, repeat_mode, shuffle_mode,
                    revision, changed, changed_by)
                VALUES (\(userID), \(position), \(queue.time), \(queue.isCounted),
                \(queue.repeatMode.rawValue), \(queue.shuffleMode.rawValue), \(revision),
                \((queue.dateChanged ?? .now).secondsSince1970), \(queue.changedBy.asPlayerName))
                ON CONFLICT (user_id) DO UPDATE SET current_position = excluded.current_position,
                    time = excluded.time, is_counted = excluded.is_counted,
                    repeat_mode = excluded.repeat_mode, shuffle_mode = excluded.shuffle_mode,
                    revision = excluded.revision, changed = excluded.changed, changed_by = excluded.changed_by
                """)
    }
}

extension KeptQueue.Entry {
    fileprivate init(_ row: Row) {
        let (item, path) = (row["item_id"] as Int64?, row["path"] as Data?)
        var words = Description(title: row["title"])
        (words.artist, words.albumTitle) = (row["artist"], row["album_title"])
        words.duration = row["duration"]
        (words.trackGain, words.trackPeak) = (row["track_gain"], row["track_peak"])
        (words.albumGain, words.albumPeak) = (row["album_gain"], row["album_peak"])
        self.init(
            number: row["number"], item: item.map(PersistentID.init),
            source: path.map { .file(MediaPath(data: $0)) } ?? .url(row["url"]),
            description: words, startTime: row["start_time"], endTime: row["end_time"],
            ownPosition: row["own_position"])
    }
}
