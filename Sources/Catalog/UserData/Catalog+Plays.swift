public import Foundation
internal import GRDB
public import MediaModel

/// One time that an item was played.
public struct Play: Hashable, Sendable {
    /// What was played.
    public var item: MediaItemID
    /// When it counted as played, or was left.
    public var date: Date
    /// The program that played it.
    public var player: String
    /// Whether it was played to its end, as far as players ask for that, and not skipped.
    public var isFinished: Bool
}

extension Catalog {
    /// How often the user played something.
    package func playCount() throws -> Int {
        try read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM plays JOIN items ON items.id = item_id
                    WHERE user_id = ? AND \(viewer(database).sees())
                    """, arguments: [userID]) ?? 0
        }
    }

    /// What the user played, the latest first.
    public func plays(limit: Int? = nil, offset: Int = 0) throws -> [Play] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT item_id, time, player, is_finished FROM plays JOIN items ON items.id = item_id
                    WHERE user_id = ? AND \(viewer(database).sees())
                    ORDER BY time DESC, plays.id DESC LIMIT ? OFFSET ?
                    """, arguments: [userID, limit ?? -1, offset]
            ).map {
                Play(
                    item: PersistentID($0[0] as Int64), date: Date(secondsSince1970: $0[1]),
                    player: $0[2], isFinished: $0[3])
            }
        }
    }

    func addPlay(
        of item: MediaItemID, at moment: Date, by player: String, isFinished: Bool,
        _ database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO plays (user_id, item_id, time, player, is_finished) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [userID, item.rawValue, moment.secondsSince1970, player, isFinished])
    }
}
