/// Bytes in URIs (RFC 3986, 2.1).
package enum PercentEncoding {
    /// The path as a URI reference: all but unreserved characters are encoded, slashes stay.
    ///
    /// A relative path whose first component has a colon begins with `./`, so that it is taken for no
    /// scheme (RFC 3986, 4.2).
    package static func reference(to path: MediaPath) -> String {
        let isAbsolute = path.bytes.first == 0x2F
        // Colons are encoded, too: no component looks like a scheme then.
        return (isAbsolute ? "file://" : "") + encoded(path.bytes)
    }

    /// The text as a value in a query or a header: all but unreserved characters are encoded.
    package static func value(_ text: String) -> String {
        encoded(Array(text.utf8)).replacing("/", with: "%2F")
    }

    /// The bytes as a path in a URI: all but unreserved characters are encoded, slashes stay.
    package static func encoded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 16)
        for byte in bytes {
            if isUnreserved[Int(byte)] {
                text.append(byte)
            } else {
                text += [0x25, digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let isUnreserved: [Bool] = (0...255).map { (byte: UInt8) in
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }

    /// The bytes that are meant; a percent sign without two digits is kept.
    ///
    /// - Parameter decodesNUL: Whether an encoded NUL is decoded, too, which no name has.
    package static func decoded(_ bytes: [UInt8], decodesNUL: Bool = false) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count, let high = number(bytes[index + 1]),
                let low = number(bytes[index + 2]), decodesNUL || high << 4 | low != 0
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// The value of a hexadecimal digit.
    static func number(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
