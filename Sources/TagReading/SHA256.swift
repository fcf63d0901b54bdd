internal import COpenSSL

/// SHA-256 by libcrypto, which uses the processor's own instructions for it.
package enum SHA256 {
    /// 64 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let done = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(done == 1, "SHA-256 of bytes in memory cannot fail")
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
