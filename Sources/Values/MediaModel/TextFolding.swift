internal import CPhonolithUTF8Proc
import FoundationEssentials
internal import Glibc

// The meaning of "the same text" in a library: one rule for filters, for joining artists and genres, for
// sorting and for the file names of covers.

extension String {
    /// The text with everything taken away in which two spellings of one name may differ: case, the
    /// marks over and under letters, canonical and compatibility-free Unicode forms, spaces.
    ///
    /// `Björk`, `BJORK` and `Bjo\u{308}rk` fold to `bjork`, `Motörhead ` to `motorhead`, `Mø` to `mo`.
    /// Marks that make another letter and are no ornament stay: か is not が, and vowel signs of Indic
    /// scripts and Thai are kept.
    public var folded: String {
        foldedByTable(self) ?? foldedByUnicode(self)
    }

    /// The text in Unicode's normal form C.
    public var normalizedNFC: String { normalized(.composed) }
}

/// Folds what is written in Latin, Greek, Cyrillic, Han or Kana, scalar by scalar; `nil` for other text.
///
/// Most names of a library go this way, at a twentieth of the cost of the other.
private func foldedByTable(_ text: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
        // A mark after a Cyrillic letter may make another letter.
        if isOrnament(scalar), (0x400..<0x530).contains(last.value) { return nil }
        last = scalar
        if scalar.value < 0x80 {
            append(asciiFoldings[Int(scalar.value)], to: &bytes)
        } else if let folded = foldings[scalar] {
            for byte in folded { append(byte, to: &bytes) }
        } else if foldsToItself(scalar) {
            bytes.append(contentsOf: String(scalar).utf8)
        } else {
            return nil
        }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
}

/// Keeps one space of several, and none at the beginning.
private func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    if byte == 0x20, (bytes.last ?? 0x20) == 0x20 { return }
    bytes.append(byte)
}

/// ASCII in lower case, its spaces as U+0020, its apostrophes as U+0027.
private let asciiFoldings: [UInt8] = (0..<(0x80 as UInt8)).map { byte in
    switch byte {
    case 0x41...0x5A: byte + 0x20
    case 0x09...0x0D: 0x20
    // A grave accent alone is typed for an apostrophe.
    case 0x60: 0x27
    default: byte
    }
}

/// The foldings of the Latin, Greek and Cyrillic blocks, their marks, and common punctuation.
private let foldings = FoldingTable()

private struct FoldingTable {
    /// Latin-1 to Cyrillic, Latin and Greek Extended, General Punctuation.
    private static let ranges: [Range<UInt32>] = [0x80..<0x530, 0x1E00..<0x2000, 0x2010..<0x2028]
    private let foldings: [[UInt8]]

    init() {
        foldings = Self.ranges.joined().map { value in
            Unicode.Scalar(value).map { Array(foldedScalar($0).utf8) } ?? []
        }
    }

    /// `nil` for a scalar that is not in the table.
    subscript(scalar: Unicode.Scalar) -> [UInt8]? {
        var offset = 0
        for range in Self.ranges {
            if range.contains(scalar.value) {
                return foldings[offset + Int(scalar.value - range.lowerBound)]
            }
            offset += range.count
        }
        return nil
    }
}

/// Han, Hiragana and Katakana have no case, and their marks make other letters.
private func foldsToItself(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE, 0x4E00...0x9FFF: true
    default: false
    }
}

/// A scalar that stands alone keeps its space.
private func foldedScalar(_ scalar: Unicode.Scalar) -> String {
    scalar.properties.isWhitespace ? " " : foldedByUnicode(String(scalar))
}

private func foldedByUnicode(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.normalized(.decomposed).unicodeScalars
    where !isOrnament(scalar) || makesLetter(scalar, after: folded.last) {
        if scalar.properties.isWhitespace {
            if let last = folded.last, last != " " { folded.append(" ") }
        } else {
            let lower = scalar.properties.lowercaseMapping
            folded.append(contentsOf: (plainLetters[lower] ?? lower).unicodeScalars)
        }
    }
    if folded.last == " " { folded.removeLast() }
    // Lowering may give back a mark (İ → i̇), and what is left (か + ゙) is joined again.
    var letters = String.UnicodeScalarView()
    for scalar in folded where !isOrnament(scalar) || makesLetter(scalar, after: letters.last) {
        letters.append(scalar)
    }
    return String(letters).normalized(.composed)
}

/// Whether a mark makes another letter of the one before it, in lower case: й, ў, ї, ѓ and ќ are letters of their own in the
/// exemplar sets of Unicode's CLDR for Russian, Ukrainian, Belarusian and Macedonian, and have weights of their own in its
/// order. Ё is written Е by most who write Russian, and is sorted as that.
private func makesLetter(_ mark: Unicode.Scalar, after letter: Unicode.Scalar?) -> Bool {
    switch (letter, mark) {
    case ("и", "\u{306}"), ("у", "\u{306}"), ("і", "\u{308}"), ("г", "\u{301}"), ("к", "\u{301}"):
        true
    default: false
    }
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

/// Letters and signs that Unicode does not decompose canonically though readers take them for plain ones: what type
/// has, and keyboards do not.
private let plainLetters: [String: String] = {
    var letters = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l",
        "ħ": "h", "ŧ": "t", "ı": "i", "ς": "σ", "…": "...",
        "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
    ]
    let signs = [
        "'": "’‘‚‛′ʻʼʹ´`", "\"": "“”„‟″", "-": "‐‑‒–—―−", "/": "⁄∕",
    ]
    for (plain, others) in signs { for sign in others { letters[String(sign)] = plain } }
    // Full-width forms of ASCII, capitals lowered.
    for value in 0xFF01...0xFF5E as ClosedRange<UInt32> where !(0xFF21...0xFF3A ~= value) {
        guard let wide = Unicode.Scalar(value), let plain = Unicode.Scalar(value - 0xFEE0) else {
            continue
        }
        letters[String(wide)] = String(plain)
    }
    return letters
}()

/// A normal form of Unicode (UAX 15), in which two spellings of the same letters are the same scalars.
enum NormalForm {
    /// Letters and their marks joined: NFC.
    case composed
    /// Letters before their marks: NFD.
    case decomposed
    /// Joined, and wide, narrow and joined forms of letters as the letters themselves: NFKC.
    case compatible

    fileprivate var options: utf8proc_option_t {
        let bits: UInt32 =
            switch self {
            case .composed: UTF8PROC_COMPOSE.rawValue
            case .decomposed: UTF8PROC_DECOMPOSE.rawValue
            case .compatible: UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
            }
        return utf8proc_option_t(UTF8PROC_STABLE.rawValue | bits)
    }
}

extension String {
    /// The text in a normal form. What is no letter of the library's Unicode stays as it is.
    func normalized(_ form: NormalForm) -> String {
        var text = self
        return text.withUTF8 { bytes in
            // ASCII is the same in all forms.
            guard bytes.contains(where: { $0 >= 0x80 }), let start = bytes.baseAddress else {
                return self
            }
            var made: UnsafeMutablePointer<UInt8>?
            let count = utf8proc_map(start, bytes.count, &made, form.options)
            defer { free(made) }
            // It fails where there is no memory.
            guard count >= 0, let made else { return self }
            return String(
                decoding: UnsafeBufferPointer(start: made, count: count), as: UTF8.self)
        }
    }
}

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
