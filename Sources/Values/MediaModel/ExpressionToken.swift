/// A word, a text in quotes or a sign of an expression.
struct ExpressionToken: Hashable {
    enum Kind: Hashable {
        /// Characters without spaces and signs: a keyword, a name, a number, a word of text.
        case word
        case quoted
        /// `(`, `)`, `,`, or characters of `=<>!`.
        case sign
        /// The text after the last token.
        case end
    }

    var kind: Kind
    /// A quoted text without its quotes and backslashes; else what is in the expression.
    var text: String
    /// The token as the expression has it.
    var source: String
    /// How many Unicode scalars are before it.
    var offset: Int

    /// Words that mean something by themselves wherever a value may stand, so that as values they need
    /// quotes.
    private static let reserved: Set<String> = [
        "and", "or", "not", "in", "is", "between", "contains", "begins",
    ]

    /// Whether the token is this word, in any letter case.
    func isKeyword(_ keyword: String) -> Bool {
        kind == .word && text.asciiLowercased == keyword
    }

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

    /// Whether it can be a value.
    var isValue: Bool {
        switch kind {
        case .quoted: true
        case .word: !Self.reserved.contains(text.asciiLowercased)
        case .sign, .end: false
        }
    }

    /// The token as messages show it.
    var shown: String {
        guard kind != .end else { return "the end" }
        let source = source.unicodeScalars
        let cut = source.count > 40 ? String(source.prefix(40)) + "…" : String(source)
        return kind == .quoted ? cut : "'\(cut)'"
    }
}

extension ExpressionError {
    /// Makes the error of finding the token.
    init(at token: ExpressionToken, expected: String, hint: String? = nil) {
        self.init(
            offset: token.offset, expected: expected, found: token.shown, hint: hint)
    }
}

/// A syntax error in an expression: the position, the expected input, and the input found.
public struct ExpressionError: PhonolithError {
    /// That the expression has a mistake.
    public var code: Code { .unexpected }
    /// The text found at the mistake.
    public var subject: String { found }
    /// Where it went wrong: how many Unicode scalars of the expression are before the place.
    public var offset: Int
    /// The input expected there: `a number for year`.
    public var expected: String
    /// The input found there: `'abc'`; long texts are cut.
    public var found: String
    /// A suggestion: `did you mean year?`
    public var hint: String?

    /// Describes a mistake.
    public init(offset: Int, expected: String, found: String, hint: String? = nil) {
        self.offset = offset
        self.expected = expected
        self.found = found
        self.hint = hint
    }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Something else was expected at a place.
        public static let unexpected = Code(rawValue: "unexpected")
    }
}

extension ExpressionError {
    /// One line, without the position.
    public var description: String {
        "expected \(expected), found \(found)" + (hint.map { "; \($0)" } ?? "")
    }
}
