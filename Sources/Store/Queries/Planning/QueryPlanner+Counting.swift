internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

extension QueryPlanner {
    /// How many items there are, within the limit and offset, without putting them in order.
    func count() throws -> Int {
        let total =
            if query.after != nil || plan == .readEntries {
                try statements().reduce(0) { try $0 + Self.count("(\($1)) AS listed", database) }
            } else if areAllOfTheirKinds {
                try countAll()
            } else {
                try Self.count(unorderedItems, database)
            }
        return min(max(0, total - query.offset), query.limit ?? .max)
    }

    static func count(_ rows: SQL, _ database: Connection) throws -> Int {
        try Int.fetchOne(database, literal: "SELECT count(*) FROM \(rows)") ?? 0
    }

    /// Whether the kind alone decides, and music is of it.
    private var areAllOfTheirKinds: Bool {
        query.filterPredicates.isEmpty && query.group == nil && !query.isMissing
            && !isAboutPlaylists && !viewer.isRestricted
            && (query.mediaType == .any || query.mediaType.contains(.music))
    }

    /// SQLite counts the rows of a table by its pages, and indexes have the few that do not count.
    private func countAll() throws -> Int {
        try Self.count("items", database) - Self.count("(\(hidden)) AS hidden", database)
    }

    /// The ids of the items of the library that the query leaves out, because they are missing or of another kind.
    private var hidden: SQL {
        let missing: SQL = "SELECT id FROM items WHERE is_missing = 1"
        if query.mediaType == .any { return missing }
        return """
            \(missing) UNION ALL SELECT id FROM items WHERE media_type <> 1 AND is_missing = 0 \
            AND media_type & \(query.mediaType.rawValue) = 0
            """
    }

    /// How many items the first of several statements gives, up to a number, where indexes alone say so: all that have a value
    /// of the user. To skip them in the order of the value is to read the table in random order.
    func countOfFirst(upTo most: Int) throws -> Int? {
        guard hasTwoParts, query.after == nil, order.absent == .last, areAllOfTheirKinds,
            let column = order.userValue
        else { return nil }
        return try Self.count(
            """
            (SELECT 1 FROM user_values WHERE user_id = \(viewer.user) AND \(sql: column) IS NOT NULL \
            AND item_id NOT IN (\(hidden)) LIMIT \(most)) AS valued
            """, database)
    }
}
