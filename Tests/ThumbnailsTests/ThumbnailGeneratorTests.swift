import PhonolithFixtures
import PhonolithMediaModel
import PhonolithThumbnails
import Testing

@Suite struct ThumbnailGeneratorTests {
    @Test("exact is the frame on screen, whatever the file is like", arguments: Counting.exact)
    func exact(counting: Counting) async throws {
        var generator = ThumbnailGenerator(path: Fixtures.path(of: "films/\(counting.film)"))
        generator.requestedTimeToleranceBefore = 0
        generator.requestedTimeToleranceAfter = 0
        var found: [Counting.Answer] = []
        for await result in generator.images(at: counting.times) {
            found.append(try Counting.Answer(result))
        }
        #expect(found == counting.answers)
    }

    @Test(
        "nearest is the key frame before or after, by the time of presentation",
        arguments: Counting.nearest)
    func nearest(counting: Counting) async throws {
        let generator = ThumbnailGenerator(path: Fixtures.path(of: "films/\(counting.film)"))
        var found: [Counting.Answer] = []
        for await result in generator.images(at: counting.times) {
            found.append(try Counting.Answer(result))
        }
        #expect(found == counting.answers)
    }

    @Test(
        "within tolerances it is a key frame, else the frame on screen",
        arguments: [
            (0.1, 0.3, 0.8, 1.0), (0.0, 0.1, 0.8, 0.8), (0.5, 0.0, 1.3, 1.0), (0.2, 0.0, 1.3, 1.3),
        ])
    func tolerances(before: Double, after: Double, time: Double, actual: Double) async throws {
        var generator = ThumbnailGenerator(path: Fixtures.path(of: "films/closed-gop.mp4"))
        generator.requestedTimeToleranceBefore = before
        generator.requestedTimeToleranceAfter = after
        #expect(try await generator.image(at: time).actualTime == actual)
    }

    @Test("times in any order, and equal ones, are answered as they were asked, the same both ways")
    func order() async throws {
        let times = [2.05, 0.35, 2.05, 1.55, 0.35, 0]
        var generator = ThumbnailGenerator(path: Fixtures.path(of: "films/open-gop.mkv"))
        generator.requestedTimeToleranceBefore = 0
        generator.requestedTimeToleranceAfter = 0
        var asked: [Double] = []
        var levels: [Int] = []
        for await result in generator.images(at: times) {
            asked.append(result.requestedTime)
            levels.append(try Counting.Answer(result).frame)
        }
        #expect(asked == times)
        #expect(levels == [20, 3, 20, 15, 3, 0])
    }

    @Test(
        "before the end of the file is the last frame; past it the time fails, and the others go on"
    )
    func end() async throws {
        var generator = ThumbnailGenerator(path: Fixtures.path(of: "films/closed-gop.mp4"))
        generator.requestedTimeToleranceBefore = 0
        generator.requestedTimeToleranceAfter = 0
        var codes: [ThumbnailError.Code?] = []
        for await result in generator.images(at: [2.99, 3, 3.2, -1, 1e9, 1]) {
            if case .failed(let error) = result.outcome {
                codes.append(error.code)
            } else {
                codes.append(nil)
            }
        }
        #expect(codes == [nil, nil, .beyondEnd, .beyondEnd, .beyondEnd, nil])
        #expect(try await generator.image(at: 3).actualTime == 2.9)
    }

