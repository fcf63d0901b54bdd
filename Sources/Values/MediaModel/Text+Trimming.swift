extension StringProtocol {
    /// The text without scalars of a kind at its ends.
    package func trimmed(of isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        var rest = Substring(self).unicodeScalars.drop(while: isTrimmed)
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return String(rest)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a tabulator or a space of any width.
    package var isBlank: Bool {
        isASCII ? self == " " || self == "\t" : properties.generalCategory == .spaceSeparator
    }

    /// Whether the scalar is a blank, or ends a line.
    package var isWhitespace: Bool { properties.isWhitespace }
}
