internal import GRDB
import MediaModel

/// A set of ids that an index gives, and in which all items lie that a condition may be met by. A query that finds
/// few of them reads those; one that finds many walks the index of its order instead.
struct Candidates {
    /// A statement that selects them as `id`.
    var ids: SQL
    /// Whether none stands there twice, whatever the library holds.
    var areDistinct: Bool
    /// The predicate that each of them meets, so that it need not be asked again.
    var met: MediaPredicate?
    /// The condition on rows of `user_values` that they are told by; `nil` where another table tells.
    var usersCondition: SQL?

    init(_ ids: SQL, areDistinct: Bool) {
        self.ids = ids
        self.areDistinct = areDistinct
    }

    /// FROM and WHERE for the rows of a table that are among them, each once. SQLite goes along the set itself, and
    /// needs none in memory where its index tells that none comes twice.
    ///
    /// - Parameters:
    ///   - table: A FROM clause that begins with the table.
    ///   - id: The column of an item's id in it.
    ///   - condition: What else is true of the rows.
    func rows(of table: SQL, by id: SQL = "items.id", where condition: SQL) -> SQL {
        let picked: SQL = areDistinct ? ids : "SELECT DISTINCT id FROM (\(ids))"
        return """
            FROM (\(picked)) picked CROSS JOIN \(table) WHERE \(id) = picked.id AND \(condition)
            """
    }
}

extension MediaPredicate {
    /// Sets of which each holds all items that meet the condition. Empty where no index helps.
    var candidates: [Candidates] {
        switch self {
        case .all(let parts): return parts.flatMap(\.candidates)
        case .any(let parts):
            // Each may be two statements, and SQLite takes no more than 500 together.
            guard conditionCount <= 200 else { return [] }
            let sets = parts.map(\.candidates)
            guard !sets.isEmpty, sets.allSatisfy({ !$0.isEmpty }) else { return [] }
            let joined = sets.map { $0[0].ids }.joined(separator: " UNION ALL ")
            return [Candidates(joined, areDistinct: sets.count == 1 && sets[0][0].areDistinct)]
        case .not(.isMissing(let property)): return property.presence.map { [$0] } ?? []
        case .not: return []
        case .isMissing: return []
        case .inPlaylist(let name): return [Self.members(ofListsNamed: name)]
        case .exactly(let property, let text):
            let comparison = Comparison.equal([.text(text.comparable(as: property.kind))])
            return property.candidates(comparison).map { [$0] } ?? []
        default:
            guard let property, let comparison = Comparison(self),
                var set = property.candidates(comparison)
            else { return [] }
            if property.tellsAll { set.met = self }
            return [set]
        }
    }
}

extension MediaPredicate {
    private static func members(ofListsNamed name: String) -> Candidates {
        Candidates(
            """
            SELECT item_id AS id FROM playlists CROSS JOIN playlist_entries \
            ON playlist_entries.playlist_id = playlists.id \
            WHERE playlists.name_folded = \(name.folded) AND item_id IS NOT NULL
            """, areDistinct: false)
    }

    /// How many conditions are joined in it.
    private var conditionCount: Int {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.conditionCount }
        case .not(let part): part.conditionCount
        default: 1
        }
    }
}

