internal import CPhonolithHash

/// SHA-256 of bytes (FIPS 180-4).
package struct ContentDigest: Hashable, Sendable {
    // 32 bytes.
    package let bytes: [UInt8]

    /// The digest of the parts, one after the other.
    package init(of parts: some Sequence<[UInt8]>) {
        var context = sha256_context()
        sha256_begin(&context)
        for part in parts { sha256_update(&context, part, part.count) }
        bytes = [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { buffer, count in
            if let address = buffer.baseAddress { sha256_finish(&context, address) }
            count = Int(SHA256_DIGEST_SIZE)
        }
    }

    package init(of bytes: [UInt8]) { self.init(of: CollectionOfOne(bytes)) }

    // 64 lower-case digits.
    package var hexadecimal: String { bytes.hexadecimal }
}

extension Sequence<UInt8> {
    /// Two lower-case digits a byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }
}

extension [UInt8] {
    /// The bytes written as pairs of hexadecimal digits; `nil` for any other text.
    package init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.compactMap(PercentEncoding.number)
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// The signature of a file's audio, whatever its tags are: a number made of a few kilobytes that writing tags
/// does not touch, and of the length of the audio.
///
/// Equal signatures are the same audio, encoded once; another encoding of the same music has another.
package struct AudioSignature: RawRepresentable, Hashable, Sendable {
    // Never 0.
    package var rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }
}
