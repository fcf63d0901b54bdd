import FoundationEssentials
import PhonolithMediaModel

/// The encoding that a file declares, by a name of the IANA.
enum DeclaredEncoding {
    /// The text of an XML file as UTF-8 (XML 1.0, 4.3.3): in the encoding that its bytes show, else in the one that it declares,
    /// else in the one that makes most sense.
    static func utf8(ofXML bytes: [UInt8]) -> [UInt8] {
        let bytes = PlaylistText.utf8(bytes)
        return utf8(bytes, as: declaredByXML(bytes)) ?? Array(LegacyEncoding.text(bytes).utf8)
    }

    /// The text as UTF-8: as it is where it is that already, else in the encoding; `nil` if it is neither.
    static func utf8(_ bytes: [UInt8], as declared: String.Encoding?) -> [UInt8]? {
        if !isByChanceUTF8(bytes, declared), PlaylistText.isUTF8(bytes) { return bytes }
        return declared.flatMap { text(bytes, in: $0) }.map { Array($0.utf8) }
    }

    /// The text of bytes; `nil` if they are none in the encoding.
    private static func text(_ bytes: [UInt8], in encoding: String.Encoding) -> String? {
        encoding == .japaneseEUC ? eucJP(bytes) : String(bytes: bytes, encoding: encoding)
    }

    /// EUC-JP, which Foundation does not know everywhere: the characters of JIS X 0208 with their high bits set, and narrow
    /// Katakana behind 8E (RFC 1554, and "Codeset 2" of EUC).
    private static func eucJP(_ bytes: [UInt8]) -> String? {
        var text = ""
        var rest = bytes[...]
        while let byte = rest.first {
            let ascii = rest.prefix { $0 < 0x80 }
            text += String(decoding: ascii, as: UTF8.self)
            rest = rest.dropFirst(ascii.count)
            let wide = rest.prefix { $0 >= 0xA1 }
            if byte < 0x80 { continue }
            if byte == 0x8E, let next = rest.dropFirst().first, (0xA1...0xDF).contains(next) {
                text.unicodeScalars.append(Unicode.Scalar(0xFEC0 + UInt16(next)) ?? "?")
                rest = rest.dropFirst(2)
                continue
            }
            // Behind the escape sequence of JIS X 0208 in ISO-2022-JP.
            let characters = [0x1B, 0x24, 0x42] + wide.map { $0 & 0x7F } + [0x1B, 0x28, 0x42]
            guard !wide.isEmpty, wide.count % 2 == 0,
                let part = String(bytes: characters, encoding: .iso2022JP)
            else { return nil }
            text += part
            rest = rest.dropFirst(wide.count)
        }
        return text
    }

    /// The encoding of a name, in any case of letters; `nil` if it is not known.
    static func encoding(named name: String) -> String.Encoding? { encodings[name.lowercased()] }

    /// Whether bytes that are UTF-8 are more likely what they are declared as. Escape sequences are ASCII; and two bytes of a
    /// Chinese, Japanese or Korean character may look like one of UTF-8 (石 and 联通 in GBK do), where those languages have
    /// three.
    private static func isByChanceUTF8(_ bytes: [UInt8], _ declared: String.Encoding?) -> Bool {
        guard let declared else { return false }
        return declared == .iso2022JP
            || ofTwoBytes.contains(declared) && !bytes.contains { $0 >= 0xE0 }
    }

    private static func declaredByXML(_ bytes: [UInt8]) -> String.Encoding? {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>")?.lowerBound,
            let name = head[..<end].firstRange(of: "encoding")?.upperBound
        else { return nil }
        let words = head[name..<end].split { " \t\r\n=\"'".contains($0) }
        return words.first.flatMap { encoding(named: String($0)) }
    }

    /// By the names of the IANA and those that Windows has for its own, in lower case. Latin-1 is read as browsers read it.
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .windowsCP1252, "windows-1252": .windowsCP1252, "us-ascii": .windowsCP1252,
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
        "iso-8859-9": .windowsCP1254, "koi8-r": foundation(0x0A02), "koi8-u": foundation(0x0A08),
        "iso-8859-5": foundation(0x0205), "iso-8859-7": foundation(0x0207),
        "iso-8859-15": foundation(0x020F), "shift_jis": .shiftJIS, "shift-jis": .shiftJIS,
        "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP, "big5": big5, "euc-kr": eucKR,
        "gb2312": gb18030, "gbk": gb18030, "gb18030": gb18030, "utf-8": .utf8, "utf8": .utf8,
        "latin1": .windowsCP1252, "latin-1": .windowsCP1252, "ascii": .windowsCP1252,
        "cp1250": .windowsCP1250, "cp1251": .windowsCP1251, "cp1252": .windowsCP1252,
        "cp1253": .windowsCP1253, "cp1254": .windowsCP1254, "cp932": .shiftJIS,
        "windows-31j": .shiftJIS, "sjis": .shiftJIS, "cp936": gb18030, "cp949": eucKR,
        "cp950": big5,
    ]
    private static let big5 = foundation(0x0A03)
    private static let eucKR = foundation(0x0940)
    private static let gb18030 = foundation(0x0632)
    private static let ofTwoBytes: Set = [.shiftJIS, .japaneseEUC, big5, eucKR, gb18030]

    /// An encoding by its number in Core Foundation (CFStringEncodingExt.h).
    private static func foundation(_ number: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | number)
    }
}
