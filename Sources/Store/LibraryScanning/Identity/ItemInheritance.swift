internal import Database
import LibraryStore
import LibraryUsers
import MediaModel

/// Gives an item a copy of what users have of another one, whose file is out of reach and which keeps it, and the places of that
/// one in playlists, queues and shares.
struct ItemInheritance {
    /// The item that is out of reach.
    let original: Int64
    /// The item that takes its place.
    let heir: Int64
    let database: Connection

    func run() throws {
        try execute(Catalog.userValuesMerge, [heir, original])
        try ItemMerge.moveEntries(of: original, to: heir, database)
        try execute(
            """
            UPDATE items SET date_added = min(date_added, (SELECT date_added FROM items WHERE id = ?2))
            WHERE id = ?1
            """, [heir, original])
        if let from = try album(of: original), let to = try album(of: heir) {
            try GroupValues.copy(.album, from: from, to: to, database)
        }
    }

    private func album(of item: Int64) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT album_id FROM items WHERE id = ?"),
            arguments: [item])
    }

    private func execute(_ sql: String, _ items: SQLArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: items)
    }
}
