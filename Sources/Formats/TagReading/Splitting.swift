import PhonolithMediaModel

/// How one value with several names in it becomes several.
package struct Splitting: Sendable {
    private let separators: [[UInt8]]
    private let exceptions: [[UInt8]]

    /// Separators and names on the list of exceptions are compared without regard to ASCII case.
    package init(separators: [String], exceptions: [String] = []) {
        let plain = separators.map { Array($0.utf8).foldingCase }.filter { !$0.isEmpty }
        let words = plain.filter {
            $0.count > 2 && $0[0] == 0x20 && $0[1].isWordByte && $0.last == 0x20
        }
        // Longer ones first, as " (feat. " before " (feat ".
        self.separators =
            plain
            + words.flatMap { [[0x20, 0x28] + $0.dropFirst(), [0x20, 0x5B] + $0.dropFirst()] }
        self.exceptions = exceptions.map { Array($0.utf8).foldingCase }.filter { !$0.isEmpty }
            .sorted { $0.count > $1.count }
    }

    /// The names in the text and why it was cut, or not.
    package struct Outcome: Hashable, Sendable {
        /// In order, trimmed, none empty, none twice.
        package var parts: [String]
        /// The separators that cut, as they are in the options.
        package var separators: [String]
        /// The names that were kept whole although a separator is in them.
        package var exceptions: [String]

        package init(parts: [String], separators: [String], exceptions: [String]) {
            self.parts = parts
            self.separators = separators
            self.exceptions = exceptions
        }
    }

    /// Cuts at every separator that is neither inside a name on the list of exceptions nor inside brackets, except
    /// those of guests.
    package func split(_ text: String) -> Outcome {
        if !mayCut(text) { return Outcome(parts: [text], separators: [], exceptions: []) }
        let bytes = Array(text.utf8)
        let folded = bytes.foldingCase
        var outcome = Outcome(parts: [], separators: [], exceptions: [])
        var start = 0
        var position = 0
        var bracketEnd: Int?
        while position < folded.count {
            if position == bracketEnd {
                append(bytes[start..<position], to: &outcome.parts)
                position += 1
                start = position
            } else if let name = exception(in: folded, at: position) {
                outcome.exceptions.append(String(decoding: name, as: UTF8.self))
                position += name.count
            } else if let separator = separator(in: folded, at: position, &bracketEnd) {
                outcome.separators.append(String(decoding: separator, as: UTF8.self))
                append(bytes[start..<position], to: &outcome.parts)
                position += separator.count
                start = position
            } else if let end = folded.end(ofBracketAt: position), end < bracketEnd ?? folded.count
            {
                position = end
            } else {
                position += 1
            }
        }
        append(bytes[start...], to: &outcome.parts)
        return outcome
    }

    /// Most texts have no separator at all; that is seen without copying them.
    private func mayCut(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            if bytes.isEmpty { return true }
            for (position, byte) in bytes.enumerated() {
                for separator in separators where separator[0] == byte.foldedCase {
                    if bytes.count - position >= separator.count,
                        zip(separator, bytes[position...]).allSatisfy({ $0 == $1.foldedCase })
                    {
                        return true
                    }
                }
            }
            return false
        }
    }

    /// The separator that is here, and where the bracket that it opens is closed.
    private func separator(
        in folded: [UInt8], at position: Int, _ bracketEnd: inout Int?
    ) -> [UInt8]? {
        separators.first { separator in
            guard folded.has(separator, at: position) else { return false }
            guard separator.opensBracket else { return true }
            guard let end = folded.end(ofBracketAt: position + 1) else { return false }
            // Behind the guests there may be another separator, but no more of a name.
            let rest = folded[(end + 1)...].drop { $0 == 0x20 }
            guard rest.isEmpty || separators.contains(where: { folded.has($0, at: end + 1) }) else {
                return false
            }
            bracketEnd = end
            return true
        }
    }

    /// A name that begins and ends here as a whole word.
    private func exception(in folded: [UInt8], at position: Int) -> [UInt8]? {
        guard position == 0 || !folded[position - 1].isWordByte else { return nil }
        return exceptions.first { name in
            let end = position + name.count
            return folded.has(name, at: position)
                && (end == folded.count || !folded[end].isWordByte)
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>, to parts: inout [String]) {
        let part = CleanText.trimmed(String(decoding: bytes, as: UTF8.self))
        if !part.isEmpty, !parts.contains(part) { parts.append(part) }
    }
}

extension [UInt8] {
    fileprivate var foldingCase: [UInt8] {
        map(\.foldedCase)
    }

    /// Whether the separator opens a bracket, such as " (feat. ".
    fileprivate var opensBracket: Bool {
        count > 3 && self[0] == 0x20 && (self[1] == 0x28 || self[1] == 0x5B)
    }

    /// Where the bracket is closed that is opened at a position; `nil` if none is, or if it is never closed.
    fileprivate func end(ofBracketAt position: Int) -> Int? {
        guard let (opening, closing) = Self.brackets.first(where: { has($0.opening, at: position) })
        else { return nil }
        var depth = 0
        for index in position..<count {
            if has(opening, at: index) { depth += 1 }
            if has(closing, at: index) { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static let brackets: [(opening: [UInt8], closing: [UInt8])] = [
        ("(", ")"), ("[", "]"), ("{", "}"), ("（", "）"), ("［", "］"), ("【", "】"), ("「", "」"),
    ].map { (Array($0.utf8), Array($1.utf8)) }

    fileprivate func has(_ other: [UInt8], at position: Int) -> Bool {
        guard position + other.count <= count, self[position] == other[0] else { return false }
        return self[position..<(position + other.count)].elementsEqual(other)
    }
}

extension UInt8 {
    fileprivate var foldedCase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// Letters, digits, and every byte of a character beyond ASCII.
    fileprivate var isWordByte: Bool {
        self >= 0x80 || isDigit || (0x61...0x7A).contains(self)
            || (0x41...0x5A).contains(self)
    }
}
