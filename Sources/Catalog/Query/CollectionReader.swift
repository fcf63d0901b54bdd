import Foundation
internal import GRDB
import MediaModel

/// Reads the things that items hang on, and what the items of each come to.
struct CollectionReader {
    private let query: MediaQuery
    private let table: GroupTable
    private let planner: QueryPlanner
    private let database: Database
    private let thingReader: ThingReader

    init(
        _ query: MediaQuery, _ table: GroupTable, _ preference: ArtworkPreference,
        _ database: Database
    ) throws {
        self.query = query
        self.table = table
        self.database = database
        planner = try QueryPlanner(query, database)
        thingReader = try ThingReader(query, table, planner.conditions, preference, database)
    }

    /// Items in which all lie that are asked for, where an index gives few.
    private func few() throws -> Candidates? {
        guard table.grouping != .playlist else { return nil }
        let things = try Int.fetchOne(database, sql: "SELECT max(id) FROM \(table.table)") ?? 0
        return try planner.fewCandidates(
            upTo: planner.pickingLimit(ofThings: things),
            others: table.itemsWithAny.map { [$0] } ?? [])
    }

    /// Selects the things in order: id, title, and what their table knows of them; then what their items come
    /// to, where few items are asked for: these are put together once, and their things looked up.
    func statement() throws -> SQL {
        let order: SQL = "ORDER BY \(terms.map(\.order).joined(separator: ", "))\(page)"
        guard let few = try few() else {
            return """
                SELECT \(columns) FROM \(sql: table.table) things \
                WHERE \(try placement()) AND \(condition(few: nil)) \(order)
                """
        }
        let rows = few.rows(
            of: table.itemsWithThings,
            where: "\(planner.within(few).conditions) AND \(table.isFirstWithThing)")
        return """
            WITH totals AS MATERIALIZED (SELECT \(table.totals), \(sql: table.thing) AS thing \
            \(rows) GROUP BY thing) \
            SELECT \(columns), totals.* FROM totals CROSS JOIN \(sql: table.table) things \
            ON things.id = totals.thing WHERE \(try placement()) \(order)
            """
    }

    private var terms: [QueryOrder.Term] { table.terms(query.order) }

    /// Whether a thing stands behind the one behind which the answer begins.
    private func placement() throws -> SQL {
        guard let group = query.afterGroup else { return "1" }
        guard group.grouping == table.grouping else { return "0" }
        let columns = terms.map { SQL(sql: $0.sql) }.joined(separator: ", ")
        let anchor = try SQLRequest<Row>(
            literal: """
                SELECT \(columns) FROM \(sql: table.table) things \
                WHERE things.id = \(group.persistentID)
                """
        ).fetchOne(database)
        guard let anchor else { return "0" }
        return QueryOrder.isBehind(Array(anchor.databaseValues), in: terms)
    }

    /// Whether a thing has items that are asked for. Where an index gives few items, their things are
    /// picked; else each thing is looked at, in order.
    func condition() throws -> SQL { try condition(few: few()) }

    private func condition(few: Candidates?) -> SQL {
        if listsEmpty { return "1" }
        if let few {
            let rows = few.rows(
                of: table.itemsWithThings, where: planner.within(few).conditions)
            return "things.id IN (SELECT \(sql: table.thing) \(rows))"
        }
        let members: SQL = """
            EXISTS (SELECT 1 FROM \(table.members(of: "things.id")) AND \(planner.conditions))
            """
        // What a rule gives is known only when it is asked.
        return table.grouping == .playlist ? "(things.rule IS NOT NULL OR \(members))" : members
    }

    /// A playlist is the user's own, and shown before it holds anything.
    private var listsEmpty: Bool {
        table.grouping == .playlist && query.filterPredicates.isEmpty && query.group == nil
            && query.mediaType == .any && !query.isMissing
    }

    private var columns: SQL {
        let columns = ["id", table.title] + details
        return SQL(sql: columns.map { "things.\($0)" }.joined(separator: ", "))
    }

    private var details: [String] {
        switch table.grouping {
        case .album: ["album_artist", "year", "is_compilation"]
        case .playlist: ["uuid", "description", "author", "created", "modified", "rule"]
        default: []
        }
    }

    private var page: SQL {
        query.limit == nil && query.offset == 0
            ? "" : " LIMIT \(query.limit ?? -1) OFFSET \(query.offset)"
    }

    // MARK: - One thing

    /// The collection of one thing by its id; `nil` where no item that is asked for is in it.
    func collection(_ id: Int64) throws -> MediaItemCollection? {
        let row = try SQLRequest<Row>(
            literal: "SELECT \(columns) FROM \(sql: table.table) things WHERE things.id = \(id)",
            cached: true
        ).fetchOne(database)
        let collection = try row.map(collection(from:))
        return collection?.count == 0 ? nil : collection
    }

