public import FoundationEssentials
internal import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithQueries
public import PhonolithStore

/// One time that an item was played.
public struct Play: Hashable, Sendable {
    /// The item that was played.
    public var item: MediaItemID
    /// When it counted as played, or was left.
    public var date: Date
    /// The program that played it.
    public var player: String
    /// Whether it was played to its end, as far as players ask for that, and not skipped.
    public var isFinished: Bool
}

/// The history of what a user played.
public struct PlayStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// The user's listening history.
    public var plays: PlayStore { PlayStore(catalog: self) }
}

extension PlayStore {
    /// How often the user played something.
    package func count() throws -> Int {
        try read { database in
            try Int.fetchOne(
                database,
                literal: """
                    SELECT count(*) FROM plays JOIN items ON items.id = item_id
                    WHERE user_id = \(userID) AND \(sql: viewer(database).sees())
                    """) ?? 0
        }
    }

    /// The user's plays, the latest first.
    public func all(limit: Int? = nil, offset: Int = 0) throws -> [Play] {
        var plays: [Play] = []
        try read { database in
            let rows = try playRows(limit: limit, offset: offset, after: nil, database)
            while let row = try rows.next() { plays.append(row.play) }
        }
        return plays
    }

    /// Calls back with each play and its item, the latest first. Plays of the same second come by the order in which they
    /// were stored.
    ///
    /// - Returns: The token of the next page; `nil` if nothing follows.
    @discardableResult
    package func forEach(
        limit: Int? = nil, offset: Int = 0, after: PageToken? = nil,
        _ body: (Play, MediaItem?) throws -> Void
    ) throws -> PageToken? {
        try read { database in
            let reader = try ItemReader(viewer(database), database, artworkPreference)
            let rows = try playRows(
                limit: limit.map { $0.saturated(adding: 1) }, offset: offset, after: after, database
            )
            var left = limit ?? .max
            while left > 0 {
                let some = try rows.next(min(left, Selection.batch))
                guard let last = some.last else { return nil }
                let plays = some.map(\.play)
                let items = try reader.items(Array(Set(plays.map(\.item.rawValue))))
                let byID = Dictionary(uniqueKeysWithValues: items.map { ($0.persistentID, $0) })
                for play in plays { try body(play, byID[play.item]) }
                left -= some.count
                if left == 0, try rows.next() != nil {
                    let place = [last.play.date.sqlValue, last.id.sqlValue]
                    return PageToken(of: Self.listOfPlays, seed: nil, after: place)
                }
            }
            return nil
        }
    }

    private static let listOfPlays = "plays"

    private func playRows(
        limit: Int?, offset: Int, after: PageToken?, _ database: Connection
    ) throws -> Cursor<(id: Int64, play: Play)> {
        let anchor = try after?.values(of: Self.listOfPlays, count: 2)
        let behind: SQL = anchor.map { "(time, plays.id) < (\($0[0]), \($0[1]))" } ?? "true"
        let most: SQL = limit.map { "\($0)" } ?? .noLimit
        return try Projection { column in
            (
                id: column("plays.id") as Int64,
                play: Play(
                    item: column("item_id"), date: column("time"), player: column("player"),
                    isFinished: column("is_finished"))
            )
        }.fetchCursor(
            database,
            from: """
                plays JOIN items ON items.id = item_id \
                WHERE plays.user_id = \(userID) AND \(behind) AND \(sql: viewer(database).sees()) \
                ORDER BY time DESC, plays.id DESC LIMIT \(most) OFFSET \(offset)
                """)
    }

    func add(
        of item: MediaItemID, at moment: Date, by player: String, isFinished: Bool,
        _ database: Connection
    ) throws {
        try database.execute(
            literal: """
                INSERT INTO plays (user_id, item_id, time, player, is_finished)
                VALUES (\(userID), \(item.rawValue), \(moment.secondsSince1970), \(player.asPlayerName),
                \(isFinished))
                """)
    }

    /// Whether the user is known to have played the item to its end at that second.
    func has(of item: MediaItemID, at moment: Date, _ database: Connection) throws -> Bool {
        try database.has(
            """
            SELECT 1 FROM plays WHERE user_id = \(userID) AND time = \(moment.secondsSince1970)
            AND item_id = \(item.rawValue) AND is_finished = 1
            """, cached: true)
    }
}
