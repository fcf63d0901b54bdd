internal import FoundationEssentials
import Glibc
import PhonolithFiles

/// The databases that a library can be on.
package enum Dialect: Sendable {
    case sqlite, postgres
}

// SQL is written once, in what both databases understand. Where they differ, here is a function with both texts.

// MARK: - Lists as arguments

extension SQL {
    /// A table of ids in any number, with one argument: the columns `value`, and `key`, which counts from 0.
    package static func table(ofIDs ids: some Collection<Int64>) -> SQL {
        let list = ids.lazy.map(String.init).joined(separator: ",")
        return SQL(
            sqlite: "json_each(\("[" + list + "]"))",
            postgres: """
                (SELECT value, place - 1 AS key
                FROM unnest(\(array(ofIDs: list, count: ids.count))) WITH ORDINALITY AS ids (value, place))
                """)
    }

    /// Ids in any number, with one argument: `id IN \(.ids(ids))`.
    package static func ids(_ ids: some Collection<Int64>) -> SQL {
        let list = ids.lazy.map(String.init).joined(separator: ",")
        return SQL(
            sqlite: "(SELECT value FROM json_each(\("[" + list + "]")))",
            postgres: "(SELECT unnest(\(array(ofIDs: list, count: ids.count))))")
    }

    /// An array of ids for PostgreSQL. One of few is a subquery.
    ///
    /// Where the planner sees the length of a short array, it takes a plan made for that array to be cheaper than the
    /// statement's own, and plans anew each time, which takes several times as long as the answer. Of a long one it
    /// should know the length.
    ///
    /// - Parameters:
    ///   - list: The ids, with commas between them.
    ///   - count: How many they are.
    static func array(ofIDs list: String, count: Int) -> SQL {
        let array: SQL = "CAST(\("{" + list + "}") AS bigint[])"
        return count <= Selection.batch ? "(SELECT \(array))" : array
    }

    /// Texts in any number, with one argument: `name IN \(.texts(names))`.
    package static func texts(_ texts: some Collection<String>) -> SQL {
        SQL(
            sqlite: "(SELECT value FROM json_each(\(json(texts))))",
            postgres: """
                (SELECT * FROM json_array_elements_text(CAST(\(json(texts.map(\.withoutNUL))) AS json)))
                """)
    }

    private static func json(_ texts: some Collection<String>) -> String {
        // Texts are always written.
        let bytes = try? JSONEncoder().encode(Array(texts))
        return String(decoding: bytes ?? Data("[]".utf8), as: UTF8.self)
    }
}

// MARK: - Texts and bytes

extension SQL {
    /// Where a text begins in another, from 1; 0 where it is not in it.
    package static func position(of part: SQL, in text: SQL) -> SQL {
        SQL(sqlite: "instr(\(text), \(part))", postgres: "strpos(\(text), \(part))")
    }

    /// The last characters of a text; all of a shorter one.
    package static func end(of text: SQL, _ count: Int) -> SQL {
        SQL(
            sqlite: "substr(\(text), \(-count))",
            postgres: "right(\(text), CAST(\(count) AS INTEGER))")
    }

    /// A text of which the case of ASCII letters does not count where it is compared, with a text in lower case, or sorted.
    package static func ignoringCase(_ text: SQL) -> SQL {
        SQL(sqlite: "\(text) COLLATE NOCASE", postgres: "lower(\(text))")
    }

    /// A table of the parts of a text between separators, with the column `part`, for a FROM clause.
    package static func parts(of text: SQL, separatedBy separator: String) -> SQL {
        SQL(
            sqlite: """
                (WITH RECURSIVE parts (part, rest) AS (\
                SELECT NULL, \(text) || \(separator) UNION ALL \
                SELECT substr(rest, 1, instr(rest, \(separator)) - 1), \
                substr(rest, instr(rest, \(separator)) + 1) FROM parts WHERE rest <> '') \
                SELECT part FROM parts WHERE part IS NOT NULL)
                """,
            postgres: "unnest(string_to_array(\(text), \(separator))) AS parts (part)")
    }

    /// Bytes with more of them at their end.
    package static func bytes(_ bytes: SQL, followedBy end: String) -> SQL {
        SQL(
            sqlite: "CAST(\(bytes) || \(end) AS BLOB)", postgres: "\(bytes) || \(Data(end.utf8))")
    }

    /// Bytes as a text that has the same ASCII characters, and any others for the rest.
    package static func asciiText(of bytes: SQL) -> SQL {
        SQL(sqlite: "CAST(\(bytes) AS TEXT)", postgres: "encode(\(bytes), 'escape')")
    }

    /// The texts of a group in the order of a column, with a text between them; NULL for none. On SQLite the rows are in
    /// that order already.
    package static func joined(_ text: SQL, by separator: String, in order: String) -> SQL {
        SQL(
            sqlite: "group_concat(\(text), \(separator))",
            postgres: "string_agg(\(text), \(separator) ORDER BY \(sql: order))")
    }

