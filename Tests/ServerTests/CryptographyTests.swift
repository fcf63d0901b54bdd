import Foundation
import Testing

@testable import PhonolithAccess

/// What libcrypto computes, by the examples of the standards.
@Suite struct CryptographyTests {
    private func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).compactMap { place in
            UInt8(digits.dropFirst(place).prefix(2), radix: 16)
        }
    }

    @Test(
        "MD5 is that of RFC 1321, A.5",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ])
    func md5(text: String, digest: String) throws {
        #expect(try Cryptography.md5(Array(text.utf8)) == bytes(digest))
    }

    @Test("A code is that of RFC 4231, 4.2 and 4.3")
    func code() throws {
        #expect(
            try Cryptography.code(
                of: Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20))
                == bytes("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"))
        #expect(
            try Cryptography.code(
                of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
                == bytes("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    }

    @Test(
        "A key from a password is that of RFC 7914, 12",
        arguments: [
            (
                "", "", 16, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
            ),
            (
                "password", "NaCl", 1024, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
            ),
            (
                "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
            ),
        ])
    func scrypt(
        password: String, salt: String, rounds: Int, size: Int, parallelism: Int, key: String
    ) throws {
        let found = try Cryptography.scrypt(
            Array(password.utf8), salt: Array(salt.utf8), rounds: rounds, blockSize: size,
            parallelism: parallelism)
        #expect(found == bytes(key))
    }

    @Test(
        "Parameters that are not allowed are an error with libcrypto's reason, whatever failed before",
        arguments: [(3, "scrypt failed in libcrypto"), (1 << 20, "memory limit exceeded")])
    func wrongParameters(rounds: Int, reason: String) {
        for _ in 1...2 {
            let error = #expect(throws: Cryptography.Failure.self) {
                try Cryptography.scrypt(
                    [], salt: [], rounds: rounds, blockSize: 8, parallelism: 1)
            }
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
            #expect(SealedBytes.open(SecretBytes.random(40), key: SecretBytes.random(32)) == nil)
        }
    }

    /// McGrew and Viega, "The Galois/Counter Mode of Operation", test cases 14 and, without additional data, 15.
    @Test(
        "A sealed text of the algorithm's authors opens",
        arguments: [
            (
                "0000000000000000000000000000000000000000000000000000000000000000",
                "000000000000000000000000" + "cea7403d4d606b6e074ec5d3baf39d18"
                    + "d0d1c8a799996bf0265b98b5d48ab919",
                "00000000000000000000000000000000"
            ),
            (
                "0000000000000000000000000000000000000000000000000000000000000000",
                "000000000000000000000000" + "530f8afbc74536b9a963b4f1c4cb738b", ""
            ),
        ])
    func opens(key: String, sealed: String, text: String) {
        #expect(SealedBytes.open(bytes(sealed), key: bytes(key)) == bytes(text))
    }

    @Test(
        "What is sealed opens with its key only, and only unchanged", arguments: [0, 1, 26, 5000])
    func seals(length: Int) throws {
        let key = SecretBytes.random(32)
        let text = SecretBytes.random(length)
        let sealed = try SealedBytes.seal(text, key: key)
        #expect(sealed.count == length + 28)
        #expect(SealedBytes.open(sealed, key: key) == text)
        #expect(SealedBytes.open(sealed, key: SecretBytes.random(32)) == nil)
        for place in [0, 11, sealed.count - 1] {
            var other = sealed
            other[place] ^= 1
            #expect(SealedBytes.open(other, key: key) == nil)
        }
        #expect(SealedBytes.open(Array(sealed.dropLast()), key: key) == nil)
        #expect(try SealedBytes.seal(text, key: key) != sealed)
    }
}
