internal import PhonolithPatterns

/// The comparisons of a property:
///
/// ```
/// comparison = ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) value
///            | [ "not" ] ( "contains" | ( "begins" | "ends" ) [ "with" ] ) text
///            | [ "not" ] "matches" text
///            | [ "not" ] "within" number unit | "before" number unit "ago"
///            | [ "not" ] "in" "(" [ value { "," value } ] ")"
///            | [ "not" ] "between" value "and" value
///            | "is" [ "not" ] ( "missing" | "exactly" text )
/// ```
enum ExpressionComparison {
    /// Parses the text after the property.
    static func parse(
        of property: MediaProperty, with parser: inout ExpressionParser
    ) throws(ExpressionError) -> MediaPredicate {
        if parser.take("is") { return try state(of: property, &parser) }
        guard property.kind != .structure else { throw unfit(parser.next, for: property) }
        if parser.next.kind == .sign { return try sign(of: property, &parser) }
        if parser.take("not") { return .not(try words(of: property, isNegated: true, &parser)) }
        return try words(of: property, isNegated: false, &parser)
    }

    /// Parses the text after `inPlaylist`: `=`, `!=`, `in` or `not in` with names.
    static func parsePlaylist(
        with parser: inout ExpressionParser
    ) throws(ExpressionError) -> MediaPredicate {
        if parser.take(sign: "=") { return .inPlaylist(try playlistName(&parser)) }
        if parser.take(sign: "!=") { return .not(.inPlaylist(try playlistName(&parser))) }
        let isNegated = parser.take("not")
        guard parser.take("in") else {
            throw ExpressionError(at: parser.next, expected: "=, !=, in or not in")
        }
        guard parser.take(sign: "(") else {
            throw ExpressionError(at: parser.next, expected: "(")
        }
        var names: [MediaPredicate] = []
        if !parser.take(sign: ")") {
            repeat {
                try parser.countValue()
                names.append(.inPlaylist(try playlistName(&parser)))
            } while parser.take(sign: ",")
            guard parser.take(sign: ")") else {
                throw ExpressionError(at: parser.next, expected: ", or )")
            }
        }
        let any: MediaPredicate = names.count == 1 ? names[0] : .any(names)
        return isNegated ? .not(any) : any
    }

    private static func playlistName(
        _ parser: inout ExpressionParser
    ) throws(ExpressionError) -> String {
        let token = parser.next
        let name = try text(&parser)
        parser.playlists.append(token)
        return name
    }

    private static func sign(
        of property: MediaProperty, _ parser: inout ExpressionParser
    ) throws(ExpressionError) -> MediaPredicate {
        let sign = parser.next
        guard signs(for: property).contains(sign.text) else { throw unfit(sign, for: property) }
        parser.advance()
        let value = try value(of: property, &parser)
        switch sign.text {
        case "=": return value.equals(property)
        case "!=": return .not(value.equals(property))
        case "<": return .lessThan(property, value.first)
        case "<=": return .atMost(property, value.last)
        case ">": return .greaterThan(property, value.last)
        default: return .atLeast(property, value.first)
        }
    }

    private static func words(
        of property: MediaProperty, isNegated: Bool, _ parser: inout ExpressionParser
    ) throws(ExpressionError) -> MediaPredicate {
        if parser.take("in") { return try list(of: property, &parser) }
        if property.isOrdered, parser.take("between") {
            let low = try value(of: property, &parser)
            guard parser.take("and") else {
                throw ExpressionError(at: parser.next, expected: "and with the greatest value")
            }
            return .between(property, low.first, try value(of: property, &parser).last)
        }
        if property.isTemporal, parser.take("within") {
            return .isWithin(property, try span(&parser))
        }
        if property.isTemporal, !isNegated, parser.take("before") {
            let span = try span(&parser)
            guard parser.take("ago") else {
                throw ExpressionError(at: parser.next, expected: "ago")
            }
            return .isBefore(property, span)
        }
        guard property.isTextual else {
            throw unfit(parser.next, for: property, isNegated: isNegated)
        }
        if parser.take("contains") { return .contains(property, try text(&parser)) }
        if parser.take("matches") { return .hasMatch(property, try pattern(&parser)) }
        let isEnd = parser.take("ends")
        guard isEnd || parser.take("begins") else {
            throw unfit(parser.next, for: property, isNegated: isNegated)
        }
        _ = parser.take("with")
        let text = try text(&parser)
        return isEnd ? .hasSuffix(property, text) : .hasPrefix(property, text)
    }

    /// A number and a unit of time.
    private static func span(_ parser: inout ExpressionParser) throws(ExpressionError) -> TimeSpan {
        let number = parser.next
        guard number.kind == .word, let count = Int(number.text),
            (0...TimeSpan.greatestCount).contains(count)
        else { throw ExpressionError(at: number, expected: "a number such as 30") }
        parser.advance()
        guard parser.next.kind == .word, let unit = TimeSpan.Unit(named: parser.next.text) else {
            throw ExpressionError(at: parser.next, expected: "hours, days, weeks, months or years")
        }
        parser.advance()
        return TimeSpan(count, unit)
    }

