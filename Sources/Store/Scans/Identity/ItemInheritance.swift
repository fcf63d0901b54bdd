internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

/// Gives an item a copy of what users have of another one, whose file is gone or out of reach and which keeps it, and the places
/// of that one in playlists, queues and shares. A rating or bookmark of its own stays.
struct ItemInheritance {
    /// The item that is out of reach.
    let original: Int64
    /// The item that takes its place.
    let heir: Int64
    let database: Connection

    func run() throws {
        try database.cachedStatement(
            literal: ValueStore.userValuesMerge(from: original, to: heir, keepingOwn: true)
        ).execute()
        try ItemMerge.moveEntries(of: original, to: heir, database)
        let older: SQL = "(SELECT date_added FROM items WHERE id = \(original))"
        try database.cachedStatement(
            literal: """
                UPDATE items SET date_added = \(.lesser("date_added", older)) WHERE id = \(heir)
                """
        ).execute()
        if let from = try album(of: original), let to = try album(of: heir) {
            try GroupValues.copy(.album, from: from, to: to, database)
        }
    }

    private func album(of item: Int64) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(literal: "SELECT album_id FROM items WHERE id = \(item)"))
    }
}
