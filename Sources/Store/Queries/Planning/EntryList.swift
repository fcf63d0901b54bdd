internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// Values with names, all those of an item in one column of a table beside `items`: credits by their roles, and tags.
///
/// A row for each value and an index of them would take the writer ten times as long: an item may have dozens, and
/// few are ever asked for. So the table is read as a whole, as that of long texts is. ``StoredEntries`` is their form.
struct EntryList {
    /// With its table's name before it.
    let column: String
    /// Which values are meant; `nil` for all.
    let name: String?

    static let credits = EntryList(column: ItemRow.creditsColumn, name: nil)
    static let tags = EntryList(column: ItemRow.tagsColumn, name: nil)

    /// The entries of one name.
    func named(_ name: String) -> EntryList { EntryList(column: column, name: name) }

    /// The entries of the current row of `items`.
    private var row: SQL {
        "FROM \(sql: MediaProperty.table(of: column)) WHERE item_id = items.id"
    }

    private var folded: SQL { "coalesce(\(sql: column)_folded, lower(\(sql: column)))" }

    /// The text before a value.
    private var head: String { (name.map { "\u{1E}" + $0 } ?? "") + "\u{1F}" }
    private var foldedHead: String { head.asciiLowercased }

    // MARK: - Conditions

    func condition(_ comparison: Comparison) -> SQL { has(met(comparison)) }

    /// Whether there is no value.
    var absence: SQL { "NOT \(has(presence))" }

    /// Whether a value itself is this text.
    func exactly(_ text: String) -> SQL {
        text.isPossibleValue
            ? has(contains(head + text + "\u{1F}", SQL(sql: column))) : "false"
    }

    /// The items that meet a comparison.
    func candidates(_ comparison: Comparison) -> Candidates { items(met(comparison)) }

    /// The items that have a value.
    var candidatesWithValue: Candidates { items(presence) }

    private func items(_ condition: SQL) -> Candidates {
        Candidates(
            "SELECT item_id AS id FROM \(sql: MediaProperty.table(of: column)) WHERE \(condition)")
    }

    private func has(_ condition: SQL) -> SQL { "EXISTS (SELECT 1 \(row) AND \(condition))" }

    private var presence: SQL {
        name == nil ? "\(sql: column) IS NOT NULL" : contains(foldedHead, folded)
    }

    private func contains(_ part: String, _ text: SQL) -> SQL {
        "\(.position(of: "\(part)", in: text)) > 0"
    }

    /// The comparison in the table's own row.
    private func met(_ comparison: Comparison) -> SQL {
        switch comparison {
        case .equal(let values) where values.count <= 20:
            anyOf(
                values.compactMap(\.text).filter(\.isPossibleValue).map {
                    contains(foldedHead + $0 + "\u{1F}", folded)
                })
        case .prefix(let text) where text.isPossibleValue:
            contains(foldedHead + text, folded)
        case .contains(let text) where !text.isEmpty:
            "\(contains(text, folded)) AND \(compared(comparison))"
        default: compared(comparison)
        }
    }

    /// The comparison with each value on its own.
    private func compared(_ comparison: Comparison) -> SQL {
        let isNamed: SQL = name.map { "name = \($0.asciiLowercased)" } ?? "true"
        let entries = SQL.parts(of: "substr(\(folded), 2)", separatedBy: "\u{1E}")
        return """
            (\(presence) AND EXISTS (WITH fields (name, rest) AS (\
            SELECT \(Self.beginning(of: "part")), \(Self.rest(of: "part")) FROM \(entries)), \
            texts (name, text) AS (SELECT name, \(Self.beginning(of: "rest")) FROM fields) \
            SELECT 1 FROM texts WHERE \(isNamed) AND \(comparison.sql("text"))))
            """
    }

    /// The text before the first separator.
    private static func beginning(of text: SQL) -> SQL {
        "substr(\(text), 1, \(position(in: text)) - 1)"
    }

    /// The text behind the first separator.
    private static func rest(of text: SQL) -> SQL { "substr(\(text), \(position(in: text)) + 1)" }

    private static func position(in text: SQL) -> SQL { .position(of: "'\u{1F}'", in: text) }

    /// The values among the entries of one item.
    func values(in text: String) -> [Substring] {
        StoredEntries.fields(in: text).filter { name == nil || $0[0] == name }
            .map { Substring($0[1]) }
    }

    // MARK: - Order

    /// The first value, folded, as an expression; NULL for none. The names are words of ours.
    var first: SQL {
        let position = SQL.position(of: "'\(sql: head)'", in: folded)
        let rest: SQL = "substr(\(folded), \(position) + \(sql: String(head.unicodeScalars.count)))"
        return "CASE WHEN \(position) > 0 THEN \(Self.beginning(of: rest)) END"
    }
}

extension String {
    /// Whether a value could be this text, or begin with it.
    fileprivate var isPossibleValue: Bool { !utf8.contains { $0 == 0x1E || $0 == 0x1F } }
}
