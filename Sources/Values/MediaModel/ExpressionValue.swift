import FoundationEssentials

/// The meaning of a value in an expression.
enum ExpressionValue {
    case exact(MediaValue)
    /// All from one value to another, ends included: a date without quotes is all its days.
    case span(MediaValue, MediaValue)

    /// The token's meaning as a value of the property; `nil` if it has none.
    ///
    /// Quotes only keep a value together, except for dates: `"1997"` is that text, `1997` is the whole year.
    init?(_ token: ExpressionToken, for property: MediaProperty) {
        let value: ExpressionValue? =
            switch property.kind {
            case .text, .code: .exact(.text(token.text))
            case .mediaType: MediaType.isName(token.text) ? .exact(.text(token.text)) : nil
            case .number: Self.number(token.text, of: property)
            case .date: Self.date(token)
            case .timestamp: Self.timestamp(token)
            case .boolean: Self.boolean(token.text)
            case .identifier: Int64(token.text).map { .exact(.text(String($0))) }
            case .structure: nil
            }
        guard let value else { return nil }
        self = value
    }

    /// The value itself, or the first of a span.
    var first: MediaValue {
        switch self {
        case .exact(let value), .span(let value, _): value
        }
    }

    /// The value itself, or the last of a span.
    var last: MediaValue {
        switch self {
        case .exact(let value), .span(_, let value): value
        }
    }

    /// The text of a value that is one; empty for others.
    var text: String { if case .text(let text) = first { text } else { "" } }

    /// The condition that the property's value is this one, or one of the span.
    func equals(_ property: MediaProperty) -> MediaPredicate {
        switch self {
        case .exact(let value): .equalTo(property, value)
        case .span(let first, let last): .between(property, first, last)
        }
    }

    /// The number that this is in the unit after it.
    func multiplied(by factor: Int) -> ExpressionValue {
        switch first {
        case .integer(let number):
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: factor)
            return .exact(isTooLarge ? .number(Double(number) * Double(factor)) : .integer(product))
        case .number(let number):
            let product = number * Double(factor)
            // 16.1 kHz are 16100 Hz, whatever the rounding of 16.1 makes of it.
            let whole = product.rounded()
            let isWhole = (product - whole).magnitude <= 2 * product.ulp
            let integer = isWhole ? Int(exactly: whole) : nil
            return .exact(integer.map(MediaValue.integer) ?? .number(product))
        default: return self
        }
    }

    // MARK: - Kinds

    /// `Double` would also take `nan`, `inf` and hexadecimal digits.
    private static func number(_ text: String, of property: MediaProperty) -> Self? {
        if let number = Int(text) { return .exact(.integer(number)) }
        if property.isInSeconds, let seconds = seconds(text) { return .exact(seconds) }
        if let (number, factor) = ExpressionUnit.split(text, for: property) {
            return Self.number(number, of: property)?.multiplied(by: factor)
        }
        guard text.utf8.allSatisfy(\.isPartOfNumber), let number = Double(text) else { return nil }
        return .exact(.number(number))
    }

    // `3:05`, `3:05.5`, `1:02:03`.
    private static func seconds(_ text: String) -> MediaValue? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let last = parts[parts.count - 1].split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts.dropLast() + [last[0]]
        guard (2...3).contains(parts.count), (1...9).contains(whole[0].count),
            whole.dropFirst().allSatisfy({ $0.count == 2 && $0 < "60" }),
            (whole + last.dropFirst()).allSatisfy({
                !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit)
            })
        else { return nil }
        let seconds = whole.compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 }
        guard last.count == 2, let fraction = Double("0." + last[1]) else {
            return .integer(seconds)
        }
        return .number(Double(seconds) + fraction)
    }

    private static func date(_ token: ExpressionToken) -> Self? {
        guard let date = PartialDate(token.text) else { return nil }
        let value = MediaValue.text(date.description)
        guard token.kind == .word, date.day == nil else { return .exact(value) }
        return .span(value, .text(date.lastDay.description))
    }

    private static func timestamp(_ token: ExpressionToken) -> Self? {
        if token.kind == .word, let date = PartialDate(token.text) {
            let lastSecond = Date(startOf: date.lastDay).secondsSince1970 + 86_399
            return .span(
                .timestamp(Date(startOf: date)),
                .timestamp(Date(secondsSince1970: lastSecond)))
        }
        return Date(iso8601: token.text).map { .exact(.timestamp($0)) }
    }

    private static func boolean(_ text: String) -> Self? {
        switch text.asciiLowercased {
        case "true": .exact(true)
        case "false": .exact(false)
        default: nil
        }
    }
}

extension MediaProperty {
    var isInSeconds: Bool {
        switch self {
        case .playbackDuration, .startTime, .endTime, .bookmarkTime: true
        default: false
        }
    }

    /// The kind of a property's values, for messages: `a number for year`.
    var expectedValue: String {
        let words =
            isInSeconds
            ? "seconds like 185 or 3:05"
            : kind == .mediaType ? MediaType.namesInWords : kind.words
        return "\(words) for \(rawValue)"
    }
}

extension UInt8 {
    fileprivate var isPartOfNumber: Bool {
        isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: "+") || self | 0x20 == UInt8(ascii: "e")
    }
}

/// Units of numbers in expressions: `10 MB`, `320 kbps`, `44.1 kHz`, `5 min`.
enum ExpressionUnit {
    /// By how much a number is multiplied that has the unit after it; `nil` if the property has no such unit.
    static func factor(of name: String, for property: MediaProperty) -> Int? {
        factors(for: property)[name.asciiLowercased]
    }

    /// The number and the unit of `10MB`; `nil` for what is something else.
    static func split(_ text: String, for property: MediaProperty) -> (number: String, factor: Int)?
    {
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        guard !number.isEmpty,
            let factor = factor(of: String(text.dropFirst(number.count)), for: property)
        else { return nil }
        return (String(number), factor)
    }

    private static func factors(for property: MediaProperty) -> [String: Int] {
        switch property {
        case .fileSize:
            [
                "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
                "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
            ]
        case .bitRate: ["kbps": 1, "kbit/s": 1, "mbps": 1000, "mbit/s": 1000]
        case .sampleRate: ["hz": 1, "khz": 1000]
        default:
            property.isInSeconds
                ? ["s": 1, "seconds": 1, "min": 60, "minutes": 60, "h": 3600, "hours": 3600] : [:]
        }
    }
}
