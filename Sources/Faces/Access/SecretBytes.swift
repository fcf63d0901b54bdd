import PhonolithMediaModel

// Functions for secret bytes.
package enum SecretBytes {
    package static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
    }

    /// Compares without telling by the time it takes where they differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package static func sha256(_ text: String) -> [UInt8] {
        ContentDigest(of: Array(text.utf8)).bytes
    }

    /// Of the protocol's tokens, in lower case hexadecimal.
    package static func md5(_ text: String) throws -> [UInt8] {
        Array(try Cryptography.md5(Array(text.utf8)).hexadecimal.utf8)
    }

    /// A secret that can be typed and is in URLs as it is: 26 letters and digits that are not mistaken for each
    /// other, which are 130 bits.
    package static func word() -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return String(random(26).map { letters[Int($0 & 31)] })
    }
}
