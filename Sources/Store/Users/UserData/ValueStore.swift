public import FoundationEssentials
package import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithQueries
public import PhonolithStore

// Changes of items by the user. Each is a transaction of its own, and nothing else in the library changes with
// it.

/// Ratings, counts, favourites and bookmarks of a user.
public struct ValueStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// The user's ratings, counts, favourites and bookmarks.
    public var values: ValueStore { ValueStore(catalog: self) }
}

extension ValueStore {
    /// The columns of `user_values` that are the user's.
    static let userValueColumns = [
        "rating", "play_count", "skip_count", "last_played", "bookmark_time", "favorite_date",
    ]

    /// The largest play or skip count.
    package static let largestCount = Int(Int32.max)

    /// Adds what all users did with an item to what they did with another: counts and plays of both count, and the later
    /// play and the earlier star.
    ///
    /// - Parameter keepingOwn: Whether a rating and a bookmark that the other item has stay as they are.
    package static func userValuesMerge(
        from item: Int64, to other: Int64, keepingOwn: Bool
    ) -> SQL {
        let columns = userValueColumns.joined(separator: ", ")
        func sum(_ column: String) -> SQL {
            let sum: SQL =
                "coalesce(known.\(sql: column), 0) + coalesce(excluded.\(sql: column), 0)"
            return "nullif(\(.lesser(sum, "\(largestCount)")), 0)"
        }
        let lastPlayed = SQL.greater(
            "coalesce(known.last_played, 0)", "coalesce(excluded.last_played, 0)")
        let favoriteDate = SQL.lesser(
            "coalesce(known.favorite_date, excluded.favorite_date)",
            "coalesce(excluded.favorite_date, known.favorite_date)")
        func chosen(_ column: String) -> SQL {
            keepingOwn
                ? "coalesce(known.\(sql: column), excluded.\(sql: column))"
                : "coalesce(excluded.\(sql: column), known.\(sql: column))"
        }
        return """
            INSERT INTO user_values AS known (user_id, item_id, \(sql: columns))
            SELECT user_id, \(other), \(sql: columns) FROM user_values WHERE item_id = \(item)
            ON CONFLICT (user_id, item_id) DO UPDATE SET
                rating = \(chosen("rating")),
                play_count = \(sum("play_count")),
                skip_count = \(sum("skip_count")),
                last_played = nullif(\(lastPlayed), 0),
                bookmark_time = \(chosen("bookmark_time")),
                favorite_date = \(favoriteDate)
            """
    }
}

extension ValueStore {
    /// Rates an item with 0 to 5 stars; `nil` removes the rating.
    ///
    /// - Returns: Whether the item exists.
    /// - Precondition: `rating` is in 0...5.
    @discardableResult
    public func setRating(_ rating: Int?, of item: MediaItemID) throws -> Bool {
        precondition((0...5).contains(rating ?? 0), "a rating is 0 to 5")
        return try change(item, "rating = \(rating)")
    }

    /// Stars or unstars an item. An item that is already starred keeps its date.
    ///
    /// - Returns: Whether the item exists.
    @discardableResult
    public func setFavorite(
        _ isFavorite: Bool, _ item: MediaItemID, at moment: Date = .now
    ) throws -> Bool {
        try change(
            item,
            isFavorite
                ? "favorite_date = coalesce(favorite_date, \(moment.secondsSince1970))"
                : "favorite_date = NULL")
    }

    /// Records a full play of an item.
    ///
    /// - Parameters:
    ///   - player: The program that played it.
    ///   - isReport: Whether another program reports it afterwards. Then a play at the same second that is recorded already
    ///     counts once: programs that were off the net send their plays until they hear that they have arrived.
    /// - Returns: Whether the item exists.
    @discardableResult
    public func notePlay(
        of item: MediaItemID, at moment: Date, by player: String = "Phonolith",
        isReport: Bool = false
    ) throws -> Bool {
        try write { database in
            if isReport, try catalog.plays.has(of: item, at: moment, database) { return true }
            let isThere = try change(
                item,
                """
                play_count = \(Self.next("play_count")), \
                last_played = \(.greater("coalesce(last_played, 0)", "\(moment.secondsSince1970)"))
                """, database)
            guard isThere else { return false }
            try catalog.plays.add(of: item, at: moment, by: player, isFinished: true, database)
            return true
        }
    }

    /// Records a skip of an item.
    ///
    /// - Parameter player: The program that played it until then.
    /// - Returns: Whether the item exists.
    @discardableResult
    public func noteSkip(
        of item: MediaItemID, at moment: Date = .now, by player: String = "Phonolith"
    ) throws -> Bool {
        try write { database in
            let isThere = try change(
                item, "skip_count = \(Self.next("skip_count"))",
                database)
            guard isThere else { return false }
            try catalog.plays.add(of: item, at: moment, by: player, isFinished: false, database)
            return true
        }
    }

