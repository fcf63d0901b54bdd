/// A validator of a representation: equal tags mean equal bytes (RFC 9110, 8.8.3).
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// The text between the quotes.
    package let value: String
    /// Whether it only promises that two representations mean the same.
    package let isWeak: Bool

    /// - Precondition: The value has neither quotes nor control characters.
    package init(_ value: String, isWeak: Bool = false) {
        precondition(
            value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F },
            "an entity tag is made of visible characters without quotes")
        self.value = value
        self.isWeak = isWeak
    }

    /// Parses `"abc"` or `W/"abc"`; `nil` for anything else.
    package init?(header: some StringProtocol) {
        var text = Substring(header)
        isWeak = text.hasPrefix("W/")
        if isWeak { text.removeFirst(2) }
        guard text.utf8.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
        let inner = text.dropFirst().dropLast()
        guard inner.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }) else { return nil }
        value = String(inner)
    }

    /// As it is written in a header.
    package var description: String { (isWeak ? "W/" : "") + "\"\(value)\"" }

    /// Whether both promise the same bytes (RFC 9110, 8.8.3.2, "strong comparison").
    package func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && value == other.value
    }

    /// Whether an `If-None-Match` header names this tag (RFC 9110, 13.1.2): `*`, or a list in which one has the
    /// same value.
    package func isNamed(in header: String) -> Bool {
        Self.isAny(header) || Self.tags(in: header).contains { $0.value == value }
    }

    /// Whether an `If-Match` header names this tag (RFC 9110, 13.1.1): `*`, or a list in which one promises the same
    /// bytes.
    package func isNamedStrongly(in header: String) -> Bool {
        Self.isAny(header) || Self.tags(in: header).contains(where: matchesStrongly)
    }

    private static func isAny(_ header: String) -> Bool {
        header.contains("*") && header.allSatisfy { $0 == " " || $0 == "*" }
    }

    private static func tags(in header: String) -> [EntityTag] {
        // A comma inside a tag cuts it, and neither part equals a tag of ours, which have none.
        header.split(separator: ",").compactMap { piece in
            let text = piece.drop { $0 == " " || $0 == "\t" }
            let end = text.lastIndex { $0 != " " && $0 != "\t" }
            return end.flatMap { EntityTag(header: text[...$0]) }
        }
    }
}
