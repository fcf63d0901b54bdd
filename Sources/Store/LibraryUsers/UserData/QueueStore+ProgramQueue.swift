internal import Database
package import Foundation
import LibraryStore
package import MediaModel

/// The queue that a user's programs keep, so that another of them can continue with it.
package struct ProgramQueue: Hashable, Sendable {
    package var items: [MediaItemID]
    /// The place of the current item in ``items``; `nil` for an empty queue.
    package var currentIndex: Int?
    /// Milliseconds from the start of the current item.
    package var time: Int
    package var dateChanged: Date
    /// The program that kept it.
    package var changedBy: String

    package init(
        items: [MediaItemID], currentIndex: Int?, time: Int, dateChanged: Date,
        changedBy: String
    ) {
        self.items = items
        self.currentIndex = currentIndex
        self.time = time
        self.dateChanged = dateChanged
        self.changedBy = changedBy
    }
}

extension QueueStore {
    /// The queue that the user's programs kept last; `nil` if none was. Items that have gone are left out.
    package func programQueue() throws -> ProgramQueue? {
        try read { database in
            let state = try Row.fetchOne(
                database,
                literal: """
                    SELECT current_position, time, changed, changed_by FROM program_queues
                    WHERE user_id = \(userID)
                    """)
            guard let state else { return nil }
            let rows = try Row.fetchAll(
                database,
                literal: """
                    SELECT position, item_id FROM program_queue_entries
                    JOIN items ON items.id = item_id
                    WHERE user_id = \(userID) AND is_missing = 0 AND \(sql: viewer(database).sees())
                    ORDER BY position
                    """)
            let current: Int? = state[0]
            return ProgramQueue(
                items: rows.map { MediaItemID($0[1] as Int64) },
                currentIndex: current.flatMap { place in
                    rows.firstIndex { $0[0] == place } ?? (rows.isEmpty ? nil : 0)
                },
                time: state[1], dateChanged: Date(secondsSince1970: state[2]),
                changedBy: state[3])
        }
    }

    /// Keeps a queue instead of the one before.
    ///
    /// - Throws: ``PlaylistEditError`` if an item is not in the library.
    package func keep(_ queue: ProgramQueue) throws {
        try write { try keep(queue, $0) }
    }

    func keep(_ queue: ProgramQueue, _ database: Connection) throws {
        try database.execute(literal: "DELETE FROM program_queues WHERE user_id = \(userID)")
        try database.execute(
            literal: """
                INSERT INTO program_queues (user_id, current_position, time, changed, changed_by)
                VALUES (\(userID), \(queue.currentIndex), \(queue.time),
                \(queue.dateChanged.secondsSince1970), \(queue.changedBy.asName))
                """)
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO program_queue_entries (user_id, position, item_id)
                SELECT ?, ?, id FROM items WHERE id = ? AND \(viewer(database).sees())
                """)
        for (position, item) in queue.items.enumerated() {
            try statement.execute(arguments: [userID, position, item.rawValue])
            if database.changesCount == 0 { throw PlaylistEditError.noItem(item.description) }
        }
    }
}
