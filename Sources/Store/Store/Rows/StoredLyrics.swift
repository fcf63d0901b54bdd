/// Lyrics with times in one column, with U+001E between those of several languages.
enum StoredLyrics {
    // `nil` for none.
    static func text(of texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: "\u{1E}")
    }

    static func texts(in text: String?) -> [String] {
        text.map { $0.utf8.split(separator: 0x1E).map { String(Substring($0)) } } ?? []
    }
}
