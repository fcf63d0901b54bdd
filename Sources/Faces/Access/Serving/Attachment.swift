import PhonolithMediaModel

/// The header that makes a browser save a file (RFC 6266).
package enum Attachment {
    /// - Parameter name: The file's name; programs that know only the old parameter get it in ASCII.
    package static func header(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
                && scalar != "%" && scalar.value != 0x7F ? String(scalar) : "_"
        }.joined()
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.value(name))"
    }
}
