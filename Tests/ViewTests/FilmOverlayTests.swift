import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

extension ViewingByTheClock {
    /// Whole runs on a screen without a window manager.
    @Suite("What is shown over a film") struct FilmOverlayTests {
        private let folder: TemporaryFolder
        private let display: DisplayServer
        private static let size = PixelSize(width: 640, height: 480)

        init() throws {
            folder = try TemporaryFolder()
            display = try DisplayServer()
        }

        /// A black film in a window of ``size``, and where that is.
        private func start(
            _ options: [String] = []
        ) async throws -> (program: FilmProgram, window: String, place: ScalingMode.Placement) {
            let film = try CodeFilm.make(
                "film.mkv", in: folder.url, seconds: 60,
                options: ["-c:v", "libx264", "-vf", "lutyuv=y=16"])
            let program = try FilmProgram(
                [film.path, "--output", "null"] + options, on: display, in: folder.url)
            let window = try await program.window("film.mkv")
            let (width, height) = ("\(Self.size.width)", "\(Self.size.height)")
            try display.control("windowsize", "--sync", window, width, height)
            try await eventually("the window has its size") {
                try program.place(of: window).size == Self.size
            }
            return (program, window, try program.place(of: window))
        }

        /// How many pixels are bright in the upper and in the lower part of the window.
        private func counts(in place: ScalingMode.Placement) throws -> (top: Int, bottom: Int) {
            let shot = try display.screenshot()
            let columns = place.x..<place.x + place.size.width
            return (
                shot.brightCount(x: columns, y: place.y..<place.y + 60),
                shot.brightCount(
                    x: columns, y: place.y + place.size.height - 70..<place.y + place.size.height)
            )
        }

        @Test("a key's answer and the place in the film are shown for some seconds")
        func keys() async throws {
            let (program, window, place) = try await start()
            try program.press("bracketright", in: window)
            try await eventually(within: .seconds(60), "the speed and the place are shown") {
                let counts = try counts(in: place)
                return counts.top > 20 && counts.bottom > 100
            }
            try await eventually(within: .seconds(60), "they are gone") {
                try counts(in: place) == (0, 0)
            }
            #expect(program.problemLines == ["speed: 1.25"])
            try program.press("q", in: window)
            #expect(try await program.end() == 0)
        }

        @Test("the mouse pauses, sets the volume, seeks and shows the place")
        func mouse() async throws {
            let (program, window, place) = try await start()
            func hasEvent(_ word: String) -> Bool {
                program.eventLines.contains { $0.contains(word) }
            }
            func move(_ x: Int, _ y: Int) throws {
                try display.control("mousemove", "\(place.x + x)", "\(place.y + y)")
            }
            var x = 300
            try await eventually(within: .seconds(60), "the place is shown") {
                x += 1
                try move(x, 100)
                return try counts(in: place).bottom > 100
            }
            try display.control("click", "1")
            try await eventually(within: .seconds(60), "it pauses") { hasEvent("\"paused\"") }
            // What has not changed is shown again as well as what has.
            for _ in 1...2 {
                try await eventually(within: .seconds(60), "the place is gone") {
                    try counts(in: place) == (0, 0)
                }
                try await eventually(within: .seconds(60), "the place is shown again") {
                    x += 1
                    try move(x, 100)
                    return try counts(in: place).bottom > 100
                }
            }
            try display.control("click", "5")
            try await eventually(within: .seconds(60), "it is less loud") {
                hasEvent("\"volume\":0.95")
            }
            // The middle of the bar of a film of a minute, while the bar is shown.
            let font = Self.size.height / 22
            let bar = Self.size.height - font / 2 - font * 12 / 5 + font * 8 / 5 + 2
            try await eventually(within: .seconds(60), "it goes to the middle") {
                try move(Self.size.width / 2, bar - 1)
                try move(Self.size.width / 2, bar)
                try display.control("click", "1")
                return program.eventLines.contains { line in
                    line.contains("timeJumped")
                        && line.firstMatch(of: /"to":(29|30)[.\d]*/) != nil
                }
            }
            #expect(program.problemLines == [])
            try program.press("q", in: window)
            #expect(try await program.end() == 0)
        }

        @Test("the window fills the screen without a window manager, and is as before then")
        func fullScreen() async throws {
            let (program, window, place) = try await start()
            let screen = ScalingMode.Placement(
                x: 0, y: 0, size: PixelSize(width: 1024, height: 768))
            for (key, expected) in [("f", screen), ("Escape", place), ("Return", screen)] {
                try program.press(key, in: window)
                try await eventually(within: .seconds(60), "after \(key) the place is right") {
                    try program.place(of: window) == expected
                }
            }
            try program.press("q", in: window)
            #expect(try await program.end() == 0)
        }

        @Test(
            "subtitles that are pictures are shown where they belong, in the wanted language",
            arguments: ["ger", "de", "en,deu"])
        func pictureSubtitles(languages: String) async throws {
            let film = try BlurayFilm.make(
                "film.mkv", in: folder.url,
                options: ["-c:s", "copy", "-metadata:s:s:0", "language=ger"])
            let program = try FilmProgram(
                [film.path, "--output", "null", "--subtitle-language", languages], on: display,
                in: folder.url)
            let window = try await program.window("film.mkv")
            let place = try program.place(of: window)
            let (x, y) = (place.x + BlurayFilm.x, place.y + BlurayFilm.y)
            let size = BlurayFilm.size
            try await eventually(within: .seconds(60), "the rectangle is shown") {
                try display.screenshot()
                    .brightCount(x: x..<x + size.width, y: y..<y + size.height)
                    == size.width * size.height
            }
            let shot = try display.screenshot()
            let whole = shot.brightCount(
                x: place.x..<place.x + place.size.width, y: place.y..<place.y + place.size.height)
            #expect(whole == size.width * size.height)
            #expect(try await program.end() == 0)
        }
    }
}
