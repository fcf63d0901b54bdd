internal import PhonolithDatabase
import PhonolithStore

/// Marks on names whose items have several spellings or sort tags: the most frequent of them is chosen again when a scan ends.
/// Names with a single spelling are not marked, because nothing is to be chosen.
enum Spellings {
    /// Marks the names of items that are about to be deleted or written again. Spellings of artists that no item has any
    /// more are deleted, so all of them are looked at.
    ///
    /// - Parameter items: Selects their ids.
    static func markThoseLost(by items: SQL, _ database: Connection) throws {
        try markArtists("id IN (SELECT name_id FROM credits WHERE item_id IN (\(items)))", database)
        try markGroups(of: items, database)
    }

    /// Marks the names of items that are hidden or shown again.
    ///
    /// - Parameter items: Selects their ids.
    static func markAmbiguous(of items: SQL, _ database: Connection) throws {
        try markArtists(
            """
            \(isAmbiguous) AND id IN (SELECT name_id FROM credits WHERE item_id IN (\(items)))
            """, database)
        try markGroups(of: items, database)
    }

    /// Marks those of some spellings of artists whose artist has others.
    static func markAmbiguous(_ names: some Collection<Int64>, _ database: Connection) throws {
        if names.isEmpty { return }
        try markArtists("\(isAmbiguous) AND id IN \(.ids(Array(names)))", database)
    }

    private static let isAmbiguous: SQL = """
        (sort_names_differ = 1 OR EXISTS (SELECT 1 FROM artist_names AS other
            WHERE other.artist_id = artist_names.artist_id AND other.id <> artist_names.id))
        """

    private static func markArtists(_ condition: SQL, _ database: Connection) throws {
        try database.cachedStatement(
            literal: """
                UPDATE artist_names SET is_resolved = 0 WHERE is_resolved = 1 AND \(condition)
                """
        ).execute()
    }

    private static func markGroups(of items: SQL, _ database: Connection) throws {
        for table in [SpelledGroups.genres, .podcasts] {
            try database.cachedStatement(
                literal: """
                    UPDATE \(sql: table.name) SET is_current = 0
                    WHERE has_spellings = 1 AND is_current = 1 AND id IN (\(table.groups(of: items)))
                    """
            ).execute()
        }
    }
}
