import FoundationEssentials
import PhonolithMediaModel

/// A condition of Navidrome's rules: an operator, a field and a value.
struct NavidromeCondition {
    private let name: String
    private let word: String
    private let field: NavidromeField
    private let value: JSONValue

    private var property: MediaProperty { field.property }

    /// The predicate of `{"WORD": {"FIELD": VALUE}}`.
    ///
    /// - Parameter word: In lower case.
    static func predicate(
        _ word: String, _ value: JSONValue
    ) throws(PlaylistError) -> MediaPredicate {
        guard case .object(let object) = value, object.count == 1, let pair = object.first else {
            throw PlaylistError("has a '\(word)' without exactly one field")
        }
        guard let field = NavidromeField(named: pair.key) else {
            throw PlaylistError("uses '\(pair.key)', which is not supported")
        }
        let condition = NavidromeCondition(
            name: pair.key, word: word, field: field, value: pair.value)
        let predicate = try condition.predicate()
        if let problem = predicate.problem {
            throw PlaylistError("cannot be evaluated: \(problem)")
        }
        return predicate
    }

    private func predicate() throws(PlaylistError) -> MediaPredicate {
        if property.kind == .timestamp { return try moment() }
        if word == "ismissing" || word == "ispresent" { return try presence() }
        if field.absence == .wrapped, word != "contains", word != "notcontains" { throw unknown }
        switch word {
        case "is": return try equality()
        case "isnot": return .not(try equality()).requiring(property, if: field.absence == .null)
        case "gt", "after":
            return try comparison(.greaterThan(property, scalar(value))) { $0 > $1 }
        case "lt", "before": return try comparison(.lessThan(property, scalar(value))) { $0 < $1 }
        case "intherange": return try range()
        case "contains": return .contains(property, try part())
        case "notcontains":
            return .not(.contains(property, try part()))
        case "startswith": return .hasPrefix(property, try part())
        case "endswith": return .hasSuffix(property, try part())
        default: throw unknown
        }
    }

    private var unknown: PlaylistError {
        PlaylistError("compares '\(name)' with '\(word)', which is not supported")
    }

    private var wrongValue: PlaylistError {
        PlaylistError("compares '\(name)' with an invalid value")
    }

    // MARK: - Operators

