import Foundation
import PhonolithFilms
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

@Suite("The video output") struct VideoOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func item(_ film: URL) -> PlayerItem { PlayerItem(.file(MediaPath(film.path))) }

    /// The next frame of what waits at its place.
    private func frame(of output: PlayerVideoOutput, _ player: QueuePlayer) async throws
        -> VideoFrame
    {
        var frame: VideoFrame?
        try await eventually(within: .seconds(60), "there is a frame") {
            frame = output.frame(at: player.deviceCurrentTime)
            return frame != nil
        }
        return try #require(frame)
    }

    @Test(
        "shows the frame on screen at the place where a player waits, in any format",
        arguments: ["film.mp4", "film.mkv", "film.ts", "film.nut"])
    func seeking(name: String) async throws {
        let film = try CodeFilm.make(name, in: folder.url)
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [item(film)])
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        #expect(try await frame(of: output, player).number == 0)
        // Forward, back, within what is decoded already, and far.
        for number in [75, 76, 37, 197, 0, 125] {
            await player.seek(to: (Double(number) + 0.5) / 25)
            // Where decoding takes long, another frame may be shown before.
            try await eventually(within: .seconds(60), "frame \(number) is shown") {
                output.frame(at: player.deviceCurrentTime)?.number == number
            }
        }
        await player.close()
    }

    @Test(
        "shows what a server sends, whether or not one can seek there",
        arguments: [true, false])
    func served(hasRanges: Bool) async throws {
        let film = try CodeFilm.make("film.mkv", in: folder.url, seconds: 30)
        let server = MusicServer(
            Array(try Data(contentsOf: film)), hasRanges ? .good : .withoutRanges)
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [
            PlayerItem(.url("http://127.0.0.1:\(server.port)/film.mkv"))
        ])
        await player.play()
        // The pictures are looked for when the sound is on its way already.
        try await eventually("the sound is heard") {
            player.heardPlace.time(at: AudioClock.now) > 0.2
        }
        await player.pause()
        let output = await PlayerVideoOutput(player) { _ in true }
        let place = Int(await player.currentPlaybackTime * 25)
        // Where decoding takes long, another frame may be shown before.
        try await eventually("a frame about \(place) is shown") {
            guard let frame = output.frame(at: player.deviceCurrentTime) else { return false }
            return [place - 1, place, place + 1].map { $0 & 0xFF }.contains(frame.number)
        }
        await player.close()
    }

    @Test("steps from frame to frame, and by several", arguments: [false, true])
    func steps(isInMemory: Bool) async throws {
        let film = try CodeFilm.make("film.mp4", in: folder.url)
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [
            isInMemory ? PlayerItem(data: try Data(contentsOf: film)) : item(film)
        ])
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        #expect(output.presentationSize == nil)
        #expect(try await frame(of: output, player).number == 0)
        #expect(output.presentationSize == PixelSize(width: 160, height: 120))
        for number in 1...60 {
            try await eventually(within: .seconds(60), "the next frame is decoded") {
                output.frameTimes.next != nil
            }
            await output.step(byCount: 1)
            #expect(try await frame(of: output, player).number == number)
        }
        for (count, number) in [(-1, 59), (0, 59), (4, 63), (-3, 60), (10, 70), (1, 71)] {
            try await eventually(within: .seconds(60), "the next frame is decoded") {
                output.frameTimes.next != nil
            }
            await output.step(byCount: count)
            guard count != 0 else { continue }
            try await eventually(within: .seconds(60), "frame \(number) is shown") {
                output.frame(at: player.deviceCurrentTime)?.number == number
            }
        }
        await player.close()
    }

    @Test(
        "frames have the shape in which they are seen, and are upright",
        arguments: [
            (["-c:v", "mpeg4", "-q:v", "2"], ",setsar=2/1", PixelSize(width: 320, height: 120)),
            (["-c:v", "libx264", "-qp", "12"], "", PixelSize(width: 160, height: 120)),
            (["-c:v", "ffv1", "-pix_fmt", "yuv444p"], "", PixelSize(width: 160, height: 120)),
            (
                ["-c:v", "libx264", "-qp", "12", "-x264opts", "tff=1"], "",
                PixelSize(width: 160, height: 120)
            ),
        ])
    func shapes(options: [String], filter: String, size: PixelSize) async throws {
        let film = try CodeFilm.make(
            "film.mkv", in: folder.url, seconds: 2, options: options, filter: filter)
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [item(film)])
        await player.seek(to: 1)
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        var last: VideoFrame?
        try await eventually(within: .seconds(60), "the frame at 1 s is shown") {
            last = output.frame(at: player.deviceCurrentTime) ?? last
            return last?.number == 25
        }
        #expect(last?.shownSize == size)
        #expect(output.presentationSize == size)
        await player.close()
    }

    @Test("a film that is stored sideways is shown upright") func rotation() async throws {
        let film = try CodeFilm.make("film.mp4", in: folder.url, seconds: 2)
        // The matrix of the first track's header, which is that of the pictures (ISO/IEC 14496-12, 8.3.2): a quarter turn.
        let matrix: [Int32] = [0, 1 << 16, 0, -1 << 16, 0, 0, 0, 0, 1 << 30]
        var bytes = try Data(contentsOf: film)
        let header = try #require(bytes.range(of: Data("tkhd".utf8)))
        let place = header.upperBound + 40
        bytes.replaceSubrange(
            place..<place + 36,
            with: matrix.flatMap { withUnsafeBytes(of: $0.bigEndian) { Array($0) } })
        let turned = folder.url.appendingPathComponent("turned.mp4")
        try bytes.write(to: turned)
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [item(turned)])
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        let frame = try await frame(of: output, player)
        #expect(frame.shownSize == PixelSize(width: 120, height: 160))
        #expect(frame.storedSize == frame.shownSize)
        #expect(frame.pixelFormat == .rgba)
        await player.close()
    }

    @Test("broken frames are survived, and what follows is shown")
    func brokenFrames() async throws {
        let film = try CodeFilm.make("film.ts", in: folder.url, seconds: 6)
        var bytes = try Data(contentsOf: film)
        for place in stride(from: bytes.count / 3, to: bytes.count / 2, by: 37) {
            bytes[place] = UInt8(truncatingIfNeeded: place)
        }
        try bytes.write(to: film)
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [item(film)])
        await player.seek(to: 5.5)
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        try await eventually(within: .seconds(60), "a whole frame is shown") {
            output.frame(at: player.deviceCurrentTime)?.number == 137
        }
        await player.close()
    }

    @Test("sound alone has no pictures", arguments: ["sound.flac", "cover.mp3"])
    func soundAlone(name: String) async throws {
        let sound = folder.url.appendingPathComponent(name)
        let cover =
            name == "cover.mp3"
            ? ["-f", "lavfi", "-i", "color=red:s=64x64:d=0.04", "-map", "0", "-map", "1"] : []
        _ = try output(
            of: ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=2"] + cover
                + ["-disposition:v", "attached_pic", sound.path])
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [item(sound)])
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        try await eventually(within: .seconds(60), "the file was looked at") {
            output.tracks != nil
        }
        #expect(output.tracks?.sounds == [])
        #expect(output.frame(at: player.deviceCurrentTime) == nil)
        await player.close()
    }

    @Test("sounds, subtitles and chapters are found, and subtitles read from any place")
    func tracks() async throws {
        let film = try CodeFilm.make("plain.mkv", in: folder.url)
        let texts = folder.url.appendingPathComponent("texts.srt")
        try "1\n00:00:01,000 --> 00:00:02,000\nfirst\n\n2\n00:00:05,000 --> 00:00:06,000\nsecond\n"
            .write(to: texts, atomically: true, encoding: .utf8)
        let chapters = folder.url.appendingPathComponent("chapters.txt")
        try """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1
        START=0
        END=4
        [CHAPTER]
        TIMEBASE=1/1
        START=4
        END=8
        """.write(to: chapters, atomically: true, encoding: .utf8)
        let whole = folder.url.appendingPathComponent("whole.mkv")
        _ = try output(of: [
            "ffmpeg", "-v", "error", "-i", film.path, "-i", texts.path, "-i", chapters.path, "-map",
            "0:v", "-map", "0:a", "-map", "0:a", "-map", "1", "-c", "copy", "-metadata:s:a:1",
            "language=deu", "-metadata:s:s:0", "language=eng", "-metadata:s:s:0", "title=English",
            whole.path,
        ])
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [item(whole)])
        await player.prepareToPlay()
        let output = await PlayerVideoOutput(player)
        _ = try await frame(of: output, player)
        let tracks = try #require(output.tracks)
        #expect(tracks.sounds.map(\.language) == [nil, "deu"])
        #expect(tracks.subtitles.map(\.name) == ["English (eng)"])
        #expect(tracks.chapters.map { ($0 * 10).rounded() / 10 } == [0, 4])
        await player.seek(to: 4.9)
        output.selectSubtitles(tracks.subtitles.first?.stream)
        try await eventually(within: .seconds(60), "the text that comes is read") {
            _ = output.frame(at: player.deviceCurrentTime)
            return output.subtitles(from: 0).events.contains { $0.line.hasSuffix("second") }
        }
        let text = try #require(output.subtitles(from: 0).events.last)
        #expect(abs(text.time - 5) < 0.05 && text.duration == 1)
        output.selectSubtitles(nil)
        try await eventually(within: .seconds(60), "none are read any more") {
            output.subtitles(from: 0).header == nil
        }
        await player.close()
    }
}
