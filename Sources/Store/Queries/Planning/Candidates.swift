internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// A set of ids that an index gives, and that holds all items which a condition may be true of. A query that finds few
/// of them reads those; one that finds many scans the index of its order instead.
struct Candidates {
    /// A statement that selects them as `id`; an id may come twice.
    var ids: SQL
    /// Whether a connection should keep the statement: it runs often, and gives few ids each time.
    var isCommon = false

    init(_ ids: SQL) { self.ids = ids }
}

extension MediaPredicate {
    /// Sets of which each holds all items that meet the condition. Empty where no index helps.
    func candidates(for viewer: Viewer) -> [Candidates] {
        switch self {
        case .all(let parts): return parts.flatMap { $0.candidates(for: viewer) }
        case .any(let parts):
            // Each may be two statements, and SQLite joins no more than 500.
            guard conditionCount <= 200 else { return [] }
            let sets = parts.map { $0.candidates(for: viewer) }
            guard !sets.isEmpty, sets.allSatisfy({ !$0.isEmpty }) else { return [] }
            let joined = sets.map { $0[0].ids }.joined(separator: " UNION ALL ")
            return [Candidates(joined)]
        case .not(.tag(let name, .isMissing)):
            return [EntryList.tags.named(name.uppercased()).candidatesWithValue]
        case .tag(let name, let part):
            return Comparison(part).map {
                [EntryList.tags.named(name.uppercased()).candidates($0)]
            } ?? []
        case .not(.isMissing(let property)):
            return property.presence(for: viewer).map { [$0] } ?? []
        case .not: return []
        case .isMissing: return []
        case .inPlaylist(let name): return [Self.members(ofListsNamed: name, viewer)]
        case .inRoot(let path):
            return [
                Candidates(
                    """
                    SELECT items.id FROM folders JOIN files ON folder_id = folders.id \
                    JOIN items ON file_id = files.id WHERE root_id = \(Self.root(at: path))
                    """)
            ]
        case .exactly(let property, let text):
            guard property.isTextual else { return [] }
            let text = text.normalizedNFC.comparable(as: property.kind)
            return property.candidates(.equal([.text(text)]), viewer).map { [$0] } ?? []
        default:
            guard let property, let comparison = Comparison(self),
                let set = property.candidates(comparison, viewer)
            else { return [] }
            return [set]
        }
    }
}

extension MediaPredicate {
    private static func members(ofListsNamed name: String, _ viewer: Viewer) -> Candidates {
        Candidates(
            """
            SELECT item_id AS id FROM playlists JOIN playlist_entries \
            ON playlist_entries.playlist_id = playlists.id \
            WHERE playlists.user_id = \(viewer.user) AND playlists.name_folded = \(name.folded) \
            AND item_id IS NOT NULL
            """)
    }

    /// How many conditions are joined in it.
    var conditionCount: Int {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.conditionCount }
        case .not(let part): part.conditionCount
        default: 1
        }
    }
}

extension MediaProperty {
    /// The columns of `items` and `user_values` that an index begins with.
    private static let indexed: Set<String> = [
        "items.id", "items.title_folded", "items.album_folded", "items.album_id",
        "items.podcast_id",
        "items.year", "items.release_date", "items.duration", "items.is_compilation",
        "items.date_added", "rating", "play_count", "last_played", "favorite_date",
        "bookmark_time",
    ]

    fileprivate func candidates(_ comparison: Comparison, _ viewer: Viewer) -> Candidates? {
        switch storage {
        case .number(let column), .date(let column), .identifier(let column),
            .text(_, folded: let column, _):
            Self.items(column, comparison.sql(SQL(sql: column)))
        case .userNumber(let column):
            Self.userValues(column, comparison.sql(SQL(sql: column)), viewer)
        case .userCount(let column):
            comparison.includesNo
                ? nil : Self.userValues(column, comparison.sql(SQL(sql: column)), viewer)
        case .userFlag(let column):
            comparison.includesNo
                ? nil : Self.userValues(column, "\(sql: column) IS NOT NULL", viewer)
        case .flag(let column):
            comparison.includesNo ? nil : Self.items(column, "\(sql: column) = 1")
        case .entries(let list): list.candidates(comparison)
        case .names(let role, _, let folded): Self.credited(role, folded, comparison)
        case .genres:
            Candidates(
                """
                SELECT item_id AS id FROM genres JOIN item_genres ON genre_id = genres.id \
                WHERE \(comparison.sql("genres.name_folded"))
                """)
        case .firstCredit(let role):
            Candidates(
                """
                SELECT credits.item_id AS id FROM \(role.creditsByName) \
                WHERE \(comparison.sql("artist_names.artist_id"))
                """)
        case .firstGenre:
            Candidates("SELECT item_id AS id FROM item_genres WHERE \(comparison.sql("genre_id"))")
        case .code(let column):
            Self.items(column, comparison.sql(SQL(sql: column), ignoresCase: true))
        case .codes, .path, .mediaType, .condition, .presence: nil
        }
    }

    private static func credited(
        _ role: Credit.Role, _ folded: String, _ comparison: Comparison
    ) -> Candidates {
        Candidates(
            """
            SELECT credits.item_id AS id FROM \(role.creditsByName) \
            WHERE \(comparison.sql("artist_names.name_folded")) \
            UNION ALL SELECT id FROM items WHERE \(sql: folded) IS NOT NULL \
            AND \(comparison.sql(SQL(sql: folded)))
            """)
    }

    /// All items that have a value, where an index has only those.
    fileprivate func presence(for viewer: Viewer) -> Candidates? {
        switch storage {
        case .userNumber(let column):
            Self.userValues(column, "\(sql: column) IS NOT NULL", viewer)
        case .entries(let list): list.candidatesWithValue
        case .identifier("items.podcast_id"):
            Self.items("items.podcast_id", "items.podcast_id IS NOT NULL")
        default: nil
        }
    }

    private static func items(_ column: String, _ condition: SQL) -> Candidates? {
        // A table of identifiers or texts is read as a whole, which takes less time than to look up each item in it.
        let table = table(of: column)
        if table != "items" {
            return Candidates("SELECT item_id AS id FROM \(sql: table) WHERE \(condition)")
        }
        return indexed.contains(column)
            ? Candidates("SELECT items.id FROM items WHERE \(condition)") : nil
    }

    private static func userValues(
        _ column: String, _ condition: SQL, _ viewer: Viewer
    ) -> Candidates? {
        guard indexed.contains(column) else { return nil }
        return Candidates(
            """
            SELECT item_id AS id FROM user_values \
            WHERE user_id = \(sql: String(viewer.user)) AND \(condition)
            """)
    }
}

extension Comparison {
    /// Whether the comparison is true of no (0).
    fileprivate var includesNo: Bool { holds(.number(0)) }
}

extension MediaType {
    /// The items of kinds that are not music alone, which are few in most libraries.
    var ids: SQL { "SELECT id FROM items WHERE media_type <> 1 AND media_type & \(rawValue) <> 0" }
}

extension MediaPredicate {
    /// The predicates that are all true wherever this one is.
    var conjuncts: [MediaPredicate] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }
}
