/// Takes an expression apart. Scalar by scalar, for an accent after a quotation mark makes another
/// `Character` of it.
struct ExpressionTokenizer {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    /// Whether the text that comes next is a regular expression, to which its backslashes belong.
    private var isBeforePattern = false

    /// The tokens of the expression; the last one is the end.
    static func tokens(of expression: String) throws(ExpressionError) -> [ExpressionToken] {
        var tokenizer = ExpressionTokenizer(expression)
        var tokens: [ExpressionToken] = []
        while let token = try tokenizer.next() {
            tokens.append(token)
            tokenizer.isBeforePattern = token.isKeyword("matches")
        }
        tokens.append(
            ExpressionToken(kind: .end, text: "", source: "", offset: tokenizer.scalars.count))
        return tokens
    }

    private init(_ expression: String) { scalars = Array(expression.unicodeScalars) }

    private mutating func next() throws(ExpressionError) -> ExpressionToken? {
        while let scalar = current, scalar.properties.isWhitespace { position += 1 }
        guard let first = current else { return nil }
        if first.isQuote { return try quoted(by: first) }
        if let others = first.lookalike {
            throw ExpressionError(
                offset: position, expected: "a value", found: "'\(first)'",
                hint: "put texts in \(others)")
        }
        let start = position
        switch first {
        case "(", ")", ",": position += 1
        case _ where first.isComparing: skip(while: \.isComparing)
        default:
            skip(while: \.isPartOfWord)
            return token(.word, from: start)
        }
        return token(.sign, from: start)
    }

    private mutating func quoted(by quote: Unicode.Scalar) throws(ExpressionError)
        -> ExpressionToken
    {
        let start = position
        var text = String.UnicodeScalarView()
        position += 1
        while let scalar = current, scalar != quote {
            if scalar == "\\", isBeforePattern {
                text.append(scalar)
                position += 1
                if let current { text.append(current) }
            } else {
                text.append(scalar == "\\" ? try escaped() : scalar)
            }
            position += 1
        }
        guard current == quote else {
            throw ExpressionError(
                offset: start, expected: "a text that ends with \(quote)",
                found: "none after this \(quote)")
        }
        position += 1
        return token(.quoted, from: start, meaning: String(text))
    }

    /// The scalar that the backslash here and what follows it stand for.
    private mutating func escaped() throws(ExpressionError) -> Unicode.Scalar {
        position += 1
        switch current {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case .some(let scalar) where scalar.isQuote || scalar == "\\": return scalar
        case let other:
            throw ExpressionError(
                offset: position - 1, expected: #"\", \', \\, \n, \r or \t"#,
                found: "'\\\(other.map(String.init) ?? "")'",
                hint: #"a backslash itself is written \\"#)
        }
    }

    private var current: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private mutating func skip(while belongs: (Unicode.Scalar) -> Bool) {
        while let scalar = current, belongs(scalar) { position += 1 }
    }

    private func token(
        _ kind: ExpressionToken.Kind, from start: Int, meaning text: String? = nil
    ) -> ExpressionToken {
        var source = String.UnicodeScalarView()
        source.append(contentsOf: scalars[start..<position])
        return ExpressionToken(
            kind: kind, text: text ?? String(source), source: String(source), offset: start)
    }
}

extension Unicode.Scalar {
    fileprivate var isQuote: Bool { self == "\"" || self == "'" }

    /// The plain quotes around a text, for a sign that word processors put in their place.
    fileprivate var lookalike: String? {
        switch self {
        case "“", "”", "„", "‟", "«", "»": "\"…\""
        case "‘", "’", "‚", "‛", "‹", "›": "'…'"
        default: nil
        }
    }

    fileprivate var isComparing: Bool {
        self == "=" || self == "<" || self == ">" || self == "!"
    }

    /// An apostrophe inside a word belongs to it: `Don't`.
    fileprivate var isPartOfWord: Bool {
        !(properties.isWhitespace || isComparing || self == "(" || self == ")" || self == ","
            || self == "\"")
    }
}