    /// The values of a group as one text with commas between them, in no order.
    package static func list(of value: SQL) -> SQL {
        SQL(
            sqlite: "group_concat(\(value))", postgres: "string_agg(CAST(\(value) AS text), ',')")
    }

    /// The different values of a group as one text with commas between them, in no order.
    package static func list(ofDistinct value: SQL) -> SQL {
        SQL(
            sqlite: "group_concat(DISTINCT \(value))",
            postgres: "string_agg(DISTINCT CAST(\(value) AS text), ',')")
    }
}

// MARK: - Time

extension SQL {
    /// The database's time in whole seconds since 1970: programs on several machines have clocks of their own.
    package static let now = SQL(
        sqlite: "unixepoch()", postgres: "CAST(extract(epoch FROM clock_timestamp()) AS bigint)")

    /// A part of a calendar.
    package enum Period: Sendable {
        case year, month, day
    }

    /// The year, month or day of a time in seconds since 1970, as a text such as `2026-11`.
    ///
    /// - Parameter isLocal: Whether it is that of the local clock, or else of UTC.
    package static func period(_ period: Period, of time: SQL, isLocal: Bool = false) -> SQL {
        let (format, pattern) =
            switch period {
            case .year: ("%Y", "YYYY")
            case .month: ("%Y-%m", "YYYY-MM")
            case .day: ("%Y-%m-%d", "YYYY-MM-DD")
            }
        let zone = isLocal ? WallClock.zoneName : "UTC"
        return SQL(
            sqlite: """
                strftime('\(sql: format)', \(time), 'unixepoch'\(sql: isLocal ? ", 'localtime'" : ""))
                """,
            postgres: "to_char(to_timestamp(\(time)) AT TIME ZONE \(zone), '\(sql: pattern)')")
    }
}

// MARK: - Numbers

extension SQL {
    /// A condition that is not NULL as a number: 1 where it is true, 0 where it is false.
    package static func flag(_ condition: SQL) -> SQL { "CASE WHEN \(condition) THEN 1 ELSE 0 END" }

    /// The smaller of two values that are not NULL.
    package static func lesser(_ one: SQL, _ other: SQL) -> SQL {
        SQL(sqlite: "min(\(one), \(other))", postgres: "least(\(one), \(other))")
    }

    /// The greater of two values that are not NULL.
    package static func greater(_ one: SQL, _ other: SQL) -> SQL {
        SQL(sqlite: "max(\(one), \(other))", postgres: "greatest(\(one), \(other))")
    }

    /// Whether the words of a row answer a question. The question is in the language of FTS5 (sqlite.org/fts5.html, 3) or of
    /// `tsquery` (postgresql.org/docs/15/datatype-textsearch.html): see ``SearchSyntax``.
    ///
    /// - Parameters:
    ///   - index: The table of the index.
    ///   - name: The index's name in the statement.
    package static func matches(_ question: String, in index: String, as name: String) -> SQL {
        SQL(
            sqlite: "\(sql: name).\(sql: index) MATCH \(question)",
            postgres: "\(sql: name).document @@ CAST(\(question) AS tsquery)")
    }
}

/// The parts of a question to a full-text index.
package struct SearchSyntax: Sendable {
    package let and: String
    package let or: String
    private let quote: String
    private let beginning: String

    package init(_ dialect: Dialect) {
        switch dialect {
        case .sqlite: (and, or, quote, beginning) = (" AND ", " OR ", "\"", "*")
        case .postgres: (and, or, quote, beginning) = (" & ", " | ", "'", ":*")
        }
    }

    /// A word of letters and digits.
    ///
    /// - Parameter isBeginning: Whether words that begin so are meant as well.
    package func term(_ word: String, isBeginning: Bool) -> String {
        quote + word + quote + (isBeginning ? beginning : "")
    }
}

// MARK: - Plans

extension SQL {
    /// A column that no index is used for.
    package static func unindexed(_ column: SQL) -> SQL {
        SQL(sqlite: "+\(column)", postgres: column)
    }

    /// A limit that does not limit, as OFFSET needs one in SQLite.
    package static var noLimit: SQL { SQL(sqlite: "-1", postgres: "ALL") }

    /// Asks how a statement is executed, a step a row.
    package static func explanation(of statement: SQL) -> SQL {
        SQL(
            sqlite: "EXPLAIN QUERY PLAN \(statement)", postgres: "EXPLAIN \(statement)")
    }
}

// MARK: - The database itself

extension SQL {
    /// Selects the size of the database, in bytes.
    package static var databaseSize: SQL {
        SQL(
            sqlite: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
            postgres: "SELECT pg_database_size(current_database())")
    }
}

extension String {
    /// As PostgreSQL has it, whose texts have no NUL.
    var withoutNUL: String { utf8.contains(0) ? replacing("\0", with: "") : self }
}
