import FoundationEssentials
import Glibc
package import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithPlayQueues
import PhonolithQueries
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
    ///   - known: The queue that it was made of: what scans and rights have changed since is taken over. `nil` for a queue that was
    ///     made of nothing; hidden entries stay even then.
    ///   - requests: The requests that the queue was changed for.
    /// - Returns: The queue that is kept now, with its revision.
    @discardableResult
    package func keep(
        _ queue: KeptQueue, madeOf known: KeptQueue? = nil, for requests: [Int64] = []
    ) throws -> KeptQueue {
        try write { database in
            let stored = try kept(database)
            var kept = queue
            kept.queue.takeOver(stored.queue, since: known?.queue)
            kept.revision = stored.revision + 1
            try write(kept, database)
            try answer(requests, "", database)
            return kept
        }
    }

    /// Keeps the modes of a queue and where it is, without its entries.
    package func keepPosition(_ queue: KeptQueue) throws {
        try write { database in
            var kept = queue
            kept.revision = try revision(database)
            try keepState(of: kept, database)
        }
    }

    /// The revision of the queue that was kept last; 0 where none was.
    package func revision() throws -> Int { try read { try revision($0) } }

    /// The queue that was kept last, as it was kept; an empty one where none was.
    package func kept() throws -> KeptQueue { try read { try kept($0) } }

    /// The same, with all that the library knows of its items now.
    package func described() throws -> KeptQueue { try describing(kept()) }

    func describing(_ kept: KeptQueue) throws -> KeptQueue {
        var described = kept
        described.queue.describe(with: try catalog.items.byID(kept.items))
        return described
    }

    /// The queue that was kept last for programs that only play items of the library: without those that are missing or in
    /// closed roots.
    package func shown() throws -> KeptQueue {
        try read { try kept($0).shown(among: itemsHere($0)) }
    }

    /// The queue that was kept last, and the items in it that the user sees and that are not missing. Asks the library that
    /// is written to, not a replica of it.
    func keptAndItemsHere() throws -> (queue: KeptQueue, here: Set<MediaItemID>) {
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

    func kept(_ database: Connection) throws -> KeptQueue {
        let state = try Row.fetchOne(
            database, literal: "SELECT * FROM queue_state WHERE user_id = \(userID)")
        guard let state else { return KeptQueue() }
        let rows = try StoredQueueEntry.projection(ofSeen: viewer(database).sees()).fetchAll(
            database, from: "queue_entries WHERE user_id = \(userID) ORDER BY position")
        var entries = rows.map(\.entry)
        let numbers = Set(entries.map(\.id.rawValue))
        if numbers.count < entries.count || !numbers.allSatisfy((1...1 << 53).contains) {
            // Another program has been at it; each number may be there once, and leaves room for those behind it.
            entries = entries.enumerated().map { index, entry in
                .init(id: .init(rawValue: index + 1), item: entry.item, isHidden: entry.isHidden)
            }
        }
        let position = state["current_position"] as Int?
        let current = position.flatMap { position in
            rows.firstIndex { $0.position == position }
        }
        var queue = PlayQueue(all: entries, current: current)
        queue.repeatMode = PlayQueue.RepeatMode(rawValue: state["repeat_mode"]) ?? .none
        queue.setShuffled(
            PlayQueue.ShuffleMode(rawValue: state["shuffle_mode"]) ?? .off,
            ownPositions: rows.map(\.ownPosition))
        var kept = KeptQueue(queue, time: state["time"])
        kept.isCounted = queue.current != nil && state["is_counted"]
        if position != nil, current.map({ entries[$0].isHidden }) ?? true {
            // The next one begins at its beginning.
            (kept.time, kept.isCounted) = (0, false)
        }
        kept.dateChanged = Date(secondsSince1970: state["changed"])
        kept.changedBy = state["changed_by"]
        kept.revision = state["revision"]
        return kept
    }

    func revision(_ database: Connection) throws -> Int {
        try Int.fetchOne(
            database, literal: "SELECT revision FROM queue_state WHERE user_id = \(userID)") ?? 0
    }

    private func position(of entry: PlayQueue.Entry.ID, _ database: Connection) throws -> Int? {
        try Int.fetchOne(
            database,
            literal: """
                SELECT position FROM queue_entries
                WHERE user_id = \(userID) AND number = \(entry.rawValue)
                """)
    }

    /// Writes a queue in place of the one before.
    func write(_ kept: KeptQueue, _ database: Connection) throws {
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
        let ownPositions = kept.queue.ownPositions
        for (position, entry) in kept.queue.all.enumerated() {
            let item = entry.item
            let place = item.source.place
            let (path, url) = (place.path?.data, place.url)
            try insertion.execute(arguments: [
                userID, position, ownPositions[entry.id], entry.id.rawValue,
                item.persistentID?.rawValue, path, url, item.title, item.artist, item.albumTitle,
                item.duration, item.loudness.trackGain, item.loudness.trackPeak,
                item.loudness.albumGain, item.loudness.albumPeak, item.startTime, item.endTime,
            ])
        }
        try keepState(of: kept, database)
    }

    /// Keeps modes, place and revision of a queue, and the program that changed it.
    private func keepState(of kept: KeptQueue, _ database: Connection) throws {
        let place = try kept.queue.current.flatMap { try position(of: $0.id, database) }
        let queue = kept.queue
        try database.execute(
            literal: """
                INSERT INTO queue_state
                    (user_id, current_position, time, is_counted, repeat_mode, shuffle_mode,
                    revision, changed, changed_by)
                VALUES (\(userID), \(place), \(kept.time), \(kept.isCounted),
                \(queue.repeatMode.rawValue), \(queue.shuffleMode.rawValue), \(kept.revision),
                \((kept.dateChanged ?? .now).secondsSince1970), \(kept.changedBy.asPlayerName))
                ON CONFLICT (user_id) DO UPDATE SET current_position = excluded.current_position,
                    time = excluded.time, is_counted = excluded.is_counted,
                    repeat_mode = excluded.repeat_mode, shuffle_mode = excluded.shuffle_mode,
                    revision = excluded.revision, changed = excluded.changed, changed_by = excluded.changed_by
                """)
    }
}