    private func equality() throws(PlaylistError) -> MediaPredicate {
        guard case .list(let values) = value else { return try equality(with: value) }
        var parts: [MediaPredicate] = []
        for value in values { parts.append(try equality(with: value)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private func equality(with value: JSONValue) throws(PlaylistError) -> MediaPredicate {
        let scalar = try scalar(value)
        return comparison(.equalTo(property, scalar), holdsForAbsence(scalar) { $0 == $1 })
    }

    /// A comparison of order, which holds of an absent value where it holds of what stands for that.
    private func comparison(
        _ predicate: MediaPredicate, _ compares: (MediaValue.Scale, MediaValue.Scale) -> Bool
    ) throws(PlaylistError) -> MediaPredicate {
        comparison(predicate, holdsForAbsence(try scalar(value), compares))
    }

    private func comparison(_ predicate: MediaPredicate, _ holdsForAbsence: Bool) -> MediaPredicate
    {
        holdsForAbsence ? .any([predicate, .isMissing(property)]) : predicate
    }

    private func holdsForAbsence(
        _ value: MediaValue, _ compares: (MediaValue.Scale, MediaValue.Scale) -> Bool
    ) -> Bool {
        switch field.absence {
        case .zero: value.scale.map { compares(.number(0), $0) } ?? false
        case .empty: value.scale.map { compares(.text(""), $0) } ?? false
        case .never, .null, .noValues, .wrapped: false
        }
    }

    private func range() throws(PlaylistError) -> MediaPredicate {
        guard case .list(let bounds) = value, bounds.count == 2, field.absence != .noValues else {
            throw unknown
        }
        let (low, high) = (try scalar(bounds[0]), try scalar(bounds[1]))
        let hasAbsence =
            holdsForAbsence(low) { $0 >= $1 } && holdsForAbsence(high) { $0 <= $1 }
        return comparison(.between(property, low, high), hasAbsence)
    }

    private func presence() throws(PlaylistError) -> MediaPredicate {
        guard case .boolean(let flag) = value, field.canBeMissing else { throw unknown }
        return (word == "ismissing") == flag ? .isMissing(property) : .not(.isMissing(property))
    }

    /// Navidrome compares moments as texts, and the text of a day comes before that of every moment in it.
    private func moment() throws(PlaylistError) -> MediaPredicate {
        switch word {
        case "gt", "after": return .atLeast(property, try start(of: value))
        case "lt", "before": return .lessThan(property, try start(of: value))
        case "intherange":
            guard case .list(let bounds) = value, bounds.count == 2 else { throw unknown }
            return .all([
                .atLeast(property, try start(of: bounds[0])),
                .lessThan(property, try start(of: bounds[1])),
            ])
        case "inthelast": return .isWithin(property, try days())
        case "notinthelast": return .not(.isWithin(property, try days()))
        case "ismissing", "ispresent": return try presence()
        default: throw unknown
        }
    }

    private func days() throws(PlaylistError) -> TimeSpan {
        let number: Int? =
            switch value {
            case .number(let number): Int(exactly: number)
            case .text(let text): Int(text)
            default: nil
            }
        guard let number, (0...TimeSpan.greatestCount).contains(number) else { throw wrongValue }
        return TimeSpan(number, .day)
    }

    private func start(of value: JSONValue) throws(PlaylistError) -> MediaValue {
        guard case .text(let text) = value, let date = PartialDate(text) else { throw wrongValue }
        return .timestamp(Date(startOf: date))
    }

    // MARK: - Values

    /// The text that a value contains or begins with. Navidrome takes `%` for any characters.
    private func part() throws(PlaylistError) -> String {
        guard property.isTextual, case .text(let text) = try scalar(value, isPart: true) else {
            throw unknown
        }
        if text.contains("%") {
            throw PlaylistError(
                "compares '\(name)' with '\(text)', where % is a wildcard")
        }
        return text
    }

    private func scalar(
        _ value: JSONValue, isPart: Bool = false
    ) throws(PlaylistError) -> MediaValue {
        switch (property.kind, value) {
        case (.boolean, .boolean(let flag)): return .boolean(flag)
        case (.number, .number(let number)):
            return Int(exactly: number).map(MediaValue.integer) ?? .number(number)
        case (.number, .text(let text)):
            if let number = Int(text) { return .integer(number) }
        case (.text, .text(let text)), (.code, .text(let text)): return .text(text)
        case (.date, .text(let text)) where isPart || PartialDate(text) != nil:
            return .text(text)
        case (.text, .number(let number)), (.code, .number(let number)),
            (.date, .number(let number)):
            if let number = Int(exactly: number) { return .text(String(number)) }
        default: break
        }
        throw wrongValue
    }
}

extension MediaValue {
    /// Numbers by their size, texts by their bytes.
    fileprivate enum Scale: Comparable {
        case number(Double)
        case text(String)
    }

    fileprivate var scale: Scale? {
        switch self {
        case .integer(let number): .number(Double(number))
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        default: nil
        }
    }
}

extension MediaPredicate {
    /// The predicate, with a value of the property required.
    fileprivate func requiring(_ property: MediaProperty, if isNeeded: Bool) -> MediaPredicate {
        isNeeded ? .all([self, .not(.isMissing(property))]) : self
    }

    /// Whether it holds only of items that have a value of the property.
    func requires(_ property: MediaProperty) -> Bool {
        switch self {
        case .all(let parts): parts.contains { $0.requires(property) }
        case .any(let parts): parts.allSatisfy { $0.requires(property) }
        case .not(.isMissing(let other)): other == property
        case .not, .isMissing, .inPlaylist: false
        default: self.property == property
        }
    }
}
