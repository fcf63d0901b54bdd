import Foundation
import PhonolithFilms
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

extension ViewingByTheClock {
    /// Whole runs of `phonolith capture` on a screen of their own.
    @Suite("The preview of a capture") struct PreviewWindowTests {
        private let folder: TemporaryFolder
        private let display: DisplayServer

        init() throws {
            folder = try TemporaryFolder()
            display = try DisplayServer()
        }

        private func capture(_ kind: String, _ arguments: String...) throws -> FilmProgram {
            try FilmProgram(
                command: [
                    "capture", kind, "--device", "lavfi:" + CodeFilm.graph(seconds: 60),
                ] + arguments, on: display, in: folder.url)
        }

        @Test("of a film shows the pictures as they are captured; keys pause and end it")
        func film() async throws {
            let path = folder.url.appendingPathComponent("a.mp4").path
            let program = try capture("video", path, "--audio-device", "none")
            let window = try await program.window("a.mp4")
            let place = try program.place(of: window)
            #expect(place.size == CodeFilm.size)
            let first = try display.screenshot().number(at: place)
            try await eventually("the pictures go on") {
                try display.screenshot().number(at: place) > first + 5
            }
            try program.press("space", in: window)
            try await eventually("it is paused") { try title(of: window) == "‖ a.mp4" }
            try program.press("space", in: window)
            try await eventually("it goes on") { try title(of: window) == "● a.mp4" }
            try program.press("q", in: window)
            #expect(try await program.end() == 0)
            #expect(program.problemLines == [])
            #expect(FileManager.default.fileExists(atPath: path))
        }

        private func title(of window: String) throws -> String {
            try display.control("getwindowname", window)
        }

        @Test("of a photo waits for a key, and takes none when it is closed")
        func photo() async throws {
            for (key, code) in [("space", Int32(0)), ("q", 2)] {
                let path = folder.url.appendingPathComponent("\(key).png").path
                let program = try capture("photo", path, "--preview")
                try program.press(key, in: try await program.window("\(key).png"))
                #expect(try await program.end() == code)
                #expect(program.problemLines.count == (code == 0 ? 0 : 1))
                #expect(FileManager.default.fileExists(atPath: path) == (code == 0))
            }
        }

        @Test("of a photo ends with the display, and none is taken")
        func lostDisplay() async throws {
            let path = folder.url.appendingPathComponent("a.png").path
            let program = try capture("photo", path, "--preview")
            _ = try await program.window("a.png")
            display.stop()
            #expect(try await program.end() == 2)
            #expect(
                program.problemLines == [
                    "phonolith: the display is gone; nothing can be chosen",
                    "phonolith: no photo was taken",
                ])
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test("is left out with one line if the display cannot be used, and without one with none")
        func noDisplay() async throws {
            for (name, options, beginnings) in [
                ("", [], []), ("", ["--preview"], ["phonolith: no display for a preview"]),
                (":98765", [], ["phonolith: cannot open the display"]),
                (":98765", ["--no-preview"], []),
            ] as [(String, [String], [String])] {
                let path = folder.url.appendingPathComponent("\(UUID().uuidString).mp4").path
                let program = try FilmProgram(
                    command: [
                        "capture", "video", path, "--device", "lavfi:testsrc2", "--audio-device",
                        "none", "--duration", "0.2",
                    ] + options, on: display, in: folder.url, environment: ["DISPLAY": name])
                #expect(try await program.end() == 0)
                let lines = program.problemLines
                #expect(lines.count == beginnings.count, "\(lines)")
                #expect(zip(lines, beginnings).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
            }
        }
    }
}
