package import PhonolithPatterns

/// A condition that an item meets or not; the counterpart of `MPMediaPredicate`, with every property and
/// every comparison.
///
/// ``inPlaylist(_:)`` alone asks for what is not a property of an item, and so the library, or the caller in
/// memory, has to know the lists.
///
/// Each condition is either met or not, there is no third: an absent value meets none but
/// ``isMissing(_:)``, and ``not(_:)`` turns round whatever is in it. On a property with several
/// values a condition is met if any of them meets it; ``MediaProperty/artist``,
/// ``MediaProperty/albumArtist``, ``MediaProperty/composer`` and ``MediaProperty/genre`` stand for all
/// their names and for the text that is shown. A value of another kind than the property's
/// (``MediaProperty/kind``) meets nothing; ``problem`` finds such mistakes.
///
/// Text compares folded: case, diacritics and Unicode forms do not matter, and less is what comes first
/// by code point. ``exactly(_:_:)`` compares the text itself.
public indirect enum MediaPredicate: Codable, Hashable, Sendable {
    /// The value is this one.
    case equalTo(MediaProperty, MediaValue)
    /// The text is this one, letter by letter, in NFC.
    case exactly(MediaProperty, String)
    /// The folded text contains this one, folded; every text contains the empty one.
    case contains(MediaProperty, String)
    /// The folded text begins with this one, folded.
    case hasPrefix(MediaProperty, String)
    /// The folded text ends with this one, folded.
    case hasSuffix(MediaProperty, String)
    /// This regular expression, in the language of Perl, is found in the text; the case of letters does not matter, all
    /// else does.
    case hasMatch(MediaProperty, String)
    /// The date or the moment is in the span that ends now.
    case isWithin(MediaProperty, TimeSpan)
    /// The date or the moment is before the span that ends now.
    case isBefore(MediaProperty, TimeSpan)
    /// The value is less than this one.
    case lessThan(MediaProperty, MediaValue)
    /// The value is this one or less.
    case atMost(MediaProperty, MediaValue)
    /// The value is greater than this one.
    case greaterThan(MediaProperty, MediaValue)
    /// The value is this one or greater.
    case atLeast(MediaProperty, MediaValue)
    /// The value is between these, ends included.
    case between(MediaProperty, MediaValue, MediaValue)
    /// The value is one of these.
    case isIn(MediaProperty, [MediaValue])
    /// The value is missing.
    case isMissing(MediaProperty)
    /// The condition, on ``MediaProperty/tags``, is met by the tag of this name alone.
    case tag(String, MediaPredicate)
    /// The item is in a playlist of this name, folded, made by hand or by a rule.
    case inPlaylist(String)
    /// The root of the item is the one at this path, byte by byte; a root inside it is another.
    case inRoot(MediaPath)
    /// All of these are met; true if empty.
    case all([MediaPredicate])
    /// At least one of these is met; false if empty.
    case any([MediaPredicate])
    /// This is not met.
    case not(MediaPredicate)
}

extension MediaPredicate {
    /// The compared property; `nil` for combinations of conditions.
    public var property: MediaProperty? {
        switch self {
        case .equalTo(let property, _), .exactly(let property, _), .contains(let property, _),
            .hasPrefix(let property, _), .hasSuffix(let property, _),
            .hasMatch(let property, _), .isWithin(let property, _), .isBefore(let property, _),
            .lessThan(let property, _), .atMost(let property, _),
            .greaterThan(let property, _), .atLeast(let property, _),
            .between(let property, _, _), .isIn(let property, _), .isMissing(let property):
            property
        case .tag, .inPlaylist, .inRoot, .all, .any, .not: nil
        }
    }

