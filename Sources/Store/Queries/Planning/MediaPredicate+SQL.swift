internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

// A predicate as a condition on the row of `items` at hand. It answers as MediaPredicate.matches does; values
// travel as arguments, never as text.

extension MediaPredicate {
    /// The condition; true or false, NULL in place of false where no `not` can turn it round.
    func condition(for viewer: Viewer) -> SQL {
        switch self {
        case .all(let parts): allOf(parts.map { $0.condition(for: viewer) })
        case .any(let parts): anyOf(parts.map { $0.condition(for: viewer) })
        case .not(let part): "(\(part.condition(for: viewer))) IS NOT TRUE"
        case .isMissing(let property): property.absence(for: viewer)
        case .tag(let name, let part): part.condition(onTag: name)
        // Lists made by rules are in the predicate as their rules by now (SmartPlaylists.swift).
        case .inPlaylist(let name):
            """
            EXISTS (SELECT 1 FROM playlist_entries JOIN playlists \
            ON playlists.id = playlist_entries.playlist_id \
            WHERE playlist_entries.item_id = items.id AND playlists.user_id = \(viewer.user) \
            AND playlists.name_folded = \(name.folded))
            """
        case .inRoot(let path):
            """
            EXISTS (SELECT 1 FROM files JOIN folders ON folders.id = files.folder_id \
            WHERE files.id = items.file_id AND folders.root_id = \(Self.root(at: path)))
            """
        case .exactly(let property, let text):
            property.exactly(text.normalizedNFC, for: viewer)
        default:
            if let property, let comparison = Comparison(self) {
                property.condition(comparison, for: viewer)
            } else {
                "false"
            }
        }
    }
}

extension MediaPredicate {
    /// The id of the root at a path, as an expression.
    static func root(at path: MediaPath) -> SQL {
        "(SELECT id FROM roots WHERE path = \(path.data))"
    }

    /// A condition on ``MediaProperty/tags`` as one on the tag of a name.
    private func condition(onTag name: String) -> SQL {
        let tag = EntryList.tags.named(name.uppercased())
        switch self {
        case .isMissing: return tag.absence
        case .exactly(_, let text): return tag.exactly(text.normalizedNFC)
        default: return Comparison(self).map(tag.condition) ?? "false"
        }
    }
}

extension Comparison {
    /// Whether the names that it is true of are few, and looked up by an index before the first item is.
    fileprivate var isLookedUp: Bool {
        if case .equal = self { true } else { false }
    }
}

extension MediaProperty {
    fileprivate func condition(_ comparison: Comparison, for viewer: Viewer) -> SQL {
        switch storage {
        case .number(let column), .date(let column), .identifier(let column):
            Self.has(column) { comparison.sql($0) }
        case .userNumber(let column): comparison.sql(SQL(sql: viewer.value(column)))
        case .userCount(let column):
            comparison.sql("coalesce(\(sql: viewer.value(column)), 0)")
        case .userFlag(let column):
            comparison.sql(.flag("\(sql: viewer.value(column)) IS NOT NULL"))
        case .flag(let column): comparison.sql("coalesce(\(sql: column), 0)")
        case .entries(let list): list.condition(comparison)
        case .text(_, let folded, _): Self.has(folded) { comparison.sql($0) }
        case .code(let column): Self.has(column) { comparison.sql($0, ignoresCase: true) }
        case .codes(let column):
            comparison.sql(ofList: SQL(sql: column), in: Self.row(with: column))
        case .names(let role, _, let folded) where comparison.isLookedUp:
            """
            (\(role.isCredited(to: comparison.sql("artist_names.name_folded"))) \
            OR items.id IN (SELECT id FROM items WHERE \(sql: folded) IS NOT NULL \
            AND \(comparison.sql(SQL(sql: folded)))))
            """
        case .names(let role, _, let folded):
            """
            (EXISTS (SELECT 1 FROM \(role.creditsOfItem) \
            AND \(comparison.sql("artist_names.name_folded"))) \
            OR \(comparison.sql(SQL(sql: folded))))
            """
        // Without the index: an item has few genres, and would be looked up once for each of those that are requested.
        case .genres:
            """
            EXISTS (SELECT 1 FROM item_genres WHERE item_id = items.id \
            AND \(.unindexed("genre_id")) IN \
            (SELECT id FROM genres WHERE \(comparison.sql("genres.name_folded"))))
            """
        case .mediaType: "items.media_type & \(MediaType(comparison).rawValue) <> 0"
        // Each artist or genre of an item counts, not only the first, which is shown.
        case .firstCredit(let role) where comparison.isLookedUp:
            role.isCredited(to: comparison.sql("artist_names.artist_id"))
        case .firstCredit(let role):
            """
            EXISTS (SELECT 1 FROM \(role.creditsOfItem)
            AND \(comparison.sql("artist_names.artist_id")))
            """
        case .firstGenre:
            """
            EXISTS (SELECT 1 FROM item_genres WHERE item_id = items.id
            AND \(comparison.sql("genre_id")))
            """
        case .path(let folded): comparison.sql(SQL(sql: folded))
        case .condition(let condition): comparison.sql(.flag(SQL(sql: condition)))
        case .presence: "false"
        }
    }

