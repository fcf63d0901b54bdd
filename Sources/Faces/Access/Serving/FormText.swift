import PhonolithMediaModel

/// Names and values as a URL's query or a form's body has them (`application/x-www-form-urlencoded`, WHATWG URL,
/// 5.1), in order; a name may come several times.
package struct FormText: Sendable {
    package private(set) var pairs: [(name: String, value: String)] = []

    /// The first name, value or list that is longer than ``RequestLimits`` has it, and is left out.
    package private(set) var excess: RequestExcess?

    /// Parses text; bytes that are not UTF-8 after decoding become U+FFFD.
    ///
    /// - Parameters:
    ///   - most: How many pairs are taken.
    ///   - names: The names whose pairs are taken; `nil` for all.
    package init(
        bytes: some Collection<UInt8>, most: Int = RequestLimits.listCount,
        only names: Set<String>? = nil
    ) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let piece = rest[..<end]
            rest = rest[end...].dropFirst()
            if piece.isEmpty { continue }
            if pairs.count == most {
                excess = excess ?? RequestExcess(parameters: most)
                return
            }
            do throws(RequestExcess) {
                let pair = try Self.pair(piece)
                if names?.contains(pair.name) ?? true { pairs.append(pair) }
            } catch {
                excess = excess ?? error
            }
        }
    }

    package init(_ text: String, most: Int = RequestLimits.listCount) {
        self.init(bytes: text.utf8, most: most)
    }

    private static func pair(
        _ piece: some Collection<UInt8>
    ) throws(RequestExcess) -> (name: String, value: String) {
        let end = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
        guard piece[..<end].count <= 3 * RequestLimits.parameterName else {
            throw RequestExcess("the name of a parameter", "\(RequestLimits.parameterName) bytes")
        }
        let name = decoded(piece[..<end])
        let size = RequestLimits.size(of: name)
        let encoded = piece[end...].dropFirst()
        guard !size.isExceeded(byEncoded: encoded.count) else {
            throw RequestExcess(name, "\(size)")
        }
        let value = decoded(encoded)
        if size.isExceeded(by: value) { throw RequestExcess(name, "\(size)") }
        return (name, value)
    }

    /// Adds what another text has, after what is known.
    package mutating func append(_ other: FormText) {
        pairs += other.pairs
        excess = excess ?? other.excess
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
