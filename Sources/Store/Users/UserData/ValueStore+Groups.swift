package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

/// A user's values of an album or an artist.
package struct GroupValues: Hashable, Sendable {
    // 1 to 5.
    package var rating: Int?
    /// When the user gave it a star.
    package var favoriteDate: Date?
}

/// The plays of an album's songs by a user.
package struct AlbumPlays: Hashable, Sendable {
    package var count = 0
    /// When the last of them was played.
    package var lastDate: Date?

    package init(count: Int = 0, lastDate: Date? = nil) {
        (self.count, self.lastDate) = (count, lastDate)
    }
}

extension ValueStore {
    /// The user's values of albums or artists, by their ids; without those that have none.
    package func groupValues(
        of ids: [Int64], groupedBy grouping: MediaGrouping
    ) throws -> [Int64: GroupValues] {
        guard let table = GroupValues.table(of: grouping), !ids.isEmpty else { return [:] }
        return try read { database in
            let values = try Projection { column in
                (
                    column("\(sql: table.key)") as Int64,
                    GroupValues(rating: column("rating"), favoriteDate: column("favorite_date"))
                )
            }.fetchAll(
                database,
                from: """
                    \(sql: table.name) WHERE user_id = \(userID) AND \(sql: table.key) IN \(.ids(ids))
                    """, cached: true)
            return Dictionary(uniqueKeysWithValues: values)
        }
    }

    /// The albums or artists with the user's star, the latest first.
    package func favorites(groupedBy grouping: MediaGrouping) throws -> [Int64] {
        guard let table = GroupValues.table(of: grouping) else { return [] }
        return try read {
            try Int64.fetchAll(
                $0,
                literal: """
                    SELECT \(sql: table.key) FROM \(sql: table.name)
                    WHERE user_id = \(userID) AND favorite_date IS NOT NULL
                    ORDER BY favorite_date DESC, \(sql: table.key)
                    """)
        }
    }

    /// The albums that the user rated, the best first, and of equal ones by title.
    package func ratedAlbums() throws -> [Int64] {
        try read {
            try Int64.fetchAll(
                $0,
                literal: """
                    SELECT album_id FROM album_values JOIN albums ON albums.id = album_id
                    WHERE user_id = \(userID) AND rating IS NOT NULL
                    ORDER BY rating DESC, title_key, album_id
                    """)
        }
    }

    /// The albums of which the user heard songs, the one most often heard first, and of equal ones the last heard.
    package func playedAlbums() throws -> [Int64] {
        try read { database in
            try Int64.fetchAll(
                database,
                literal: """
                    SELECT album_id FROM user_values JOIN items ON items.id = item_id
                    WHERE user_id = \(userID) AND play_count IS NOT NULL
                    AND album_id IS NOT NULL AND is_missing = 0
                    AND \(sql: viewer(database).sees())
                    GROUP BY album_id
                    ORDER BY sum(play_count) DESC, max(last_played) DESC, album_id
                    """)
        }
    }

    /// How often the user heard songs of albums, and when the last time, by the albums' ids; without those never heard.
    package func plays(ofAlbums ids: [Int64]) throws -> [Int64: AlbumPlays] {
        if ids.isEmpty { return [:] }
        return try read { database in
            let plays = try Projection { column in
                (
                    column("album_id") as Int64,
                    AlbumPlays(
                        count: column("coalesce(sum(play_count), 0)"),
                        lastDate: column("max(last_played)"))
                )
            }.fetchAll(
                database,
                from: """
                    items JOIN user_values ON user_id = \(userID) AND item_id = items.id
                    WHERE album_id IN \(.ids(ids)) AND is_missing = 0
                    AND \(sql: viewer(database).sees())
                    GROUP BY album_id
                    """, cached: true)
            return Dictionary(uniqueKeysWithValues: plays)
        }
    }

    /// Gives an album or artist the user's star, or takes it away; one that has it keeps its date.
    package func setFavorite(
        _ isFavorite: Bool, _ group: MediaGroup, at moment: Date = .now
    ) throws {
        try set(
            group, "favorite_date",
            to: isFavorite ? moment.secondsSince1970 : nil,
            unless: isFavorite ? "favorite_date" : nil)
    }

    /// Gives an album or artist the user's rating, 1 to 5; `nil` takes it back.
    package func setRating(_ rating: Int?, of group: MediaGroup) throws {
        try set(group, "rating", to: rating)
    }

    private func set(
        _ group: MediaGroup, _ column: String, to value: Int?,
        unless kept: String? = nil
    ) throws {
        guard let table = GroupValues.table(of: group.grouping) else { return }
        let isFree: SQL = kept.map { "known.\(sql: $0) IS NULL" } ?? "true"
        try write { database in
            try database.execute(
                literal: """
                    INSERT INTO \(sql: table.name) AS known
                        (user_id, \(sql: table.key), \(sql: column))
                    VALUES (\(userID), \(group.persistentID), \(value))
                    ON CONFLICT (user_id, \(sql: table.key))
                    DO UPDATE SET \(sql: column) = excluded.\(sql: column) WHERE \(isFree)
                    """)
        }
    }
}

extension GroupValues {
    /// Gives an album or artist these values of a user. Existing values stay; of two stars the earlier does.
    func add(to group: MediaGroup, ofUser user: Int64, _ database: Connection) throws {
        guard let table = Self.table(of: group.grouping) else { return }
        try database.execute(
            literal:
                """
                \(sql: Self.insertion(into: table))
                VALUES (\(user), \(group.persistentID), \(rating),
                \(favoriteDate?.secondsSince1970))
                \(Self.merging(into: table))
                """
        )
    }

    /// Gives what users think of one album or artist to another, with which it is one from now on.
    package static func move(
        _ grouping: MediaGrouping, from old: Int64, to new: Int64, _ database: Connection
    ) throws {
        guard let table = table(of: grouping), old != new else { return }
        try copy(grouping, from: old, to: new, database)
        try database.execute(
            literal: "DELETE FROM \(sql: table.name) WHERE \(sql: table.key) = \(old)")
    }

    /// Gives what users think of one album or artist to another as well.
    package static func copy(
        _ grouping: MediaGrouping, from old: Int64, to new: Int64, _ database: Connection
    ) throws {
        guard let table = table(of: grouping), old != new else { return }
        try database.execute(
            literal: """
                \(sql: insertion(into: table))
                SELECT user_id, \(new), rating, favorite_date FROM \(sql: table.name)
                WHERE \(sql: table.key) = \(old)
                \(merging(into: table))
                """)
    }

    private static func insertion(into table: (name: String, key: String)) -> String {
        "INSERT INTO \(table.name) AS known (user_id, \(table.key), rating, favorite_date)"
    }

    private static func merging(into table: (name: String, key: String)) -> SQL {
        let favoriteDate = SQL.lesser(
            "coalesce(known.favorite_date, excluded.favorite_date)",
            "coalesce(excluded.favorite_date, known.favorite_date)")
        return """
            ON CONFLICT (user_id, \(sql: table.key)) DO UPDATE SET
                rating = coalesce(known.rating, excluded.rating), favorite_date = \(favoriteDate)
            """
    }

    /// The table of the values, and its column of the things' ids; `nil` for what has no values.
    fileprivate static func table(of grouping: MediaGrouping) -> (name: String, key: String)? {
        switch grouping {
        case .album: ("album_values", "album_id")
        case .artist, .albumArtist, .composer: ("artist_values", "artist_id")
        case .title, .genre, .playlist, .podcastTitle: nil
        }
    }
}
