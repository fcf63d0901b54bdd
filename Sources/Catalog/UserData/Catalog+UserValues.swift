internal import GRDB
public import MediaModel

// What the user does with items. Each change is a transaction of its own, and nothing else in the library
// changes with it.

extension Catalog {
    /// Gives an item a rating, 0 to 5 stars; `nil` takes it back.
    ///
    /// - Returns: Whether there is such an item.
    /// - Precondition: `rating` is in 0...5.
    @discardableResult
    public func setRating(_ rating: Int?, of item: MediaItemID) throws -> Bool {
        precondition((0...5).contains(rating ?? 0), "a rating is 0 to 5")
        return try change(item, "rating = \(rating)")
    }

    /// Notes that an item was played to its end.
    ///
    /// - Returns: Whether there is such an item.
    @discardableResult
    public func notePlay(of item: MediaItemID, at moment: Timestamp) throws -> Bool {
        try change(
            item, "play_count = play_count + 1, last_played = \(moment.secondsSince1970)")
    }

    /// Notes that an item was skipped.
    ///
    /// - Returns: Whether there is such an item.
    @discardableResult
    public func noteSkip(of item: MediaItemID) throws -> Bool {
        try change(item, "skip_count = skip_count + 1")
    }

    /// Keeps where playing is to go on, in seconds from the item's beginning; `nil` forgets it.
    ///
    /// - Returns: Whether there is such an item.
    /// - Precondition: `time` is finite and not negative.
    @discardableResult
    public func setBookmark(_ time: Double?, of item: MediaItemID) throws -> Bool {
        precondition((0..<Double.infinity).contains(time ?? 0), "a bookmark lies in its item")
        return try change(item, "bookmark_time = \(time)")
    }

    /// Puts other counts and dates in place of the library's own, as one brings them along from elsewhere.
    ///
    /// - Returns: Whether there is such an item.
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
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE user_values SET rating = ?, play_count = ?, skip_count = ?,
                        last_played = ?, bookmark_time = ? WHERE item_id = ?
                    """)
            let added = try database.cachedStatement(
                sql: "UPDATE items SET date_added = ? WHERE id = ?")
            var count = 0
            for (item, values) in values {
                try statement.execute(arguments: [
                    values.rating, values.playCount, values.skipCount,
                    values.lastPlayedDate?.secondsSince1970, values.bookmarkTime, item.rawValue,
                ])
                count += database.changesCount
                try added.execute(arguments: [values.dateAdded.secondsSince1970, item.rawValue])
            }
            return count
        }
    }

    /// Sets counts and the date of the last play right; what is `nil` stays as it is.
    ///
    /// - Returns: Whether there is such an item.
    @discardableResult
    public func correct(
        playCount: Int? = nil, skipCount: Int? = nil, lastPlayedDate: Timestamp? = nil,
        of item: MediaItemID
    ) throws -> Bool {
        try change(
            item,
            """
            play_count = coalesce(\(playCount), play_count), \
            skip_count = coalesce(\(skipCount), skip_count), \
            last_played = coalesce(\(lastPlayedDate?.secondsSince1970), last_played)
            """)
    }

    private func change(_ item: MediaItemID, _ assignment: SQL) throws -> Bool {
        try write { database in
            try database.execute(
                literal: "UPDATE user_values SET \(assignment) WHERE item_id = \(item.rawValue)")
            return database.changesCount > 0
        }
    }
}
