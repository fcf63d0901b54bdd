internal import GRDB

// What the items of the largest artists come to. There are few of these, but each is shown whenever somebody looks
// for its name, and to add up all that various artists have takes long.

extension Catalog {
    /// Forgets what artists' items come to, because one is about to change.
    static func forgetArtistTotals(_ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE library SET has_artist_totals = 0 WHERE has_artist_totals = 1"
        ).execute()
        if database.changesCount > 0 {
            try database.cachedStatement(sql: "DELETE FROM artist_totals").execute()
        }
    }

    /// Counts what the items of large artists come to, unless that is known. Writes nothing then.
    func refreshArtistTotals() throws {
        let isKnown = try read {
            try Bool.fetchOne($0, sql: "SELECT has_artist_totals FROM library") ?? false
        }
        if !isKnown { try countLargeArtists(size: 10_000) }
    }

    /// Counts what the items of large artists come to.
    ///
    /// - Parameter size: From how many items in a role under one name on an artist is large.
    package func countLargeArtists(size: Int) throws {
        try write { database in
            try database.execute(sql: "DELETE FROM artist_totals")
            let large = try Row.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT artist_id, role FROM (SELECT name_id, role
                        FROM credits INDEXED BY credits_name GROUP BY name_id, role
                        HAVING count(*) >= ?)
                    JOIN artist_names ON artist_names.id = name_id
                    """, arguments: [size])
            for row in large {
                try database.execute(
                    sql: """
                        INSERT INTO artist_totals
                        SELECT ?1, ?2, media_type, count(*), total(duration),
                            count(DISTINCT album_id), min(id)
                        FROM items WHERE is_missing = 0 AND id IN (SELECT credits.item_id
                            FROM artist_names CROSS JOIN credits ON credits.name_id = artist_names.id
                            WHERE artist_id = ?1 AND role = ?2)
                        GROUP BY media_type
                        """, arguments: [row[0] as Int64, row[1] as Int])
            }
            try database.execute(sql: "UPDATE library SET has_artist_totals = 1")
        }
    }
}
