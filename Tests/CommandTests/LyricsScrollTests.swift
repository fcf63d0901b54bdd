import PhonolithMediaCommandLine
import PhonolithMediaModel
import PhonolithPlayback
import Testing

@Suite struct LyricsScrollTests {
    private static let text = "[00:01]One\n[00:02]Two\n[00:03]\n[00:04]Four\n[00:20]Five"

    @Test("each line is shown once when its time comes, and after a seek the one that is sung")
    func lines() {
        var scroll = LyricsScroll()
        let item = Self.item(1)
        let times: [(Double, [String])] = [
            (0, []), (1.1, ["One"]), (1.3, []), (2.1, ["Two"]), (4.2, ["Four"]), (21, ["Five"]),
            (2.5, ["Two"]), (30, ["Four", "Five"]), (0, []), (30, ["Five"]),
        ]
        for (time, expected) in times {
            #expect(scroll.lines(of: item, at: time) { _ in Self.text } == expected, "\(time)")
        }
    }

    @Test("another item has its own lyrics, or none, and words without times are shown once")
    func items() {
        var scroll = LyricsScroll()
        #expect(scroll.lines(of: Self.item(1), at: 5) { _ in Self.text } == ["Four"])
        #expect(scroll.lines(of: Self.item(2), at: 5) { _ in nil }.isEmpty)
        #expect(scroll.lines(of: Self.item(3), at: 5) { _ in "Plain\ntext" } == ["Plain", "text"])
        #expect(scroll.lines(of: Self.item(3), at: 6) { _ in "Plain\ntext" }.isEmpty)
        #expect(scroll.lines(of: Self.item(1), at: 5) { _ in Self.text } == ["Four"])
        #expect(scroll.lines(of: nil, at: 5) { _ in Self.text }.isEmpty)
    }

    private static func item(_ number: Int) -> PlayerItem {
        PlayerItem(.file(MediaPath("/music/\(number).mp3")))
    }
}
