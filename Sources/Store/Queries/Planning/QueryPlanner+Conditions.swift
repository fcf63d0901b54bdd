internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

extension QueryPlanner {
    /// The condition that the row of `items` of each item of the query meets, whatever its place in the order.
    ///
    /// Filters are written so that SQLite only checks whether they are true, and uses no index for them: this planner has
    /// counted what the indexes give, and SQLite cannot.
    var conditions: SQL { allOf((visibility + filters).map { "(\($0)) IS TRUE" }) }

    /// The same for a scan along the index of the order; a condition on the column that the index begins with bounds it.
    var scanConditions: [SQL] {
        let column: String? = order.terms.first?.column
        let checked = zip(properties, filters).map { property, filter in
            property?.comparedColumn == column ? filter : "(\(filter)) IS TRUE"
        }
        return visibility.map { "(\($0)) IS TRUE" }
            + (order.isIndexWithoutMusic ? ["items.media_type <> 1"] : []) + checked
    }

    private var filters: [SQL] {
        [query.group?.condition].compactMap(\.self)
            + query.filterPredicates.map { $0.condition(for: viewer) }
    }

    /// The property of each of the filters; `nil` for several.
    private var properties: [MediaProperty?] {
        (query.group == nil ? [] : [nil]) + query.filterPredicates.map(\.property)
    }

    /// Which items the query could give: of the user's open roots, and by columns that all indexes of orders have.
    private var visibility: [SQL] {
        viewer.isRestricted ? [presence, SQL(sql: viewer.sees())] : [presence]
    }

    private var presence: SQL {
        var missing: SQL =
            query.isMissing
            ? "items.is_missing = 1 AND items.is_superseded = 0" : "items.is_missing = 0"
        if isAboutPlaylists, !query.isMissing {
            // Items that the user put into a playlist stay in it while the tracks of a cue sheet replace them in lists.
            missing = """
                (items.is_missing = 0 OR items.is_superseded = 1 AND EXISTS (SELECT 1 FROM files \
                WHERE files.id = items.file_id AND files.is_missing = 0))
                """
        }
        if query.mediaType == .any { return missing }
        return "\(missing) AND items.media_type & \(query.mediaType.rawValue) <> 0"
    }

    var isAboutPlaylists: Bool {
        query.group?.grouping == .playlist || query.groupingType == .playlist
            || query.filterPredicates.contains { !$0.playlistNames.isEmpty }
    }
}

extension MediaProperty {
    /// The column of `items` that filters compare; `nil` if they compare something else.
    fileprivate var comparedColumn: String? {
        switch storage {
        case .number(let column), .date(let column), .identifier(let column): column
        default: nil
        }
    }
}
