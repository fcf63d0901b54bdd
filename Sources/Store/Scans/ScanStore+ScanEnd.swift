internal import PhonolithDatabase
import PhonolithStore

// The end of a scan: albums and artists are computed from items, and unused rows are deleted.

extension ScanStore {
    /// Ends a scan: computes what the items that changed belong to, in this scan or in one that was killed. Writes
    /// nothing where no item has changed.
    package func finish(_ changes: ScanWriter.Changes) throws {
        if !changes.moves.isEmpty {
            try write { try CollectionContinuity($0).keep(changes.moves) }
        }
        // Albums take over how their artists are sorted.
        try catalog.artists.resolve()
        try catalog.albums.refresh()
        for groups in [SpelledGroups.genres, .podcasts] { try groups.refresh(self) }
        try deleteUnusedArtwork(among: changes.artworks)
        try catalog.changes.forgetOld()
    }

    /// Brings outdated rows up to date, some in each transaction, so that no other writer waits for all of them.
    ///
    /// - Parameters:
    ///   - outdated: Selects what identifies the outdated rows.
    ///   - count: How many are brought up to date in one transaction.
    ///   - update: Is given what identifies some of them, and must mark just these as up to date: items that others mark
    ///     meanwhile are still to be done.
    func bringUpToDate<Key: SQLConvertible>(
        _ outdated: SQL, atOnce count: Int, _ update: ([Key], Connection) throws -> Void
    ) throws {
        while try read({ try Row.fetchOne($0, literal: "\(outdated) LIMIT 1") }) != nil {
            try write { database in
                // Another scan may have been faster.
                let keys = try Key.fetchAll(database, literal: "\(outdated) LIMIT \(count)")
                if !keys.isEmpty { try update(keys, database) }
            }
        }
    }

    /// Deletes pictures that nothing refers to.
    ///
    /// - Parameter candidates: The pictures to look at; `nil` for all, which takes time with their number.
    func deleteUnusedArtwork(among candidates: Set<Int64>? = nil) throws {
        if candidates?.isEmpty == true { return }
        let isCandidate: SQL = candidates.map { "id IN \(.ids($0))" } ?? "true"
        try write {
            try $0.execute(
                literal: """
                    DELETE FROM artworks WHERE \(isCandidate)
                        AND NOT EXISTS (SELECT 1 FROM item_artworks WHERE artwork_id = artworks.id)
                        AND NOT EXISTS (SELECT 1 FROM folder_artworks WHERE artwork_id = artworks.id)
                    """)
        }
    }
}
