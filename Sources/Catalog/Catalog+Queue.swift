import Foundation
internal import GRDB
import MediaModel

// The player's queue. There is one in a library.

extension Catalog {
    /// Keeps a queue in place of the one before.
    public func keepQueue(_ queue: KeptQueue) throws {
        try write { database in
            try database.execute(sql: "DELETE FROM queue_entries")
            let insertion = try database.makeStatement(
                sql: """
                    INSERT INTO queue_entries
                        (position, own_position, item_id, path, url, title, start_time, end_time)
                    VALUES (?, ?, (SELECT id FROM items WHERE id = ?), ?, ?, ?, ?, ?)
                    """)
            for (position, entry) in queue.entries.enumerated() {
                let (path, url): (Data?, String?) =
                    switch entry.source {
                    case .file(let path): (path.data, nil)
                    case .url(let url): (nil, url)
                    }
                try insertion.execute(arguments: [
                    position, entry.ownPosition, entry.item?.rawValue, path, url, entry.title,
                    entry.startTime, entry.endTime,
                ])
            }
            try Self.keepState(of: queue, database)
        }
    }

    /// Keeps where a queue is, without its entries, which are as they were kept.
    public func keepQueuePosition(_ queue: KeptQueue) throws {
        try write { try Self.keepState(of: queue, $0) }
    }

    /// The queue that was kept last; an empty one where none was.
    public func keptQueue() throws -> KeptQueue {
        try read { database in
            guard let state = try Row.fetchOne(database, sql: "SELECT * FROM queue_state") else {
                return KeptQueue()
            }
            let entries = try Row.fetchAll(
                database, sql: "SELECT * FROM queue_entries ORDER BY position"
            ).map(KeptQueue.Entry.init)
            let current = state["current_position"] as Int?
            return KeptQueue(
                entries: entries, currentIndex: current.flatMap { $0 < entries.count ? $0 : nil },
                time: state["time"], repeatMode: state["repeat_mode"],
                shuffleMode: state["shuffle_mode"])
        }
    }

    private static func keepState(of queue: KeptQueue, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO queue_state
                    (id, current_position, time, repeat_mode, shuffle_mode) VALUES (1, ?, ?, ?, ?)
                """,
            arguments: [queue.currentIndex, queue.time, queue.repeatMode, queue.shuffleMode])
    }
}

extension KeptQueue.Entry {
    fileprivate init(_ row: Row) {
        let (item, path) = (row["item_id"] as Int64?, row["path"] as Data?)
        self.init(
            item: item.map(PersistentID.init),
            source: path.map { .file(MediaPath(data: $0)) } ?? .url(row["url"]),
            title: row["title"], startTime: row["start_time"], endTime: row["end_time"],
            ownPosition: row["own_position"])
    }
}
