import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

extension ViewingByTheClock {
    @Suite("Pictures and sound") struct InStepTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func item(_ film: URL) -> PlayerItem { PlayerItem(.file(MediaPath(film.path))) }

        @Test("frames come when their time is heard, each once, at any speed", arguments: [1.0, 2])
        func inStep(rate: Double) async throws {
            let film = try CodeFilm.make("film.mp4", in: folder.url)
            let player = QueuePlayer(to: .null(speed: 1))
            let output = await PlayerVideoOutput(player)
            await player.setQueue(with: [item(film)])
            await player.setRate(rate)
            await player.play()
            // Of each frame how long after its time it came, and how long after its time it was looked for in vain: a
            // program that looks late gets it late, or a later one.
            var delays: [(found: Double, missed: Double)] = []
            var numbers: [Int] = []
            var looked = 0.0
            try await eventually(within: .seconds(60), "six seconds are shown") {
                let moment = player.deviceCurrentTime
                guard let time = output.time(at: moment) else { return false }
                defer { looked = time }
                guard let frame = output.frame(at: moment) else { return false }
                numbers.append(frame.number)
                delays.append(((time - frame.time) / rate, (looked - frame.time) / rate))
                return frame.time > 6
            }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<))
            #expect(numbers.count + output.frameCounts.dropped >= numbers.last ?? 0)
            // The first may be shown before its time.
            #expect(
                delays.dropFirst().allSatisfy { $0.found >= -0.002 && $0.missed <= 0.02 },
                "\(delays)")
            await player.close()
        }

        @Test("a slow view drops frames, and stays in step") func slowView() async throws {
            let film = try CodeFilm.make("film.mp4", in: folder.url)
            let player = QueuePlayer(to: .null(speed: 1))
            let output = await PlayerVideoOutput(player)
            await player.setQueue(with: [item(film)])
            await player.play()
            var delays: [Double] = []
            while delays.count < 20 {
                let moment = player.deviceCurrentTime
                if let time = output.time(at: moment), let frame = output.frame(at: moment) {
                    delays.append(time - frame.time)
                }
                try await Task.sleep(for: .milliseconds(150))
            }
            #expect(delays.dropFirst().allSatisfy { (-0.002...0.06).contains($0) }, "\(delays)")
            let counts = output.frameCounts
            #expect(counts.shown == 20 && counts.dropped >= 40, "\(counts)")
            await player.close()
        }

        @Test("pictures may change their size in the middle") func changingSize() async throws {
            let small = try CodeFilm.make("small.ts", in: folder.url, seconds: 1)
            let large = try CodeFilm.make(
                "large.ts", in: folder.url, seconds: 1, filter: ",scale=320:240")
            let list = folder.url.appendingPathComponent("list.txt")
            try "file '\(small.path)'\nfile '\(large.path)'\n".write(
                to: list, atomically: true, encoding: .utf8)
            let film = folder.url.appendingPathComponent("both.ts")
            _ = try output(of: [
                "ffmpeg", "-v", "error", "-f", "concat", "-safe", "0", "-i", list.path, "-c",
                "copy",
                film.path,
            ])
            let player = QueuePlayer(to: .null(speed: 1))
            let output = await PlayerVideoOutput(player)
            await player.setQueue(with: [item(film)])
            await player.play()
            var sizes: [PixelSize] = []
            try await eventually(within: .seconds(60), "both sizes are shown") {
                if let frame = output.frame(at: player.deviceCurrentTime),
                    sizes.last != frame.shownSize
                {
                    sizes.append(frame.shownSize)
                }
                return sizes.count > 1
            }
            #expect(
                sizes == [PixelSize(width: 160, height: 120), PixelSize(width: 320, height: 240)])
            await player.close()
        }

        @Test("a film without sound plays as long as its pictures")
        func silentFilm() async throws {
            let film = try CodeFilm.make(
                "film.mkv", in: folder.url, seconds: 3,
                options: ["-an", "-c:v", "libx264", "-qp", "12"])
            let count = try await played(film)
            #expect(count == 75)
        }

        @Test("pictures that continue after the sound are shown to their end")
        func shortSound() async throws {
            let film = try CodeFilm.make(
                "film.mkv", in: folder.url, seconds: 3,
                options: ["-c:v", "libx264", "-qp", "12", "-af", "atrim=end=1", "-c:a", "flac"])
            let count = try await played(film)
            #expect(count == 75)
        }

        /// Plays a film to its end, and counts its frames.
        private func played(_ film: URL) async throws -> Int {
            let player = QueuePlayer(to: .null(speed: 0.5))
            let output = await PlayerVideoOutput(player)
            let events = await player.events()
            await player.setQueue(with: [item(film)])
            await player.play()
            let showing = Task {
                var numbers: Set<Int> = []
                while !Task.isCancelled {
                    if let frame = output.frame(at: player.deviceCurrentTime) {
                        numbers.insert(frame.number)
                    }
                    await Task.yield()
                }
                return numbers
            }
            var end: Double?
            for await event in events {
                if case .itemDidPlayToEnd = event { end = await player.currentPlaybackTime }
                if event == .queueDidEnd { break }
            }
            showing.cancel()
            let numbers = await showing.value
            #expect(end != nil)
            await player.close()
            return (numbers.max() ?? -1) + 1
        }
    }
}
