package import Database
package import Foundation
package import LibraryStore
package import MediaModel

/// What a user thinks of an album or an artist.
package struct GroupValues: Hashable, Sendable {
    /// 1 to 5.
    package var rating: Int?
    /// When the user gave it a star.
    package var favoriteDate: Date?
}

extension Catalog {
    /// What the user thinks of albums or artists, by their ids; without those that the user thinks nothing of.
    package func groupValues(
        of ids: [Int64], groupedBy grouping: MediaGrouping
    ) throws -> [Int64: GroupValues] {
        guard let table = GroupValues.table(of: grouping), !ids.isEmpty else { return [:] }
        return try read { database in
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT \(table.key), rating, favorite_date FROM \(table.name)
                        WHERE user_id = ? AND \(table.key) IN (SELECT value FROM json_each(?))
                        """), arguments: [userID, ids.json])
            var values: [Int64: GroupValues] = [:]
            while let row = try rows.next() {
                values[row[0]] = GroupValues(
                    rating: row[1],
                    favoriteDate: (row[2] as Int?).map(Date.init(secondsSince1970:)))
            }
            return values
        }
    }

    /// The albums or artists with the user's star, the latest first.
    package func favorites(groupedBy grouping: MediaGrouping) throws -> [Int64] {
        guard let table = GroupValues.table(of: grouping) else { return [] }
        return try read {
            try Int64.fetchAll(
                $0,
                sql: """
                    SELECT \(table.key) FROM \(table.name)
                    WHERE user_id = ? AND favorite_date IS NOT NULL
                    ORDER BY favorite_date DESC, \(table.key)
                    """, arguments: [userID])
        }
    }

    /// Gives an album or artist the user's star, or takes it away; one that has it keeps its date.
    package func setFavorite(
        _ isFavorite: Bool, _ group: MediaGroup, at moment: Date = .now
    ) throws {
        try set(
            group, "favorite_date",
            to: isFavorite ? moment.secondsSince1970 : nil,
            unless: isFavorite ? "favorite_date IS NOT NULL" : "0")
    }

    /// Gives an album or artist the user's rating, 1 to 5; `nil` takes it back.
    package func setRating(_ rating: Int?, of group: MediaGroup) throws {
        try set(group, "rating", to: rating, unless: "0")
    }

    private func set(
        _ group: MediaGroup, _ column: String, to value: Int?, unless condition: String
    ) throws {
        guard let table = GroupValues.table(of: group.grouping) else { return }
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO \(table.name) (user_id, \(table.key), \(column)) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET \(column) = excluded.\(column) WHERE NOT (\(condition))
                    """, arguments: [userID, group.persistentID, value])
        }
    }
}

extension GroupValues {
    /// Gives an album or artist these values of a user. What the user thinks of it stays; of two stars the earlier does.
    func add(to group: MediaGroup, ofUser user: Int64, _ database: Connection) throws {
        guard let table = Self.table(of: group.grouping) else { return }
        try database.execute(
            sql: "\(Self.insertion(into: table)) VALUES (?, ?, ?, ?) \(Self.merging)",
            arguments: [user, group.persistentID, rating, favoriteDate?.secondsSince1970])
    }

    /// Gives what users think of one album or artist to another, with which it is one from now on.
    package static func move(
        _ grouping: MediaGrouping, from old: Int64, to new: Int64, _ database: Connection
    ) throws {
        guard let table = table(of: grouping), old != new else { return }
        try copy(grouping, from: old, to: new, database)
        try database.execute(
            sql: "DELETE FROM \(table.name) WHERE \(table.key) = ?", arguments: [old])
    }

    /// Gives what users think of one album or artist to another as well.
    package static func copy(
        _ grouping: MediaGrouping, from old: Int64, to new: Int64, _ database: Connection
    ) throws {
        guard let table = table(of: grouping), old != new else { return }
        try database.execute(
            sql: """
                \(insertion(into: table))
                SELECT user_id, ?, rating, favorite_date FROM \(table.name) WHERE \(table.key) = ?
                \(merging)
                """, arguments: [new, old])
    }

    private static func insertion(into table: (name: String, key: String)) -> String {
        "INSERT INTO \(table.name) (user_id, \(table.key), rating, favorite_date)"
    }

    private static let merging = """
        ON CONFLICT DO UPDATE SET rating = coalesce(rating, excluded.rating),
            favorite_date = min(coalesce(favorite_date, excluded.favorite_date),
                coalesce(excluded.favorite_date, favorite_date))
        """

    /// The table of the values, and its column of the things' ids; `nil` for what has no values.
    fileprivate static func table(of grouping: MediaGrouping) -> (name: String, key: String)? {
        switch grouping {
        case .album: ("album_values", "album_id")
        case .artist, .albumArtist, .composer: ("artist_values", "artist_id")
        case .title, .genre, .playlist, .podcastTitle: nil
        }
    }
}