    /// The part that makes no sense because it compares unlike things, or by an order that does not exist, in
    /// words; `nil` for a sound predicate.
    public var problem: String? {
        switch self {
        case .all(let parts), .any(let parts): parts.lazy.compactMap(\.problem).first
        case .not(let part), .tag(_, let part): part.problem
        case .equalTo(let property, let value): property.problem(with: [value])
        case .lessThan(let property, let value), .atMost(let property, let value),
            .greaterThan(let property, let value), .atLeast(let property, let value):
            property.problemOfOrder ?? property.problem(with: [value])
        case .between(let property, let low, let high):
            property.problemOfOrder ?? property.problem(with: [low, high])
        case .isIn(let property, let values): property.problem(with: values)
        case .exactly(.mediaType, let name): MediaProperty.mediaType.problem(with: [.text(name)])
        case .isWithin(let property, _), .isBefore(let property, _):
            property.isTemporal ? nil : "\(property.rawValue) is not a date or time"
        case .exactly(let property, _), .contains(let property, _), .hasPrefix(let property, _),
            .hasSuffix(let property, _):
            property.isTextual ? nil : "\(property.rawValue) is not text"
        case .hasMatch(let property, let pattern):
            property.isTextual
                ? pattern.problemAsPattern : "\(property.rawValue) is not text"
        case .isMissing, .inPlaylist, .inRoot: nil
        }
    }
}

extension MediaPredicate {
    /// The same of the tag of one name, where this is asked of all tags.
    func ofTag(named name: String) -> MediaPredicate {
        switch self {
        case .all(let parts): .all(parts.map { $0.ofTag(named: name) })
        case .any(let parts): .any(parts.map { $0.ofTag(named: name) })
        case .not(let part): .not(part.ofTag(named: name))
        default: .tag(name, self)
        }
    }
}

extension String {
    /// The text as a regular expression.
    package func pattern() throws(RegularExpression.Mistake) -> RegularExpression {
        try RegularExpression(normalizedNFC)
    }

    /// Why it is no regular expression; `nil` for one.
    fileprivate var problemAsPattern: String? {
        do throws(RegularExpression.Mistake) {
            _ = try pattern()
            return nil
        } catch {
            return "the regular expression has a mistake: \(error.reason)"
        }
    }
}

extension MediaProperty {
    /// Whether the property supports `isWithin` and `isBefore`.
    public var isTemporal: Bool { kind == .date || kind == .timestamp }

    /// Whether the property supports `exactly`, `contains`, `hasPrefix`, `hasSuffix` and `hasMatch`.
    public var isTextual: Bool {
        switch kind {
        case .text, .code, .date, .mediaType: true
        case .number, .timestamp, .boolean, .identifier, .structure: false
        }
    }

    /// Whether one value of the property can be less than another.
    public var isOrdered: Bool {
        switch kind {
        case .text, .code, .date, .number, .timestamp, .identifier: true
        case .boolean, .mediaType, .structure: false
        }
    }

    fileprivate var problemOfOrder: String? {
        isOrdered || kind == .structure ? nil : "\(rawValue) is \(kind.words) and has no order"
    }

    fileprivate func problem(with values: [MediaValue]) -> String? {
        if values.contains(where: { MediaComparand($0, for: self) == nil }) {
            return "\(rawValue) is \(kind.words)"
        }
        guard kind == .mediaType else { return nil }
        let areNames = values.allSatisfy {
            if case .text(let name) = $0 { MediaType.isName(name) } else { false }
        }
        return areNames ? nil : "\(rawValue) is \(MediaType.namesInWords)"
    }
}

extension MediaPropertyKind {
    /// The kind in words, for messages: `a number`.
    public var words: String {
        switch self {
        case .text, .code, .mediaType: "text"
        case .number: "a number"
        case .date: "a date like 1997, 1997-09 or 1997-09-20"
        case .timestamp: "a moment like 2026-11-21 or 2026-11-21T09:30:00Z"
        case .boolean: "true or false"
        case .identifier: "a persistent ID"
        case .structure: "neither text nor number; it can only be missing"
        }
    }
}
