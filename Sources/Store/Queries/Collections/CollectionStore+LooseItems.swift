internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

extension CollectionStore {
    /// The artists among these of whom the user sees items that no album holds.
    ///
    /// - Parameters:
    ///   - grouping: The role in which the items name them.
    ///   - mediaType: The kinds of items that count.
    package func artistsWithLooseItems(
        among ids: [Int64], groupedBy grouping: MediaGrouping, mediaType: MediaType
    ) throws -> Set<Int64> {
        guard let table = GroupTable(grouping), grouping.role != nil, !ids.isEmpty else {
            return []
        }
        return try read { database in
            let loose: SQL = """
                items.album_id IS NULL AND items.is_missing = 0 \
                AND items.media_type & \(mediaType.rawValue) <> 0
                """
            let isSeen = SQL(sql: try viewer(database).sees())
            let most = ids.count.saturated(adding: 1000)
            let count =
                try Int.fetchOne(
                    database,
                    literal: """
                        SELECT count(*) FROM (SELECT 1 FROM items WHERE \(loose) LIMIT \(most)) AS few
                        """) ?? 0
            // Where they are few, their artists are fewer questions than the items of all these artists.
            let artists =
                try count < most
                ? Int64.fetchAll(
                    database,
                    literal: """
                        SELECT DISTINCT \(sql: table.collectionID) FROM \(table.itemsWithCollections)
                        WHERE \(loose) AND \(isSeen)
                        """)
                : Int64.fetchAll(
                    database,
                    literal: """
                        SELECT collections.id FROM \(table.rows) WHERE collections.id IN \(.ids(ids))
                        AND EXISTS (SELECT 1 FROM \(table.members(of: "collections.id"))
                            AND \(loose) AND \(isSeen))
                        """)
            return Set(ids).intersection(artists)
        }
    }
}
