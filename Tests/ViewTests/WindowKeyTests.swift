import PhonolithMediaCommandLine
import Testing

@testable import phonolith_view

@Suite("Keys in the window") struct WindowKeyTests {
    @Test(
        "mean what they mean in the terminal, and more",
        arguments: [
            (" ", .player(.playPause)), ("q", .player(.quit)), ("n", .player(.next)),
            ("+", .player(.volume(0.05))), ("f", .fullScreen), ("m", .mute), ("j", .subtitles),
            ("a", .sound), (".", .nextFrame), ("]", .faster), ("ä", nil), ("", nil),
        ] as [(String, WindowKey?)])
    func typed(text: String, key: WindowKey?) { #expect(WindowKey(typed: text) == key) }

    @Test(
        "speeds go up and down and end",
        arguments: [
            (1.0, true, 1.25), (1.0, false, 0.75), (2.0, true, 2.0), (0.5, false, 0.5),
            (1.1, true, 1.25), (1.1, false, 1.0),
        ])
    func speed(rate: Double, isFaster: Bool, next: Double) {
        #expect(Stepping.speed(after: rate, isFaster: isFaster) == next)
    }

    @Test(
        "chapters lead to the next, and back to the beginning of the current one first",
        arguments: [
            ([0, 60, 120], 0.0, true, 60.0), ([0, 60, 120], 59.95, true, 120),
            ([0, 60, 120], 130, true, nil), ([0, 60, 120], 100, false, 60),
            ([0, 60, 120], 61, false, 0), ([0, 60, 120], 1, false, 0), ([], 5, true, nil),
            ([], 5, false, nil),
        ] as [([Double], Double, Bool, Double?)])
    func chapter(starts: [Double], time: Double, isNext: Bool, start: Double?) {
        #expect(Stepping.chapter(in: starts, at: time, isNext: isNext) == start)
    }

    @Test("tracks follow each other; after the last come none, or the first")
    func tracks() {
        #expect(Stepping.track(after: nil, in: [1, 2], allowsNone: true) == 1)
        #expect(Stepping.track(after: 1, in: [1, 2], allowsNone: true) == 2)
        #expect(Stepping.track(after: 2, in: [1, 2], allowsNone: true) == nil)
        #expect(Stepping.track(after: 2, in: [1, 2], allowsNone: false) == 1)
        #expect(Stepping.track(after: nil, in: [Int](), allowsNone: true) == nil)
    }
}
