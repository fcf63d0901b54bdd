import Foundation
import Testing

@testable import PhonolithTagReading

/// How texts of tags are made fit to keep.
@Suite struct CleanTextTests {
    @Test(
        "Text comes out in NFC, trimmed, without control characters",
        arguments: [
            ("plain", "plain"), ("  blanks\t ", "blanks"), ("Bjo\u{308}rk", "Björk"),
            ("a\u{0}b\u{7}c\u{1B}[31m", "abc[31m"), ("a\r\nb\rc", "a\nb\nc"),
            ("\u{FEFF}mark", "mark"), ("\u{0}\u{1}", nil), ("   ", nil), ("", nil),
            ("か\u{3099}", "が"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("и\u{306}", "й"),
            ("\u{3000}夜\u{A0}", "夜"), ("–’…", "–’…"), ("\u{212B}", "Å"),
        ] as [(String, String?)])
    func cleaning(text: String, expected: String?) {
        // Swift's equality knows no normal forms; the bytes do.
        #expect(CleanText.text(text).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        var copy = text
        let ofBytes = copy.withUTF8 { CleanText.text($0) }
        #expect(ofBytes.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test("A line has no breaks")
    func line() {
        #expect(CleanText.line("a\nb\tc") == "a b c")
    }

    @Test("What is taken for composed stays as it is, whatever stands before it")
    func composed() {
        let scalars = (0...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }
            .filter(CleanText.isComposed)
        #expect(scalars.count > 30_000)
        let changed = scalars.filter { scalar in
            let text = ["a", "I", "か", "가", "и", "Α"].map { "\($0)\(scalar)" }.joined()
            return !text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
        }
        #expect(changed.isEmpty)
    }
}
