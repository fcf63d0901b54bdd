internal import GRDB
public import MediaModel

extension Catalog {
    /// The properties by which items can be put in order.
    public static let orders: [MediaProperty] = MediaProperty.allCases.filter {
        $0.column != nil || $0.isPath
    }
}

/// Turns a query into SQL. Values travel as arguments, never as text.
///
/// The statement selects item ids only; ordered by narrow rows, the wide ones are read one by one.
struct QueryCompiler {
    private(set) var arguments: [(any DatabaseValueConvertible)?] = []

    /// Selects `items.id` of the items that match, in order.
    mutating func items(_ query: MediaQuery) -> String {
        let source = ItemSource(order: query.order, isFiltered: !query.predicates.isEmpty)
        let sql = "SELECT items.id FROM \(source.tables) WHERE \(conditions(query))"
        return sql + " ORDER BY " + order(query.order) + page(query)
    }

    private func order(_ order: [MediaOrder]) -> String {
        guard let first = order.first else { return Self.albumOrder }
        // The index that gives the order ends with the id; the same id, in the same direction, keeps
        // SQLite from sorting what is equal.
        let id = first.property.isUserValue ? "user_values.item_id" : "items.id"
        let terms = order.flatMap(\.sql) + [id + (first.isDescending ? " DESC" : "")]
        return terms.joined(separator: ", ")
    }

    /// What holds for each item that matches; never empty.
    mutating func conditions(_ query: MediaQuery) -> String {
        var conditions = ["items.is_missing = \(query.isMissing ? 1 : 0)"]
        if query.mediaType != .any {
            conditions.append("items.media_type & \(query.mediaType.rawValue) <> 0")
        }
        conditions += query.predicates.map { condition($0) }
        return conditions.joined(separator: " AND ")
    }

    /// The clause for the stretch that is asked for.
    mutating func page(_ query: MediaQuery) -> String {
        guard query.limit != nil || query.offset > 0 else { return "" }
        arguments += [query.limit ?? -1, query.offset]
        return " LIMIT ? OFFSET ?"
    }

    /// The order of shelves: album artist, album, disc, track. It is that of one index; a second NULLS LAST
    /// would make SQLite sort.
    private static let albumOrder = """
        items.album_artist_key ASC NULLS LAST, items.album_key, items.disc_number, \
        items.track_number, items.id
        """

    // MARK: - Conditions

    private mutating func condition(_ predicate: MediaPredicate) -> String {
        switch predicate {
        case .equalTo(let property, let text): return equality(property, text.folded)
        case .between(let property, let range):
            guard let column = property.column else { return "0" }
            arguments += [range.lowerBound, range.upperBound]
            return "\(column) BETWEEN ? AND ?"
        case .isTrue(let property):
            return property.column.map { "\($0) = 1" } ?? "0"
        }
    }

    private mutating func equality(_ property: MediaProperty, _ folded: String) -> String {
        switch property {
        case .title: return argued("items.title_folded = ?", folded)
        case .albumTitle:
            return argued(
                "items.album_id IN (SELECT id FROM albums WHERE title_folded = ?)", folded)
        case .artist:
            arguments += [folded, folded]
            return """
                items.id IN (SELECT item_id FROM artist_names JOIN credits ON name_id = \
                artist_names.id AND role = 0 WHERE artist_id IN (SELECT artist_id FROM \
                artist_names WHERE name_folded = ?) UNION SELECT id FROM items WHERE \
                artist_folded = ?)
                """
        case .artists: return credited(.artist, folded)
        case .albumArtist, .albumArtists: return credited(.albumArtist, folded)
        case .composer, .composers: return credited(.composer, folded)
        case .genre, .genres:
            return argued(
                "items.id IN (SELECT item_id FROM genres JOIN item_genres ON genre_id = genres.id "
                    + "WHERE name_folded = ?)", folded)
        default: return "0"
        }
    }

    private mutating func credited(_ role: Credit.Role, _ folded: String) -> String {
        argued(
            """
            items.id IN (SELECT item_id FROM artist_names JOIN credits ON name_id = \
            artist_names.id AND role = \(role.rawValue) WHERE artist_id IN \
            (SELECT artist_id FROM artist_names WHERE name_folded = ?))
            """, folded)
    }

    private mutating func argued(_ sql: String, _ argument: String) -> String {
        arguments.append(argument)
        return sql
    }
}

/// The tables that an order needs.
private struct ItemSource {
    let tables: String

    /// Where all items are asked for, the table whose index gives the order stands first, and CROSS JOIN
    /// keeps the planner from putting another in front. Where only some are, the planner may begin with
    /// those and sort them.
    init(order: [MediaOrder], isFiltered: Bool) {
        let properties = order.map(\.property)
        let join = isFiltered ? " JOIN " : " CROSS JOIN "
        if let first = properties.first, first.isPath {
            let users = properties.contains(where: \.isUserValue)
            tables =
                [
                    "roots", "folders ON folders.root_id = roots.id",
                    "files ON files.folder_id = folders.id", "items ON items.file_id = files.id",
                ].joined(separator: join) + (users ? Self.users : "")
        } else {
            let files = properties.contains(where: \.isPath) ? Self.files : ""
            if let first = properties.first, first.isUserValue {
                tables = "user_values" + join + "items ON items.id = user_values.item_id" + files
            } else {
                let users = properties.contains(where: \.isUserValue)
                tables = "items" + (users ? Self.users : "") + files
            }
        }
    }

    private static let users = " JOIN user_values ON user_values.item_id = items.id"
    private static let files = """
         JOIN files ON files.id = items.file_id JOIN folders ON folders.id = files.folder_id \
        JOIN roots ON roots.id = folders.root_id
        """
}

extension MediaOrder {
    /// The terms of the ORDER BY clause. Absent values are last in both directions.
    fileprivate var sql: [String] {
        let direction = isDescending ? " DESC" : ""
        return switch property {
        case .path, .relativePath:
            ["roots.path", "folders.path", "files.name"].map { $0 + direction }
        case .albumTitle:
            ["items.album_key" + absentLast]
                + ["items.disc_number", "items.track_number"].map { $0 + direction }
        default: property.column.map { [$0 + absentLast] } ?? []
        }
    }

    /// SQLite takes NULL for the least value, so descending order has it last by itself.
    private var absentLast: String { isDescending ? " DESC" : " ASC NULLS LAST" }
}

extension MediaProperty {
    var isUserValue: Bool {
        switch self {
        case .rating, .playCount, .skipCount, .lastPlayedDate, .dateAdded: true
        default: false
        }
    }

    fileprivate var isPath: Bool { self == .path || self == .relativePath }

    /// What the property is compared and sorted by.
    var column: String? {
        switch self {
        case .persistentID: "items.id"
        case .title: "items.title_key"
        case .albumTitle: "items.album_key"
        case .artist: "items.artist_key"
        case .albumArtist: "items.album_artist_key"
        case .composer: "items.composer_key"
        case .genre: "items.genre_key"
        case .albumTrackNumber: "items.track_number"
        case .discNumber: "items.disc_number"
        case .year: "items.year"
        case .releaseDate: "items.release_date"
        case .isCompilation: "items.is_compilation"
        case .playbackDuration: "items.duration"
        case .bitRate: "items.bit_rate"
        case .rating: "user_values.rating"
        case .playCount: "user_values.play_count"
        case .skipCount: "user_values.skip_count"
        case .lastPlayedDate: "user_values.last_played"
        case .dateAdded: "user_values.date_added"
        default: nil
        }
    }
}
