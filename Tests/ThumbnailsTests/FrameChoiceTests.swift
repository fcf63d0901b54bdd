import PhonolithMediaModel
import PhonolithThumbnails
import Testing

/// At any time, by any way of seeking, the frame is the one that decoding the whole file from the start gives.
@Suite struct FrameChoiceTests {
    struct Film: CustomTestStringConvertible, Sendable {
        var name: String
        var options: [String]
        var testDescription: String { name }

        init(_ name: String, _ options: String) {
            self.name = name
            self.options = options.split(separator: " ").map(String.init)
        }
    }

    /// Short and long distances between key frames; clocks that begin late; containers that date packets by
    /// decoding alone.
    static let films = [
        Film("plain.avi", "-c:v mpeg4 -g 25 -q:v 2"),
        Film("reordered.avi", "-c:v mpeg4 -bf 2 -g 25 -q:v 2"),
        Film("packed.avi", "-c:v libxvid -bf 2 -g 25 -q:v 2"),
        Film("h264.avi", "-c:v libx264 -bf 2 -g 60 -crf 10"),
        Film("coarse.avi", "-c:v mjpeg -q:v 2"),
        Film("mpeg1.mpg", "-c:v mpeg1video -bf 2 -g 12 -q:v 2"),
        Film("mpeg2.mpg", "-c:v mpeg2video -bf 2 -g 50 -q:v 2"),
        Film("low.mpg", "-c:v mpeg2video -g 12 -q:v 2"),
        Film("mpeg2.vob", "-c:v mpeg2video -bf 2 -g 12 -q:v 2"),
        Film("fields.mpg", "-c:v mpeg2video -bf 2 -g 12 -q:v 2 -flags +ildct+ilme"),
        Film("fields.ts", "-c:v mpeg2video -bf 2 -g 12 -q:v 2 -flags +ildct+ilme"),
        Film("reordered.ts", "-c:v libx264 -bf 2 -g 25 -crf 10"),
        Film("reordered.mp4", "-c:v libx264 -bf 3 -g 25 -crf 10"),
        Film("late.mkv", "-c:v libx264 -bf 3 -g 25 -crf 10 -output_ts_offset 5.2"),
        Film("simple.wmv", "-c:v wmv2 -g 25 -q:v 2"),
        Film("reordered.wmv", "-c:v mpeg4 -bf 2 -g 25 -q:v 2"),
    ]

    @Test("exact, nearest and bounded agree with a whole decoding", arguments: films)
    func agreement(film: Film) async throws {
        let made = try NumberedFilm(film.name, film.options)
        // An encoder may lose the last that it holds back.
        #expect(made.frames.count > NumberedFilm.count - 4)
        var random = SplitMix(state: 7)
        let end = made.frames.last?.time ?? 0
        let times = (0..<16).map { _ in Double.random(in: 0...end, using: &random) }
        try await check(made, times, before: 0, after: 0) { made.onScreen(at: $0) }
        try await check(made, times, before: .infinity, after: .infinity) { made.key(nearest: $0) }
        try await check(made, times, before: .infinity, after: 0) {
            made.key(nearest: $0, to: $0) ?? made.onScreen(at: $0)
        }
        try await check(made, times, before: 0.1, after: 0.3) {
            made.key(nearest: $0, from: $0 - 0.1, to: $0 + 0.3) ?? made.onScreen(at: $0)
        }
    }

    /// All in one go, in the order of the file, and a few each by a generator that has read nothing yet.
    private func check(
        _ film: NumberedFilm, _ times: [Double], before: Double, after: Double,
        expected: (Double) -> NumberedFilm.Frame?
    ) async throws {
        var generator = ThumbnailGenerator(path: film.path, threads: 1)
        generator.requestedTimeToleranceBefore = before
        generator.requestedTimeToleranceAfter = after
        for await result in generator.images(at: times) {
            let frame = expected(result.requestedTime)
            guard case .succeeded(let image, let time) = result.outcome else {
                Issue.record("\(result)")
                continue
            }
            #expect(NumberedFilm.number(of: image) == frame?.number, "at \(result.requestedTime)")
            #expect(abs(time - (frame?.time ?? -1)) < 0.002, "at \(result.requestedTime)")
        }
        for time in times.prefix(3) {
            var fresh = ThumbnailGenerator(path: film.path, threads: 1)
            fresh.requestedTimeToleranceBefore = before
            fresh.requestedTimeToleranceAfter = after
            let made = try await fresh.image(at: time)
            #expect(NumberedFilm.number(of: made.image) == expected(time)?.number, "at \(time)")
        }
    }

    @Test(
        "decoding begins a key frame earlier where packets have no time, where the decoder keeps state and where a picture may be cut",
        arguments: [
            ("h264", "mov,mp4,m4a,3gp,3g2,mj2", true, true, false),
            ("mpeg4", "avi", true, false, true), ("mpeg4", "avi", true, true, false),
            ("wmv3", "asf", true, true, true), ("vc1", "matroska,webm", false, true, true),
            ("wmv2", "asf", true, true, false), ("mpeg2video", "mpegts", false, true, true),
            ("mpeg2video", "mpegts", true, true, false),
            ("mpeg2video", "mov,mp4,m4a,3gp,3g2,mj2", false, true, false),
            ("mpeg1video", "mpeg", true, false, true),
        ])
    func leadIn(
        codec: String, format: String, isProgressive: Bool, hasTime: Bool, expected: Bool
    ) {
        #expect(
            LeadIn.isNeeded(
                codec: codec, format: format, isProgressive: isProgressive, hasTime: hasTime)
                == expected)
    }

    @Test("a key frame is earlier by its place in the file, by its time only where that is unknown")
    func places() {
        let later = KeyPlace(time: 10, position: 500)
        #expect(KeyPlace(time: 10, position: 400).isBefore(later))
        #expect(!KeyPlace(time: 9, position: 500).isBefore(later))
        #expect(KeyPlace(time: 9, position: nil).isBefore(later))
        #expect(!KeyPlace(time: 10, position: nil).isBefore(later))
    }

    @Test("what begins late is as long as its frames, and ends with them")
    func lateStart() async throws {
        let film = try NumberedFilm(
            "late.mkv", ["-c:v", "libx264", "-g", "25", "-output_ts_offset", "5.2"])
        let generator = ThumbnailGenerator(path: film.path)
        #expect(abs(try await generator.duration - 9.6) < 0.05)
        #expect(try await generator.image(at: 9.5).actualTime > 8)
        let error = await #expect(throws: ThumbnailError.self) {
            _ = try await generator.image(at: 9.8)
        }
        #expect(error?.code == .beyondEnd)
    }
}

/// Numbers that are the same each time.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
