internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// Looks for one kind of target.
struct TargetSearch {
    private let text: String
    private let query: SearchQuery
    private let table: SearchTable
    private let limit: Int
    private let viewer: Viewer
    private let database: Connection
    private let expression: SearchExpression
    private var scores: [Int64: SearchScore] = [:]

    init(
        _ text: String, _ query: SearchQuery, _ table: SearchTable, limit: Int, _ viewer: Viewer,
        _ database: Connection
    ) throws {
        self.text = text
        self.query = query
        self.table = table
        self.limit = limit
        self.viewer = viewer
        self.database = database
        expression = try Self.expression(query, table, database)
    }

    /// The number of matches that are rated, of each way to look.
    private var enough: Int { max(limit, 100) }

    /// The ids of the best, the best first.
    ///
    /// Where few match, all are rated. Where many do, those that an index gives first are of any kind, so
    /// better ones are looked for before they are rated.
    mutating func best() throws -> [Int64] {
        if try rateMatches(.beginnings, inTitle: false) >= enough {
            try rateTitles()
            if try rateMatches(.wholeWords, inTitle: true) < enough,
                try rateMatches(.beginnings, inTitle: true) < enough
            {
                try rateMatches(.wholeWords, inTitle: false)
            }
        }
        let rated = scores.sorted { $1.value < $0.value }
        guard let last = rated.prefix(limit).last else { return [] }
        let candidates = rated.prefix { $0.value >= last.value }
        let places = try table == .items ? AlbumPlaces(of: candidates.map(\.key), database) : nil
        return candidates.sorted {
            if $0.value != $1.value { return $1.value < $0.value }
            return places?.isBefore($0.key, $1.key) ?? ($0.key < $1.key)
        }.prefix(limit).map(\.key)
    }

    /// Rates what the index finds.
    ///
    /// - Returns: How many match; ``enough`` for that many and more.
    @discardableResult
    private mutating func rateMatches(
        _ extent: SearchExpression.Extent, inTitle isTitle: Bool
    ) throws -> Int {
        guard let match = expression.text(for: query, extent, inTitle: isTitle) else { return 0 }
        var (count, last, limit) = (0, Int64(0), enough)
        if let end = try endOfWindow(for: match) {
            let rows = try Row.fetchAll(
                database.cachedStatement(literal: matches(match, upTo: end)))
            for row in rows where count < enough { count += rate(row) ? 1 : 0 }
            last = rows.count < enough ? end : rows.last.map { $0[0] } ?? end
        }
        while count < enough {
            let rows = try Row.fetchAll(
                database.cachedStatement(literal: matches(match, after: last, limit: limit)))
            for row in rows where count < enough { count += rate(row) ? 1 : 0 }
            guard rows.count == limit, let end = rows.last else { break }
            // Where many are not what was asked for, all are looked for again but a few times.
            (last, limit) = (end[0], limit * 4)
        }
        return count
    }

    /// The id up to which a server should look for a match in one row after the other, because the first that match will
    /// be among them; `nil` where it should use its index, which gives nothing before it has put together all that match.
    private func endOfWindow(for match: String) throws -> Int64? {
        let all: SQL = "SELECT FROM \(sql: table.name) found"
        let matching: SQL = "\(all) WHERE \(.matches(match, in: table.name, as: "found"))"
        guard let matches = try database.expectedRows(of: matching), matches > 0,
            let rows = try database.expectedRows(of: all)
        else { return nil }
        let (product, isOver) = rows.multipliedReportingOverflow(by: 2 * enough)
        let window = product / matches
        // A row from the index costs several times as much as a row of the window.
        return isOver || window > 8 * matches ? nil : Int64(window)
    }

    /// Selects the first matches up to an id, in the order of their ids.
    private func matches(_ match: String, upTo end: Int64) -> SQL {
        """
        SELECT found.rowid, found.words FROM \(sql: table.name) found
        JOIN \(sql: table.target) target ON target.id = found.rowid
        WHERE found.rowid <= \(end) AND \(presence)
        AND (\(.matches(match, in: table.name, as: "found"))) IS TRUE
        ORDER BY found.rowid LIMIT \(enough)
        """
    }

    /// Selects the next matches, in the order of their ids.
    private func matches(_ match: String, after id: Int64, limit: Int) -> SQL {
        let matches: SQL = .matches(match, in: table.name, as: "found")
        // PostgreSQL puts all that match in order first: their ids alone, and joins what is asked for.
        let found = SQL(
            sqlite: "\(sql: table.name) found",
            postgres: """
                (SELECT rowid FROM \(sql: table.name) found WHERE \(matches) ORDER BY rowid OFFSET 0)
                AS matching JOIN \(sql: table.name) found ON found.rowid = matching.rowid
                """)
        let order = SQL(sqlite: "found.rowid", postgres: "matching.rowid")
        return """
            SELECT found.rowid, found.words FROM \(found)
            JOIN \(sql: table.target) target ON target.id = found.rowid
            WHERE \(SQL(sqlite: matches, postgres: "true")) AND \(presence) AND \(order) > \(id)
            ORDER BY \(order) LIMIT \(limit)
            """
    }