extension MediaProperty {
    fileprivate func candidates(_ comparison: Comparison) -> Candidates? {
        switch storage {
        case .number(let column), .date(let column), .identifier(let column):
            Self.items(comparison.sql(SQL(sql: column)))
        case .userNumber(let column):
            Self.users(comparison.sql("user_values.\(sql: column)"))
        case .flag(let column): comparison.takesNo ? nil : Self.items("\(sql: column) = 1")
        case .foldedText(_, let folded): Self.items(comparison.sql(SQL(sql: folded)))
        case .text(let column, let key):
            Self.items("\(sql: key) IS NOT NULL AND \(comparison.sql("folded(\(sql: column))"))")
        case .code(let column):
            Self.items(
                """
                \(sql: column) IS NOT NULL \
                AND \(comparison.sql(SQL(sql: column), ignoresCase: true))
                """)
        case .codes(let column):
            Self.items("\(sql: column) IS NOT NULL AND \(comparison.sqlOfList(SQL(sql: column)))")
        case .names(let role, _, let folded):
            Candidates(
                """
                SELECT credits.item_id AS id FROM \(role.creditsByName) \
                WHERE \(comparison.sql("artist_names.name_folded")) \
                UNION ALL SELECT id FROM items WHERE \(sql: folded) IS NOT NULL \
                AND \(comparison.sql(SQL(sql: folded)))
                """, areDistinct: false)
        case .genres:
            Candidates(
                """
                SELECT item_id AS id FROM genres CROSS JOIN item_genres ON genre_id = genres.id \
                WHERE \(comparison.sql("genres.name_folded"))
                """, areDistinct: false)
        case .firstCredit(let role):
            Candidates(
                """
                SELECT credits.item_id AS id FROM \(role.creditsByName) \
                WHERE \(comparison.sql("artist_names.artist_id"))
                """, areDistinct: false)
        case .firstGenre:
            Candidates(
                "SELECT item_id AS id FROM item_genres WHERE \(comparison.sql("genre_id"))",
                areDistinct: false)
        case .path(let parts):
            Candidates(
                """
                SELECT items.id FROM roots CROSS JOIN folders ON folders.root_id = roots.id \
                CROSS JOIN files ON files.folder_id = folders.id \
                CROSS JOIN items ON items.file_id = files.id WHERE \
                \(comparison.sql("folded(path_text(0, \(sql: parts.joined(separator: ", "))))"))
                """, areDistinct: true)
        case .mediaType, .condition, .presence: nil
        }
    }

    /// All items that have a value, where few may have one.
    fileprivate var presence: Candidates? {
        switch storage {
        case .number(let column), .date(let column), .text(_, let column), .code(let column),
            .codes(let column), .flag(let column):
            Self.items("\(sql: column) IS NOT NULL")
        case .userNumber(let column): Self.users("user_values.\(sql: column) IS NOT NULL")
        case .names, .foldedText, .genres, .mediaType, .identifier, .firstCredit, .firstGenre,
            .path, .condition, .presence:
            nil
        }
    }

    private static func items(_ condition: SQL) -> Candidates {
        Candidates("SELECT items.id FROM items WHERE \(condition)", areDistinct: true)
    }

    private static func users(_ condition: SQL) -> Candidates {
        var set = Candidates(
            "SELECT item_id AS id FROM user_values WHERE \(condition)", areDistinct: true)
        set.usersCondition = condition
        return set
    }

    /// Whether an index gives just the items that meet a comparison, and no others with them.
    fileprivate var tellsAll: Bool {
        switch storage {
        // Any artist or genre of an item stands for the first one, and all that are flagged for any comparison.
        case .firstCredit, .firstGenre, .flag: false
        case .number, .userNumber, .date, .identifier, .foldedText, .text, .code, .codes, .names,
            .genres, .path:
            true
        case .mediaType, .condition, .presence: false
        }
    }
}

extension Comparison {
    /// Whether no (0) meets the comparison.
    fileprivate var takesNo: Bool { holds(.number(0)) }
}

extension MediaType {
    /// The items of these kinds, or all others. SQLite has no index on bits, but few combinations of kinds
    /// occur: they are picked from the index one by one.
    func ids(areTaken: Bool = true) -> SQL {
        """
        SELECT id FROM items WHERE media_type IN (WITH RECURSIVE kinds(kind) AS ( \
        SELECT min(media_type) FROM items UNION ALL \
        SELECT (SELECT min(media_type) FROM items WHERE media_type > kind) FROM kinds \
        WHERE kind IS NOT NULL) \
        SELECT kind FROM kinds WHERE (kind & \(rawValue) <> 0) = \(areTaken))
        """
    }
}