    /// Sets the position to resume at, in seconds from the item's beginning; `nil` removes it.
    ///
    /// - Parameter mayFollowEnd: Whether the time comes from a program that has lengths of its own, as of conversions.
    /// - Returns: Whether the item exists.
    /// - Throws: ``BookmarkError`` for a time at which the item has ended.
    /// - Precondition: `time` is finite and not negative.
    @discardableResult
    public func setBookmark(
        _ time: Double?, of item: MediaItemID, mayFollowEnd: Bool = false
    ) throws -> Bool {
        precondition((0..<Double.infinity).contains(time ?? 0), "a bookmark lies in its item")
        return try write { database in
            if !mayFollowEnd, let time, let end = try end(of: item, database), time >= end {
                throw BookmarkError(item: item, end: end)
            }
            return try change(item, "bookmark_time = \(time)", database)
        }
    }

    /// The length of an item that the user sees; `nil` where it is not known.
    private func end(of item: MediaItemID, _ database: Connection) throws -> Double? {
        try Double.fetchOne(
            database,
            literal: """
                SELECT duration FROM items
                WHERE id = \(item.rawValue) AND \(sql: viewer(database).sees())
                """)
    }

    /// Puts other counts and dates in place of the library's own, as one brings them along from elsewhere.
    ///
    /// - Returns: Whether the item exists.
    @discardableResult
    public func setUserValues(
        _ values: MediaItem.UserValues, of item: MediaItemID
    ) throws -> Bool {
        try setUserValues([(item, values)]) == 1
    }

    /// The same for many items, all or none of them.
    ///
    /// - Returns: How many of the items there are.
    @discardableResult
    public func setUserValues(
        _ values: some Sequence<(item: MediaItemID, values: MediaItem.UserValues)>
    ) throws -> Int {
        try write { database in
            try values.reduce(into: 0) { count, pair in
                let (item, values) = pair
                let isThere = try change(
                    item,
                    """
                    rating = \(values.rating), play_count = nullif(\(values.playCount), 0), \
                    skip_count = nullif(\(values.skipCount), 0), \
                    last_played = \(values.lastPlayedDate?.secondsSince1970), \
                    bookmark_time = \(values.bookmarkTime), \
                    favorite_date = \(values.favoriteDate?.secondsSince1970)
                    """, database)
                guard isThere else { return }
                try database.execute(
                    literal: """
                        UPDATE items SET date_added = \(values.dateAdded.secondsSince1970) \
                        WHERE id = \(item.rawValue)
                        """)
                count += 1
            }
        }
    }

    /// Corrects counts and the date of the last play; `nil` keeps a value.
    ///
    /// - Returns: Whether the item exists.
    @discardableResult
    public func correct(
        playCount: Int? = nil, skipCount: Int? = nil, lastPlayedDate: Date? = nil,
        of item: MediaItemID
    ) throws -> Bool {
        try change(
            item,
            """
            play_count = nullif(coalesce(\(playCount), play_count), 0), \
            skip_count = nullif(coalesce(\(skipCount), skip_count), 0), \
            last_played = coalesce(\(lastPlayedDate?.secondsSince1970), last_played)
            """)
    }

    /// Gives items that the user has not rated the rating of their tags.
    ///
    /// - Returns: How many got one.
    package func takeRatingsFromTags() throws -> Int {
        try write { database in
            let isOfRating = RatingInTags.names.map {
                SQL("\(.position(of: "\("\u{1E}" + $0)", in: "tags")) > 0")
            }
            let rows = try Row.fetchCursor(
                database,
                literal: """
                    SELECT item_id, tags FROM item_tags WHERE \(anyOf(isOfRating)) \
                    AND item_id NOT IN \
                    (SELECT item_id FROM user_values WHERE user_id = \(userID)
                    AND rating IS NOT NULL)
                    """)
            var ratings: [(item: MediaItemID, stars: Int)] = []
            while let row = try rows.next() {
                guard let stars = RatingInTags.stars(in: StoredEntries.tags(in: row[1])) else {
                    continue
                }
                ratings.append((PersistentID(row[0] as Int64), stars))
            }
            return try ratings.count { try change($0.item, "rating = \($0.stars)", database) }
        }
    }

    /// One more than a count, unless it is the largest.
    private static func next(_ count: SQL) -> SQL {
        .lesser("coalesce(\(count), 0) + 1", "\(largestCount)")
    }

    private func change(_ item: MediaItemID, _ assignment: SQL) throws -> Bool {
        try write { try change(item, assignment, $0) }
    }

    /// Changes the user's row of an item that the user sees. A row that holds nothing any more goes.
    @discardableResult
    func change(
        _ item: MediaItemID, _ assignment: SQL, _ database: Connection
    ) throws -> Bool {
        let sees = try viewer(database).sees()
        let isThere = try database.has(
            "SELECT 1 FROM items WHERE id = \(item.rawValue) AND \(sql: sees)", cached: true)
        guard isThere else { return false }
        let row: SQL = "user_id = \(userID) AND item_id = \(item.rawValue)"
        let columns = SQL(sql: Self.userValueColumns.joined(separator: ", "))
        let steps: [SQL] = [
            """
            INSERT INTO user_values (user_id, item_id) \
            VALUES (\(userID), \(item.rawValue)) ON CONFLICT DO NOTHING
            """,
            "UPDATE user_values SET \(assignment) WHERE \(row)",
            "DELETE FROM user_values WHERE \(row) AND coalesce(\(columns)) IS NULL",
        ]
        for step in steps { try database.cachedStatement(literal: step).execute() }
        return true
    }
}
