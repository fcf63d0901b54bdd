internal import GRDB
import MediaModel

// Which of the ways is the quickest.

extension QueryPlanner {
    /// The smallest set of ids in which all items lie that are asked for, unless it has too many.
    ///
    /// - Parameter others: More sets in which all of them lie.
    func fewCandidates(upTo limit: Int, others: [Candidates] = []) throws -> Candidates? {
        try fewest(of: candidates() + others, upTo: limit)?.set
    }

    /// The smallest of some sets of ids, and how many it has, unless these are too many.
    func fewest(
        of sets: [Candidates], upTo limit: Int
    ) throws -> (set: Candidates, count: Int)? {
        var best: (set: Candidates, count: Int)?
        for set in sets {
            let most = min(limit, best?.count ?? limit)
            let count = try count(set.ids, upTo: most + 1)
            if count <= most { best = (set, count) }
            if let best, best.count <= Self.veryFew { break }
        }
        return best
    }

    /// The items whose titles have a word that contains what a filter asks for: there are fewer words than titles.
    /// `nil` where words do not tell, because it is none that they would be made of, or too short a part of them
    /// (v003-search.sql), or of something that has no words at all (what is missing).
    private func containing(_ predicate: MediaPredicate) throws -> Candidates? {
        guard predicate.isOfWords, case .contains(let property, let text) = predicate,
            text.folded.isWithinWord,
            text.folded.unicodeScalars.count > SearchExpression.longestIndexedBeginning,
            !query.isMissing, !asksLists
        else { return nil }
        let words = try SQLRequest<String>(
            literal: """
                SELECT word FROM search_words WHERE instr(word, \(text.folded)) > 0 \
                LIMIT \(Self.mostWords + 1)
                """
        ).fetchAll(database)
        guard words.count <= Self.mostWords else { return nil }
        let others = Candidates(
            "SELECT id FROM items INDEXED BY items_beside_words WHERE is_beside_words = 1",
            areDistinct: true)
        if words.isEmpty { return others }
        let found = Candidates(
            """
            SELECT rowid AS id FROM search_items \
            WHERE search_items MATCH \(SearchExpression.anyOf(words, isTitle: property == .title))
            """, areDistinct: true)
        if try count(others.ids, upTo: 1) == 0 { return found }
        return Candidates("\(found.ids) UNION ALL \(others.ids)", areDistinct: false)
    }

    private static let mostWords = 64

    static let veryFew = 200
    /// More of a kind are not counted, but walked: most indexes that give an order have the kind beside it.
    private static let mostOfKind = 5000

    /// The sets in which all items lie that are asked for.
    func candidates() throws -> [Candidates] {
        var sets: [Candidates] = []
        if let group = query.group { sets.append(group.members) }
        if query.isMissing {
            sets.append(
                Candidates("SELECT id FROM items WHERE is_missing = 1", areDistinct: true))
        }
        sets += query.filterPredicates.filter { !$0.isOfWords }.flatMap(\.candidates)
        if query.mediaType != .any, try !isUsual(query.mediaType) {
            let ofKind = Candidates(query.mediaType.ids(), areDistinct: true)
            if try fewest(of: [ofKind], upTo: Self.mostOfKind) != nil { sets.append(ofKind) }
        }
        // To look at all words, or all titles, is dear.
        let dear = query.filterPredicates.filter(\.isOfWords)
        if dear.isEmpty { return sets }
        if try fewest(of: sets, upTo: Self.veryFew) != nil { return sets }
        for predicate in dear {
            sets += try containing(predicate).map { [$0] } ?? predicate.candidates
        }
        return sets
    }

    /// Whether many items are of these kinds: a quarter of some that lie at even distances among all. Nearly everything
    /// is music, and to count so much would tell nothing.
    private func isUsual(_ kinds: MediaType) throws -> Bool {
        let asked = 32
        let distance = try itemCount() / asked
        if distance == 0 { return false }
        let found = try SQLRequest<Int>(
            literal: """
                WITH RECURSIVE asked(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM asked \
                WHERE number < \(asked)) \
                SELECT count(*) FROM asked WHERE (SELECT media_type FROM items INDEXED BY items_listed \
                WHERE id >= number * \(distance) ORDER BY id LIMIT 1) & \(kinds.rawValue) <> 0
                """, cached: true
        ).fetchOne(database)
        return found ?? 0 >= asked / 4
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

extension MediaPredicate {
    /// Whether it asks for a part of a title of which each word is in the search index.
    fileprivate var isOfWords: Bool {
        if case .contains(.title, _) = self { return true }
        if case .contains(.albumTitle, _) = self { return true }
        return false
    }
}
