import Foundation
import Scanning
import Testing

@Suite struct LyricsFileTests {
    @Test(
        "a file of lyrics gives its words, without times and without what is said of the song",
        arguments: [
            ("[00:01.00]First\n[00:02.50]Second", "First\nSecond"),
            ("[ar:Someone]\n[ti:Something]\n[00:01.00]First", "First"),
            ("[00:01.00][00:09.00]Again", "Again"),
            ("[00:01.00]<00:01.10>word <00:01.50>by <00:01.90>word", "word by word"),
            ("[1:02]short\r\n[100:02:33]long\r\n", "short\nlong"),
            ("[00:01.00]One\n\n[00:05.00]Two", "One\n\nTwo"),
            ("plain words, no times", "plain words, no times"),
            ("[00:01.00][Chorus] stays", "[Chorus] stays"),
            ("[00:01.00]e\u{301}", "é"),
            ("[00:01.00]\n[ar:Someone]\n", nil),
            ("", nil),
        ] as [(String, String?)])
    func words(text: String, words: String?) {
        #expect(LyricsFile.words(of: text) == words)
    }

    /// The same word, as programs write it.
    private static let encoded: [[UInt8]] = {
        let units = Array("Señal".utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let utf8 = Array("Señal".utf8)
        let latin: [UInt8] = [0x53, 0x65, 0xF1, 0x61, 0x6C]
        return [
            utf8, [0xEF, 0xBB, 0xBF] + utf8, latin, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big,
        ]
    }()

    @Test("the text is read in the encoding that the bytes are in", arguments: encoded)
    func encodings(bytes: [UInt8]) {
        #expect(LyricsFile.text(bytes) == "Señal")
    }
}
