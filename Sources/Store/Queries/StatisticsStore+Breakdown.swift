internal import PhonolithDatabase
import PhonolithStore

/// How many items or plays share a value.
package struct ValueCount: Hashable, Sendable {
    package var value: String
    package var count: Int
}

/// The data of plots of a library.
package struct LibraryBreakdown: Hashable, Sendable {
    /// Items by year, the earliest first.
    package var years: [ValueCount] = []
    /// Items by codec, the most frequent first.
    package var formats: [ValueCount] = []
    /// Items by genre: the most frequent.
    package var genres: [ValueCount] = []
    /// The user's finished plays by month (`2026-11`), the earliest first.
    package var plays: [ValueCount] = []
}

extension StatisticsStore {
    /// Counts items and plays by year, format, genre and month. Takes time with the number of items.
    package func breakdown() throws -> LibraryBreakdown {
        try read { database in
            let sees = try viewer(database).sees()
            func counts(_ statement: SQL) throws -> [ValueCount] {
                try Row.fetchAll(database, literal: statement).map {
                    ValueCount(value: $0[0], count: $0[1])
                }
            }
            var breakdown = LibraryBreakdown()
            breakdown.years = try counts(
                """
                SELECT CAST(year AS TEXT), count(*) FROM items
                WHERE is_missing = 0 AND year IS NOT NULL AND \(sql: sees) GROUP BY year
                ORDER BY year
                """)
            breakdown.formats = try counts(
                """
                SELECT coalesce(video_codec, codec), count(*) FROM items
                WHERE is_missing = 0 AND coalesce(video_codec, codec) IS NOT NULL AND \(sql: sees)
                GROUP BY 1 ORDER BY 2 DESC, 1
                """)
            breakdown.genres = try counts(
                """
                SELECT genres.name, count(DISTINCT item_id) FROM item_genres
                JOIN genres ON genres.id = genre_id JOIN items ON items.id = item_id
                WHERE is_missing = 0 AND \(sql: sees) GROUP BY genres.id ORDER BY 2 DESC, 1
                LIMIT 20
                """)
            breakdown.plays = try counts(
                """
                SELECT \(.period(.month, of: "time", isLocal: true)), count(*) FROM plays
                JOIN items ON items.id = item_id
                WHERE user_id = \(userID) AND is_finished = 1 AND \(sql: sees) GROUP BY 1 ORDER BY 1
                """)
            return breakdown
        }
    }
}
