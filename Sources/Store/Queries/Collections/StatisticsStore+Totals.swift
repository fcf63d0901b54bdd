internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

/// The totals of items that share a value.
package struct ValueTotals: Hashable, Sendable {
    /// The shared value; `nil` for items that have none.
    package var value: String?
    /// How many items, or plays.
    package var count = 0
    /// In seconds, of all items, or of all plays.
    package var playbackDuration = 0.0
    /// In bytes, of the files, each once.
    package var fileSize = 0
    /// How often the user has played the items.
    package var playCount = 0

    package init(
        value: String? = nil, count: Int = 0, playbackDuration: Double = 0, fileSize: Int = 0,
        playCount: Int = 0
    ) {
        (self.value, self.count, self.playbackDuration) = (value, count, playbackDuration)
        (self.fileSize, self.playCount) = (fileSize, playCount)
    }
}

/// The key by which items are counted.
package enum TotalsKey: String, CaseIterable, Sendable {
    case genre, artist
    case albumArtist = "album-artist"
    case composer, year, decade, format
    case mediaType = "media-type"
    /// The year, month or day, by the local clock, of each play to the end.
    case playYear = "play-year"
    case playMonth = "play-month"
    case playDay = "play-day"
}

extension StatisticsStore {
    /// The totals of a query's items by a key: names and formats the most frequent first, times the earliest
    /// first. An item of several genres or artists counts for each.
    ///
    /// Takes time with the number of items.
    ///
    /// - Parameter query: Its order and offset do not count; its limit is that of the values.
    package func totals(of query: MediaQuery, by key: TotalsKey) throws -> [ValueTotals] {
        try read { database in
            let viewer = try viewer(database)
            var items = query
            items.limit = nil
            let conditions = try QueryPlanner(items, viewer, database).conditions
            let rows = self.rows(by: key, viewer)
            let totals = Projection { column in
                ValueTotals(
                    value: column("value"), count: column("count(*)"),
                    playbackDuration: column("coalesce(sum(duration), 0)"),
                    fileSize: column("coalesce(sum(size) FILTER (WHERE place = 1), 0)"),
                    playCount: column("coalesce(sum(plays), 0)"))
            }
            // An item may hold a value several times, and a file several items.
            let statement: SQL = """
                WITH listed AS (SELECT \(rows.value) AS value, items.id AS item_id, \
                items.duration AS duration, \(sql: viewer.value("play_count")) AS plays, \
                items.file_size AS size, row_number() OVER (\
                PARTITION BY \(rows.value), items.file_id ORDER BY items.id) AS place \
                FROM \(rows.tables) WHERE \(conditions) AND \(rows.condition)) \
                SELECT \(totals.columns) FROM listed GROUP BY value \
                ORDER BY \
                \(sql: key.isOfTime ? "value NULLS LAST" : "count(*) DESC, value NULLS FIRST") \
                LIMIT \(query.limit.map { "\($0)" } ?? .noLimit)
                """
            return try totals.fetchAll(database, literal: statement)
        }
    }

    /// The rows that are counted: the value of each, the tables, and a condition.
    private func rows(
        by key: TotalsKey, _ viewer: Viewer
    ) -> (value: SQL, tables: SQL, condition: SQL) {
        func ofItem(_ value: SQL) -> (SQL, SQL, SQL) { (value, "items", "true") }
        func ofPlay(_ period: SQL.Period) -> (SQL, SQL, SQL) {
            (
                .period(period, of: "plays.time", isLocal: true),
                "items JOIN plays ON plays.item_id = items.id",
                "plays.user_id = \(viewer.user) AND plays.is_finished = 1"
            )
        }
        func ofCollection(_ grouping: MediaGrouping) -> (SQL, SQL, SQL) {
            guard let table = GroupTable(grouping) else { return ofItem("NULL") }
            return (
                "collections.name",
                """
                \(table.itemsWithCollections) JOIN \(table.rows) \
                ON collections.id = \(sql: table.collectionID)
                """, table.isFirstWithCollection
            )
        }
        return switch key {
        case .genre: ofCollection(.genre)
        case .artist: ofCollection(.artist)
        case .albumArtist: ofCollection(.albumArtist)
        case .composer: ofCollection(.composer)
        case .year: ofItem("CAST(items.year AS TEXT)")
        case .decade: ofItem("CAST(items.year / 10 * 10 AS TEXT) || 's'")
        case .format: ofItem("coalesce(items.video_codec, items.codec)")
        case .mediaType: ofItem(MediaType.nameOfItem)
        case .playYear: ofPlay(.year)
        case .playMonth: ofPlay(.month)
        case .playDay: ofPlay(.day)
        }
    }
}

extension TotalsKey {
    fileprivate var isOfTime: Bool {
        switch self {
        case .year, .decade, .playYear, .playMonth, .playDay: true
        case .genre, .artist, .albumArtist, .composer, .format, .mediaType: false
        }
    }

    /// Whether plays are counted, and not items.
    package var countsPlays: Bool { rawValue.hasPrefix("play-") }
}

extension MediaType {
    /// The names of the kinds of the row of `items` at hand, separated by commas.
    fileprivate static var nameOfItem: SQL {
        let names = names.map { type, name in
            "CASE WHEN items.media_type & \(type.rawValue) = \(type.rawValue) THEN ',\(name)' ELSE '' END"
        }
        return SQL(sql: "substr(\(names.joined(separator: " || ")), 2)")
    }
}
