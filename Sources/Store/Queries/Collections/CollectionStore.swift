import FoundationEssentials
package import PhonolithDatabase
public import PhonolithMediaModel
public import PhonolithStore

/// Albums, artists, genres and other collections of items.
public struct CollectionStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// Albums, artists and other collections.
    public var collections: CollectionStore { CollectionStore(catalog: self) }
}

extension CollectionStore {
    /// Calls back with each collection that the items of a query make, put together by the query's grouping.
    ///
    /// Collections are read along the index of their names and counted some at a time, so the first come at
    /// once however large the library is. A playlist is a collection even if it is empty, unless the query
    /// has conditions.
    ///
    /// - Parameter query: Which items count; its limit and offset count collections. Of its order those keys
    ///   count that ``MediaGrouping/orders`` has.
    /// - Returns: The token of the next page, for ``MediaQuery/after``; `nil` if nothing follows.
    @discardableResult
    public func forEach(
        of query: MediaQuery, _ body: (MediaItemCollection) throws -> Void
    ) throws -> PageToken? {
        guard let table = GroupTable(query.groupingType) else {
            return try catalog.items.forEach(matching: query) {
                try body(MediaItemCollection(of: $0))
            }
        }
        return try read { database in
            let reader = try CollectionReader(
                query, table, artworkPreference, viewer(database), database)
            let (listing, statement) = try reader.listing(looksAhead: true)
            var left = query.limit ?? .max
            let rows = try listing.fetchCursor(
                database, literal: statement, inParts: left > ItemIDs.mostAtOnce)
            while left > 0 {
                let some = try rows.next(min(left, Selection.batch))
                guard let last = some.last else { return nil }
                for collection in try reader.collections(from: some) { try body(collection) }
                left -= some.count
                if left == 0, try rows.next() != nil { return reader.token(after: last) }
            }
            return nil
        }
    }

    /// The collections that the items of a query make, put together by the query's grouping.
    public func all(of query: MediaQuery) throws -> [MediaItemCollection] {
        var collections: [MediaItemCollection] = []
        try forEach(of: query) { collections.append($0) }
        return collections
    }

    /// The titles of an album's discs, by their numbers: of each that of the first track with one.
    package func discTitles(of album: MediaAlbumID) throws -> [Int: String] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                literal: """
                    SELECT coalesce(disc_number, 1), disc_subtitle FROM items
                    WHERE album_id = \(album.rawValue) AND is_missing = 0
                    AND disc_subtitle IS NOT NULL AND \(sql: viewer(database).sees())
                    ORDER BY \(CollectionDetails.placeInAlbum), items.id
                    """, cached: true)
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Whether the user sees an album, artist, genre, podcast, playlist or item.
    public func has(_ group: MediaGroup) throws -> Bool {
        try read { database in
            let viewer = try viewer(database)
            if group.grouping == .playlist {
                return try SmartPlaylists(viewer, database).has(group.persistentID)
            }
            let table = GroupTable(group.grouping)
            let isThere = try database.has(
                "SELECT 1 FROM \(sql: table?.table ?? "items") WHERE id = \(group.persistentID)")
            guard isThere, viewer.isRestricted else { return isThere }
            let items: SQL =
                table?.members(of: "\(group.persistentID)")
                ?? "items WHERE items.id = \(group.persistentID)"
            return try database.has("SELECT 1 FROM \(items) AND \(sql: viewer.sees())")
        }
    }
}

extension MediaItemCollection {
    /// The collection of one item.
    fileprivate init(of item: MediaItem) {
        self.init(
            group: MediaGroup(.title, item.persistentID.rawValue),
            title: item.title ?? item.location.path.lastComponent.description, count: 1,
            playbackDuration: item.playbackDuration ?? 0, mediaTypes: item.facts.mediaType,
            representativeItemID: item.persistentID)
    }
}

extension MediaPlaylist {
    package static let projection = Projection { MediaPlaylist(&$0) }

    package init(_ column: inout Columns) {
        self.init(
            persistentID: column("id"), uuid: column("uuid"), name: column("name"),
            isSmart: column("rule IS NOT NULL AS is_smart"),
            descriptionText: column("description"), authorDisplayName: column("author"),
            dateCreated: column("created"), dateModified: column("modified"))
    }
}

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
