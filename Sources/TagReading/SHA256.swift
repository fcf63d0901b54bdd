internal import Crypto

/// SHA-256 as text.
package enum SHA256 {
    /// 64 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        let digest = Crypto.SHA256.hash(data: bytes)
        return String(unsafeUninitializedCapacity: 64) { text in
            for (index, byte) in digest.enumerated() {
                text[2 * index] = digit(byte >> 4)
                text[2 * index + 1] = digit(byte & 0xF)
            }
            return 64
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x61 + value - 10
    }
}