/// A row of `queue_entries`.
package struct StoredQueueEntry {
    package var entry: PlayQueue.Entry
    fileprivate var position: Int
    fileprivate var ownPosition: Int

    /// - Parameter isSeen: The condition for the rows of `items` that are in no root that is closed to the user.
    package static func projection(ofSeen isSeen: String) -> Projection<StoredQueueEntry> {
        Projection { column in
            let path: MediaPath? = column("path AS source")
            let url: String? = column("url AS source")
            var item = PlayerItem(
                path.map { .file($0) } ?? .url(url ?? ""), title: column("title"),
                startTime: column("start_time"), endTime: column("end_time"))
            item.persistentID = column("item_id AS persistent_id")
            item.artist = column("artist")
            item.albumTitle = column("album_title")
            item.duration = column("duration")
            item.loudness = PlayerItem.Loudness(
                trackGain: column("track_gain"), trackPeak: column("track_peak"),
                albumGain: column("album_gain"), albumPeak: column("album_peak"))
            return StoredQueueEntry(
                entry: PlayQueue.Entry(
                    id: .init(rawValue: column("number AS id")), item: item,
                    isHidden: column(
                        """
                        item_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM items
                            WHERE items.id = item_id AND \(sql: isSeen)) AS is_hidden
                        """)),
                position: column("position"), ownPosition: column("own_position"))
        }
    }
}

// MARK: - Output devices

// The devices that a user chose last are kept with the user, wherever sound is played for them: by `play`, and by the jukebox of the
// service, which may run as another user of the computer.

extension QueueStore {
    /// The devices that the user chose last, by the sound server's names, in their order; none for its default. Devices
    /// of another computer, and removed ones, are listed, too.
    package func chosenOutputs() throws -> [String] {
        try read {
            try String.fetchAll(
                $0,
                literal: """
                    SELECT name FROM chosen_outputs WHERE user_id = \(userID) ORDER BY position
                    """)
        }
    }

    /// Remembers devices as the user's choice.
    ///
    /// - Parameter names: The sound server's names, each once; none for its default.
    package func chooseOutputs(_ names: [String]) throws {
        try write { database in
            try database.execute(
                literal: "DELETE FROM chosen_outputs WHERE user_id = \(userID)")
            for (position, name) in names.enumerated() {
                try database.execute(
                    literal: """
                        INSERT INTO chosen_outputs (user_id, name, position)
                        VALUES (\(userID), \(name), \(position))
                        """)
            }
        }
    }
}
