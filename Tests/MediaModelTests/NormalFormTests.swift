import Foundation
import PhonolithMediaModel
import Testing

@testable import PhonolithMediaModel

@Suite("Normal forms of Unicode") struct NormalFormTests {
    /// Rows of the normalization's own kinds (UAX 15, 1.1): marks in and out of order, singletons, Hangul, compositions that
    /// are excluded, ligatures, widths, and what stays.
    static let texts = [
        "", "plain", "Bj\u{F6}rk", "Bjo\u{308}rk", "a\u{327}\u{301}", "a\u{301}\u{327}", "\u{212B}",
        "\u{2126}", "\u{1E69}", "s\u{323}\u{307}", "\u{1E9B}\u{323}", "\u{AC00}",
        "\u{1100}\u{1161}",
        "\u{1100}\u{1161}\u{11A8}", "\u{D4DB}", "\u{0958}", "\u{FB1D}", "\u{2ADC}",
        "\u{304B}\u{3099}",
        "\u{FB01}n", "\u{FF21}\u{FF11}", "x\u{B2}", "\u{2460}", "\u{FDFA}",
        "\u{1F600}\u{200D}\u{1F525}", "\u{0344}", "\u{1D15E}", "e\u{301}\u{0}\u{65}\u{301}",
        "\u{3B1}\u{345}\u{301}", "\u{1F80}", "\u{10FFFF}", "\u{E000}\u{301}",
        String(repeating: "e\u{301}", count: 2_000),
    ]

    @Test("are those of another implementation", arguments: texts)
    func agrees(text: String) {
        func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
        #expect(
            scalars(text.normalized(.composed))
                == scalars(text.precomposedStringWithCanonicalMapping))
        #expect(
            scalars(text.normalized(.decomposed))
                == scalars(text.decomposedStringWithCanonicalMapping))
        #expect(
            scalars(text.normalized(.compatible))
                == scalars(text.precomposedStringWithCompatibilityMapping))
    }

    /// The other implementation leaves the voiced mark of half-width kana by itself.
    @Test("join half-width kana with their marks, as UAX 15 has them")
    func kana() {
        #expect("\u{FF76}\u{FF9E}\u{FF8A}\u{FF9F}".normalized(.compatible) == "\u{30AC}\u{30D1}")
    }

    @Test("of every scalar that both know are the same")
    func everyScalar() {
        let differing = (UInt32(0)...0x2FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            guard scalar.properties.generalCategory != .unassigned,
                // What came to Unicode with 15.0 is known to one of the two on some systems.
                (scalar.properties.age?.major ?? 99) < 15
            else { return false }
            let text = String(scalar)
            return !text.normalized(.composed).unicodeScalars.elementsEqual(
                text.precomposedStringWithCanonicalMapping.unicodeScalars)
                || !text.normalized(.decomposed).unicodeScalars.elementsEqual(
                    text.decomposedStringWithCanonicalMapping.unicodeScalars)
                || !text.normalized(.compatible).unicodeScalars.elementsEqual(
                    text.precomposedStringWithCompatibilityMapping.unicodeScalars)
        }
        #expect(differing.map { String($0.value, radix: 16) } == [])
    }
}

@Suite("Numbers as text") struct NumberTextTests {
    @Test(
        "are rounded as printf rounds them",
        arguments: [
            0, 0.06, 0.34, 1, 1.004, 9.949, 12, 999.4, 999.96, 1e6, 123_456.789, -0.04, -1.26,
        ],
        0...4)
    func decimals(number: Double, decimals: Int) {
        let printed = String(format: "%.\(decimals)f", number)
        // A nought has no sign.
        let isNought = printed.allSatisfy { "-0.".contains($0) }
        #expect(
            number.text(decimals: decimals) == (isNought ? printed.filter { $0 != "-" } : printed))
    }

    @Test(
        "that lie between two go away from nought, as people round",
        arguments: [(0.05, "0.1"), (0.25, "0.3"), (0.35, "0.4"), (9.95, "10.0"), (-0.25, "-0.3")]
            as [(Double, String)])
    func halves(number: Double, text: String) { #expect(number.text(decimals: 1) == text) }

    @Test(
        "leave out what is nought",
        arguments: [
            (0, "0"), (10, "10"), (0.5, "0.5"), (1.25, "1.25"), (0.1234, "0.123"), (1.9996, "2"),
            (100.5, "100.5"), (.infinity, "inf"), (1e300, "1e+300"),
        ] as [(Double, String)])
    func short(number: Double, text: String) { #expect(number.text(upToDecimals: 3) == text) }
}

@Suite("Texts without what is at their ends") struct TrimmingTests {
    @Test(
        arguments: [
            ("", ""), (" ", ""), ("  a b\t", "a b"), ("\u{3000}a\u{A0}", "a"),
            ("a\u{200B}", "a\u{200B}"),
            ("\ra\r\n", "\ra\r\n"),
        ])
    func blanks(text: String, trimmed: String) { #expect(text.trimmed(of: \.isBlank) == trimmed) }

    @Test(arguments: [("\r\n a \u{2028}\n", "a"), ("\u{85}a\u{B}", "a")])
    func whitespace(text: String, trimmed: String) {
        #expect(text.trimmed(of: \.isWhitespace) == trimmed)
    }
}
