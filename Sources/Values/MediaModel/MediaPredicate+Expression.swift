extension MediaPredicate {
    /// Parses an expression such as `artist = "Björk" and year >= 1995 and not (genre contains "remix" or
    /// rating < 3)`; docs/usage.md has all of the language.
    ///
    /// - Parameter expression: At most 64 KiB of UTF-8; parentheses and `not` at most 16 deep; at most 500
    ///   conditions, and 5000 values in lists.
    public init(expression: String) throws(ExpressionError) {
        self = try ExpressionParser.parse(expression).predicate
    }

    /// Refuses an expression that asks for a playlist that does not exist, or that is not an expression.
    ///
    /// - Parameter playlists: The names of all playlists.
    package static func check(
        _ expression: String, for playlists: @autoclosure () throws -> [String]
    ) throws {
        let asked = try ExpressionParser.parse(expression).playlists
        guard !asked.isEmpty else { return }
        let names = try playlists()
        let known = Set(names.map(\.folded))
        guard let unknown = asked.first(where: { !known.contains($0.text.folded) }) else { return }
        throw ExpressionError(
            at: unknown, expected: "the name of a playlist",
            hint: unknown.text.nearest(among: names).map { "did you mean \($0.quoted)?" }
                ?? "phonolith playlist list shows all")
    }

    /// The predicate as an expression on one line, which parses to a predicate that means the same: to
    /// this one, except for `all` and `any` of a single condition, and values that the language writes in
    /// another form (a year as a date, a text as a moment).
    ///
    /// `nil` for what no expression can say: unlike things compared (``problem``), moments outside of the
    /// years 1 to 9999, and what is more than an expression may hold.
    public var expression: String? {
        guard problem == nil else { return nil }
        let text = written
        return (try? MediaPredicate(expression: text)) == nil ? nil : text
    }

    private var written: String {
        switch self {
        case .equalTo(let property, let value): property.compared("=", value)
        case .not(.equalTo(let property, let value)): property.compared("!=", value)
        case .lessThan(let property, let value): property.compared("<", value)
        case .atMost(let property, let value): property.compared("<=", value)
        case .greaterThan(let property, let value): property.compared(">", value)
        case .atLeast(let property, let value): property.compared(">=", value)
        case .contains(let property, let text): property.said("contains", text.quoted)
        case .not(.contains(let property, let text)):
            property.said("not contains", text.quoted)
        case .hasPrefix(let property, let text): property.said("begins", text.quoted)
        case .not(.hasPrefix(let property, let text)): property.said("not begins", text.quoted)
        case .hasSuffix(let property, let text): property.said("ends", text.quoted)
        case .not(.hasSuffix(let property, let text)): property.said("not ends", text.quoted)
        case .hasMatch(let property, let pattern):
            property.said("matches", pattern.quotedPattern)
        case .not(.hasMatch(let property, let pattern)):
            property.said("not matches", pattern.quotedPattern)
        case .isWithin(let property, let span): property.said("within", span.description)
        case .not(.isWithin(let property, let span)):
            property.said("not within", span.description)
        case .isBefore(let property, let span): property.said("before", span.description, "ago")
        case .between(let property, let low, let high):
            property.said("between", low.written(for: property), "and", high.written(for: property))
        case .isIn(let property, let values): property.said("in", values.written(for: property))
        case .not(.isIn(let property, let values)):
            property.said("not in", values.written(for: property))
        case .exactly(let property, let text): property.said("is exactly", text.quoted)
        case .not(.exactly(let property, let text)): property.said("is not exactly", text.quoted)
        case .isMissing(let property): property.said("is missing")
        case .not(.isMissing(let property)): property.said("is not missing")
        case .tag(let name, let condition):
            "tag(\(name.quoted))" + condition.written.dropFirst(MediaProperty.tags.rawValue.count)
        case .inPlaylist(let name): "inPlaylist = " + name.quoted
        case .not(.inPlaylist(let name)): "inPlaylist != " + name.quoted
        // The language has no word for it: paths may be no text.
        case .inRoot(let path): "inRoot = " + path.description.quoted
        case .all(let parts): parts.isEmpty ? "true" : parts.written(joinedBy: " and ")
        case .any(let parts): parts.isEmpty ? "false" : parts.written(joinedBy: " or ")
        case .not(let part): "not " + part.writtenAsPart
        }
    }

    fileprivate var writtenAsPart: String { joinsOthers ? "(\(written))" : written }

    private var joinsOthers: Bool {
        switch self {
        case .all(let parts), .any(let parts):
            parts.count > 1 || parts.contains { $0.joinsOthers }
        default: false
        }
    }
}

extension [MediaPredicate] {
    fileprivate func written(joinedBy word: String) -> String {
        map(\.writtenAsPart).joined(separator: word)
    }
}

extension MediaProperty {
    fileprivate func said(_ words: String...) -> String {
        ([rawValue] + words).joined(separator: " ")
    }

    fileprivate func compared(_ sign: String, _ value: MediaValue) -> String {
        said(sign, value.written(for: self))
    }
}

extension [MediaValue] {
    fileprivate func written(for property: MediaProperty) -> String {
        "(" + map { $0.written(for: property) }.joined(separator: ", ") + ")"
    }
}

extension MediaValue {
    /// The value of a sound predicate, which has no others.
    fileprivate func written(for property: MediaProperty) -> String {
        switch self {
        case .text(let text): text.quoted
        case .integer(let year) where property.kind == .date:
            (PartialDate(year: year)?.description ?? "").quoted
        case .integer(let number): String(number)
        // A number too great for a `Double` is infinite.
        case .number(let number): number.isFinite ? String(number) : number < 0 ? "-1e999" : "1e999"
        case .boolean(let flag): String(flag)
        case .timestamp(let moment): moment.iso8601
        case .texts, .bytes, .chapters, .credits, .tags, .artwork: ""
        }
    }
}

extension String {
    /// The text in quotes, as an expression has it.
    fileprivate var quoted: String {
        var quoted = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted.append(contentsOf: ["\\", scalar])
            case "\n": quoted.append(contentsOf: ["\\", "n"])
            case "\r": quoted.append(contentsOf: ["\\", "r"])
            case "\t": quoted.append(contentsOf: ["\\", "t"])
            default: quoted.append(scalar)
            }
        }
        return "\"\(String(quoted))\""
    }

    /// The text in quotes as it stands after `matches`, where backslashes are the pattern's own: in such as it does not
    /// have, or else with a backslash before them, with which they mean the same.
    fileprivate var quotedPattern: String {
        if unicodeScalars.contains("\""), !unicodeScalars.contains("'") { return "'\(self)'" }
        var quoted = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in unicodeScalars {
            if scalar == "\"", !isEscaped { quoted.append("\\") }
            quoted.append(scalar)
            isEscaped = scalar == "\\" && !isEscaped
        }
        return "\"\(String(quoted))\""
    }
}
