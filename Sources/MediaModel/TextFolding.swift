import Foundation

// What "the same text" means in a library: one rule for filters, for joining artists and genres, for
// sorting and for the file names of covers.

extension String {
    /// The text with everything taken away in which two spellings of one name may differ: case, the
    /// marks over and under letters, canonical and compatibility-free Unicode forms, blanks.
    ///
    /// `Björk`, `BJORK` and `Bjo\u{308}rk` fold to `bjork`, `Motörhead ` to `motorhead`, `Mø` to `mo`.
    /// Marks that make another letter and are no ornament stay: か is not が, and vowel signs of Indic
    /// scripts and Thai are kept.
    public var folded: String {
        var text = self
        let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        return isASCII ? foldedASCII(text) : foldedUnicode(text)
    }

    /// The text in Unicode's normal form C.
    public var normalizedNFC: String {
        var text = self
        let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        return isASCII ? self : precomposedStringWithCanonicalMapping
    }
}

private func foldedASCII(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
        if isASCIIBlank(byte) {
            if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
        } else {
            bytes.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
        }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
}

private func isASCIIBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func foldedUnicode(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars where !isOrnament(scalar)
    {
        if scalar.properties.isWhitespace {
            if let last = folded.last, last != " " { folded.append(" ") }
        } else {
            let lower = scalar.properties.lowercaseMapping
            folded.append(contentsOf: (plainLetters[lower] ?? lower).unicodeScalars)
        }
    }
    if folded.last == " " { folded.removeLast() }
    // Lowering may give back a mark (İ → i̇), and what is left (か + ゙) is joined again.
    return String(String.UnicodeScalarView(folded.filter { !isOrnament($0) }))
        .precomposedStringWithCanonicalMapping
}

/// Combining marks that decorate a letter: the blocks of diacritics that serve Latin, Greek and Cyrillic,
/// the points of Hebrew and Arabic, and characters that are not seen at all.
private func isOrnament(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    case 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670: true
    case 0x00AD, 0x200B...0x200F, 0x2060, 0xFEFF: true
    default: false
    }
}

/// Letters that Unicode does not decompose though readers take them for a plain one.
private let plainLetters: [String: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h",
    "ŧ": "t", "ı": "i", "ς": "σ", "’": "'", "‘": "'", "‐": "-", "‑": "-", "–": "-", "—": "-",
]
