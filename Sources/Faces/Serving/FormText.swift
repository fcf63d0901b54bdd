import MediaModel

/// Names and values as a URL's query or a form's body has them (`application/x-www-form-urlencoded`, WHATWG URL,
/// 5.1), in order; a name may come several times.
package struct FormText: Sendable {
    /// Names and values, decoded.
    package private(set) var pairs: [(name: String, value: String)] = []

    /// Whether the text had more pairs than are taken from one.
    package private(set) var isCut = false

    /// How many pairs are taken from one text: a list of as many songs is longer than any that people make, and all of them
    /// take some megabytes, however long the text is.
    package static let mostPairs = 100_000
    /// The same of a URL, of which there may be many at once.
    package static let mostPairsOfURL = 12_000

    /// Parses text; bytes that are not UTF-8 after decoding become U+FFFD.
    package init(_ text: some StringProtocol, most: Int = mostPairs) {
        var rest = text.utf8.dropFirst(0)
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let piece = rest[..<end]
            rest = rest[end...].dropFirst()
            if piece.isEmpty { continue }
            if pairs.count == most {
                isCut = true
                return
            }
            let parts = piece.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append((Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : ""))
        }
    }

    /// Adds what another text has, after what is known.
    package mutating func append(_ other: FormText) {
        pairs += other.pairs
        isCut = isCut || other.isCut
    }

    /// All values of a name, in order.
    package func values(_ name: String) -> [String] {
        pairs.lazy.filter { $0.name == name }.map(\.value)
    }

    /// The first value of a name.
    package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    private static func decoded(_ bytes: some Collection<UInt8>) -> String {
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: PercentEncoding.decoded(spaced, decodesNUL: true), as: UTF8.self)
    }
}

extension String {
    /// As a truth value; some programs write 1 and 0.
    package var asFlag: Bool? {
        switch self.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }
}
