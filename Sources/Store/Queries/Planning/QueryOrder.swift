internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

// An order in SQL.
struct QueryOrder {
    /// The terms of ORDER BY; an item's id is the last, so that no two items are equal.
    let terms: [Term]
    /// The index that items can be scanned along in this order; `nil` for none.
    let index: String?
    /// Whether the index leaves out music.
    let isIndexWithoutMusic: Bool
    /// Where items come that have no value in the first term, which are sorted by the other terms; `.none` where all have
    /// one.
    let absent: Term.Nulls

    /// One term of ORDER BY.
    struct Term {
        /// The column, or a name of its own for what is no column.
        var column: String
        /// The sort expression in place of the column.
        var expression: SQL?
        /// Whether the case of ASCII letters does not count.
        var ignoresCase = false
        var isDescending: Bool
        var nulls: Nulls

        enum Nulls {
            /// No row has it in the column.
            case none
            /// Rows with it are not selected.
            case excluded
            case first, last
        }
    }

    /// The order of a query; without keys that of a shelf: album artist, album, disc, track.
    ///
    /// - Parameters:
    ///   - seed: Of random keys.
    ///   - areAllAvailable: Whether no root is unavailable, so that keys that ask for that distinguish nothing.
    init(_ keys: [MediaOrder], seed: UInt32? = nil, areAllAvailable: Bool = false) {
        let isDescending = keys.first?.isDescending ?? false
        let distinguishing = Self.distinguishing(keys).filter {
            !(areAllAvailable && $0.isOfAvailability)
        }
        let first =
            distinguishing.first
            ?? MediaOrder(keys.isEmpty ? .albumArtist : .persistentID, isDescending: isDescending)
        let column = first.key.orderColumn(seed)
        (index, absent) = (column.index, column.absentPlace(first.isDescending))
        isIndexWithoutMusic = column.isIndexWithoutMusic
        var terms = column.terms(first.isDescending, isFirst: true)
        for key in distinguishing.dropFirst() {
            terms += key.key.orderColumn(seed).terms(key.isDescending, isFirst: false)
        }
        terms = Self.bounded(terms)
        let id = distinguishing.last { $0.key == .property(.persistentID) }
        terms.append(
            Term(
                column: "items.id", isDescending: id?.isDescending ?? isDescending, nulls: .none))
        self.terms = terms
    }

    /// The terms without those that say the same again; no more than SQLite can have in one ORDER BY. With 64 or more it
    /// forgets which tables they read, leaves out a LEFT JOIN, and crashes (seen in 3.40.1).
    private static func bounded(_ terms: [Term]) -> [Term] {
        var columns: Set<String> = []
        return Array(terms.filter { columns.insert($0.column).inserted }.prefix(62))
    }

    /// The keys that distinguish items which those before them do not.
    private static func distinguishing(_ keys: [MediaOrder]) -> [MediaOrder] {
        var known: Set<MediaOrder.Key> = []
        return keys.filter { key in
            switch key.key {
            // A query asks either for missing items or for those that are not; each item is one.
            case .property(.isMissing), .itemCount: false
            default: !known.contains(.property(.persistentID)) && known.insert(key.key).inserted
            }
        }
    }

    /// The terms as an index of `user_values` has them, where the first is the user's own.
    var indexedTerms: [Term] {
        var terms = terms
        if terms[0].isUserValue { terms[terms.count - 1].column = "user_values.item_id" }
        return terms
    }

    /// The column of `user_values` that the first term is; `nil` for another column or an expression.
    var userValue: String? {
        terms[0].column.hasPrefix("user_values.") && terms[0].expression == nil
            ? terms[0].column : nil
    }

    /// Whether items are sorted by their paths, whose parts are in several tables.
    var isOfPath: Bool { terms[0].isOfPath }

    /// The FROM clause: items, and the tables of the terms.
    func tables(for viewer: Viewer) -> SQL {
        var tables = "items"
        if terms.contains(where: \.isUserValue) { tables += " " + viewer.values }
        if terms.contains(where: { $0.column.contains("item_identifiers.") }) {
            tables += " " + ItemRow.identifiers.join
        }
        if terms.contains(where: { $0.column.contains("item_texts.") }) {
            tables += " " + ItemRow.texts.join
        }
        if terms.contains(where: { $0.column.contains("item_details.") }) {
            tables += " " + ItemRow.details.join
        }
        for name in ["artist_name", "album_artist_name"]
        where terms.contains(where: { $0.column.hasPrefix("\(name).") }) {
            tables += " LEFT JOIN artist_names AS \(name) ON \(name).id = items.\(name)_id"
        }
        if terms.contains(where: { $0.column.hasPrefix("first_genre.") }) {
            tables += """
                 LEFT JOIN item_genres AS first_genre \
                ON first_genre.item_id = items.id AND first_genre.position = 0
                """
        }
        if terms.contains(where: \.isOfPath) {
            tables += """
                 JOIN files ON files.id = items.file_id \
                 JOIN folders ON folders.id = files.folder_id \
                JOIN roots ON roots.id = folders.root_id
                """
        }
        return SQL(sql: tables)
    }

