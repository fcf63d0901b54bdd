import FoundationEssentials
internal import PhonolithDatabase
public import PhonolithMediaModel
public import PhonolithStore

/// The items of a library.
public struct ItemStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// Items, listed, counted and found by id or path.
    public var items: ItemStore { ItemStore(catalog: self) }
}

extension ItemStore {
    /// Calls `body` with each item that matches a query, in its order.
    ///
    /// Items are read some at a time: the memory does not grow with the answer. All of it is one moment's
    /// state of the library, whatever a scan writes meanwhile.
    ///
    /// - Returns: The token of the next page, for ``MediaQuery/after``; `nil` if nothing follows.
    /// - Throws: ``CatalogError``, and whatever `body` throws, which ends the reading.
    @discardableResult
    public func forEach(
        matching query: MediaQuery, _ body: (MediaItem) throws -> Void
    ) throws -> PageToken? {
        try read { database in
            var ids = ItemIDs(try QueryPlanner(query, viewer(database), database), database)
            let reader = try ItemReader(viewer(database), database, artworkPreference)
            while let batch = try ids.next(Selection.batch) {
                for item in try reader.items(batch) { try body(item) }
            }
            return try ids.end()
        }
    }

    /// The items that match a query, in its order.
    public func all(matching query: MediaQuery) throws -> [MediaItem] {
        var items: [MediaItem] = []
        try forEach(matching: query) { items.append($0) }
        return items
    }

    /// The number of items that match a query, with its limit and offset.
    public func count(matching query: MediaQuery) throws -> Int {
        try read { try count(matching: query, $0) }
    }

    func count(matching query: MediaQuery, _ database: Connection) throws -> Int {
        try QueryPlanner(query, viewer(database), database).count()
    }

    /// An item by its id, missing or not; `nil` if there is none.
    public func item(_ id: MediaItemID) throws -> MediaItem? {
        try read { try ItemReader(viewer($0), $0, artworkPreference).item(id.rawValue) }
    }

    /// Items by their ids, missing or not, in the order of the ids; absent ones are left out.
    package func all(_ ids: [MediaItemID]) throws -> [MediaItem] {
        if ids.isEmpty { return [] }
        return try read { database in
            try ItemReader(viewer(database), database, artworkPreference).items(ids.map(\.rawValue))
        }
    }

    /// Items by their ids, missing or not, with these as keys.
    package func byID(_ ids: [MediaItemID]) throws -> [MediaItemID: MediaItem] {
        Dictionary(
            try all(ids).map { ($0.persistentID, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The ids among these that the user sees, missing items included.
    package func seen(of ids: [MediaItemID]) throws -> Set<MediaItemID> {
        try read { database in
            let seen = try Int64.fetchAll(
                database,
                literal: """
                    SELECT id FROM items WHERE id IN \(.ids(ids.map(\.rawValue)))
                    AND \(sql: viewer(database).sees())
                    """)
            return Set(seen.map { MediaItemID($0) })
        }
    }

    /// The items that an absolute path holds, in the order of their start times: its tracks, where a cue sheet
    /// takes it apart, else its own.
    public func all(at path: MediaPath) throws -> [MediaItem] {
        try read { database in
            let reader = try ItemReader(viewer(database), database, artworkPreference)
            let roots = try Row.fetchAll(
                database, literal: "SELECT id, path FROM roots WHERE is_removed = 0")
            return try roots.flatMap { row in
                let (rootID, root) = (row[0] as Int64, row[1] as MediaPath)
                guard let folder = path.parent.relative(to: root) else { return [MediaItem]() }
                let ids = try Int64.fetchAll(
                    database,
                    literal: """
                        SELECT items.id FROM folders JOIN files ON folder_id = folders.id
                        JOIN items ON file_id = files.id
                        WHERE root_id = \(rootID) AND folders.path = \(folder.data)
                        AND name_key = \(SortKeyMaker.key(for: path.lastComponent))
                        AND name = \(path.lastComponent.data)
                            AND displaced = 0 AND is_superseded = 0
                        ORDER BY start_time NULLS FIRST, items.id
                        """)
                return try reader.items(ids)
            }
        }
    }
}

extension ItemStore {
    /// How many items an album has whose files are there.
    public func count(ofAlbum album: MediaAlbumID) throws -> Int {
        try read {
            try Int.fetchOne(
                $0,
                literal: """
                    SELECT count(*) FROM items
                    WHERE album_id = \(album.rawValue) AND is_missing = 0
                    AND \(sql: viewer($0).sees())
                    """) ?? 0
        }
    }
}

// MARK: - For tests

extension ItemStore {
    /// How a query is answered, and how SQLite executes each of its statements: a step a line (EXPLAIN QUERY PLAN).
    package func explanation(
        of query: MediaQuery, forced: QueryPlanner.Forced? = nil
    ) throws -> (plan: QueryPlan, steps: [String]) {
        try read { database in
            let planner = try QueryPlanner(query, viewer(database), database, forced: forced)
            let steps = try planner.statements().flatMap {
                try Row.fetchAll(database, literal: .explanation(of: $0)).map(\.step)
            }
            return (planner.plan, steps)
        }
    }

    /// The ids of the items of a query, in its order.
    package func ids(
        matching query: MediaQuery, forced: QueryPlanner.Forced? = nil
    ) throws -> [MediaItemID] {
        try read { database in
            var ids = ItemIDs(
                try QueryPlanner(query, viewer(database), database, forced: forced), database)
            return try ids.all().map(PersistentID.init)
        }
    }
}

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
