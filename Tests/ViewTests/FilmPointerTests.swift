import PhonolithMediaCommandLine
import PhonolithMediaModel
import Testing

@testable import phonolith_view

@Suite("The mouse in a film's window") struct FilmPointerTests {
    /// A bar from x = 24 to x = 616, around y = 340.
    private static let content = OverlayContent(
        view: PixelSize(width: 640, height: 360),
        progress: .init(time: 60, duration: 600, isPaused: false, volume: 100))

    /// An event, where the window is on the screen, and when.
    struct Event {
        let event: PointerEvent
        var origin = (x: 0, y: 0)
        let time: Double
    }

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let events: [Event]
        let actions: [FilmPointer.Action?]
        /// What is done when no second click can come any more.
        var later: FilmPointer.Action?
    }

    private static func press(_ x: Int, _ y: Int, _ count: Int = 1, at time: Double) -> Event {
        Event(event: .pressed(x: x, y: y, clickCount: count), time: time)
    }

    private static func move(_ x: Int, in origin: (Int, Int) = (0, 0), at time: Double) -> Event {
        Event(event: .moved(x: x, y: 0), origin: origin, time: time)
    }

    private static let pause = FilmPointer.Action.key(.player(.playPause))
    private static let bar = content.bar ?? .init(x: 0...1, y: 0...1)
    private static let middle = (bar.x.lowerBound + bar.x.upperBound) / 2
    private static let height = bar.y.lowerBound + 1

    static let rows = [
        Row(
            testDescription: "a click pauses when it stays alone",
            events: [press(300, 100, at: 0)], actions: [nil], later: pause),
        Row(
            testDescription: "two clicks are full screen, and no pause",
            events: [press(300, 100, at: 0), press(300, 100, 2, at: 0.2)],
            actions: [nil, .key(.fullScreen)]),
        Row(
            testDescription: "the wheel is the volume",
            events: [Event(event: .turned(1), time: 0), Event(event: .turned(-2), time: 1)],
            actions: [.key(.player(.volume(0.05))), .key(.player(.volume(-0.1)))]),
        Row(
            testDescription: "a click on the bar seeks, and does not pause",
            events: [press(middle, height, at: 0)], actions: [.seek(0.5)]),
        Row(
            testDescription: "beyond the ends of the bar are the ends of the film",
            events: [
                press(bar.x.lowerBound - 3, height, at: 0),
                press(bar.x.upperBound + 3, height, at: 1),
            ], actions: [.seek(0), .seek(1)]),
        Row(
            testDescription: "the bar is dragged, a few times a second, also from beside it",
            events: [
                move(0, at: 0), press(middle, height, at: 1),
                move(bar.x.lowerBound, at: 1.05),
                move(bar.x.lowerBound - 1, at: 1.5),
                Event(event: .released(x: bar.x.upperBound, y: 0), time: 2),
                move(middle, at: 3),
            ], actions: [nil, .seek(0.5), .wake, .seek(0), .seek(1), .wake]),
        Row(
            testDescription: "a window that moves below the pointer is no movement",
            events: [
                move(95, in: (5, 5), at: 0), move(90, in: (10, 5), at: 1),
                move(91, in: (10, 5), at: 2),
            ], actions: [nil, nil, .wake]),
    ]

    @Test("does what it does in other players", arguments: rows)
    func actions(row: Row) {
        var pointer = FilmPointer()
        let actions = row.events.map {
            pointer.action(
                of: $0.event, origin: $0.origin, scale: 1, content: Self.content, at: $0.time)
        }
        #expect(actions == row.actions)
        let end = (row.events.last?.time ?? 0) + PendingClick.patience + 0.01
        #expect(pointer.lateAction(at: end) == row.later)
        #expect(pointer.lateAction(at: end + 1) == nil)
    }

    @Test("is hidden when it stands still") func hiding() {
        var pointer = FilmPointer()
        pointer.begin(at: 0)
        #expect(pointer.isVisible(at: 1))
        #expect(!pointer.isVisible(at: 4))
        for (x, time) in [(1, 5.0), (2, 6.0)] {
            _ = pointer.action(
                of: .moved(x: x, y: 0), origin: (0, 0), scale: 1, content: nil, at: time)
        }
        #expect(pointer.isVisible(at: 8))
        #expect(!pointer.isVisible(at: 10))
    }

    @Test("points where pixels are smaller than points") func scale() {
        var pointer = FilmPointer()
        let action = pointer.action(
            of: .pressed(x: Self.middle / 2, y: Self.height / 2, clickCount: 1), origin: (0, 0),
            scale: 2, content: Self.content, at: 0)
        #expect(action == .seek(0.5))
    }

    @Test(
        "there is no bar where the length is unknown, and the panel stays in small windows",
        arguments: [(640, 360), (160, 120), (64, 48), (1, 1), (3840, 2160)])
    func panel(width: Int, height: Int) {
        var content = Self.content
        content.view = PixelSize(width: width, height: height)
        #expect(content.bar.map { $0.y.lowerBound >= 0 } == true)
        content.progress?.duration = nil
        #expect(content.bar == nil)
        #expect(content.fraction(atX: Self.middle, y: Self.height) == nil)
    }
}
