import FoundationEssentials
import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithStore

extension ItemStore {
    /// The books of which some part meets conditions, each with all its parts; in no order.
    public func audiobooks(
        matching predicates: [MediaPredicate] = [], isMissing: Bool = false
    ) throws -> [Audiobook] {
        func parts(_ predicates: [MediaPredicate]) throws -> [MediaItem] {
            var query = MediaQuery.audiobooks
            query.filterPredicates += predicates
            query.isMissing = isMissing
            return try all(matching: query)
        }
        let found = try parts(predicates)
        let dates = try bookmarkDates()
        if predicates.isEmpty { return Audiobook.books(of: found, bookmarkDates: dates) }
        let albums = Set(found.compactMap(\.albumPersistentID))
        let isOfAlbums = MediaPredicate.isIn(
            .albumPersistentID, albums.map { .integer(Int($0.rawValue)) })
        return Audiobook.books(
            of: found.filter { $0.albumPersistentID == nil } + (try parts([isOfAlbums])),
            bookmarkDates: dates)
    }

    /// When the user's bookmarks were set.
    private func bookmarkDates() throws -> [MediaItemID: Date] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                literal: "SELECT item_id, changed FROM bookmark_notes WHERE user_id = \(userID)")
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0[0] as MediaItemID, $0[1] as Date) })
        }
    }
}
