/// The header that makes a browser save a file (RFC 6266).
enum Attachment {
    /// - Parameter name: The file's name; programs that know only the old parameter get it in ASCII.
    static func header(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
                && scalar != "%" && scalar.value != 0x7F ? String(scalar) : "_"
        }.joined()
        let encoded = name.utf8.map { byte in
            isPlain(byte)
                ? String(UnicodeScalar(byte))
                : "%" + String(byte >> 4, radix: 16, uppercase: true)
                    + String(byte & 15, radix: 16, uppercase: true)
        }.joined()
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    /// Whether a byte is written as it is (RFC 8187, 3.2.1).
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$&+-.^_`|~".utf8.contains(byte)
        }
    }
}
