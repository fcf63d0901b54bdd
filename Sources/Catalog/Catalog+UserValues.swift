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
    @discardableResult
    public func setBookmark(_ time: Double?, of item: MediaItemID) throws -> Bool {
        try change(item, "bookmark_time = \(time)")
    }

    /// Puts other counts and dates in place of the library's own, as one brings them along from elsewhere.
    ///
    /// - Returns: Whether there is such an item.
    @discardableResult
    public func setUserValues(
        _ values: MediaItem.UserValues, of item: MediaItemID
    ) throws -> Bool {
        try change(
            item,
            """
            rating = \(values.rating), play_count = \(values.playCount), \
            skip_count = \(values.skipCount), \
            last_played = \(values.lastPlayedDate?.secondsSince1970), \
            date_added = \(values.dateAdded.secondsSince1970), \
            bookmark_time = \(values.bookmarkTime)
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
