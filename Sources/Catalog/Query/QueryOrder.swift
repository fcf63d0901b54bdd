internal import GRDB
import MediaModel

/// An order in SQL: from which table and index it is read, and by which terms.
struct QueryOrder {
    /// What items are put in order by first.
    let first: MediaProperty
    /// Which table the rows are walked by.
    var source: Source
    /// The index of that table that gives the order.
    var index: String
    /// The terms, the item's id last.
    var terms: [Term]
    /// Whether the first term may be NULL. Then the items without it come last, by the other terms.
    var isFirstOptional: Bool
    /// What is NULL where the first term is absent.
    var presence: String
    /// The index that the items without the first term are walked by; `nil` for a walk by the rows' numbers.
    var absentIndex: String?
    /// Whether all that have the first term are equal in it.
    var isFirstConstant: Bool

    /// One term of ORDER BY.
    struct Term {
        var column: String
        /// Whether the case of ASCII letters does not count.
        var ignoresCase = false
        var isDescending: Bool
        var nulls: Nulls

        /// Where NULL stands; SQLite takes it for the least value.
        enum Nulls { case none, first, last }
    }

    /// A table whose index gives an order; credits are walked by the ids of artists.
    enum Source: Hashable { case items, users, paths, credits(Credit.Role), genres }

    /// Composes the order that is asked for; that of shelves, where none is.
    ///
    /// - Parameter areRootsAlike: Whether all roots can be looked at, or none.
    init(_ order: [MediaOrder], areRootsAlike: Bool = true) {
        let isDescending = order.first?.isDescending ?? false
        let keys = Self.tellingKeys(of: order, areRootsAlike)
        // What nothing tells apart is in the order of its ids.
        let first =
            keys.first
            ?? MediaOrder(order.isEmpty ? .albumArtist : .persistentID, isDescending: isDescending)
        self.first = first.property
        let column = first.property.orderColumn
        (source, index, absentIndex) = (column.source, column.index, column.absentIndex)
        (isFirstOptional, isFirstConstant) = (column.isOptional, column.isEither)
        terms = column.terms(first.isDescending, isFirst: true)
        for key in keys.dropFirst() {
            terms += key.property.orderColumn.terms(key.isDescending, isFirst: false)
        }
        let last = keys.last { $0.property == .persistentID }
        terms.append(
            Term(
                column: source == .users ? "user_values.item_id" : "items.id",
                isDescending: last?.isDescending ?? isDescending, nulls: .none))
        presence = column.presence ?? terms[0].column
        needsUsers = keys.dropFirst().contains { $0.property.orderColumn.source == .users }
        needsPaths = keys.dropFirst().contains { $0.property.orderColumn.source == .paths }
    }

    /// The keys that tell items apart which those before them do not.
    private static func tellingKeys(
        of order: [MediaOrder], _ areRootsAlike: Bool
    ) -> [MediaOrder] {
        var properties: Set<MediaProperty> = []
        return order.filter { key in
            switch key.property {
            // A query asks either for what is missing or for what is there.
            case .isMissing, .isPreorder: return false
            case .isAvailable, .isCloudItem: if areRootsAlike { return false }
            default: break
            }
            return !properties.contains(.persistentID) && properties.insert(key.property).inserted
        }
    }

    private var needsUsers: Bool
    private var needsPaths: Bool

    /// The FROM clause, beginning with the table that gives the order: CROSS JOIN keeps the planner from
    /// putting another in front.
    ///
    /// - Parameters:
    ///   - index: The index to walk; `nil` for a walk by the rows' numbers.
    ///   - rows: What is asked of each item.
    func walked(by index: String?, rows: Rows) -> SQL {
        let hint = index.map { "INDEXED BY \($0)" } ?? "NOT INDEXED"
        switch source {
        case .items: return SQL(sql: "items \(hint)\(others)")
        case .users where rows == .none && isOfUsersOnly: return SQL(sql: "user_values \(hint)")
        case .users:
            let items = "items \(rows.hint) ON items.id = user_values.item_id"
            return SQL(sql: "user_values \(hint) CROSS JOIN \(items)\(others)")
        case .credits(let role):
            return role.itemsByFirst + SQL(sql: others)
        case .genres:
            return SQL(
                sql: """
                    item_genres \(hint) CROSS JOIN items ON items.id = item_genres.item_id \
                    AND item_genres.position = 0\(others)
                    """)
        case .paths:
            return SQL(
                sql: """
                    roots INDEXED BY roots_path_key \
                    CROSS JOIN folders INDEXED BY folders_path_key ON folders.root_id = roots.id \
                    CROSS JOIN files INDEXED BY files_name_key ON files.folder_id = folders.id \
                    CROSS JOIN items ON items.file_id = files.id\(others)
                    """)
        }
    }

    /// The terms of that walk for the items that have the first.
    var presentTerms: [Term] {
        var terms = terms
        switch source {
        case .items, .users, .paths:
            if isFirstConstant { terms.removeFirst() }
        case .credits:
            terms[0].column = "artist_names.artist_id"
        case .genres:
            terms[0].column = "item_genres.genre_id"
            terms[terms.count - 1].column = "item_genres.item_id"
        }
        return terms
    }