    /// Whether there is no value.
    fileprivate func absence(for viewer: Viewer) -> SQL {
        switch storage {
        case .entries(let list): list.absence
        case .number(let column), .date(let column), .identifier(let column),
            .text(let column, _, _), .code(let column), .codes(let column):
            "NOT \(Self.has(column) { "\($0) IS NOT NULL" })"
        case .flag(let column): self == .isMissing ? "false" : "\(sql: column) IS NULL"
        case .userNumber(let column): "\(sql: viewer.value(column)) IS NULL"
        case .names(let role, let shown, _):
            isList
                ? "\(sql: shown) IS NULL AND \(sql: role.listColumn) IS NULL"
                : "\(sql: shown) IS NULL"
        case .genres: "items.genres IS NULL"
        case .mediaType: "items.media_type & \(MediaType.all.rawValue) = 0"
        case .firstCredit, .firstGenre: "\(sql: identifier) IS NULL"
        case .path, .condition, .userCount, .userFlag: "false"
        case .presence(let condition): "NOT \(sql: condition)"
        }
    }

    /// Whether the text itself is this one; the folded text, which may have an index, is asked first.
    fileprivate func exactly(_ text: String, for viewer: Viewer) -> SQL {
        let comparison = Comparison.equal([.text(text.comparable(as: kind))])
        switch storage {
        case .entries(let list): return list.exactly(text)
        case .date(let column): return "\(sql: column) = \(text)"
        case .text(let column, _, _), .code(let column):
            return Self.has(column) { "\($0) = \(text)" }
        case .codes(let column): return Self.has(column) { Self.list($0, has: text) }
        case .names(let role, let shown, _):
            return """
                (EXISTS (SELECT 1 FROM \(role.creditsOfItem) AND artist_names.name = \(text)) \
                OR \(sql: shown) = \(text))
                """
        case .genres:
            return
                "(\(condition(comparison, for: viewer)) AND \(Self.list("items.genres", has: text)))"
        case .mediaType:
            let kinds = MediaType.names.filter { $0.name == text }.map(\.type)
            return "items.media_type & \(MediaType(kinds).rawValue) <> 0"
        // Replaced by ids before (PathConditions.swift).
        case .path: return "false"
        case .number, .userNumber, .userCount, .userFlag, .flag, .identifier, .firstCredit,
            .firstGenre, .condition, .presence:
            return "false"
        }
    }

    /// The id of the first artist, composer or genre, as an expression.
    var identifier: String {
        switch storage {
        // Few items have composers, and their rows tell so before credits are looked up.
        case .firstCredit(.composer):
            """
            CASE WHEN items.composer IS NOT NULL OR items.composers IS NOT NULL THEN \
            (SELECT artist_id FROM artist_names WHERE id = \(Credit.Role.composer.firstName)) END
            """
        case .firstCredit(let role):
            "(SELECT artist_id FROM artist_names WHERE id = \(role.firstName))"
        case .firstGenre:
            "(SELECT genre_id FROM item_genres WHERE item_id = items.id AND position = 0)"
        default: "NULL"
        }
    }

    /// Whether the item's root could be looked at, as an expression. Other roots are looked up once.
    static let availability = """
        (items.id NOT IN (SELECT id FROM items WHERE file_id IN (SELECT id FROM files \
        WHERE folder_id IN (SELECT id FROM folders \
        WHERE root_id IN (SELECT id FROM roots WHERE is_available = 0)))))
        """

    /// Whether a condition is true of a column of the row of `items` at hand, or of its row in another table.
    private static func has(_ column: String, _ condition: (SQL) -> SQL) -> SQL {
        let met = condition(SQL(sql: column))
        return column.hasPrefix("items.")
            ? "(\(met))" : "EXISTS (SELECT 1 \(row(with: column)) AND \(met))"
    }

    /// The row of an item in the table of a column, from the FROM clause on.
    private static func row(with column: String) -> SQL {
        "FROM \(sql: table(of: column)) WHERE item_id = items.id"
    }

    /// The table of a column with its table's name before it.
    static func table(of column: String) -> String { String(column.prefix { $0 != "." }) }

    private static func list(_ column: SQL, has text: String) -> SQL {
        text.contains("\u{1F}")
            ? "false"
            : "\(.position(of: "\("\u{1F}" + text + "\u{1F}")", in: "'\u{1F}' || \(column) || '\u{1F}'")) > 0"
    }
}

extension Credit.Role {
    /// The names as a list; NULL where the text to show is the only one.
    fileprivate var listColumn: String {
        switch self {
        case .artist: "items.artists"
        case .albumArtist: "items.album_artists"
        case .composer: "items.composers"
        }
    }
}

extension MediaProperty {
    fileprivate var isList: Bool {
        self == .artists || self == .albumArtists || self == .composers
    }
}

extension MediaType {
    /// Every kind that has a name.
    fileprivate static let all = MediaType(names.map(\.type))

    /// The kinds whose names meet the comparison.
    fileprivate init(_ comparison: Comparison) {
        self.init(
            Self.names.filter { comparison.holds(.text($0.name.asciiLowercased)) }.map(\.type))
    }
}
