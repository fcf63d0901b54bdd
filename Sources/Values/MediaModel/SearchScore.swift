/// How well a thing answers a query; the greatest is the best.
package struct SearchScore: Hashable, Comparable, Sendable {
    /// Whether what it is called is just the query.
    var isExact: Bool
    /// Whether all words are in what it is called.
    var isAllInTitle: Bool
    /// How many words are found as whole words, and not only begin one.
    var wholeWords: Int
    /// Whether what it is called begins with the query.
    var isBeginning: Bool
    /// The weights of the fields that the words are in, together.
    var weight: Int
    /// How many words it is called that the query does not have, where all are in it; negative.
    var brevity: Int

    package static func < (left: Self, right: Self) -> Bool {
        left.order < right.order
    }

    private var order: (Int, Int, Int, Int, Int, Int) {
        (
            isExact ? 1 : 0, isAllInTitle ? 1 : 0, wholeWords, isBeginning ? 1 : 0, weight,
            brevity
        )
    }
}

extension SearchQuery {
    /// How well a document answers the query; `nil` if a word is not in it.
    package func score(of document: SearchDocument) -> SearchScore? {
        guard !words.isEmpty, let title = document.fields.first else { return nil }
        var score = SearchScore(
            isExact: false, isAllInTitle: true, wholeWords: 0, isBeginning: false, weight: 0,
            brevity: 0)
        for word in words {
            guard let place = word.place(in: document) else { return nil }
            score.isAllInTitle = score.isAllInTitle && place.field == 0
            score.wholeWords += place.isWhole ? 1 : 0
            score.weight += document.fields.count - place.field
        }
        if score.isAllInTitle {
            let rest = title.rest(behind: letters)
            score.isExact = rest == .nothing
            score.isBeginning = rest != nil
            score.brevity = -title.count { !$0.isForm }
        }
        return score
    }
}

/// Where a word of a query is found.
private struct Place {
    // From 0, the title.
    var field: Int
    /// Whether the match is a whole word.
    var isWhole: Bool

    func isBetter(than other: Place) -> Bool {
        field == other.field ? isWhole && !other.isWhole : field < other.field
    }
}

extension SearchQuery.Word {
    /// The best place in any of the ways in which the word may be written.
    fileprivate func place(in document: SearchDocument) -> Place? {
        alternatives.lazy.compactMap { Self.place(of: $0, in: document) }
            .min { $0.isBetter(than: $1) }
    }

    /// The place of all parts; where they are in several fields, that of the last.
    private static func place(
        of parts: [SearchQuery.Part], in document: SearchDocument
    ) -> Place? {
        var all = Place(field: 0, isWhole: true)
        for part in parts {
            guard let place = part.place(in: document.fields) else { return nil }
            all.field = max(all.field, place.field)
            all.isWhole = all.isWhole && place.isWhole
        }
        return all
    }
}

extension SearchQuery.Part {
    /// The first field that has the part.
    fileprivate func place(in fields: [[SearchToken]]) -> Place? {
        for (index, field) in fields.enumerated() {
            if let isWhole = isWhole(in: field) { return Place(field: index, isWhole: isWhole) }
        }
        return nil
    }

    /// Whether a field has the part as whole words; `nil` if it does not have it at all.
    private func isWhole(in field: [SearchToken]) -> Bool? {
        switch self {
        case .run(let tokens): return field.holds(tokens) ? true : nil
        case .word(let word): return field.contains { $0.text == word } ? true : nil
        case .beginning(let word):
            var isWhole: Bool?
            for token in field where token.text.utf8.starts(with: word.utf8) {
                if token.text.utf8.count == word.utf8.count { return true }
                isWhole = false
            }
            return isWhole
        }
    }
}

/// The rest of a title after its beginning.
private enum Rest {
    case nothing, something
}

extension [SearchToken] {
    /// The rest of the words, without anything between them, after a beginning; `nil` if they begin otherwise.
    fileprivate func rest(behind beginning: String) -> Rest? {
        var left = beginning.utf8[...]
        for token in self where !token.isForm {
            if left.isEmpty { return .something }
            let word = token.text.utf8
            guard word.count <= left.count else {
                return word.starts(with: left) ? .something : nil
            }
            guard left.starts(with: word) else { return nil }
            left = left.dropFirst(word.count)
        }
        return left.isEmpty ? .nothing : nil
    }
}
