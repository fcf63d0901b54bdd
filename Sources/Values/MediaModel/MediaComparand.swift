import FoundationEssentials

/// A value in the form in which it is compared. Values of unlike forms are neither equal nor ordered.
package enum MediaComparand: Hashable, Sendable {
    /// Folded, or without case, as the property's kind has it; ordered by code point.
    case text(String)
    case number(Double)
    /// A persistent ID, or seconds since 1970: too long for a `Double` to hold them all.
    case integer(Int64)

    /// The form of a value that the property can be compared with; `nil` for one that it cannot.
    package init?(_ value: MediaValue, for property: MediaProperty) {
        switch (property.kind, value) {
        case (.text, .text(let text)), (.code, .text(let text)), (.mediaType, .text(let text)):
            self = .text(text.comparable(as: property.kind))
        case (.date, .text(let text)):
            guard let date = PartialDate(text) else { return nil }
            self = .text(date.description)
        case (.date, .integer(let year)):
            guard let date = PartialDate(year: year) else { return nil }
            self = .text(date.description)
        case (.number, .integer(let number)): self = .number(Double(number))
        case (.number, .number(let number)):
            guard !number.isNaN else { return nil }
            self = .number(number)
        case (.timestamp, .timestamp(let moment)): self = .integer(Int64(moment.secondsSince1970))
        case (.timestamp, .text(let text)):
            guard let moment = Date(iso8601: text) else { return nil }
            self = .integer(Int64(moment.secondsSince1970))
        case (.boolean, .boolean(let flag)): self = .number(flag ? 1 : 0)
        case (.identifier, .text(let text)):
            guard let number = Int64(text) else { return nil }
            self = .integer(number)
        case (.identifier, .integer(let number)): self = .integer(Int64(number))
        default: return nil
        }
    }

    /// Whether the value comes before another; `nil` if they are of unlike forms.
    package func isLess(than other: MediaComparand) -> Bool? {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.number(let left), .number(let right)): left < right
        case (.integer(let left), .integer(let right)): left < right
        default: nil
        }
    }

    package static func equal(_ left: MediaComparand, _ right: MediaComparand) -> Bool {
        switch (left, right) {
        // Byte by byte, as SQLite does.
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        default: left == right
        }
    }
}

extension String {
    /// The text in the form in which texts of that kind are compared.
    package func comparable(as kind: MediaPropertyKind) -> String {
        switch kind {
        case .code, .date, .mediaType: asciiLowercased
        default: folded
        }
    }

    /// The text with `A`…`Z` as `a`…`z` and all else as it is, like SQLite's `lower`.
    package var asciiLowercased: String {
        guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return self }
        return String(
            decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
}
