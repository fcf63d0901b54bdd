import PhonolithCommandLineInterface
import Testing

@Suite struct TableTests {
    @Test(
        "a text takes as many columns as a terminal draws",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("Северный", 8), ("雨宮ひかり", 10),
            ("ｶﾅ", 2), ("ＡＢ", 4), ("한국", 4), ("👩‍🚀", 2), ("🇮🇸", 2), ("a\u{200B}b", 2),
        ])
    func widths(text: String, columns: Int) {
        #expect(text.columnCount == columns)
    }

    @Test(
        "a text that is cut ends with … and never takes more columns than it may",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
            ("雨宮ひかり", 10, "雨宮ひかり"), ("雨宮ひかり", 6, "雨宮…"), ("雨宮ひかり", 2, "…"),
        ])
    func cut(text: String, columns: Int, result: String) {
        #expect(text.fitted(to: columns) == result)
        #expect(text.fitted(to: columns).columnCount <= columns)
    }

    @Test(
        "what would move the cursor, colour the screen or turn the line round is a blank",
        arguments: [
            ("a\u{1B}[31mb", "a [31mb"), ("a\r\nb\tc", "a  b c"), ("\u{9B}2J\u{7F}", " 2J "),
            ("a\u{202E}b\u{2066}c", "a b c"), ("a\u{2028}b", "a b"), ("Björk 雨", "Björk 雨"),
        ])
    func controls(text: String, harmless: String) {
        #expect(text.withoutControls == harmless)
    }

    private let rows = [["ID", "Title", "Artist"], ["1", "A title of some length", "Somebody"]]

    @Test("without a limit, columns are as wide as what they show")
    func free() {
        #expect(TableLayout.widths(of: rows, minima: [nil, 4, 4], within: nil) == [2, 22, 8])
        #expect(TableLayout.widths(of: rows, minima: [nil, 4, 4], within: 36) == [2, 22, 8])
    }

    @Test(
        "the widest column gives way first, until the row fits",
        arguments: [(35, [2, 21, 8]), (22, [2, 8, 8]), (20, [2, 7, 7]), (10, [2, 4, 4])])
    func narrow(width: Int, widths: [Int]) {
        #expect(TableLayout.widths(of: rows, minima: [nil, 4, 4], within: width) == widths)
    }

    @Test("text is cut, a number never")
    func numbers() {
        func line(_ row: [String]) -> String {
            TableLayout.line(row, [3, 6, 4], isRightAligned: [true, false, false])
        }
        #expect(line(["7", "Short", "end"]) == "  7  Short   end")
        #expect(line(["7", "Rather long", ""]) == "  7  Rathe…")
        #expect(line(["10000", "雨宮ひかり", "x"]) == "10000  雨宮…   x")
    }
}
