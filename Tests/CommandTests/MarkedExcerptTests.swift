import PhonolithCommandLineInterface
import Testing

@Suite struct MarkedExcerptTests {
    private func lines(_ text: String, _ offset: Int, _ width: Int = 20) -> [String] {
        let excerpt = MarkedExcerpt(of: text, at: offset, width: width)
        return [excerpt.text, excerpt.mark]
    }

    @Test("the caret stands under the place")
    func whole() {
        #expect(lines("year = x", 0) == ["year = x", "^"])
        #expect(lines("year = x", 7) == ["year = x", "       ^"])
        #expect(lines("year =", 6) == ["year =", "      ^"])
        #expect(lines("", 0) == ["", "^"])
    }

    @Test("wide characters, and those of no width, are measured")
    func wide() {
        #expect(lines("雨宮 = x", 5) == ["雨宮 = x", "       ^"])
        #expect(lines("e\u{301} = x", 5) == ["e\u{301} = x", "    ^"])
        #expect(lines("👩‍👩‍👧 x", 6) == ["👩‍👩‍👧 x", "   ^"])
    }

    @Test("what would move the cursor is a blank")
    func controls() {
        #expect(lines("a\r\n\t\u{1B}[2J b", 9) == ["a    [2J b", "         ^"])
    }

    @Test("a long text is cut where it is farthest from the place")
    func cut() {
        let text = "abcdefghijklmnopqrstuvwxyz0123456789"
        #expect(lines(text, 0) == ["abcdefghijklmnopqrs…", "^"])
        #expect(lines(text, 18) == ["…jklmnopqrstuvwxyz0…", "          ^"])
        #expect(
            lines(text, 35) == ["…rstuvwxyz0123456789", String(repeating: " ", count: 19) + "^"])
        #expect(
            lines(text, 36) == ["…stuvwxyz0123456789", String(repeating: " ", count: 19) + "^"])
    }

    @Test("the line is never wider than the terminal, and the caret is under its character")
    func anywhere() throws {
        let text = "ab雨c\u{301}d宮e🎵 f%g'h\"i雨雨j k ひかりlmno"
        let scalars = Array(text.unicodeScalars)
        for width in 10...40 {
            for offset in 0...scalars.count {
                let excerpt = MarkedExcerpt(of: text, at: offset, width: width)
                #expect(excerpt.text.columnCount <= width)
                #expect(excerpt.mark.columnCount <= width)
                guard offset < scalars.count else { continue }
                var column = 0
                let above = excerpt.text.unicodeScalars.first { scalar in
                    column += String(scalar).columnCount
                    return column > excerpt.mark.count - 1
                }
                let isMark = scalars[offset].properties.generalCategory == .nonspacingMark
                if !isMark { #expect(above == scalars[offset] || above == "…") }
            }
        }
    }

    @Test("a terminal that is hardly one is taken for a little wider")
    func narrow() {
        #expect(lines("abcdefghijklmnop", 3, 1) == ["abcdefghi…", "   ^"])
    }
}
