import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

/// Films by systematic variation: each is a row of the tables in `fixtures/vary`.
@Suite struct VariedFilmTests {
    private static let films = LongTests.areWhole ? VariedFilm.all : VariedFilm.tenth(seed: 65)

    @Test("Times, pictures and sizes are those of decoding from the start", arguments: films)
    func agreement(varied: VariedFilm) async throws {
        let film = try NumberedFilm(varied)
        if let refusal = varied.refusal { return await checkRefusal(of: film, refusal) }
        let frames = film.frames.filter { $0.time >= 0 && $0.isTimed }
        guard let last = frames.last else {
            Issue.record("no frame is found by ffprobe")
            return
        }
        var random = SplitMix(state: 7)
        let times =
            (0..<5).map { _ in Double.random(in: 0...last.time, using: &random) }
            + (0..<4).compactMap { _ in frames.randomElement(using: &random)?.time } + [last.time]
        var generator = ThumbnailGenerator(path: film.path, threads: 1)
        generator.requestedTimeToleranceBefore = 0
        generator.requestedTimeToleranceAfter = 0
        for await result in generator.images(at: times) {
            check(result, film.onScreen(at: result.requestedTime), turn: varied.turn)
        }
        generator.requestedTimeToleranceBefore = .infinity
        generator.requestedTimeToleranceAfter = .infinity
        for await result in generator.images(at: times) {
            guard let key = film.key(nearest: result.requestedTime, from: -.infinity), key.isTimed
            else { continue }
            check(result, key, turn: varied.turn)
        }
    }

    private func check(_ result: ThumbnailResult, _ frame: NumberedFilm.Frame?, turn: Int) {
        guard case .succeeded(let image, let time) = result.outcome, let frame else {
            Issue.record("\(result)")
            return
        }
        // `ffprobe` rounds times to microseconds.
        #expect(
            abs(time - frame.time) < 2.1e-6, "\(time) for \(frame.time) at \(result.requestedTime)")
        #expect(
            NumberedFilm.number(of: image, turn: turn) == frame.number,
            "at \(result.requestedTime)")
        let size = turn % 180 == 0 ? [frame.width, frame.height] : [frame.height, frame.width]
        #expect([image.width, image.height] == size, "at \(result.requestedTime)")
    }

    private func checkRefusal(of film: NumberedFilm, _ word: String) async {
        for tolerance in [0, Double.infinity] {
            var generator = ThumbnailGenerator(path: film.path, threads: 1)
            generator.requestedTimeToleranceBefore = tolerance
            generator.requestedTimeToleranceAfter = tolerance
            let error = await #expect(throws: ThumbnailError.self) {
                _ = try await generator.image(at: 1)
            }
            #expect(error?.reason.contains(word) == true, "\(String(describing: error))")
        }
    }

    @Test("The axes give hundreds of films with different names")
    func count() {
        let names = VariedFilm.all.map(\.name)
        #expect(names.count > 400)
        #expect(Set(names).count == names.count)
    }
}