    /// Makes a collection of a row of ``statement()``.
    func collection(from row: Row) throws -> MediaItemCollection {
        let id: Int64 = row[0]
        let known = 2 + details.count
        var collection = MediaItemCollection(
            group: MediaGroup(table.grouping, id), title: row[1], count: 0, playbackDuration: 0,
            mediaTypes: [], representativeItem: nil)
        if row.count > known {
            collection.setTotals(ColumnReader(row: row, at: known))
        } else if try !thingReader.setKept(id, &collection) {
            try thingReader.setCounted(id, &collection)
        }
        switch table.grouping {
        case .album:
            collection.albumArtist = row[2]
            collection.year = row[3]
            collection.isCompilation = row[4]
            collection.representativeItem = try thingReader.first(id)
            collection.artworkSHA256 = try thingReader.picture(id)
        case .podcastTitle:
            collection.artworkSHA256 = try thingReader.picture(id)
        case .playlist:
            let playlist = MediaPlaylist(from: row)
            if playlist.attributes.contains(.smart) { try setSmart(&collection) }
            collection.playlist = playlist
        default: break
        }
        return collection
    }

    /// What the rule of a playlist gives.
    private func setSmart(_ collection: inout MediaItemCollection) throws {
        var own = query
        own.group = collection.group
        let conditions = try QueryPlanner(own, database).conditions
        let row = try SQLRequest<Row>(
            literal: "SELECT \(table.totals) FROM items WHERE \(conditions)", cached: true
        ).fetchOne(database)
        if let row { collection.setTotals(ColumnReader(row: row)) }
    }
}

/// Reads what the items of a thing come to; its statements are prepared once for all things of a query.
private struct ThingReader {
    private let kept: Selection?
    private let counted: Selection
    private let firstItem: Selection?
    private let preferredPicture: Selection?

    init(
        _ query: MediaQuery, _ table: GroupTable, _ conditions: SQL,
        _ preference: ArtworkPreference, _ database: Database
    ) throws {
        let thing: SQL = "(SELECT id FROM thing)"
        func selection(_ statement: SQL) throws -> Selection {
            try Selection(
                literal: "WITH thing(id) AS (SELECT \(0)) \(statement)", in: database)
        }
        let areAll = query.filterPredicates.isEmpty && query.group == nil && !query.isMissing
        kept = try (areAll ? table.keptTotals(of: thing) : nil).map { kept in
            try selection(
                """
                SELECT item_count, duration, album_count, media_type, first_item_id FROM \(kept) \
                AND media_type & \(query.mediaType.rawValue) <> 0
                """)
        }
        counted = try selection(
            """
            SELECT \(table.totals) FROM \(table.distinctMembers(of: thing)) AND \(conditions)
            """)
        let ofThing: SQL = "\(sql: table.thing) = \(thing) AND \(conditions)"
        switch table.grouping {
        case .album:
            firstItem = try selection(Self.firstItem(ofThing))
            preferredPicture = try selection(Self.preferredPicture(ofThing, preference))
        case .podcastTitle:
            firstItem = nil
            preferredPicture = try selection(Self.preferredPicture(ofThing, preference))
        case .title, .artist, .albumArtist, .composer, .genre, .playlist:
            (firstItem, preferredPicture) = (nil, nil)
        }
    }

    private static func firstItem(_ condition: SQL) -> SQL {
        """
        SELECT items.id FROM items WHERE \(condition) \
        ORDER BY disc_number, track_number, items.id LIMIT 1
        """
    }

    private static func preferredPicture(
        _ condition: SQL, _ preference: ArtworkPreference
    ) -> SQL {
        """
        SELECT sha256 FROM (\(ArtworkPreference.pictures(ofItems: condition))) \
        JOIN artworks ON artworks.id = artwork_id \
        ORDER BY \(sql: preference.firstTerms), disc_number, track_number, item_id, position LIMIT 1
        """
    }

    /// Sets what the last scan counted for the thing.
    ///
    /// - Returns: Whether it counted, and that is not outdated. It is nothing where the query asks for less than
    ///   all items of its kinds.
    func setKept(_ id: Int64, _ collection: inout MediaItemCollection) throws -> Bool {
        var rows = 0
        var totals = collection
        try kept?.forEachRow(id) { row in
            rows += 1
            totals.setTotals(row)
        }
        // Albums of several kinds would count twice.
        guard rows == 1 else { return false }
        collection = totals
        return true
    }

    /// Counts.
    func setCounted(_ id: Int64, _ collection: inout MediaItemCollection) throws {
        try counted.forEachRow(id) { collection.setTotals($0) }
    }

    /// The first item of an album by disc and track.
    func first(_ id: Int64) throws -> MediaItemID? {
        var first: Int64?
        try firstItem?.forEachRow(id) { row in
            var column = row
            first = column.next()
        }
        return first.map(PersistentID.init)
    }

    /// The picture that is preferred among those of all items that are asked for; of equal ones, that of the
    /// first item by disc and track.
    func picture(_ id: Int64) throws -> String? {
        var sha256: Data?
        try preferredPicture?.forEachRow(id) { row in
            var column = row
            sha256 = column.next()
        }
        return sha256?.hexadecimal
    }
}

extension MediaItemCollection {
    /// Sets what its items come to: how many they are, how long, of how many albums, of which kinds, separated by
    /// commas, and the first of them.
    fileprivate mutating func setTotals(_ columns: ColumnReader<some ColumnValues>) {
        var column = columns
        count = column.required()
        playbackDuration = column.required()
        albumCount = column.next()
        let kinds = (column.next() as String?)?.split(separator: ",").compactMap { Int($0) } ?? []
        mediaTypes = MediaType(kinds.map(MediaType.init(rawValue:)))
        representativeItem = (column.next() as Int64?).map(PersistentID.init)
    }
}