    private static func state(
        of property: MediaProperty, _ parser: inout ExpressionParser
    ) throws(ExpressionError) -> MediaPredicate {
        let isNegated = parser.take("not")
        func negated(_ predicate: MediaPredicate) -> MediaPredicate {
            isNegated ? .not(predicate) : predicate
        }
        if parser.take("missing") { return negated(.isMissing(property)) }
        guard property.isTextual else {
            throw ExpressionError(
                at: parser.next, expected: isNegated ? "missing" : "missing or not missing")
        }
        if parser.take("exactly") {
            let isNamed = property.kind == .mediaType
            let text = try isNamed ? value(of: property, &parser).text : text(&parser)
            return negated(.exactly(property, text))
        }
        throw ExpressionError(
            at: parser.next, expected: (isNegated ? "" : "not, ") + "missing or exactly")
    }

    /// Spans cannot be in a list of values: they are conditions of their own.
    private static func list(
        of property: MediaProperty, _ parser: inout ExpressionParser
    ) throws(ExpressionError) -> MediaPredicate {
        guard parser.take(sign: "(") else {
            throw ExpressionError(at: parser.next, expected: "(")
        }
        var values: [ExpressionValue] = []
        if parser.take(sign: ")") { return .isIn(property, []) }
        repeat {
            try parser.countValue()
            values.append(try value(of: property, &parser))
        } while parser.take(sign: ",")
        guard parser.take(sign: ")") else {
            throw ExpressionError(at: parser.next, expected: ", or )")
        }
        let hasSpans = values.contains { if case .span = $0 { true } else { false } }
        guard hasSpans else { return .isIn(property, values.map(\.first)) }
        return values.count == 1
            ? values[0].equals(property) : .any(values.map { $0.equals(property) })
    }

    // MARK: - Values

    private static func value(
        of property: MediaProperty, _ parser: inout ExpressionParser
    ) throws(ExpressionError) -> ExpressionValue {
        let token = parser.next
        guard token.isValue, let value = ExpressionValue(token, for: property) else {
            throw ExpressionError(
                at: token, expected: property.expectedValue,
                hint: quotesMissing(token) ?? nearestName(to: token, of: property))
        }
        parser.advance()
        guard property.kind == .number, parser.next.kind == .word,
            let factor = ExpressionUnit.factor(of: parser.next.text, for: property)
        else { return value }
        parser.advance()
        return value.multiplied(by: factor)
    }

    private static func text(_ parser: inout ExpressionParser) throws(ExpressionError) -> String {
        let token = parser.next
        guard token.isValue else {
            throw ExpressionError(at: token, expected: "a text", hint: quotesMissing(token))
        }
        parser.advance()
        return token.text
    }

    /// A regular expression without mistakes.
    private static func pattern(
        _ parser: inout ExpressionParser
    ) throws(ExpressionError) -> String {
        let token = parser.next
        let text = try text(&parser)
        do throws(RegularExpression.Mistake) {
            _ = try text.pattern()
        } catch {
            throw ExpressionError(
                offset: token.offset + error.offset + (token.kind == .quoted ? 1 : 0),
                expected: "a regular expression", found: token.shown, hint: error.reason)
        }
        return text
    }

    private static func nearestName(
        to token: ExpressionToken, of property: MediaProperty
    ) -> String? {
        guard property.kind == .mediaType, token.isValue else { return nil }
        return token.text.nearest(among: MediaType.names.map(\.name)).map { "did you mean \($0)?" }
    }

    private static func quotesMissing(_ token: ExpressionToken) -> String? {
        token.kind == .word && !token.isValue ? "put a text with this name in quotes" : nil
    }

    // MARK: - Mistakes

    private static func signs(for property: MediaProperty) -> [String] {
        ["=", "!="] + (property.isOrdered ? ["<", "<=", ">", ">="] : [])
    }

    /// The property cannot be compared in that way.
    private static func unfit(
        _ token: ExpressionToken, for property: MediaProperty, isNegated: Bool = false
    ) -> ExpressionError {
        let comparisons =
            (isNegated ? [] : signs(for: property))
            + (property.isTextual ? ["contains", "begins", "ends", "matches"] : []) + ["in"]
            + (property.isOrdered ? ["between"] : [])
            + (property.isTemporal ? ["within"] + (isNegated ? [] : ["before"]) : [])
            + (isNegated ? [] : ["is"])
        let isStructure = property.kind == .structure
        return ExpressionError(
            at: token,
            expected: isStructure ? "is missing or is not missing" : comparisons.alternatives,
            hint: explanation(of: token, for: property)
                ?? (token.kind == .word ? token.text.nearest(among: comparisons) : nil)
                .map { "did you mean \($0)?" })
    }

    /// Why the property cannot be compared in a way in which others can.
    private static func explanation(
        of token: ExpressionToken, for property: MediaProperty
    ) -> String? {
        let words = "\(property.rawValue) is \(property.kind.words)"
        if property.kind == .structure { return words }
        let isForTexts = ["contains", "begins", "ends", "matches"].contains { token.isKeyword($0) }
        let isForTimes = token.isKeyword("within") || token.isKeyword("before")
        if isForTimes, !property.isTemporal { return words }
        if isForTexts, !property.isTextual { return words }
        let isForOrder =
            token.isKeyword("between") || ["<", "<=", ">", ">="].contains { token.isSign($0) }
        return isForOrder && !property.isOrdered ? words + " and has no order" : nil
    }
}

extension [String] {
    // `=, in or is`
    fileprivate var alternatives: String {
        dropLast().joined(separator: ", ") + " or " + suffix(1).joined()
    }
}
