internal import GRDB
import MediaModel

// Which of the ways is the quickest.

extension QueryPlanner {
    /// A set of ids in which all items lie that are asked for, if there are few enough of them.
    ///
    /// - Parameter others: More sets in which all of them lie.
    func fewCandidates(upTo limit: Int, others: [SQL] = []) throws -> SQL? {
        var best: (ids: SQL, count: Int)?
        for candidates in try containing() + candidates + others.map({ ($0, .max - 1) }) {
            let most = min(limit, best?.count ?? limit)
            let count = try count(candidates.ids, upTo: min(most, candidates.most) + 1)
            if count <= min(most, candidates.most) { best = (candidates.ids, count) }
            if let best, best.count <= Self.veryFew { break }
        }
        return best?.ids
    }

    /// The items whose titles have a word that contains what a filter asks for: there are fewer words than titles.
    /// Empty where words do not tell, because it is none that they would be made of, or too short a part of them
    /// (v003-search.sql), or of something that has no words at all (what is missing).
    private func containing() throws -> [(ids: SQL, most: Int)] {
        guard !query.isMissing, !asksLists else { return [] }
        return try query.filterPredicates.flatMap(\.conjuncts).compactMap { predicate in
            guard case .contains(let property, let text) = predicate,
                let long = property.longTexts, text.folded.isWithinWord,
                text.folded.unicodeScalars.count > SearchExpression.longestIndexedBeginning
            else { return nil }
            let words = try SQLRequest<String>(
                literal: """
                    SELECT word FROM search_words WHERE instr(word, \(text.folded)) > 0 \
                    LIMIT \(Self.mostWords + 1)
                    """
            ).fetchAll(database)
            guard words.count <= Self.mostWords else { return nil }
            if words.isEmpty { return (long, .max - 1) }
            let ids: SQL = """
                SELECT rowid AS id FROM search_items \
                WHERE search_items MATCH \(SearchExpression.anyOf(words)) UNION ALL \(long)
                """
            return (ids, .max - 1)
        }
    }

    private static let mostWords = 64

    static let veryFew = 200
    /// Nearly everything is music; to find that out is not worth more.
    private static let mostOfKind = 20_000

    var candidates: [(ids: SQL, most: Int)] {
        var sets: [(ids: SQL, most: Int)] = []
        if let group = query.group { sets.append((group.members, .max - 1)) }
        if query.isMissing { sets.append(("SELECT id FROM items WHERE is_missing = 1", .max - 1)) }
        sets += query.filterPredicates.flatMap(\.candidates).map { ($0, .max - 1) }
        if query.mediaType != .any {
            sets.append((query.mediaType.candidates(), Self.mostOfKind))
        }
        return sets
    }

    func count(_ ids: SQL, upTo limit: Int) throws -> Int {
        try SQLRequest<Int>(
            literal: "SELECT count(*) FROM (SELECT 1 FROM (\(ids)) LIMIT \(limit))"
        ).fetchOne(database) ?? 0
    }

    /// At how many items of N picking L collections takes as long as walking does: of things that hold G items
    /// each, it looks at about L · N / M, and at half of the items of each.
    func pickingLimit(ofThings things: Int) throws -> Int {
        let items = try itemCount()
        guard let wanted else { return items / 4 }
        let size = max(1, Double(items) / Double(max(1, things)) / 2)
        let even = (Double(wanted) * Double(items) * size).squareRoot()
        return min(items / 4, max(Self.veryFew, Int(even)))
    }

    func itemCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT max(id) FROM items") ?? 0
    }
}

extension MediaProperty {
    /// The items whose text is so long that its words may have been cut, or left out, where they are indexed; `nil`
    /// for what has no words there.
    fileprivate var longTexts: SQL? {
        switch self {
        case .title:
            "SELECT id FROM items INDEXED BY items_long_title WHERE length(title_folded) > 64"
        case .albumTitle:
            "SELECT id FROM items INDEXED BY items_long_album WHERE length(album_folded) > 64"
        default: nil
        }
    }
}
