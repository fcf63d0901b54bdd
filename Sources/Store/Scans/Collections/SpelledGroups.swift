internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// A table of groups that are found by the folded form of a name, such as genres. Each shows the spelling that most of its
/// items have; of equally frequent ones the first in order.
struct SpelledGroups {
    let name: String
    /// The column of the spelling to show, whose folded form and key are next to it.
    let column: String
    /// How an item has it.
    private let membership: Membership

    private enum Membership {
        /// In a list, by `item_genres`.
        case list
        /// In one column of `items`.
        case column
    }

    static let genres = SpelledGroups(name: "genres", column: "name", membership: .list)
    static let podcasts = SpelledGroups(name: "podcasts", column: "title", membership: .column)

    /// The table as rows are found and made.
    var keyed: LookupTable {
        LookupTable(name: name, key: "\(column)_folded", columns: [column, "\(column)_key"])
    }

    /// Selects the ids of the groups of items.
    ///
    /// - Parameter items: Selects their ids.
    func groups(of items: SQL) -> SQL {
        switch membership {
        case .list: "SELECT genre_id FROM item_genres WHERE item_id IN (\(items))"
        case .column: "SELECT podcast_id FROM items WHERE id IN (\(items))"
        }
    }

    /// Marks the groups of which new items have another spelling than the one shown, and those that have several.
    ///
    /// - Parameter spellings: The spellings of the new items, with the ids of their groups.
    func mark(_ spellings: [String: Int64], _ database: Connection) throws {
        if spellings.isEmpty { return }
        let title = column
        let rows = try Projection { column in
            (
                id: column("id") as Int64, shown: column("\(sql: title)") as String,
                hasSpellings: column("has_spellings") as Bool
            )
        }.fetchAll(
            database, from: "\(sql: name) WHERE id IN \(.ids(Array(Set(spellings.values))))")
        let shown = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.shown) })
        var outdated = Set(rows.lazy.filter(\.hasSpellings).map(\.id))
        for (spelling, id) in spellings where shown[id] != spelling { outdated.insert(id) }
        if outdated.isEmpty { return }
        try database.execute(
            literal: """
                UPDATE \(sql: name) SET is_current = 0, has_spellings = 1
                WHERE id IN \(.ids(Array(outdated)))
                """)
    }

    /// Chooses the spellings of outdated groups again.
    func refresh(_ scans: ScanStore) throws {
        let sortKeys = scans.sortKeys
        try scans.bringUpToDate("SELECT id FROM \(sql: name) WHERE is_current = 0", atOnce: 50) {
            (ids: [Int64], database) in
            for id in ids {
                let counts = try spellings(of: id, database)
                // A group without items keeps its name; it is not listed.
                let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
                if let most {
                    try database.execute(
                        literal: """
                            UPDATE \(sql: name) SET \(sql: column) = \(most),
                                \(sql: column)_key = \(sortKeys.key(for: most)) WHERE id = \(id)
                            """)
                }
                try database.execute(
                    literal: """
                        UPDATE \(sql: name) SET is_current = 1, has_spellings = \(counts.count > 1)
                        WHERE id = \(id)
                        """)
            }
        }
    }

    /// How many present items of a group have each spelling.
    private func spellings(of id: Int64, _ database: Connection) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        switch membership {
        case .list:
            let rows = try Row.fetchCursor(
                database,
                literal: """
                    SELECT genres, position, count(*) FROM item_genres
                    JOIN items ON items.id = item_id
                    WHERE genre_id = \(id) AND is_missing = 0 GROUP BY genres, position
                    """)
            while let row = try rows.next() {
                let (names, position) = (StoredNames.names(in: row[0]), row[1] as Int)
                guard names.indices.contains(position) else { continue }
                counts[names[position], default: 0] += row[2]
            }
        case .column:
            let rows = try Row.fetchCursor(
                database,
                literal: """
                    SELECT podcast_title, count(*) FROM items
                    WHERE podcast_id = \(id) AND podcast_title IS NOT NULL AND is_missing = 0
                    GROUP BY podcast_title
                    """)
            while let row = try rows.next() { counts[row[0], default: 0] += row[1] }
        }
        return counts
    }
}
