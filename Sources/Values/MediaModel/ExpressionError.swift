/// A syntax error in an expression: the position, the expected input, and the input found.
public struct ExpressionError: Error, Hashable, Sendable {
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
}

extension ExpressionError: CustomStringConvertible {
    /// One line, without the position.
    public var description: String {
        "expected \(expected), found \(found)" + (hint.map { "; \($0)" } ?? "")
    }
}
