/// Makes a predicate of an expression, by recursive descent:
///
/// ```
/// disjunction = conjunction { "or" conjunction }
/// conjunction = negation { "and" negation }
/// negation    = "not" negation | "(" disjunction ")" | condition
/// condition   = "true" | "false" | ( property | "tag" "(" text ")" ) comparison
/// ```
///
/// Parentheses keep their content together: `(a and b) and c` joins two conditions, not three.
struct ExpressionParser {
    // In bytes.
    static let greatestLength = 65_536
    /// How many parentheses and nots may stand inside one another. Each is a call inside a call here, and
    /// SQLite's own parser, which remembers no more than 100 open things, holds some 22 of them.
    static let greatestDepth = 16
    /// How many conditions, and how many values in all lists, an expression may have: a library answers all
    /// at once, and no database takes a question of any length.
    static let greatestCount = (conditions: 500, values: 5000)

    private let tokens: [ExpressionToken]
    private var position = 0
    private var depth = 0
    private var conditionCount = 0
    private var valueCount = 0
    /// The names of playlists that the expression asks for, in their places.
    var playlists: [ExpressionToken] = []

    /// The predicate that the expression says, and the names of playlists in it.
    static func parse(
        _ expression: String
    ) throws(ExpressionError) -> (predicate: MediaPredicate, playlists: [ExpressionToken]) {
        let length = expression.utf8.count
        guard length <= greatestLength else {
            throw ExpressionError(
                offset: expression.unicodeScalars.count,
                expected: "no more than \(greatestLength) bytes", found: "\(length)")
        }
        var parser = ExpressionParser(tokens: try ExpressionTokenizer.tokens(of: expression))
        if parser.next.kind == .end {
            throw ExpressionError(
                offset: 0, expected: "a condition such as year >= 1995", found: "nothing")
        }
        let predicate = try parser.disjunction()
        guard parser.next.kind == .end else { throw parser.unjoined("and, or or the end") }
        return (predicate, parser.playlists)
    }

    private init(tokens: [ExpressionToken]) { self.tokens = tokens }

    // MARK: - The rules

    private mutating func disjunction() throws(ExpressionError) -> MediaPredicate {
        var parts = [try conjunction()]
        while take("or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(ExpressionError) -> MediaPredicate {
        var parts = [try negation()]
        while take("and") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(ExpressionError) -> MediaPredicate {
        guard next.isKeyword("not") || next.isSign("(") else { return try condition() }
        guard depth < Self.greatestDepth else {
            throw ExpressionError(
                at: next, expected: "no more than \(depth) nested parentheses and nots")
        }
        depth += 1
        defer { depth -= 1 }
        if take("not") { return .not(try negation()) }
        advance()
        let inner = try disjunction()
        guard take(sign: ")") else { throw unjoined("and, or or )") }
        return inner
    }

    private mutating func condition() throws(ExpressionError) -> MediaPredicate {
        if take("true") { return .all([]) }
        if take("false") { return .any([]) }
        let name = next
        guard name.kind == .word, name.isValue else {
            throw ExpressionError(at: name, expected: "a property, not or (")
        }
        if name.isKeyword("inplaylist") {
            try count(&conditionCount, upTo: Self.greatestCount.conditions, "conditions")
            advance()
            return try ExpressionComparison.parsePlaylist(with: &self)
        }
        if name.isKeyword("tag") {
            try count(&conditionCount, upTo: Self.greatestCount.conditions, "conditions")
            advance()
            return try tag()
        }
        guard let property = MediaProperty(named: name.text) else {
            let nearest = name.text.nearest(
                among: MediaProperty.names.keys + ["inPlaylist", "tag"])
            throw ExpressionError(
                at: name, expected: "a property",
                hint: nearest.map { "did you mean \($0)?" }
                    ?? "phonolith properties lists the properties")
        }
        try count(&conditionCount, upTo: Self.greatestCount.conditions, "conditions")
        advance()
        return try ExpressionComparison.parse(of: property, with: &self)
    }

    // The text after `tag`.
    private mutating func tag() throws(ExpressionError) -> MediaPredicate {
        guard take(sign: "(") else {
            throw ExpressionError(at: next, expected: "(", hint: "write tag(\"FOO\") for a tag")
        }
        let name = next
        guard name.isValue else { throw ExpressionError(at: name, expected: "the name of a tag") }
        advance()
        guard take(sign: ")") else { throw ExpressionError(at: next, expected: ")") }
        return try ExpressionComparison.parse(of: .tags, with: &self).ofTag(named: name.text)
    }

    // MARK: - Bounds

    /// Counts a value of a list, which comes next.
    mutating func countValue() throws(ExpressionError) {
        try count(&valueCount, upTo: Self.greatestCount.values, "values in lists")
    }

    private func count(
        _ things: inout Int, upTo limit: Int, _ name: String
    ) throws(ExpressionError) {
        guard things < limit else {
            throw ExpressionError(at: next, expected: "no more than \(limit) \(name)")
        }
        things += 1
    }

    // MARK: - Tokens

    /// The token that comes next; the end stays.
    var next: ExpressionToken { tokens[position] }

    /// Goes on to the next token.
    mutating func advance() { position = min(position + 1, tokens.count - 1) }

    /// Takes the keyword, if it comes next.
    mutating func take(_ keyword: String) -> Bool {
        guard next.isKeyword(keyword) else { return false }
        advance()
        return true
    }

    /// Takes the sign, if it comes next.
    mutating func take(sign: String) -> Bool {
        guard next.isSign(sign) else { return false }
        advance()
        return true
    }

    /// The error of a next token that cannot follow a condition.
    private func unjoined(_ expected: String) -> ExpressionError {
        let isBehindWord = position > 0 && tokens[position - 1].kind == .word
        let isText = next.isValue && MediaProperty(named: next.text) == nil
        return ExpressionError(
            at: next, expected: expected,
            hint: isBehindWord && isText ? "put a text of several words in quotes" : nil)
    }
}
