internal import Database
import LibraryStore
import MediaModel

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
    private func countAll() throws -> Int { try Self.count("items", database) - countHidden() }

    /// How many items of the library the query leaves out, because they are missing or of another kind.
    ///
    /// - Parameter condition: Which items are counted.
    private func countHidden(where condition: SQL = "true") throws -> Int {
        let missing = try Self.count("items WHERE is_missing = 1 AND \(condition)", database)
        if query.mediaType == .any { return missing }
        return try missing
            + Self.count(
                """
                items WHERE media_type <> 1 AND is_missing = 0 \
                AND media_type & \(query.mediaType.rawValue) = 0 AND \(condition)
                """, database)
    }

    /// How many items the first of several statements gives, where that is known without reading them: all that have a value
    /// of the user. In the order of the value they are all over the table of items, and take long to skip.
    func countOfFirst() throws -> Int? {
        guard hasTwoParts, query.after == nil, order.absent == .last, areAllOfTheirKinds,
            let column = order.userValue
        else { return nil }
        let values: SQL = """
            user_values WHERE user_id = \(viewer.user) AND \(sql: column) IS NOT NULL
            """
        return try Self.count(values, database)
            - countHidden(where: "items.id IN (SELECT item_id FROM \(values))")
    }
}
