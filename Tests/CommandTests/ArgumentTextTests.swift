import PhonolithCommandLineInterface
import PhonolithMediaModel
import Testing

@Suite struct ArgumentTextTests {
    @Test(
        "every sequence of bytes comes back from its text",
        arguments: [
            [], [0x61], [0xE9], Array("ä€😀".utf8), [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
            [0xC3, 0xA4, 0xC3], [0x2D, 0x2D, 0xFF, 0x3D, 0xFE], [0xED, 0xA0, 0x80], [0xC0, 0x80],
            // U+10FF80 and U+10FFFF, which stand for bytes.
            [0xF4, 0x8F, 0xBE, 0x80], [0xF4, 0x8F, 0xBF, 0xBF, 0xE9], [0xF4, 0x90, 0x80, 0x80],
        ])
    func roundTrip(bytes: [UInt8]) {
        #expect(ArgumentText.bytes(ArgumentText.text(bytes)) == bytes)
    }

    @Test(
        "random bytes come back, and different bytes have different texts",
        arguments: [UInt64.random(in: 0 ... .max)])
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        // By UTF-8, because Swift takes equivalent characters for equal, as ";" and the Greek question mark.
        var seen: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                [UInt8.random(in: 0...255, using: &generator), 0xF4, 0x8F, 0xBE, 0xBF, 0x80]
                    .randomElement(using: &generator) ?? 0
            }
            let text = ArgumentText.text(bytes)
            #expect(ArgumentText.bytes(text) == bytes)
            if let other = seen.updateValue(bytes, forKey: Array(text.utf8)) {
                #expect(other == bytes)
            }
        }
    }

    @Test("what is UTF-8 stays as it is")
    func plain() {
        for text in ["", "a", "Björk", "日本", "\u{10FF7F}", "e\u{301}"] {
            #expect(Array(ArgumentText.text(Array(text.utf8)).utf8) == Array(text.utf8))
        }
    }
}
