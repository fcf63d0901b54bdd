import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Testing

@Suite("A film whose sound begins later than its pictures") struct LateSoundTests {
    private let folder: TemporaryFolder

    /// When the sound begins, in seconds.
    private static let delay = 1.5

    init() throws { folder = try TemporaryFolder() }

    private func item(_ name: String) throws -> PlayerItem {
        let film = try CodeFilm.make("whole.mkv", in: folder.url, seconds: 4)
        let late = folder.url.appendingPathComponent(name)
        _ = try output(of: [
            "ffmpeg", "-v", "error", "-i", film.path, "-itsoffset", "\(Self.delay)", "-i",
            film.path, "-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a",
            name.hasSuffix("mkv") ? "pcm_s16le" : "aac", late.path,
        ])
        return PlayerItem(.file(MediaPath(late.path)))
    }

    @Test("begins with its first picture", arguments: ["late.mkv", "late.mp4", "late.ts"])
    func pictures(name: String) async throws {
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [try item(name)])
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        for number in [0, 20, 75, 5] {
            await player.seek(to: (Double(number) + 0.5) / CodeFilm.frameRate)
            try await eventually(within: .seconds(60), "frame \(number) is shown") {
                output.frame(at: player.deviceCurrentTime)?.number == number
            }
        }
        await player.close()
    }

    @Test("is silent until its sound begins, from any place on", arguments: [0, 0.5, 3])
    func sound(start: Double) async throws {
        let file = folder.url.appendingPathComponent("out.wav")
        let player = QueuePlayer(to: .wave(MediaPath(file.path)))
        let events = await player.events()
        await player.setQueue(with: [try item("late.mkv")])
        await player.seek(to: start)
        await player.play()
        for await event in events where event == .playbackStateDidChange(.stopped) { break }
        await player.close()
        // After the header, two bytes for each of 48 000 samples a second.
        let bytes = try Data(contentsOf: file).dropFirst(44)
        let silence = bytes.prefix { $0 == 0 }.count / 2
        let delay = max(0, Self.delay - start) * 48_000
        #expect(abs(Double(silence) - delay) < 100, "\(silence)")
        #expect(abs(Double(bytes.count / 2) - (Self.delay + 4 - start) * 48_000) < 100)
    }
}
