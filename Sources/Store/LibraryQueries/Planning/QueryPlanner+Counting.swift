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
    private func countAll() throws -> Int {
        var count = try Self.count("items", database)
        count -= try Self.count("items WHERE is_missing = 1", database)
        if query.mediaType != .any {
            count -= try Self.count(
                """
                items WHERE media_type <> 1 AND is_missing = 0 \
                AND media_type & \(query.mediaType.rawValue) = 0
                """, database)
        }
        return count
    }
}
