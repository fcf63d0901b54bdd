import Foundation
package import GRDB
import MediaModel

/// What queries need and SQLite does not have. The schema itself uses none of these, so that any program can read
/// the file.
package enum SQLFunctions {
    /// Gives a connection all of them.
    package static func add(to database: Database) {
        database.add(function: folded)
        database.add(function: pathText)
        database.add(function: listHas)
        database.add(function: listShares)
        database.add(function: normalized)
    }

    /// `folded(text)`: ``Swift/String/folded``; NULL for NULL.
    private static let folded = DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0])?.folded
    }

    /// `path_text(part, …)`: the parts joined to one path, as text; NULL where it is not UTF-8 and the
    /// first argument is 1, which asks for exact text only.
    private static let pathText = DatabaseFunction("path_text", pure: true) { values in
        let path = values.dropFirst().reduce(MediaPath(bytes: [])) { path, part in
            path.appending(MediaPath(bytes: Array(Data.fromDatabaseValue(part) ?? Data())))
        }
        let isExact = Bool.fromDatabaseValue(values[0]) ?? false
        return isExact && !path.isUTF8 ? nil : path.description
    }

    /// `nfc(text)`: ``Swift/String/normalizedNFC``; NULL for NULL.
    private static let normalized = DatabaseFunction("nfc", argumentCount: 1, pure: true) {
        values in
        String.fromDatabaseValue(values[0])?.normalizedNFC
    }

    /// `list_shares(list, others)`: whether an entry of a list, its ASCII letters in lower case, is one of
    /// the others.
    private static let listShares = DatabaseFunction("list_shares", argumentCount: 2, pure: true) {
        values in
        guard let list = String.fromDatabaseValue(values[0]) else { return false }
        let others = Set(
            ItemRow.list(String.fromDatabaseValue(values[1]), nil).map { Array($0.utf8) })
        return ItemRow.list(list, nil).contains {
            others.contains(Array($0.asciiLowercased.utf8))
        }
    }

    /// `list_has(list, low, takesLow, high, takesHigh)`: whether an entry of a list, its ASCII letters in
    /// lower case, lies between two bounds; NULL for no bound.
    private static let listHas = DatabaseFunction("list_has", argumentCount: 5, pure: true) {
        values in
        guard let list = String.fromDatabaseValue(values[0]) else { return false }
        let bounds = ListBounds(
            low: String.fromDatabaseValue(values[1]), takesLow: values[2] == true.databaseValue,
            high: String.fromDatabaseValue(values[3]), takesHigh: values[4] == true.databaseValue)
        return ItemRow.list(list, nil).contains { bounds.hold($0.asciiLowercased) }
    }
}

/// A stretch of texts, ordered by their bytes.
private struct ListBounds {
    var low: String?
    var takesLow: Bool
    var high: String?
    var takesHigh: Bool

    func hold(_ text: String) -> Bool {
        if let low, Self.isLess(text, low) || (!takesLow && text == low) { return false }
        if let high, Self.isLess(high, text) || (!takesHigh && text == high) { return false }
        return true
    }

    private static func isLess(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