    /// What is true of the rows of that walk that have the first term.
    var isPresent: SQL {
        switch source {
        case .items, .users, .paths: "\(sql: presence) IS NOT NULL"
        // Where nobody is named as a composer, not all artists have to be asked whether they are.
        case .credits(.composer):
            "EXISTS (SELECT 1 FROM credits INDEXED BY credits_composers WHERE role = 2)"
        // Only items that hang on an artist, or a genre, are walked by them.
        case .credits, .genres: "1"
        }
    }

    /// The FROM clause for the items that have no first term.
    ///
    /// - Parameter rows: What is asked of each item.
    func walkedAbsent(rows: Rows) -> SQL {
        switch source {
        case .items, .users, .paths: walked(by: absentIndex, rows: rows)
        // They hang on no artist, or no genre.
        case .credits, .genres:
            SQL(sql: "items " + (absentIndex.map { "INDEXED BY " + $0 } ?? "NOT INDEXED") + others)
        }
    }

    /// The FROM clause for items that are picked by their ids.
    ///
    /// - Parameter rows: What is asked of each item, apart from its order.
    func picked(rows: Rows) -> SQL {
        SQL(sql: "items \(pickedHint(rows))" + (hasUsers ? Self.users : "") + pickedPaths)
    }

    /// The same for items that are picked by their rows of `user_values`.
    func pickedBesideUsers(rows: Rows) -> SQL {
        let items = "items \(pickedHint(rows)) ON items.id = user_values.item_id"
        return SQL(sql: "user_values CROSS JOIN \(items)" + pickedPaths)
    }

    private func pickedHint(_ rows: Rows) -> String {
        areTermsNarrow ? rows.hint : Rows.wide.hint
    }

    private var pickedPaths: String { isByPath ? Self.paths : "" }

    /// Whether any term is of a path.
    var isByPath: Bool { needsPaths || source == .paths }

    /// Whether the rows of `user_values` stand beside those of items.
    var hasUsers: Bool { needsUsers || source == .users }

    /// Whether all terms are the user's own values.
    var isOfUsersOnly: Bool { terms.allSatisfy { $0.column.hasPrefix("user_values.") } }

    /// The column of an item's id in what is walked, whatever is asked of it.
    var id: String { source == .users ? "user_values.item_id" : "items.id" }

    /// Whether the wide rows are not needed to put items in order.
    var areTermsNarrow: Bool {
        terms.allSatisfy {
            ["items.id", "items.media_type"].contains($0.column)
                || $0.column.hasPrefix("user_values.")
        }
    }

    /// What is asked of each item. The wide rows of items that do not follow each other lie on as many pages, which
    /// are slow to fetch; the kinds of all items, and what is missing, lie on few.
    enum Rows: Comparable {
        /// Nothing but its id.
        case none
        /// Its kind, whether it is missing, and what other tables say.
        case narrow
        /// What its row of `items` says.
        case wide

        /// How items are looked up by their ids.
        var hint: String { self == .wide ? "NOT INDEXED" : "INDEXED BY items_listed" }
    }

    private var others: String {
        (needsUsers && source != .users ? Self.users : "")
            + (needsPaths && source != .paths ? Self.paths : "")
    }

    private static let users = " CROSS JOIN user_values ON user_values.item_id = items.id"
    private static let paths = """
         CROSS JOIN files ON files.id = items.file_id \
        CROSS JOIN folders ON folders.id = files.folder_id \
        CROSS JOIN roots ON roots.id = folders.root_id
        """
}

extension QueryOrder.Term {
    /// What is compared.
    var sql: String { ignoresCase ? column + " COLLATE NOCASE" : column }

    /// The term in ORDER BY.
    var order: SQL {
        switch (isDescending, nulls) {
        case (true, .first): SQL(sql: sql + " DESC NULLS FIRST")
        case (true, _): SQL(sql: sql + " DESC")
        case (false, .last): SQL(sql: sql + " ASC NULLS LAST")
        case (false, _): SQL(sql: sql)
        }
    }

    /// Whether a row stands behind a value in this term.
    fileprivate func isBehind(_ value: DatabaseValue) -> SQL {
        let column = SQL(sql: sql)
        let nullsAreLast = isDescending ? nulls != .first : nulls == .last
        if value.isNull { return nullsAreLast ? "0" : "\(column) IS NOT NULL" }
        let behind: SQL = isDescending ? "\(column) < \(value)" : "\(column) > \(value)"
        return nulls != .none && nullsAreLast ? "(\(behind) OR \(column) IS NULL)" : behind
    }
}

extension QueryOrder {
    /// Whether a row stands behind a given one, whose terms have these values.
    ///
    /// - Parameters:
    ///   - values: `nil` for no such row, and true for all.
    ///   - terms: The terms that the rows are ordered by; as many as there are values.
    static func isBehind(_ values: [DatabaseValue]?, in terms: [Term]) -> SQL {
        guard let values else { return "1" }
        // Not one in the other: SQLite's parser takes some twenty parentheses in each other.
        let pairs = Array(zip(terms, values))
        let condition = anyOf(
            pairs.indices.map { index in
                let (term, value) = pairs[index]
                let before = pairs[..<index].map { "\(sql: $0.sql) IS \($1)" as SQL }
                return allOf(before + [term.isBehind(value)])
            })
        // Said once more alone, so that the walk begins there.
        guard let term = terms.first, let value = values.first, !value.isNull, term.nulls == .none
        else { return condition }
        let bound: SQL =
            term.isDescending ? "\(sql: term.sql) <= \(value)" : "\(sql: term.sql) >= \(value)"
        return "\(bound) AND \(condition)"
    }
}
