import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

extension ViewingByTheClock {
    /// Whole runs on a screen with a window manager, as on a desktop.
    @Suite("A window on a desktop") struct ManagedWindowTests {
        private let folder: TemporaryFolder
        private let display: DisplayServer

        init() async throws {
            folder = try TemporaryFolder()
            display = try DisplayServer(width: 1024, height: 768)
            try await display.startWindowManager()
        }

        @Test("fills the screen, changes tracks and chapters by key, and closes with the last item")
        func keys() async throws {
            let films = [try filmWithTracks(), try CodeFilm.make("next.mp4", in: folder.url)]
            let program = try FilmProgram(
                films.map(\.path) + ["--output", "null"], on: display, in: folder.url)
            let window = try await program.window("tracks.mkv")
            try program.press("space", in: window)
            // Back to the first chapter, which may be over by now.
            try program.press("Down", in: window)
            let size = try program.place(of: window).size

            try program.press("f", in: window)
            let whole = PixelSize(width: 1024, height: 768)
            let screen = ScalingMode.Placement(x: 0, y: 0, size: whole)
            try await eventually("it fills the screen") { try program.place(of: window) == screen }
            let place = ScalingMode.fit.placement(of: CodeFilm.size, in: whole)
            try program.press("Prior", in: window)
            try await eventually("the second chapter is shown, as large as it can be") {
                try display.screenshot().number(at: place) == 100
            }
            try program.press("Next", in: window)
            try await eventually("the first chapter is shown") {
                try display.screenshot().number(at: place) == 0
            }
            try program.press("Escape", in: window)
            try await eventually("it is a window again") {
                try program.place(of: window).size == size
            }

            for key in ["a", "j", "j", "j", "a"] { try program.press(key, in: window) }
            try await eventually("the last key is obeyed") { program.problemLines.count == 5 }
            #expect(
                Set(program.problemLines) == [
                    "sound: German (deu)", "subtitles: eng", "subtitles: fra", "subtitles: off",
                    "sound: 1",
                ])

            try program.close(window)
            let next = try await program.window("next.mp4")
            try program.close(next)
            let status = try await program.end()
            #expect(status == 0, "\(program.problemLines)")
        }

        /// Two sounds, two subtitles, and chapters at 0 s and 4.02 s.
        private func filmWithTracks() throws -> URL {
            let plain = try CodeFilm.make("plain.mkv", in: folder.url)
            let texts = folder.url.appendingPathComponent("texts.srt")
            try "1\n00:00:07,000 --> 00:00:08,000\na\n".write(
                to: texts, atomically: true, encoding: .utf8)
            let chapters = folder.url.appendingPathComponent("chapters.txt")
            // In the middle of a frame: copying moves pictures by some milliseconds, but not chapters.
            let chapter = "[CHAPTER]\nTIMEBASE=1/100\n"
            try ";FFMETADATA1\n\(chapter)START=0\nEND=402\n\(chapter)START=402\nEND=800\n".write(
                to: chapters, atomically: true, encoding: .utf8)
            let film = folder.url.appendingPathComponent("tracks.mkv")
            _ = try output(of: [
                "ffmpeg", "-v", "error", "-i", plain.path, "-i", texts.path, "-i", chapters.path,
                "-map", "0:v", "-map", "0:a", "-map", "0:a", "-map", "1", "-map", "1", "-c", "copy",
                "-metadata:s:a:1", "language=deu", "-metadata:s:a:1", "title=German",
                "-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=fra",
                "-disposition:s", "0", film.path,
            ])
            return film
        }

        @Test("shows the cover of music, if covers are wanted")
        func cover() async throws {
            let music = folder.url.appendingPathComponent("music.mp3")
            _ = try output(of: [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=60", "-f", "lavfi",
                "-i", "color=white:s=200x200:d=0.04", "-map", "0", "-map", "1", "-disposition:v",
                "attached_pic", music.path,
            ])
            let program = try FilmProgram(
                [music.path, "--cover", "--output", "null"], on: display, in: folder.url)
            let window = try await program.window("music.mp3")
            let place = try program.place(of: window)
            #expect(place.size == PixelSize(width: 200, height: 200))
            // Its middle: the place is off by the title bar.
            try await eventually("the cover is shown") {
                try display.screenshot().brightCount(
                    x: place.x + 50..<place.x + 150, y: place.y + 40..<place.y + 140) == 100 * 100
            }
            try program.press("q", in: window)
            #expect(try await program.end() == 0)
        }
    }
}
