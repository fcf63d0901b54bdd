internal import PhonolithDatabase
import PhonolithStore

/// Keeps `genre_totals` and `artist_totals` up to date while items change, by differences.
///
/// The totals of the affected items are subtracted before the change and added after it. They are taken by
/// whole albums, so that the number of albums is right as well: a batch of new tracks costs what its albums
/// cost, and a single changed file costs one album, however large its genre is.
struct ItemTotals {
    /// Albums that items join, leave or change in.
    var albums: Set<Int64> = []
    /// Items that have no album before the change or after it.
    var items: Set<Int64> = []

    /// The items of files, with their albums.
    init(ofFiles files: [Int64] = [], _ database: Connection) throws {
        if !files.isEmpty {
            try add("file_id IN \(.ids(files))", database)
        }
    }

    /// The items that are credited to some spellings of names, with their albums.
    init(creditedTo names: [Int64], _ database: Connection) throws {
        if names.isEmpty { return }
        try add(
            "id IN (SELECT item_id FROM credits WHERE name_id IN \(.ids(names)))", database)
    }

    /// Adds items, with their albums.
    mutating func add(_ condition: SQL, _ database: Connection) throws {
        let rows = try Row.fetchCursor(
            database, literal: "SELECT id, album_id FROM items WHERE \(condition)")
        while let row = try rows.next() {
            items.insert(row[0])
            if let album = row[1] as Int64? { albums.insert(album) }
        }
    }

    /// Makes a change to the items, and keeps the totals right. Calls must not be nested.
    func updating<Value>(_ database: Connection, _ change: () throws -> Value) throws -> Value {
        try count(-1, database)
        let value = try change()
        try count(1, database)
        for table in [Self.genres, Self.artists] {
            for statement in table.cleaning {
                try database.cachedStatement(sql: statement).execute()
            }
        }
        return value
    }

    private func count(_ sign: Int, _ database: Connection) throws {
        if albums.isEmpty && items.isEmpty { return }
        for table in [Self.genres, Self.artists] {
            try database.cachedStatement(literal: table.counting(sign, of: self)).execute()
        }
    }
}

// MARK: - Tables

extension ItemTotals {
    private struct Table {
        let name: String
        /// The columns that identify what is added up, next to the media type.
        let keys: String
        /// A FROM clause that joins these columns to items.
        let joined: String
        /// Whether a joined row is the first of its item with these columns: an item that has a genre or artist twice
        /// counts once.
        let isFirst: String
        /// Selects the first present item of a row.
        let firstItem: String

        /// Adds (1) or subtracts (-1) what items add up to.
        func counting(_ sign: Int, of totals: ItemTotals) -> SQL {
            """
            INSERT INTO \(sql: name) AS known (\(sql: keys), media_type, item_count, duration, album_count, first_item_id)
            SELECT \(sql: keys), media_type, \(sign) * count(*), \(sign) * coalesce(sum(duration), 0),
                \(sign) * count(DISTINCT album_id), min(affected.id)
            FROM (SELECT id, album_id, media_type, duration FROM items
                    WHERE album_id IN \(.ids(totals.albums)) AND is_missing = 0
                    UNION ALL
                    SELECT id, album_id, media_type, duration FROM items
                    WHERE id IN \(.ids(totals.items)) AND coalesce(album_id, 0) = 0 AND is_missing = 0
                ) AS affected \(sql: joined)
            WHERE \(sql: isFirst) GROUP BY \(sql: keys), media_type
            ON CONFLICT (\(sql: keys), media_type) DO UPDATE SET item_count = known.item_count + excluded.item_count,
                duration = known.duration + excluded.duration,
                album_count = known.album_count + excluded.album_count,
                first_item_id = CASE WHEN \(sign) < 0 AND known.first_item_id = excluded.first_item_id THEN 0
                    ELSE \(.lesser("known.first_item_id", "excluded.first_item_id")) END
            """
        }

        /// Deletes rows without items, and finds the first items of those that lost theirs.
        var cleaning: [String] {
            [
                "DELETE FROM \(name) WHERE first_item_id = 0 AND item_count = 0",
                "UPDATE \(name) SET first_item_id = (\(firstItem)) WHERE first_item_id = 0",
            ]
        }
    }

    private static let genres = Table(
        name: "genre_totals", keys: "genre_id",
        joined: "JOIN item_genres ON item_genres.item_id = affected.id",
        isFirst: """
            (position = 0 OR NOT EXISTS (SELECT 1 FROM item_genres AS before
                WHERE before.item_id = affected.id AND before.position < item_genres.position
                    AND before.genre_id = item_genres.genre_id))
            """,
        firstItem: """
            SELECT item_id FROM item_genres JOIN items ON items.id = item_id
            WHERE item_genres.genre_id = genre_totals.genre_id AND is_missing = 0
                AND items.media_type = genre_totals.media_type
            ORDER BY item_id LIMIT 1
            """)

    private static let artists = Table(
        name: "artist_totals", keys: "artist_id, role",
        joined: """
            JOIN credits ON credits.item_id = affected.id JOIN artist_names ON artist_names.id = name_id
            """,
        isFirst: """
            (position = 0 OR NOT EXISTS (SELECT 1 FROM credits AS before
                JOIN artist_names AS named ON named.id = before.name_id
                WHERE before.item_id = affected.id AND before.role = credits.role
                    AND before.position < credits.position AND named.artist_id = artist_names.artist_id))
            """,
        firstItem: """
            SELECT min((SELECT item_id FROM credits JOIN items ON items.id = item_id
                WHERE name_id = artist_names.id AND credits.role = artist_totals.role AND is_missing = 0
                    AND items.media_type = artist_totals.media_type
                ORDER BY item_id LIMIT 1))
            FROM artist_names WHERE artist_names.artist_id = artist_totals.artist_id
            """)
}
