import Foundation
import MediaModel
import Playback
import TestSupport
import Testing
import Thumbnails
import VideoPlayback

@Suite("What a film can be played as") struct ChoiceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("the chosen sound is heard", arguments: [nil, 0, 1])
    func sound(track: Int?) async throws {
        // The second sound is silence.
        let film = folder.url.appendingPathComponent("film.mkv")
        _ = try output(of: [
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=black:s=64x64:d=1", "-f", "lavfi",
            "-i", "sine=duration=1", "-f", "lavfi", "-i", "anullsrc=d=1", "-map", "0", "-map", "1",
            "-map", "2", "-c:v", "libx264", "-c:a", "flac", film.path,
        ])
        let file = folder.url.appendingPathComponent("out.wav")
        let player = QueuePlayer(to: .wave(MediaPath(file.path)))
        let events = await player.events()
        await player.setQueue(with: [PlayerItem(.file(MediaPath(film.path)))])
        await player.setAudioTrack(track)
        await player.play()
        for await event in events where event == .playbackStateDidChange(.stopped) { break }
        await player.close()
        let samples = try Data(contentsOf: file).dropFirst(44)
        #expect(samples.count > 80_000)
        #expect(samples.contains { $0 != 0 } == (track != 1))
    }

    @Test("high dynamic range is shown as thumbnails show it")
    func dynamicRange() async throws {
        let film = folder.url.appendingPathComponent("film.mkv")
        _ = try output(of: [
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
            "testsrc2=s=160x120:d=1:r=25,format=yuv420p10le",
            "-c:v", "ffv1", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace",
            "bt2020nc", "-color_range", "tv", film.path,
        ])
        let path = MediaPath(film.path)
        var generator = ThumbnailGenerator(path: path)
        generator.dynamicRangePolicy = .forceSDR
        let thumbnail = try await generator.image(at: 0.5).image
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [PlayerItem(.file(path))])
        await player.seek(to: 0.5)
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        var frame: VideoFrame?
        try await eventually(within: .seconds(60), "there is a frame") {
            frame = output.frame(at: player.deviceCurrentTime)
            return frame != nil
        }
        #expect(frame?.shownSize == PixelSize(width: thumbnail.width, height: thumbnail.height))
        #expect(frame?.packedPixels == thumbnail.pixels)
        await player.close()
    }
}

extension VideoFrame {
    /// The pixels of a frame in RGBA, without any padding behind its rows.
    fileprivate var packedPixels: [UInt8]? {
        let size = storedSize
        return withPlane(0) { start, stride in
            (0..<size.height).flatMap { row in
                (0..<size.width * 4).map { start[row * stride + $0] }
            }
        }
    }
}
