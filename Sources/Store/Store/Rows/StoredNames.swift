/// Several names in one column, with U+001F between them.
package enum StoredNames {
    private static let separator: Unicode.Scalar = "\u{1F}"

    // `nil` for none.
    package static func text(of names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: String(separator))
    }

    /// `nil` if the names say no more than the text to show.
    package static func text(of names: [String], shown: String?) -> String? {
        names.count == 1 && names[0] == shown ? nil : text(of: names)
    }

    /// The names in a column, and those in the text to show where that says as much.
    package static func names(in text: String?, shown: String? = nil) -> [String] {
        guard let text else { return shown.map { [$0] } ?? [] }
        // Byte by byte: characters would have to be distinguished.
        return text.utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
    }
}
