internal import FoundationEssentials

/// The marks of a statement's values: SQLite has `?`, and `?2` for the second; PostgreSQL has `$1`, `$2`.
enum PostgresParameterMarks {
    /// A statement with PostgreSQL's marks. Question marks in quotes and comments stay.
    static func numbered(_ sql: String) -> String { replaced(in: sql) { "$\($0)" } }

    /// A statement with its values in place of the marks.
    static func expanded(_ sql: String, with values: [SQLValue]) -> String {
        replaced(in: sql) { values.indices.contains($0 - 1) ? literal(values[$0 - 1]) : "NULL" }
    }

    private static func replaced(
        in sql: String, by replacement: (_ number: Int) -> String
    ) -> String {
        var replaced: [UInt8] = []
        replaced.reserveCapacity(sql.utf8.count + 64)
        var last = 0
        var rest = Array(sql.utf8)[...]
        while let byte = rest.first {
            if let quoted = quotedLength(rest) {
                replaced += rest.prefix(quoted)
                rest = rest.dropFirst(quoted)
                continue
            }
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: "?") else {
                replaced.append(byte)
                continue
            }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            last = Int(String(decoding: digits, as: UTF8.self)) ?? last + 1
            replaced += replacement(last).utf8
        }
        return String(decoding: replaced, as: UTF8.self)
    }

    /// As constants are written (postgresql.org/docs/15/sql-syntax-lexical.html#SQL-SYNTAX-CONSTANTS).
    private static func literal(_ value: SQLValue) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "CAST('\(number)' AS double precision)"
        case .text(let text): "'\(text.withoutNUL.replacing("'", with: "''"))'"
        case .blob(let bytes): "decode('\(bytes.base64EncodedString())', 'base64')"
        }
    }

    /// The length of what a text begins with, if that is in quotes or a comment.
    private static func quotedLength(_ text: ArraySlice<UInt8>) -> Int? {
        let start = text.startIndex
        switch text[start] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            let end = text.dropFirst().firstIndex(of: text[start]) ?? text.endIndex - 1
            return end - start + 1
        case UInt8(ascii: "-") where text.dropFirst().first == UInt8(ascii: "-"):
            return (text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex) - start
        case UInt8(ascii: "/") where text.dropFirst().first == UInt8(ascii: "*"):
            var end = text.dropFirst(2)
            while !end.isEmpty, !end.starts(with: "*/".utf8) { end = end.dropFirst() }
            return min(end.startIndex + 2, text.endIndex) - start
        default: return nil
        }
    }
}
