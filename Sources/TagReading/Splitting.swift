/// How one value with several names in it becomes several.
package struct Splitting: Sendable {
    private let separators: [[UInt8]]
    private let exceptions: [[UInt8]]

    /// Separators and names on the list of exceptions are compared without regard to ASCII case.
    package init(separators: [String], exceptions: [String] = []) {
        self.separators = separators.map { Array($0.utf8).foldingCase }.filter { !$0.isEmpty }
        self.exceptions = exceptions.map { Array($0.utf8).foldingCase }.filter { !$0.isEmpty }
            .sorted { $0.count > $1.count }
    }

    /// The names in the text and why it was cut, or not.
    package struct Outcome: Hashable, Sendable {
        /// In order, trimmed, none empty, none twice.
        package var parts: [String]
        /// The separators that cut, as they stand in the options.
        package var separators: [String]
        /// The names that were kept whole although a separator stands in them.
        package var exceptions: [String]

        package init(parts: [String], separators: [String], exceptions: [String]) {
            self.parts = parts
            self.separators = separators
            self.exceptions = exceptions
        }
    }

    /// Cuts at every separator that is not inside a name on the list of exceptions.
    package func split(_ text: String) -> Outcome {
        if !mayCut(text) { return Outcome(parts: [text], separators: [], exceptions: []) }
        let bytes = Array(text.utf8)
        let folded = bytes.foldingCase
        var outcome = Outcome(parts: [], separators: [], exceptions: [])
        var start = 0
        var position = 0
        while position < folded.count {
            if let name = exception(in: folded, at: position) {
                outcome.exceptions.append(String(decoding: name, as: UTF8.self))
                position += name.count
            } else if let separator = separators.first(where: { folded.has($0, at: position) }) {
                outcome.separators.append(String(decoding: separator, as: UTF8.self))
                append(bytes[start..<position], to: &outcome.parts)
                position += separator.count
                start = position
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

    fileprivate func has(_ other: [UInt8], at position: Int) -> Bool {
        guard self[position] == other[0], position + other.count <= count else { return false }
        return self[position..<(position + other.count)].elementsEqual(other)
    }
}

extension UInt8 {
    fileprivate var foldedCase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// Letters, digits, and every byte of a character beyond ASCII.
    fileprivate var isWordByte: Bool {
        self >= 0x80 || (0x30...0x39).contains(self) || (0x61...0x7A).contains(self)
            || (0x41...0x5A).contains(self)
    }
}
