package import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// A comparison with a value, in the form in which it is compared.
enum Comparison {
    case equal([MediaComparand])
    case less(MediaComparand)
    case atMost(MediaComparand)
    case greater(MediaComparand)
    case atLeast(MediaComparand)
    case between(MediaComparand, MediaComparand)
    case prefix(String)
    case suffix(String)
    case contains(String)

    /// The comparison that a predicate makes; `nil` for one that joins others, that asks for the text itself
    /// or for absence, and for one that compares unlike things and so is met by nothing.
    init?(_ predicate: MediaPredicate) {
        func comparand(_ property: MediaProperty, _ value: MediaValue) -> MediaComparand? {
            MediaComparand(value, for: property)
        }
        func text(_ property: MediaProperty, _ text: String) -> String? {
            property.isTextual ? text.comparable(as: property.kind) : nil
        }
        let comparison: Comparison? =
            switch predicate {
            case .equalTo(let property, let value): comparand(property, value).map { .equal([$0]) }
            case .isIn(let property, let values):
                .equal(values.compactMap { comparand(property, $0) })
            case .lessThan(let property, let value): comparand(property, value).map(Self.less)
            case .atMost(let property, let value): comparand(property, value).map(Self.atMost)
            case .greaterThan(let property, let value): comparand(property, value).map(Self.greater)
            case .atLeast(let property, let value): comparand(property, value).map(Self.atLeast)
            case .between(let property, let low, let high):
                comparand(property, low).flatMap { low in
                    comparand(property, high).map { .between(low, $0) }
                }
            case .hasPrefix(let property, let part): text(property, part).map(Self.prefix)
            case .hasSuffix(let property, let part): text(property, part).map(Self.suffix)
            case .isWithin(let property, let span):
                span.bounds(of: property).flatMap { bounds in
                    comparand(property, bounds.start).flatMap { start in
                        comparand(property, bounds.end).map { .between(start, $0) }
                    }
                }
            case .isBefore(let property, let span):
                span.bounds(of: property).flatMap { comparand(property, $0.start) }.map(Self.less)
            case .contains(let property, let part): text(property, part).map(Self.contains)
            case .exactly, .hasMatch, .isMissing, .tag, .inPlaylist, .inRoot, .all, .any, .not: nil
            }
        guard let comparison else { return nil }
        self = comparison
    }

    /// The comparison of a value in SQL; NULL where the value is.
    ///
    /// - Parameters:
    ///   - value: A column or expression.
    ///   - ignoresCase: Whether the column is a mark that is compared without the case of ASCII letters.
    func sql(_ value: SQL, ignoresCase: Bool = false) -> SQL {
        let compared: SQL = ignoresCase ? .ignoringCase(value) : value
        let lowered: SQL = ignoresCase ? "lower(\(value))" : value
        return switch self {
        case .equal(let values): Self.isOne(of: values, compared)
        case .less(let bound): "\(compared) < \(bound.sql)"
        case .atMost(let bound): "\(compared) <= \(bound.sql)"
        case .greater(let bound): "\(compared) > \(bound.sql)"
        case .atLeast(let bound): "\(compared) >= \(bound.sql)"
        case .between(let low, let high): "\(compared) BETWEEN \(low.sql) AND \(high.sql)"
        // No name has the last character of Unicode, so that what is before it begins with the text.
        case .prefix(let text):
            "\(compared) BETWEEN \(text) AND \(text + "\u{10FFFF}")"
        case .suffix(let text):
            text.isEmpty
                ? "\(value) IS NOT NULL"
                : "\(.end(of: lowered, text.unicodeScalars.count)) = \(text)"
        case .contains(let text): "\(.position(of: "\(text)", in: lowered)) > 0"
        }
    }

    private static func isOne(of values: [MediaComparand], _ value: SQL) -> SQL {
        if values.isEmpty { return "false" }
        if values.count == 1 { return "\(value) = \(values[0].sql)" }
        // Numbers may be more than a statement takes arguments, or than it may be long.
        let integers = values.compactMap(\.integer)
        if !integers.isEmpty, integers.count == values.count {
            return "\(value) IN \(.ids(integers))"
        }
        return "\(value) IN (\(values.map(\.sql).joined(separator: ", ")))"
    }

    /// Whether the comparison is true of an entry of a list that U+001F separates, whatever the case of ASCII letters.
    ///
    /// - Parameters:
    ///   - list: A column.
    ///   - row: The row that has it, from the FROM clause on.
    func sql(ofList list: SQL, in row: SQL) -> SQL {
        // An entry has no separator, so what contains the text contains it in one entry.
        if case .contains(let text) = self {
            return text.contains("\u{1F}")
                ? "false"
                : "EXISTS (SELECT 1 \(row) AND \(.position(of: "\(text)", in: "lower(\(list))")) > 0)"
        }
        return """
            EXISTS (SELECT 1 \
            FROM \(.parts(of: "(SELECT lower(\(list)) \(row))", separatedBy: "\u{1F}")) \
            WHERE \(sql("part")))
            """
    }

    /// Whether a value that is known now meets the comparison.
    func holds(_ value: MediaComparand) -> Bool {
        switch self {
        case .equal(let values): values.contains { MediaComparand.equal($0, value) }
        case .less(let bound): value.isLess(than: bound) == true
        case .atMost(let bound): bound.isLess(than: value) == false
        case .greater(let bound): bound.isLess(than: value) == true
        case .atLeast(let bound): value.isLess(than: bound) == false
        case .between(let low, let high):
            value.isLess(than: low) == false && high.isLess(than: value) == false
        case .prefix(let prefix): value.text?.utf8.starts(with: prefix.utf8) == true
        case .suffix(let suffix):
            value.text?.utf8.reversed().starts(with: suffix.utf8.reversed()) == true
        case .contains(let part):
            part.isEmpty || value.text?.utf8.firstRange(of: part.utf8) != nil
        }
    }
}

extension MediaComparand {
    /// The value as an argument of a statement.
    var sql: SQL {
        switch self {
        case .text(let text): "\(text)"
        // A whole number is an integer: PostgreSQL compares a real with no index of integers.
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case .integer(let number): "\(number)"
        }
    }

    fileprivate var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

/// Conditions of which one must be met.
package func anyOf(_ conditions: [SQL]) -> SQL {
    conditions.isEmpty ? "false" : joined(conditions, by: " OR ")
}

/// Conditions that must all be met.
func allOf(_ conditions: [SQL]) -> SQL {
    conditions.isEmpty ? "true" : joined(conditions, by: " AND ")
}

/// To SQLite each of them is one step deeper than the one before it, and 1000 are too deep: of many,
/// stretches are put in parentheses.
private func joined(_ conditions: [SQL], by word: String) -> SQL {
    let stretch = 200
    guard conditions.count > stretch else { return "(\(conditions.joined(separator: word)))" }
    let stretches = stride(from: 0, to: conditions.count, by: stretch).map {
        joined(Array(conditions[$0..<min($0 + stretch, conditions.count)]), by: word)
    }
    return joined(stretches, by: word)
}
