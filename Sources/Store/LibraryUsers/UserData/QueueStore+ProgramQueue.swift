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
    /// The queue that the user's programs kept last; `nil` if none was. Items that have gone are left out; where the current
    /// one is, the next one begins.
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
            let next = current.flatMap { current in rows.firstIndex { $0[0] as Int >= current } }
            let isThere = next.map { rows[$0][0] == current } ?? false
            return ProgramQueue(
                items: rows.map { MediaItemID($0[1] as Int64) },
                currentIndex: current == nil || rows.isEmpty ? nil : next ?? 0,
                time: isThere ? state[1] : 0, dateChanged: Date(secondsSince1970: state[2]),
                changedBy: state[3])
        }
    }

    /// Keeps a queue instead of the one before. Entries of that which the user does not see stay, each after the entry that
    /// was before it.
    ///
    /// - Throws: ``PlaylistEditError`` if an item is not in the library.
    package func keep(_ queue: ProgramQueue) throws {
        try write { try keep(queue, $0) }
    }

    func keep(_ queue: ProgramQueue, _ database: Connection) throws {
        let hidden = try hiddenEntries(around: queue.items, database)
        var entries = hidden[nil, default: []].map { (item: $0, isNew: false) }
        for place in Self.places(of: queue.items) {
            entries.append((place.item, true))
            entries += hidden[place, default: []].map { ($0, false) }
        }
        let positions = entries.indices.filter { entries[$0].isNew }
        try database.execute(literal: "DELETE FROM program_queues WHERE user_id = \(userID)")
        try database.execute(
            literal: """
                INSERT INTO program_queues (user_id, current_position, time, changed, changed_by)
                VALUES (\(userID), \(queue.currentIndex.map { positions[$0] }), \(queue.time),
                \(queue.dateChanged.secondsSince1970), \(queue.changedBy.asPlayerName))
                """)
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO program_queue_entries (user_id, position, item_id)
                SELECT ?, ?, id FROM items WHERE id = ? AND (? = 0 OR \(viewer(database).sees()))
                """)
        for (position, entry) in entries.enumerated() {
            try statement.execute(arguments: [
                userID, position, entry.item.rawValue, entry.isNew ? 1 : 0,
            ])
            if database.changesCount == 0 { throw PlaylistEditError.noItem(entry.item.description) }
        }
    }

    /// Where an item is in a queue, which may have it several times.
    private struct Place: Hashable {
        let item: MediaItemID
        /// From 1.
        let occurrence: Int
    }

    private static func places(of items: [MediaItemID]) -> [Place] {
        var counts: [MediaItemID: Int] = [:]
        return items.map { item in
            let count = counts[item, default: 0] + 1
            counts[item] = count
            return Place(item: item, occurrence: count)
        }
    }

    /// The kept entries that the user does not see, by the entry of a new queue that they come after.
    private func hiddenEntries(
        around items: [MediaItemID], _ database: Connection
    ) throws -> [Place?: [MediaItemID]] {
        let viewer = try viewer(database)
        guard viewer.isRestricted else { return [:] }
        let rows = try Row.fetchAll(
            database,
            literal: """
                SELECT item_id, EXISTS (SELECT 1 FROM items
                    WHERE items.id = item_id AND \(sql: viewer.sees()))
                FROM program_queue_entries WHERE user_id = \(userID) ORDER BY position
                """)
        let known = Set(Self.places(of: items))
        var (hidden, last): ([Place?: [MediaItemID]], Place?) = ([:], nil)
        for (row, place) in zip(rows, Self.places(of: rows.map { MediaItemID($0[0] as Int64) })) {
            if !(row[1] as Bool) {
                hidden[last, default: []].append(place.item)
            } else if known.contains(place) {
                last = place
            }
        }
        return hidden
    }
}