    /// The terms as ORDER BY has them.
    static func list(_ terms: [Term]) -> SQL { terms.map(\.order).joined(separator: ", ") }
}

extension MediaOrder {
    /// Whether it says no more than whether the item's root could be looked at.
    fileprivate var isOfAvailability: Bool { property == .isAvailable }
}

extension [MediaOrder] {
    /// Whether a key asks for the availability of roots.
    var askForAvailability: Bool { contains(where: \.isOfAvailability) }
}

extension QueryOrder.Term {
    /// The value that is compared.
    var value: SQL {
        let value = expression ?? SQL(sql: column)
        return ignoresCase ? .ignoringCase(value) : value
    }

    /// The term in ORDER BY.
    var order: SQL {
        let direction: SQL = isDescending ? " DESC" : ""
        return switch nulls {
        case .none: "\(value)\(direction)"
        // As the indexes have it.
        case .excluded: "\(value)\(direction) NULLS \(sql: isDescending ? "LAST" : "FIRST")"
        case .first: "\(value)\(direction) NULLS FIRST"
        case .last: "\(value)\(direction) NULLS LAST"
        }
    }

    fileprivate var isUserValue: Bool { column.contains("user_values.") }

    fileprivate var isOfPath: Bool {
        ["roots.", "folders.", "files."].contains { column.contains($0) }
    }

    /// Whether rows may have NULL.
    fileprivate var hasNulls: Bool { nulls == .first || nulls == .last }

    /// Whether a row has a value in this term.
    func isEqual(to value: SQLValue) -> SQL {
        value.isNull ? "\(self.value) IS NULL" : "\(self.value) = \(value)"
    }

    /// Whether a row comes after a value in this term.
    fileprivate func isAfter(_ value: SQLValue) -> SQL {
        let column = self.value
        let nullsAreLast = isDescending ? nulls != .first : nulls == .last
        if value.isNull { return nullsAreLast ? "false" : "\(column) IS NOT NULL" }
        let behind: SQL = isDescending ? "\(column) < \(value)" : "\(column) > \(value)"
        return hasNulls && nullsAreLast ? "(\(behind) OR \(column) IS NULL)" : behind
    }
}

extension QueryOrder {
    /// Conditions that share out the rows after the row whose terms have these values: rows that meet the first come
    /// before rows that meet the second. Each bounds the scans of all tables of the terms.
    ///
    /// - Parameter terms: The terms that the rows are sorted by; as many as there are values.
    static func steps(after values: [SQLValue], in terms: [Term]) -> [SQL] {
        let equalities = zip(terms, values).map { $0.isEqual(to: $1) }
        return terms.indices.reversed().map { index in
            allOf(equalities[..<index] + [terms[index].isAfter(values[index])])
        }
    }

    /// Whether a row comes after the row whose terms have these values.
    ///
    /// - Parameter terms: The terms that the rows are sorted by; as many as there are values.
    static func isAfter(_ values: [SQLValue], in terms: [Term]) -> SQL {
        // One next to the other: SQLite's parser has a limit of some twenty nested parentheses.
        let pairs = Array(zip(terms, values))
        let condition = anyOf(
            pairs.indices.map { index in
                let (term, value) = pairs[index]
                let before = pairs[..<index].map { $0.isEqual(to: $1) }
                return allOf(before + [term.isAfter(value)])
            })
        // The first term alone bounds the scan of its index.
        guard let term = terms.first, let value = values.first, !value.isNull, !term.hasNulls
        else { return condition }
        let bound: SQL =
            term.isDescending ? "\(term.value) <= \(value)" : "\(term.value) >= \(value)"
        return "\(bound) AND \(condition)"
    }
}

/// A random order that SQL computes from ids and a seed, so that pages of it fit together.
///
/// Modulo the prime 2³¹ − 1, `a·id + b` and the fifth power are permutations (5 does not divide the prime less one). No
/// product reaches 2⁶². Ids that are equal modulo the prime come by the id.
enum RandomOrder {
    private static let prime = 2_147_483_647

    /// The expression to sort by.
    ///
    /// - Parameter id: The column of the id.
    static func sql(of id: String, seed: UInt32) -> String {
        var numbers = SeededGenerator(seed: UInt64(seed))
        let factor = 1 + numbers.next() % UInt64(prime - 1)
        let summand = numbers.next() % UInt64(prime)
        let number = "((\(id) % \(prime) * \(factor) + \(summand)) % \(prime))"
        let square = "(\(number) * \(number) % \(prime))"
        return "(\(square) * \(square) % \(prime) * \(number) % \(prime))"
    }
}
