import LibraryStore
public import MediaModel

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
        if predicates.isEmpty { return Audiobook.books(of: found) }
        let albums = Set(found.compactMap(\.albumPersistentID))
        let isOfAlbums = MediaPredicate.isIn(
            .albumPersistentID, albums.map { .integer(Int($0.rawValue)) })
        return Audiobook.books(
            of: found.filter { $0.albumPersistentID == nil } + (try parts([isOfAlbums])))
    }
}
