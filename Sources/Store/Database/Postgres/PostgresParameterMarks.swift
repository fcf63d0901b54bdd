/// The marks of a statement's values: SQLite has `?`, and `?2` for the second; PostgreSQL has `$1`, `$2`.
enum PostgresParameterMarks {
    /// A statement with PostgreSQL's marks. Question marks in quotes and comments stay.
    static func numbered(_ sql: String) -> String {
        var numbered: [UInt8] = []
        numbered.reserveCapacity(sql.utf8.count + 64)
        var last = 0
        var rest = Array(sql.utf8)[...]
        while let byte = rest.first {
            if let quoted = quotedLength(rest) {
                numbered += rest.prefix(quoted)
                rest = rest.dropFirst(quoted)
                continue
            }
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: "?") else {
                numbered.append(byte)
                continue
            }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            last = Int(String(decoding: digits, as: UTF8.self)) ?? last + 1
            numbered += Array("$\(last)".utf8)
        }
        return String(decoding: numbered, as: UTF8.self)
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
