internal import Database
package import LibraryStore
package import MediaModel

extension Catalog {
    /// How many collections the items of a query make, or how many items there are where it makes none; its limit and offset
    /// count.
    package func collectionCount(of query: MediaQuery) throws -> Int {
        try read { try collectionCount(of: query, $0) }
    }

    /// The same, where it may be known.
    ///
    /// - Parameter known: What is known of a state of the library; `nil` for a count that is not.
    /// - Returns: The count, and the state in which it is right.
    package func collectionCount(
        of query: MediaQuery, known: (ListState) -> Int?
    ) throws -> (count: Int, state: ListState) {
        try read { database in
            let state = try listState(database)
            return (try known(state) ?? collectionCount(of: query, database), state)
        }
    }

    private func collectionCount(of query: MediaQuery, _ database: Connection) throws -> Int {
        guard let table = GroupTable(query.groupingType) else {
            return try itemCount(matching: query, database)
        }
        let statement = try CollectionReader(
            query, table, artworkPreference, viewer(database), database
        ).statement()
        return try Int.fetchOne(
            database, literal: "SELECT count(*) FROM (\(statement)) AS collections") ?? 0
    }
}
