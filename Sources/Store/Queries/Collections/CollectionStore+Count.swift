internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

extension CollectionStore {
    /// How many collections the items of a query make, or how many items there are where it makes none; its limit and offset
    /// count.
    package func count(of query: MediaQuery) throws -> Int {
        try read { try count(of: query, $0) }
    }

    /// The same, where it may be known.
    ///
    /// - Parameter known: The known count for a state of the library; `nil` if unknown.
    /// - Returns: The count, and the state in which it is right.
    package func count(
        of query: MediaQuery, known: (ChangeStore.ListState) -> Int?
    ) throws -> (count: Int, state: ChangeStore.ListState) {
        try read { database in
            let state = try catalog.changes.listState(database)
            return (try known(state) ?? count(of: query, database), state)
        }
    }

    private func count(of query: MediaQuery, _ database: Connection) throws -> Int {
        guard let table = GroupTable(query.groupingType) else {
            return try catalog.items.count(matching: query, database)
        }
        let statement = try CollectionReader(
            query, table, artworkPreference, viewer(database), database
        ).listing().statement
        return try Int.fetchOne(
            database, literal: "SELECT count(*) FROM (\(statement)) AS collections") ?? 0
    }
}
