import Foundation
internal import GRDB
import MediaModel

// The player's queue. There is one in a library.

extension Catalog {
    /// Keeps a queue.
    ///
    /// - Parameter base: What the queue was made of: where others have changed the kept one since, both are
    ///   merged. `nil` to keep it in place of whatever was kept.
    /// - Returns: What is kept now, with its revision.
    @discardableResult
    public func keepQueue(_ queue: KeptQueue, basedOn base: KeptQueue? = nil) throws -> KeptQueue {
        try write { database in
            let revision = try Self.queueRevision(database)
            var kept = queue
            if let base, base.revision != revision {
                let theirs = try Self.keptQueue(database)
                kept = .merged(base: base, mine: queue, theirs: theirs)
                if kept.entries == theirs.entries, kept.hasModes(of: theirs) {
                    try Self.keepState(of: kept, revision, database)
                    kept.revision = revision
                    return kept
                }
            }
            try Self.write(kept.entries, database)
            try Self.keepState(of: kept, revision + 1, database)
            kept.revision = revision + 1
            return kept
        }
    }

    /// Keeps where a queue is, without its entries; and the modes, unless others have changed the queue.
    ///
    /// - Parameters:
    ///   - queue: Its entries do not matter.
    ///   - entry: The number of the current entry.
    ///   - revision: That of the queue which it was made of.
    /// - Returns: The revision from now on; another than expected where others have changed the queue.
    @discardableResult
    public func keepQueuePosition(
        _ queue: KeptQueue, entry: Int?, basedOn revision: Int
    ) throws -> Int {
        try write { database in
            let current = try Self.queueRevision(database)
            var kept = queue
            guard current == revision else {
                guard let place = try Self.position(ofEntry: entry, database) else {
                    return current
                }
                try database.execute(
                    sql: "UPDATE queue_state SET current_position = ?, time = ?",
                    arguments: [place, queue.time])
                return current
            }
            let modes = try Row.fetchOne(
                database, sql: "SELECT repeat_mode, shuffle_mode FROM queue_state")
            kept.entries = []
            let isNew =
                modes.map {
                    $0["repeat_mode"] != queue.repeatMode || $0["shuffle_mode"] != queue.shuffleMode
                } ?? true
            try Self.keepState(of: kept, isNew ? current + 1 : current, database)
            return isNew ? current + 1 : current
        }
    }

    /// The revision of the kept queue; 0 where none was kept.
    public func keptQueueRevision() throws -> Int { try read(Self.queueRevision) }

    /// The queue that was kept last; an empty one where none was.
    public func keptQueue() throws -> KeptQueue {
        try read(Self.keptQueue)
    }

    // MARK: - Steps

    private static func keptQueue(_ database: Database) throws -> KeptQueue {
        guard let state = try Row.fetchOne(database, sql: "SELECT * FROM queue_state") else {
            return KeptQueue()
        }
        var entries = try Row.fetchAll(
            database, sql: "SELECT * FROM queue_entries ORDER BY position"
        ).map(KeptQueue.Entry.init)
        let current = state["current_position"] as Int?
        if Set(entries.map(\.number)).count < entries.count {
            // Another program has been at it; no number may be there twice.
            for index in entries.indices { entries[index].number = index + 1 }
        }
        var queue = KeptQueue(
            entries: entries,
            currentIndex: current.flatMap { entries.indices.contains($0) ? $0 : nil },
            time: state["time"], repeatMode: state["repeat_mode"],
            shuffleMode: state["shuffle_mode"])
        queue.revision = state["revision"]
        return queue
    }

    private static func queueRevision(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT revision FROM queue_state") ?? 0
    }

    private static func position(ofEntry number: Int?, _ database: Database) throws -> Int? {
        guard let number else { return nil }
        return try Int.fetchOne(
            database, sql: "SELECT position FROM queue_entries WHERE number = ?",
            arguments: [number])
    }

    private static func write(_ entries: [KeptQueue.Entry], _ database: Database) throws {
        try database.execute(sql: "DELETE FROM queue_entries")
        let insertion = try database.makeStatement(
            sql: """
                INSERT INTO queue_entries
                    (position, own_position, number, item_id, path, url, title, artist, album_title, duration,
                    track_gain, track_peak, album_gain, album_peak, start_time, end_time)
                VALUES (?, ?, ?, (SELECT id FROM items WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for (position, entry) in entries.enumerated() {
            let (path, url): (Data?, String?) =
                switch entry.source {
                case .file(let path): (path.data, nil)
                case .url(let url): (nil, url)
                }
            let words = entry.description
            try insertion.execute(arguments: [
                position, entry.ownPosition, entry.number, entry.item?.rawValue, path, url,
                words.title, words.artist, words.albumTitle, words.duration, words.trackGain,
                words.trackPeak, words.albumGain, words.albumPeak, entry.startTime, entry.endTime,
            ])
        }
    }

    private static func keepState(
        of queue: KeptQueue, _ revision: Int, _ database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO queue_state
                    (id, current_position, time, repeat_mode, shuffle_mode, revision)
                VALUES (1, ?, ?, ?, ?, ?)
                """,
            arguments: [
                queue.currentIndex, queue.time, queue.repeatMode, queue.shuffleMode, revision,
            ])
    }
}

extension KeptQueue {
    fileprivate func hasModes(of other: KeptQueue) -> Bool {
        repeatMode == other.repeatMode && shuffleMode == other.shuffleMode
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
