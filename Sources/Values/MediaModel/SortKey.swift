/// Makes the keys by which names are put in order, so that comparing their bytes compares the names.
///
/// A key is folded (``Swift/String/folded``), its leading article is at the end, spaces and
/// punctuation in front are left out, and each number carries the count of its digits in front, so that
/// `Track 2` comes before `Track 10`.
public struct SortKeyMaker: Hashable, Sendable {
    /// Folded articles that do not count at the beginning of a name, each with its space or apostrophe.
    public var articles: [String]

    /// English, French, German, Spanish, Italian and Dutch articles that are not also a
    /// common first word of another of these languages.
    public static let defaultArticles = [
        "the ", "a ", "an ", "le ", "la ", "les ", "l'", "der ", "die ", "das ", "el ", "los ",
        "las ",
        "il ", "gli ", "het ",
    ]

    /// Takes the articles of the configuration.
    public init(articles: [String] = SortKeyMaker.defaultArticles) {
        self.articles = articles
    }

    /// The key of a name.
    ///
    /// - Parameter sortName: The sort name in the tag; it wins, and keeps its article.
    public func key(for name: String, sortName: String? = nil) -> String {
        if let sortName { return Self.numbered(Self.trimmed(sortName.folded)) }
        let trimmed = Self.trimmed(name.folded)
        for article in articles
        where trimmed.utf8.starts(with: article.utf8) && trimmed.utf8.count > article.utf8.count {
            let rest = String(trimmed.utf8.dropFirst(article.utf8.count)) ?? trimmed
            return Self.numbered(Self.trimmed(rest) + ", " + article)
        }
        return Self.numbered(trimmed)
    }

    /// The key of a path, by which it comes where a reader looks for it: folder by folder, numbers by their
    /// value. Articles and signs stay, as they do wherever files are listed.
    package static func key(for path: MediaPath) -> String {
        path.description.split(separator: "/", omittingEmptySubsequences: true)
            .map { numbered(String($0).folded) }.joined(separator: folderEnd)
    }

    /// Comes before all that a name is made of, so that what is in a folder comes before the folder's
    /// neighbours.
    private static let folderEnd = "\u{1}"

    /// Without what no reader would look for first: `"Heroes"` is under H, `...And Justice` under A. A
    /// name made of nothing else (`!!!`) stays as it is.
    private static func trimmed(_ folded: String) -> String {
        if let first = folded.utf8.first, isLetterOrDigit(first) { return folded }
        let rest = folded.drop { !$0.isLetter && !$0.isNumber }
        return rest.isEmpty ? folded : String(rest)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || byte.isDigit
    }

    /// Puts the count of digits before each number, without its leading zeros: `1`…`9` for up to nine
    /// digits, later characters for more.
    private static func numbered(_ text: String) -> String {
        guard text.utf8.contains(where: \.isDigit) else { return text }
        var key: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            guard byte.isDigit else {
                key.append(byte)
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix(while: \.isDigit)
            rest = rest.dropFirst(digits.count)
            let significant = digits.drop { $0 == 0x30 }
            key.append(0x30 + UInt8(min(significant.count, 0x4E)))
            key.append(contentsOf: significant)
        }
        return String(decoding: key, as: UTF8.self)
    }
}
