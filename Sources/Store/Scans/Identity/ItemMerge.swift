internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

/// Puts the facts of one item into another, whose id and user's values stay, and deletes the one.
///
/// Every table that points to items has a function here.
struct ItemMerge {
    // The item that stays.
    let kept: Int64
    /// The item that gives its facts and is deleted.
    let deleted: Int64
    let database: Connection

    func run() throws {
        try markNames()
        try mergeUserValues()
        try movePlays()
        try Self.moveEntries(of: deleted, to: kept, database)
        try moveEpisodes()
        try moveWords()
        for table in BatchWriter.detailTables + BatchWriter.extensionTables {
            try moveDetails(table)
        }
        try replaceFacts()
        try deleteItem()
    }

    // MARK: - The user's own

    /// Users may have met the new item before it was known to be the old one.
    private func mergeUserValues() throws {
        try execute(ValueStore.userValuesMerge(from: deleted, to: kept, keepingOwn: false))
        try execute("DELETE FROM user_values WHERE item_id = \(deleted)")
    }

    private func movePlays() throws {
        try execute("UPDATE plays SET item_id = \(kept) WHERE item_id = \(deleted)")
    }

    /// Gives an item's places in playlists, queues and shares to another item.
    static func moveEntries(of item: Int64, to other: Int64, _ database: Connection) throws {
        for table in [
            "playlist_entries", "queue_entries", "share_entries",
        ] {
            try database.cachedStatement(
                literal: "UPDATE \(sql: table) SET item_id = \(other) WHERE item_id = \(item)"
            ).execute()
        }
    }

    private func moveEpisodes() throws {
        try execute("UPDATE feed_episodes SET item_id = \(kept) WHERE item_id = \(deleted)")
    }

    // MARK: - Facts

    /// The artists of the names that the item loses are resolved again.
    private func markNames() throws {
        try Spellings.markThoseLost(by: "SELECT id FROM items WHERE id = \(kept)", database)
    }

    private func moveWords() throws {
        try execute("DELETE FROM search_items WHERE rowid = \(kept)")
        try execute("UPDATE search_items SET rowid = \(kept) WHERE rowid = \(deleted)")
    }

    private func moveDetails(_ table: String) throws {
        try execute("DELETE FROM \(sql: table) WHERE item_id = \(kept)")
        try execute("UPDATE \(sql: table) SET item_id = \(kept) WHERE item_id = \(deleted)")
    }

    private static let columns = BatchWriter.changedColumns.joined(separator: ", ")

    private func replaceFacts() throws {
        try execute(
            """
            UPDATE items SET (\(sql: Self.columns)) =
                    (SELECT \(sql: Self.columns) FROM items WHERE id = \(deleted)),
                date_added = \(.lesser("date_added", "(SELECT date_added FROM items WHERE id = \(deleted))"))
            WHERE id = \(kept)
            """)
    }

    private func deleteItem() throws { try execute("DELETE FROM items WHERE id = \(deleted)") }

    private func execute(_ sql: SQL) throws {
        try database.cachedStatement(literal: sql).execute()
    }
}

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
