import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

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

    /// Of sounds in German, English (by default), nothing stated, and Brazilian Portuguese, of growing loudness, the one that is
    /// heard.
    static let languages: [([String], Int)] = [
        ([], 1), (["de"], 0), (["ger"], 0), (["deu", "en"], 0), (["fr", "en"], 1),
        (["fr"], 1), (["pt"], 3), (["pt-PT"], 3), (["fr", "pt-BR", "de"], 3),
    ]

    @Test("the sound is in the first of the wanted languages that there is", arguments: languages)
    func language(wanted: [String], track: Int) async throws {
        let film = folder.url.appendingPathComponent("film.mkv")
        let volumes = [0.1, 0.2, 0.4, 0.8]
        let sounds = volumes.map { "aevalsrc=\($0):d=1:s=8000" }
        _ = try output(
            of: ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=black:s=64x64:d=1"]
                + sounds.flatMap { ["-f", "lavfi", "-i", $0] }
                + (0...4).flatMap { ["-map", "\($0)"] } + [
                    "-c:v", "libx264", "-c:a", "flac", "-sample_fmt", "s16",
                    "-metadata:s:a:0", "language=ger",
                    "-metadata:s:a:1", "language=eng", "-metadata:s:a:3", "language=pt-BR",
                    "-disposition:a:0", "0", "-disposition:a:1", "default", "-disposition:a:2",
                    "0", "-disposition:a:3", "0", film.path,
                ])
        let file = folder.url.appendingPathComponent("out.wav")
        let player = QueuePlayer(to: .wave(MediaPath(file.path)))
        await player.setAudioLanguages(wanted.compactMap { LanguageTag($0) })
        let events = await player.events()
        await player.setQueue(with: [PlayerItem(.file(MediaPath(film.path)))])
        await player.play()
        for await event in events where event == .playbackStateDidChange(.stopped) { break }
        await player.close()
        let samples = try Data(contentsOf: file).dropFirst(44)
        let value = samples.dropFirst(samples.count / 4 * 2).prefix(2)
        let level = Double(Int16(value.first ?? 0) | Int16(value.last ?? 0) << 8) / 32768
        #expect(abs(level - volumes[track]) < 0.01, "\(level)")
        await player.close()
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
