import Foundation
import PhonolithMediaModel

/// The encoding that an XML file declares (XML 1.0, 4.3.3).
enum XMLEncoding {
    /// The text of a file as UTF-8: in the encoding that its bytes show, else in the one that it declares, else in the one that
    /// makes most sense.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let bytes = PlaylistText.utf8(bytes)
        let declared = declaredEncoding(bytes)
        if !isByChanceUTF8(bytes, declared), PlaylistText.isUTF8(bytes) { return bytes }
        let text = declared.flatMap { String(bytes: bytes, encoding: $0) }
        return Array((text ?? LegacyEncoding.text(bytes)).utf8)
    }

    /// Whether bytes that are UTF-8 are more likely what they are declared as. Escape sequences are ASCII; and two bytes of a
    /// Chinese, Japanese or Korean character may look like one of UTF-8 (石 and 联通 in GBK do), where those languages have
    /// three.
    private static func isByChanceUTF8(_ bytes: [UInt8], _ declared: String.Encoding?) -> Bool {
        guard let declared else { return false }
        return declared == .iso2022JP
            || ofTwoBytes.contains(declared) && !bytes.contains { $0 >= 0xE0 }
    }

    private static func declaredEncoding(_ bytes: [UInt8]) -> String.Encoding? {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>")?.lowerBound,
            let name = head[..<end].firstRange(of: "encoding")?.upperBound
        else { return nil }
        let words = head[name..<end].split { " \t\r\n=\"'".contains($0) }
        return words.first.flatMap { encodings[String($0)] }
    }

    /// By the names of the IANA, in lower case. Latin-1 is read as browsers read it.
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .windowsCP1252, "windows-1252": .windowsCP1252, "us-ascii": .windowsCP1252,
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
        "iso-8859-9": .windowsCP1254, "koi8-r": foundation(0x0A02), "koi8-u": foundation(0x0A08),
        "iso-8859-5": foundation(0x0205), "iso-8859-7": foundation(0x0207),
        "iso-8859-15": foundation(0x020F), "shift_jis": .shiftJIS, "shift-jis": .shiftJIS,
        "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP, "big5": big5, "euc-kr": eucKR,
        "gb2312": gb18030, "gbk": gb18030, "gb18030": gb18030,
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
