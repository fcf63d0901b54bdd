import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// Puts a query into the language of the full-text index. Of what was typed it holds folded
/// letters and digits only, each word in quotation marks: none of it can be taken for the language.
struct SearchExpression {
    /// The extent of each word that must be found.
    enum Extent {
        case wholeWords
        /// A word that begins so.
        case beginnings
    }

    /// The number of words that are requested; the rest is compared with the results.
    private static let wordCount = 8

    /// The words that continue from a beginning; `nil` for more than can be requested one by one.
    let completions: [String: [String]]
    let syntax: SearchSyntax

    /// The longer beginnings of a query, for which completions are to be found.
    static func beginnings(of query: SearchQuery) -> Set<String> {
        let parts = query.words.prefix(wordCount).flatMap(\.alternatives).joined()
        return Set(
            parts.compactMap { part in
                guard case .beginning(let word) = part,
                    word.unicodeScalars.count > SearchTable.longestIndexedBeginning
                else { return nil }
                return word
            })
    }

    /// The expression for all words of a query; `nil` if the index has none that could be meant.
    ///
    /// - Parameter isTitle: Whether they must be in what a thing is called.
    func text(for query: SearchQuery, _ extent: Extent, inTitle isTitle: Bool) -> String? {
        var words: [String] = []
        for word in query.words.prefix(Self.wordCount) {
            let alternatives = word.alternatives.compactMap { parts in
                all(parts.map { text(for: $0, extent, isTitle) })
            }
            guard let text = any(alternatives) else { return nil }
            words.append(text)
        }
        return all(words)
    }

    private func text(
        for part: SearchQuery.Part, _ extent: Extent, _ isTitle: Bool
    ) -> String? {
        switch part {
        case .run(let tokens):
            // Two characters say what each of them says.
            let pairs = tokens.filter(\.isForm)
            return all((pairs.isEmpty ? tokens : pairs).map { token($0.text, isTitle) })
        case .word(let word): return token(word, isTitle)
        case .beginning(let word):
            if extent == .wholeWords { return token(word, isTitle) }
            guard let words = completions[word] else {
                return token(word, isTitle, isBeginning: true)
            }
            return any(words.map { token($0, isTitle) })
        }
    }

    /// A word of the index; where it may be in any field, with the mark of the other fields, too.
    private func token(
        _ text: String, _ isTitle: Bool, isBeginning: Bool = false
    ) -> String {
        let plain = syntax.term(text, isBeginning: isBeginning)
        if isTitle { return plain }
        let marked = syntax.term(SearchDocument.mark + text, isBeginning: isBeginning)
        return "(\(plain)\(syntax.or)\(marked))"
    }

    private func all(_ terms: [String?]) -> String? {
        let known = terms.compactMap(\.self)
        return known.count < terms.count || known.isEmpty
            ? nil : known.count == 1 ? known[0] : "(" + known.joined(separator: syntax.and) + ")"
    }

    private func any(_ terms: [String]) -> String? {
        terms.isEmpty
            ? nil : terms.count == 1 ? terms[0] : "(" + terms.joined(separator: syntax.or) + ")"
    }
}
