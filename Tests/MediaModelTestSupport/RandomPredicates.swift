import Foundation
package import PhonolithMediaModel

/// Predicates without end: every property, every comparison, joined and turned round, with values that
/// the items have, or nearly have, and with some that nothing has.
package struct RandomPredicates: Sequence, IteratorProtocol {
    private var numbers: SeededGenerator
    private let items: [MediaItem]
    private let areSayable: Bool

    /// - Parameters:
    ///   - items: Items whose values are asked for; at least one.
    ///   - areSayable: Whether each is the predicate of some expression. Else there are lists of one
    ///     condition, values in forms that an expression has others for, and such that are unlike the
    ///     property's (``MediaPredicate/problem``).
    package init(seed: UInt64, items: [MediaItem], areSayable: Bool) {
        numbers = SeededGenerator(seed: seed)
        self.items = items
        self.areSayable = areSayable
    }

    package mutating func next() -> MediaPredicate? { predicate(depth: 4) }

    private mutating func predicate(depth: Int) -> MediaPredicate {
        guard depth > 0 else { return condition() }
        switch numbers.number(in: 1...20) {
        case 1...3: return .all(parts(depth: depth - 1))
        case 4...6: return .any(parts(depth: depth - 1))
        case 7...9: return .not(predicate(depth: depth - 1))
        default: return condition()
        }
    }

    private mutating func parts(depth: Int) -> [MediaPredicate] {
        let counts = areSayable ? [0, 2, 2, 2, 3, 4] : [0, 1, 2, 3]
        return (0..<numbers.one(of: counts)).map { _ in predicate(depth: depth) }
    }

    /// Ids of which an item has several: in memory it knows the first alone.
    private static let idsOfSeveral: Set<MediaProperty> = [
        .artistPersistentID, .albumArtistPersistentID, .composerPersistentID, .genrePersistentID,
    ]

    private mutating func condition() -> MediaPredicate {
        let drawn = numbers.one(of: MediaProperty.allCases)
        let property = Self.idsOfSeveral.contains(drawn) ? .albumPersistentID : drawn
        let condition = condition(on: property)
        // Some name the tag; names are found in any case.
        guard property == .tags, numbers.holds(percent: 60) else { return condition }
        return .tag(numbers.one(of: RandomLibrary.tagNames + ["foo", "NONE"]), condition)
    }

    private mutating func condition(on property: MediaProperty) -> MediaPredicate {
        if property.kind == .structure, areSayable { return .isMissing(property) }
        let number = numbers.number(in: 1...(property.isTextual || !areSayable ? 13 : 8))
        switch number {
        case 1: return .equalTo(property, value(of: property))
        case 2...6 where areSayable && !property.isOrdered: return .isMissing(property)
        case 2: return .lessThan(property, value(of: property))
        case 3: return .atMost(property, value(of: property))
        case 4: return .greaterThan(property, value(of: property))
        case 5 where property.isTemporal && numbers.holds(percent: 50):
            let span = TimeSpan(
                numbers.one(of: [0, 1, 6, 30, 5000]), numbers.one(of: TimeSpan.Unit.allCases))
            return numbers.holds(percent: 70)
                ? .isWithin(property, span) : .isBefore(property, span)
        case 5: return .atLeast(property, value(of: property))
        case 6: return .between(property, value(of: property), value(of: property))
        case 7:
            let count = numbers.number(in: 0...3)
            return .isIn(property, (0..<count).map { _ in value(of: property) })
        case 8: return .isMissing(property)
        case 9 where areSayable && property.kind == .mediaType:
            return .exactly(property, kindName())
        case 9: return .exactly(property, text(of: property))
        case 10: return .contains(property, text(of: property))
        case 11: return .hasSuffix(property, text(of: property))
        case 12: return .hasMatch(property, pattern(of: property))
        default: return .hasPrefix(property, text(of: property))
        }
    }

    // MARK: - Values

    private mutating func value(of property: MediaProperty) -> MediaValue {
        if !areSayable, numbers.holds(percent: 15) { return oddValue() }
        switch property.kind {
        case .mediaType where areSayable: return .text(kindName())
        case .text, .code, .mediaType, .structure: return .text(text(of: property))
        case .number: return number(near: sample(of: property))
        case .date:
            guard case .text(let date) = sample(of: property), numbers.holds(percent: 70) else {
                return .text(numbers.one(of: RandomLibrary.dates).description)
            }
            return .text(date)
        case .timestamp:
            guard case .timestamp(let moment) = sample(of: property), numbers.holds(percent: 70)
            else { return .timestamp(numbers.one(of: RandomLibrary.moments)) }
            return .timestamp(moment)
        case .boolean: return .boolean(numbers.holds(percent: 50))
        case .identifier:
            let numbersOfNobody: [MediaValue] = ["0", "-1", "9223372036854775807"]
            guard let id = sample(of: property), numbers.holds(percent: 80) else {
                return numbers.one(of: numbersOfNobody)
            }
            return id
        }
    }

    /// A regular expression that some texts match.
    private mutating func pattern(of property: MediaProperty) -> String {
        let part = text(of: property).unicodeScalars.prefix(3).map {
            $0.isASCII && !$0.properties.isAlphabetic
                ? "\\x{\(String($0.value, radix: 16))}" : "\($0)"
        }.joined()
        return numbers.one(of: ["^", "", "\\b", "(?-i)", "[a-m].*"]) + part
            + numbers.one(of: ["", "$", "\\w+", ".\"?", "|^'x"])
    }

    private mutating func kindName() -> String {
        let name = numbers.one(of: MediaType.names).name
        return numbers.holds(percent: 50) ? name : name.uppercased()
    }

    /// In a form that an expression says in another, or unlike the property's values.
    private mutating func oddValue() -> MediaValue {
        numbers.one(of: [
            1997, 12, "1997", "2026-11-21", "2026-11-21T09:30:00Z", "", "abc", 1.5, true,
            .number(.nan),
            .texts(["Björk"]), .bytes([0xFF]), .chapters([]), .credits([]), .tags([]), .artwork([]),
            .timestamp(Date(secondsSince1970: 1_000_000_000_000)),
        ])
    }

    private mutating func sample(of property: MediaProperty) -> MediaValue? {
        numbers.one(of: items).value(for: property)
    }

    private mutating func number(near sample: MediaValue?) -> MediaValue {
        switch sample {
        case .integer(let number) where numbers.holds(percent: 80):
            let near = number + numbers.one(of: [-1, 0, 0, 1])
            return numbers.holds(percent: 80) ? .integer(near) : .number(Double(near) + 0.5)
        case .number(let number) where numbers.holds(percent: 80): return .number(number)
        default:
            return numbers.one(of: [
                0, -1, 5, 1997, 2.5, -0.001, 1e300, .number(.infinity), .integer(.max),
                .integer(.min),
            ])
        }
    }

    private mutating func text(of property: MediaProperty) -> String {
        var texts: [String] =
            switch sample(of: property) {
            case .text(let text): [text]
            case .texts(let texts): texts
            default: []
            }
        if texts.isEmpty || numbers.holds(percent: 20) {
            texts = RandomLibrary.texts + RandomLibrary.codes + ["", " ", "line\nend"]
        }
        return altered(numbers.one(of: texts))
    }

    /// The text, spelled in another way, or a part of it.
    private mutating func altered(_ text: String) -> String {
        let characters = Array(text)
        switch numbers.number(in: 1...10) {
        case 1: return text.uppercased()
        case 2: return text.lowercased()
        case 3: return text.folded
        case 4: return " \(text) "
        case 5: return String(characters.prefix(numbers.number(in: 0...characters.count)))
        case 6: return String(characters.suffix(numbers.number(in: 0...characters.count)))
        case 7: return String(characters.dropFirst().dropLast())
        case 8: return text.decomposedStringWithCanonicalMapping
        default: return text
        }
    }
}