    @Test(
        "what is no video fails with a reason that tells it apart",
        arguments: [
            ("nothing/there.mp4", ThumbnailError.Code.cannotOpen),
            ("broken/broken.mp4", .cannotOpen), ("odd/text-named.mp3", .cannotOpen),
            ("full/full.flac", .noVideo), ("odd/sound-only.mp4", .noVideo), ("films", .cannotOpen),
        ])
    func noVideo(name: String, code: ThumbnailError.Code) async throws {
        let generator = ThumbnailGenerator(path: Fixtures.path(of: name))
        let error = await #expect(throws: ThumbnailError.self) {
            _ = try await generator.image(at: 0)
        }
        #expect(error?.code == code)
        #expect(error?.reason.isEmpty == false)
    }

    @Test("a video with more pixels than the limit is refused")
    func pixelLimit() async {
        let generator = ThumbnailGenerator(
            path: Fixtures.path(of: "films/closed-gop.mp4"), pixelLimit: 64 * 48 - 1)
        let error = await #expect(throws: ThumbnailError.self) {
            _ = try await generator.image(at: 0)
        }
        #expect(error?.code == .tooManyPixels)
    }

    @Test("a limit of time ends the work")
    func timeLimit() async {
        var generator = ThumbnailGenerator(path: Fixtures.path(of: "films/closed-gop.mp4"))
        generator.timeLimit = 0
        let error = await #expect(throws: ThumbnailError.self) {
            _ = try await generator.image(at: 1)
        }
        #expect(error?.code == .tookTooLong)
    }

    @Test(
        "one time, all of a sequence, and all of a generator can be cancelled; each has its result")
    func cancellation() async {
        let generator = ThumbnailGenerator(path: Fixtures.path(of: "films/closed-gop.mp4"))
        let images = generator.images(at: [0, 1, 2])
        images.cancel(timeAt: 1)
        #expect(await outcomes(of: images) == [true, false, true])
        images.cancel()
        #expect(await outcomes(of: images) == [false, false, false])
        let others = generator.images(at: [0, 1])
        generator.cancelAll()
        #expect(await outcomes(of: others) == [false, false])
        #expect(await outcomes(of: generator.images(at: [0])) == [true])
    }

    @Test("a task that is cancelled gets the results that are owed, as cancelled")
    func taskCancellation() async {
        let images = ThumbnailGenerator(path: Fixtures.path(of: "films/closed-gop.mp4"))
            .images(at: [0, 1, 2])
        let task = Task { () -> [Bool] in
            while !Task.isCancelled { await Task.yield() }
            return await outcomes(of: images)
        }
        task.cancel()
        #expect(await task.value == [false, false, false])
    }

    /// For each result whether it is a picture, where it is not a failure.
    private func outcomes(of images: ThumbnailImages) async -> [Bool] {
        var outcomes: [Bool] = []
        for await result in images {
            switch result.outcome {
            case .succeeded: outcomes.append(true)
            case .cancelled: outcomes.append(false)
            case .failed(let error): Issue.record(error)
            }
        }
        return outcomes
    }
}

/// The answers of a counting film at some times.
struct Counting: CustomTestStringConvertible, Sendable {
    let film: String
    let times: [Double]
    let answers: [Answer]

    var testDescription: String { film }

    struct Answer: Hashable, Sendable {
        /// By its luma, 16 + 7 N.
        let frame: Int
        /// In tenths of a second, rounded.
        let tenth: Int

        init(_ frame: Int, _ tenth: Int) {
            self.frame = frame
            self.tenth = tenth
        }

        init(_ result: ThumbnailResult) throws {
            guard case .succeeded(let image, let time) = result.outcome else {
                throw Missing(result: result)
            }
            let middle = (image.height / 2 * image.width + image.width / 2) * 4
            frame = Int((Double(image.pixels[middle]) * 219 / 255 / 7).rounded())
            tenth = Int((time * 10).rounded())
        }
    }

    struct Missing: Error { let result: ThumbnailResult }

    private init(_ film: String, _ answers: [(Double, Int, Int)]) {
        self.film = film
        times = answers.map(\.0)
        self.answers = answers.map { Answer($0.1, $0.2) }
    }

    static let exact = [
        Counting("closed-gop.mp4", plain), Counting("open-gop.mkv", plain),
        Counting("late-start.ts", plain), Counting("fragmented.mp4", plain),
        // Begins 0.6 s into the film; earlier pictures are not shown.
        Counting("edit-list.mp4", [(0, 6, 0), (0.55, 11, 5), (0.9, 15, 9), (2.36, 29, 23)]),
        // Begins 0.6 s before its clock.
        Counting(
            "negative-start.mkv",
            [(0, 6, 0), (0.05, 6, 0), (0.1, 7, 1), (0.55, 11, 5), (0.96, 15, 9), (2.36, 29, 23)]),
        // Frames begin at 0, 1, 4, 5, 8, 9, … tenths of a second.
        Counting("variable-rate.mkv", variable),
        // The first picture that can be decoded is the tenth.
        Counting("no-key-first.ts", [(0, 10, 4), (0.55, 11, 5), (2.35, 29, 23)]),
    ]

    private static let plain = [
        (0.0, 0, 0), (0.0999, 0, 0), (0.1, 1, 1), (0.55, 5, 5), (0.9, 9, 9), (0.95, 9, 9),
        (1.0, 10, 10),
        (1.75, 17, 17), (2.85, 28, 28), (2.9, 29, 29), (2.999, 29, 29),
    ]
    private static let variable = [
        (0.0, 0, 0), (0.35, 1, 1), (0.55, 3, 5), (0.9, 5, 9), (1.25, 6, 11), (2.95, 15, 28),
    ]

    static let nearest = [
        Counting("closed-gop.mp4", keys), Counting("open-gop.mkv", keys),
        Counting("late-start.ts", keys), Counting("fragmented.mp4", keys),
        Counting("edit-list.mp4", [(0.1, 10, 4), (0.85, 10, 4), (0.95, 20, 14), (2.4, 20, 14)]),
        Counting("negative-start.mkv", [(0.1, 10, 4), (0.85, 10, 4), (1.1, 20, 14)]),
    ]

    private static let keys = [
        (0.0, 0, 0), (0.45, 0, 0), (0.55, 10, 10), (1.2, 10, 10), (1.6, 20, 20), (2.99, 20, 20),
    ]
}
