import FoundationEssentials

/// An encoding that bytes may have although their tag calls them Latin-1.
package enum LegacyEncoding: String, Hashable, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case windows1252 = "Windows-1252"
    case windows1251 = "Windows-1251"
    case koi8r = "KOI8-R"
    case shiftJIS = "Shift_JIS"
    case gb18030 = "GB18030"

    /// The encoding that makes most sense of all texts of one tag together.
    ///
    /// Sober: bytes that are UTF-8 are UTF-8; a few high bytes between ASCII letters are Latin-1
    /// (`Björk`, `Café`); only words made of high bytes throughout are taken for something else.
    package static func guess(_ texts: [[UInt8]]) -> LegacyEncoding {
        let texts = texts.filter { $0.contains { $0 >= 0x80 } }
        if texts.allSatisfy({ decodeUTF8($0) != nil }) { return .utf8 }
        guard texts.contains(where: hasForeignWord) else { return .windows1252 }
        let candidates: [LegacyEncoding] = [.shiftJIS, .gb18030, .windows1251, .koi8r]
        var best = (encoding: LegacyEncoding.windows1252, score: 0.5)
        for encoding in candidates {
            let decoded = texts.compactMap { encoding.decode($0) }
            guard decoded.count == texts.count else { continue }
            let score = encoding.plausibility(of: decoded.joined(separator: " "))
            if score > best.score { best = (encoding, score) }
        }
        return best.encoding
    }

    /// The text of bytes of unknown encoding.
    package static func text(_ bytes: [UInt8]) -> String {
        guess([bytes]).decode(bytes) ?? String(windows1252: bytes)
    }

    /// The text of the bytes; `nil` if they are none in this encoding.
    package func decode(_ bytes: [UInt8]) -> String? {
        switch self {
        case .utf8: Self.decodeUTF8(bytes)
        case .windows1252: String(windows1252: bytes)
        case .windows1251: String(bytes: bytes, encoding: .windowsCP1251)
        case .koi8r: String(bytes: bytes, encoding: String.Encoding(rawValue: 0x8000_0A02))
        case .shiftJIS: String(bytes: bytes, encoding: .shiftJIS)
        case .gb18030: String(bytes: bytes, encoding: String.Encoding(rawValue: 0x8000_0632))
        }
    }

    /// UTF-8, whose last character may have been cut through by ID3v1's 30 bytes.
    private static func decodeUTF8(_ bytes: [UInt8]) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard let lead = bytes.lastIndex(where: { $0 >= 0xC0 }), bytes.count - lead <= 3,
            bytes[..<lead].contains(where: { $0 >= 0x80 }),
            bytes[(lead + 1)...].allSatisfy({ 0x80..<0xC0 ~= $0 })
        else { return nil }
        return String(validating: bytes[..<lead], as: UTF8.self)
    }

    /// Whether some word has at least three bytes and no more than a third of them is ASCII.
    private static func hasForeignWord(_ bytes: [UInt8]) -> Bool {
        bytes.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }.contains { word in
            // Windows' quotation marks round a word are no sign of another alphabet.
            let isQuoted = [0x91, 0x93].contains(word.first) && [0x92, 0x94].contains(word.last)
            let word = isQuoted ? word.dropFirst().dropLast() : word
            let high = word.count { $0 >= 0x80 }
            return high >= 3 && 3 * high >= 2 * word.count
        }
    }

    /// From 0 to 1: which part of the foreign characters is as one would expect of such a text.
    private func plausibility(of text: String) -> Double {
        var expected = 0.0
        var foreign = 0.0
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x80 {
                foreign += 1
                expected += weight(of: scalar, after: previous)
            }
            previous = scalar
        }
        return foreign == 0 ? 0 : expected / foreign
    }

    private func weight(of scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Double {
        switch (self, scalar.value) {
        case (.windows1251, 0x0430...0x044F), (.koi8r, 0x0430...0x044F): 1
        case (.windows1251, 0x0410...0x042F), (.koi8r, 0x0410...0x042F):
            // A capital inside a word is a sign that small and capital letters are the wrong way round.
            (0x0430...0x044F) ~= previous.value ? -1 : 0.8
        case (.windows1251, 0x0400...0x045F), (.koi8r, 0x0400...0x045F): 0.5
        // Lines and boxes are what Chinese turns into.
        case (.koi8r, 0x2500...0x25FF): -1
        case (.shiftJIS, 0x3040...0x30FF): 1
        case (.shiftJIS, 0x4E00...0x9FFF): 0.6
        case (.shiftJIS, 0x3000...0x303F), (.shiftJIS, 0xFF00...0xFF60): 0.6
        // Half-width kana are what Cyrillic and Chinese turn into.
        case (.shiftJIS, 0xFF61...0xFF9F): -0.5
        case (.gb18030, 0x4E00...0x9FFF): 0.7
        case (.gb18030, 0x3000...0x30FF), (.gb18030, 0xFF00...0xFF60): 0.7
        default: 0
        }
    }
}

extension String {
    /// Takes bytes for Latin-1 with Windows' additions; its five gaps stay what they are in Latin-1, so
    /// that no bytes are without a text.
    package init(windows1252 bytes: some Sequence<UInt8>) {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let extra = (0x80..<0xA0) ~= byte ? windowsExtras[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(extra) ?? Unicode.Scalar(byte))
        }
        self.init(text)
    }
}

private let windowsExtras: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
    0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
]