    /// Rates things that are called just that, or whose name begins so.
    private mutating func rateTitles() throws {
        let titles: SQL = """
            SELECT target.id, found.words FROM \(sql: table.target) target
            JOIN \(sql: table.name) found ON found.rowid = target.id
            WHERE \(presence) AND
            """
        try rate("\(titles) target.\(sql: table.title)_folded = \(text.folded)")
        let key = SortKeyMaker(articles: []).key(for: text)
        let title: SQL = "target.\(sql: table.title)_key"
        try rate(
            """
            \(titles) \(title) >= \(key) AND \(title) < \(key + SearchTable.last)
            ORDER BY \(title)
            """)
    }

    /// Whether the user sees a thing, or items of it.
    private var presence: SQL {
        guard viewer.isRestricted else { return SQL(sql: table.presence) }
        let items =
            switch table.target {
            case "albums": "items WHERE items.album_id = target.id"
            case "artists":
                """
                artist_names JOIN credits ON credits.name_id = artist_names.id \
                JOIN items ON items.id = credits.item_id WHERE artist_names.artist_id = target.id
                """
            default: "items WHERE items.id = target.id"
            }
        return """
            \(sql: table.presence) AND EXISTS (SELECT 1 FROM \(sql: items) \
            AND items.is_missing = 0 AND \(sql: viewer.sees()))
            """
    }

    private mutating func rate(_ titles: SQL) throws {
        let rows = try Row.fetchCursor(database.cachedStatement(literal: titles))
        var count = 0
        while count < enough, let row = try rows.next() { count += rate(row) ? 1 : 0 }
    }

    /// Rates a thing by its id and words.
    ///
    /// - Returns: Whether it is what was asked for.
    private mutating func rate(_ row: Row) -> Bool {
        let id: Int64 = row[0]
        if scores[id] != nil { return true }
        guard let score = query.score(of: SearchDocument(encoded: row[1])) else { return false }
        scores[id] = score
        return true
    }

    // MARK: - Completions

    /// The number of words in all that are requested one by one, instead of the beginnings of words: SQLite
    /// would put all that the words of a beginning have together before it gives the first, while words
    /// one by one give the first at once.
    private static let completionCount = 48

    private static func expression(
        _ query: SearchQuery, _ table: SearchTable, _ database: Connection
    ) throws -> SearchExpression {
        // There are few albums and artists.
        let syntax = SearchSyntax(database.dialect)
        guard table == .items else { return SearchExpression(completions: [:], syntax: syntax) }
        let beginnings = SearchExpression.beginnings(of: query)
        let most = completionCount / max(1, beginnings.count)
        var completions: [String: [String]] = [:]
        for beginning in beginnings {
            let words = try String.fetchAll(
                database.cachedStatement(
                    literal: """
                        SELECT word FROM search_words
                        WHERE word >= \(beginning) AND word < \(beginning + SearchTable.last)
                        ORDER BY word LIMIT \(most + 1)
                        """))
            if words.count <= most { completions[beginning] = words }
        }
        return SearchExpression(completions: completions, syntax: syntax)
    }
}

/// Where items are in their albums: of items that answer a query equally well, tracks of an album come together, in
/// its order, and otherwise the oldest first.
private struct AlbumPlaces {
    private struct Place {
        /// The oldest of the items of the same album.
        var first: Int64
        var disc: Int
        var track: Int
        var key: String
    }

    private var places: [Int64: Place] = [:]

    init(of items: [Int64], _ database: Connection) throws {
        // Sorted here: for few items in order PostgreSQL would go through all.
        let rows = try Projection { column in
            let item: Int64 = column("id")
            return (
                item: item, album: column("album_id") as Int64?,
                place: Place(
                    first: item, disc: column("disc_number") ?? 1,
                    track: column("track_number") ?? 0, key: column("coalesce(place_key, '')"))
            )
        }.fetchAll(database, from: "items WHERE id IN \(.ids(items))", cached: true)
        var firsts: [Int64: Int64] = [:]
        for case (let item, let album?, _) in rows {
            firsts[album] = min(firsts[album] ?? item, item)
        }
        for (item, album, place) in rows {
            places[item] = place
            if let first = album.flatMap({ firsts[$0] }) { places[item]?.first = first }
        }
    }

    func isBefore(_ one: Int64, _ other: Int64) -> Bool {
        guard let left = places[one], let right = places[other] else { return one < other }
        return (left.first, left.disc, left.track, left.key, one)
            < (right.first, right.disc, right.track, right.key, other)
    }
}

extension SearchTable {
    /// Stands after all that begins with the text before it: Unicode's last character.
    fileprivate static let last = "\u{10FFFF}"
}
