/// How text of a tag is made fit to keep: NFC, without control characters, trimmed.
import PhonolithMediaModel

package enum CleanText {
    /// The text of UTF-8 bytes, cleaned; `nil` if nothing is left.
    package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let first = bytes.first, let last = bytes.last else { return nil }
        if first > 0x20, last > 0x20, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        return text(String(decoding: bytes, as: UTF8.self))
    }

    /// The text, cleaned; `nil` if nothing is left.
    package static func text(_ text: String) -> String? {
        var text = text
        if text.unicodeScalars.contains(where: isUnwanted) {
            text = withoutControls(text)
        }
        // Normalising costs, and few texts need it.
        if !text.unicodeScalars.allSatisfy(isComposed) {
            text = text.normalizedNFC
        }
        text = trimmed(text)
        return text.isEmpty ? nil : text
    }

    /// The text in one line: line breaks and tabs become spaces.
    package static func line(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
        return trimmed(
            String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        )
    }

    /// The text without white space at its ends.
    package static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return text }
        if !isWhitespace(first), !isWhitespace(last) { return text }
        let start = scalars.firstIndex { !isWhitespace($0) } ?? scalars.endIndex
        guard start < scalars.endIndex, let end = scalars.lastIndex(where: { !isWhitespace($0) })
        else { return "" }
        return String(scalars[start...end])
    }

    /// Line breaks of all systems become `\n`, NUL and other controls vanish, as does a byte order mark.
    private static func withoutControls(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": clean.append("\n")
            case "\n": if !wasReturn { clean.append(scalar) }
            default: if !isUnwanted(scalar) { clean.append(scalar) }
            }
            wasReturn = scalar == "\r"
        }
        return String(clean)
    }

    /// Whether the scalar is in NFC as it is, whatever is before it: those of NFC_Quick_Check=Yes in the blocks of
    /// Latin, Greek and Cyrillic letters, common punctuation, Kana, Han and Hangul (Unicode Standard Annex 15).
    static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x388...0x3FF, 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027,
            0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
            true
        default: false
        }
    }

    private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        (0x21..<0x7F).contains(scalar.value) ? false : scalar.properties.isWhitespace
    }

    private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0xFEFF: true
        default: false
        }
    }
}
