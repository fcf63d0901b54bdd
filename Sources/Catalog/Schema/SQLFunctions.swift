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
}
