import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

extension ViewingByTheClock {
    /// Whole runs on a screen of their own, with the keys that a user presses.
    @Suite("The window") struct WindowTests {
        private let folder: TemporaryFolder
        private let display: DisplayServer

        init() throws {
            folder = try TemporaryFolder()
            display = try DisplayServer()
        }

        private func start(_ arguments: String...) throws -> FilmProgram {
            try FilmProgram(arguments + ["--output", "null"], on: display, in: folder.url)
        }

        /// The number of the frame on screen, when it has not changed for a while.
        private func settledNumber(at place: ScalingMode.Placement) async throws -> Int {
            var (last, sameCount) = (-1, 0)
            try await eventually("the picture stands still") {
                let number = try display.screenshot().number(at: place)
                sameCount = number == last ? sameCount + 1 : 0
                last = number
                return sameCount > 2
            }
            return last
        }

        private func shows(_ number: Int, at place: ScalingMode.Placement) async throws {
            try await eventually(within: .seconds(60), "frame \(number) is on screen") {
                try display.screenshot().number(at: place) == number
            }
        }

        @Test("shows the frames that belong there, after pauses, steps and seeks")
        func frames() async throws {
            let film = try CodeFilm.make("film.mp4", in: folder.url)
            let program = try start(film.path, "--start", "2")
            let window = try await program.window("film.mp4")
            let place = try program.place(of: window)
            #expect(place.size == CodeFilm.size)
            try program.press("space", in: window)
            try await eventually("it pauses") {
                program.eventLines.contains { $0.contains("\"paused\"") }
            }
            let number = try await settledNumber(at: place)
            #expect((50..<100).contains(number))
            try program.press("period", in: window)
            try await shows(number + 1, at: place)
            try program.press("comma", in: window)
            try await shows(number, at: place)
            try program.press("Left", in: window)
            try await shows(max(0, number - 125), at: place)
            try program.press("q", in: window)
            #expect(try await program.end() == 0)
            #expect(program.problemLines == [])
        }

        @Test("fits, fills and stretches the picture") func scaling() async throws {
            let film = try CodeFilm.make("film.mp4", in: folder.url)
            let program = try start(film.path, "--start", "2")
            let window = try await program.window("film.mp4")
            try program.press("space", in: window)
            let number = try await settledNumber(at: try program.place(of: window))
            try display.control("windowsize", "--sync", window, "480", "240")
            let view = try program.place(of: window)
            #expect(view.size == PixelSize(width: 480, height: 240))
            for mode in ScalingMode.allCases {
                var place = mode.placement(of: CodeFilm.size, in: view.size)
                (place.x, place.y) = (place.x + view.x, place.y + view.y)
                try await eventually(within: .seconds(60), "the picture is shown to \(mode)") {
                    let shot = try display.screenshot()
                    guard shot.number(at: place) == number else { return false }
                    // Where there is no picture, there is nothing.
                    let left = shot.brightCount(
                        x: view.x..<max(view.x, place.x), y: view.y..<view.y + 240)
                    let right = shot.brightCount(
                        x: min(place.x + place.size.width, view.x + 480)..<view.x + 480,
                        y: view.y..<view.y + 240)
                    return left == 0 && right == 0
                }
                try program.press("z", in: window)
            }
            try program.press("q", in: window)
            #expect(try await program.end() == 0)
        }

        @Test("a file of subtitles beside the film is shown, and hidden by a key")
        func subtitles() async throws {
            let film = try CodeFilm.make(
                "film.mkv", in: folder.url, options: ["-c:v", "libx264", "-vf", "lutyuv=y=16"])
            try "1\n00:00:00,000 --> 00:00:08,000\nHHHHHH\n".write(
                to: folder.url.appendingPathComponent("film.en.srt"), atomically: true,
                encoding: .utf8)
            let program = try start(film.path)
            let window = try await program.window("film.mkv")
            try display.control("windowsize", "--sync", window, "480", "360")
            let place = try program.place(of: window)
            func brightCount() throws -> Int {
                try display.screenshot().brightCount(
                    x: place.x..<place.x + place.size.width,
                    y: place.y + 240..<place.y + place.size.height)
            }
            try await eventually(within: .seconds(60), "the text is shown") {
                try brightCount() > 50
            }
            try program.press("j", in: window)
            try await eventually(within: .seconds(60), "the text is hidden") {
                try brightCount() == 0
            }
            #expect(program.problemLines == ["subtitles: off"])
            try program.press("q", in: window)
            #expect(try await program.end() == 0)
        }

        @Test("music and films follow each other: the window is there for the films alone")
        func mixedQueue() async throws {
            let film = try CodeFilm.make("film.mp4", in: folder.url)
            let music = folder.url.appendingPathComponent("music.flac")
            _ = try output(of: [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=60", music.path,
            ])
            let program = try start(film.path, music.path)
            let window = try await program.window("film.mp4")
            try program.press("n", in: window)
            try await eventually("the window is gone") {
                try display.control("search", "--onlyvisible", "--name", ".").isEmpty
            }
            #expect(program.process.isRunning)
            program.process.interrupt()
            #expect(try await program.end() == 130)
        }

        @Test("a library that cannot be opened is reported once, and the film is shown")
        func unusableLibrary() async throws {
            let film = try CodeFilm.make("film.mp4", in: folder.url)
            try Data("mine".utf8).write(to: folder.url.appendingPathComponent("library.sqlite"))
            let program = try start(film.path)
            _ = try await program.window("film.mp4")
            program.process.interrupt()
            #expect(try await program.end() == 130)
            #expect(
                program.problemLines.map { $0.hasSuffix("plays are not counted") } == [true],
                "\(program.problemLines)")
        }

        @Test(
            "when the display goes away, the sound plays on to its end",
            arguments: ["software", "opengl"])
        func lostDisplay(renderer: String) async throws {
            let film = try CodeFilm.make("film.mp4", in: folder.url)
            let program = try FilmProgram(
                [film.path, "--output", "null"], on: display, in: folder.url,
                environment: ["DISPLAY": display.name, "SDL_RENDER_DRIVER": renderer])
            _ = try await program.window("film.mp4")
            display.stop()
            try await eventually("it is reported") { !program.problemLines.isEmpty }
            #expect(
                program.problemLines == ["phonolith: the display is gone; playing the sound"])
            #expect(try await program.end() == 0)
            #expect(program.eventLines.contains { $0.contains("itemDidPlayToEnd") })
        }

        @Test(
            "without a display a film is heard, after one line; --no-video needs none",
            arguments: [
                ("", [], ["phonolith: no display for pictures"]),
                (":98765", [], ["phonolith: cannot open the display"]), ("", ["--no-video"], []),
            ])
        func noDisplay(name: String, options: [String], beginnings: [String]) async throws {
            let film = try CodeFilm.make("film.mp4", in: folder.url, seconds: 1)
            let program = try FilmProgram(
                [film.path, "--output", "null:10"] + options, on: display, in: folder.url,
                environment: ["DISPLAY": name])
            #expect(try await program.end() == 0)
            let lines = program.problemLines
            #expect(lines.count == beginnings.count)
            #expect(zip(lines, beginnings).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
            #expect(lines.allSatisfy { $0.hasSuffix("; playing the sound") }, "\(lines)")
        }
    }
}
