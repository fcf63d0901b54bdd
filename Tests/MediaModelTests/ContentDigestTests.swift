import PhonolithMediaModel
import Testing

/// The examples of FIPS 180-4 (csrc.nist.gov, "Secure Hash Standard: examples with intermediate values") and lengths
/// around those of a block.
@Suite struct ContentDigestTests {
    @Test(
        "the standard's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func examples(text: String, digest: String) {
        #expect(ContentDigest(of: Array(text.utf8)).hexadecimal == digest)
    }

    @Test("the standard's example of a million letters")
    func million() {
        #expect(
            ContentDigest(of: [UInt8](repeating: 0x61, count: 1_000_000)).hexadecimal
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("parts have the digest of the whole, wherever it is cut", arguments: 0...200)
    func parts(length: Int) {
        let whole = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let digest = ContentDigest(of: whole)
        for cut in stride(from: 0, through: length, by: 13) {
            #expect(ContentDigest(of: [Array(whole[..<cut]), Array(whole[cut...])]) == digest)
        }
    }

    @Test("messages of 0 to 199 bytes have the digests of Python's hashlib")
    func lengths() {
        let digests = (0..<200).flatMap { count in
            ContentDigest(of: (0..<count).map { UInt8($0) }).bytes
        }
        #expect(
            ContentDigest(of: digests).hexadecimal
                == "ba7b0fcea7d10c06b855b43d2b4dce1e3e842fff6be0acefb0faf4f2dd05bb47")
    }
}
