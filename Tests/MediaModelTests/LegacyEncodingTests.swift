import PhonolithMediaModel
import Testing

@Suite struct LegacyEncodingTests {
    /// A text, the encoding it is written in, and its bytes.
    struct Sample: Sendable, CustomTestStringConvertible {
        var text: String
        var encoding: LegacyEncoding
        var bytes: [UInt8]

        var testDescription: String { "\(text) in \(encoding.rawValue)" }
    }

    @Test(
        "The encoding of a text is guessed and the text comes out",
        arguments: [
            Sample(text: "Björk", encoding: .windows1252, bytes: [0x42, 0x6A, 0xF6, 0x72, 0x6B]),
            Sample(text: "Café", encoding: .windows1252, bytes: [0x43, 0x61, 0x66, 0xE9]),
            Sample(text: "“Été”", encoding: .windows1252, bytes: [0x93, 0xC9, 0x74, 0xE9, 0x94]),
            Sample(
                text: "Sigur Rós – Ágætis byrjun", encoding: .windows1252,
                bytes: Array("Sigur R".utf8) + [0xF3, 0x73, 0x20, 0x96, 0x20, 0xC1, 0x67, 0xE6]
                    + Array("tis byrjun".utf8)),
            Sample(text: "Björk", encoding: .utf8, bytes: Array("Björk".utf8)),
            Sample(text: "日本", encoding: .utf8, bytes: Array("日本".utf8)),
            Sample(
                text: "Привет", encoding: .windows1251, bytes: [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]),
            Sample(text: "Привет", encoding: .koi8r, bytes: [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]),
            Sample(
                text: "サンプル", encoding: .shiftJIS,
                bytes: [0x83, 0x54, 0x83, 0x93, 0x83, 0x76, 0x83, 0x8B]),
            Sample(
                text: "中国音乐", encoding: .gb18030,
                bytes: [0xD6, 0xD0, 0xB9, 0xFA, 0xD2, 0xF4, 0xC0, 0xD6]),
        ])
    func guess(sample: Sample) {
        #expect(LegacyEncoding.guess([sample.bytes]) == sample.encoding)
        #expect(sample.encoding.decode(sample.bytes) == sample.text)
    }

    @Test("Texts of one tag are judged together")
    func together() {
        // Alone, two letters say nothing.
        let short: [UInt8] = [0xDF, 0xF2]
        let long: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
        #expect(LegacyEncoding.guess([short]) == .windows1252)
        #expect(LegacyEncoding.guess([short, long]) == .windows1251)
    }

    @Test("UTF-8 that was cut through a character is UTF-8 all the same")
    func cutUTF8() {
        let bytes = Array("Ágætis byrjun й".utf8.dropLast())
        #expect(LegacyEncoding.guess([bytes]) == .utf8)
        #expect(LegacyEncoding.utf8.decode(bytes) == "Ágætis byrjun ")
    }

    @Test("Any bytes have an encoding that decodes them", arguments: 0..<64)
    func anyBytes(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        let bytes = (0..<32).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        #expect(LegacyEncoding.guess([bytes]).decode(bytes) != nil)
    }
}
