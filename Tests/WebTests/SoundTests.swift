import Foundation
import PhonolithTestSupport
import Testing

extension BrowserTests {
    /// The sound of the page: recorded at a sound server that the browser plays to.
    @Suite(
        "The sound of the page", .serialized, .household(filling: SoundShelf.make(in:)),
        .timeLimit(.minutes(20)))
    struct SoundTests {
        typealias Form = SoundShelf.Form

        private let household: Household
        private let shared: Chromium
        private var server: PulseServer { shared.sound }

        init() throws {
            household = try #require(Household.current)
            shared = try #require(Chromium.shared)
        }

        // MARK: - Joints

        /// The sound where one file ends and the next begins.
        private enum Joint: Equatable {
            case exact
            /// A number of samples too many, or too few.
            case off(Int)
            /// The samples round it were not heard as they are: the machine was too busy.
            case disturbed
        }

        /// Samples on each side of a joint that are looked for.
        private static let length = 2048

        @Test(
            "is one signal, without a lost or a repeated sample, where it was cut into three files",
            arguments: Form.joined)
        func joints(_ form: Form) async throws {
            let parts = try SoundShelf.decoded(form, in: household.music)
            // The sound server has one rate.
            let own = form.rate == 44_100 ? nil : try await Chromium.start(rate: form.rate)
            let browser = try await album(form.album, in: own)
            var heard: [[Joint]] = []
            // A busy machine loses samples now and then, at any place; a wrong joint is wrong each time.
            func isHeard(_ joint: Int) -> Bool { heard.contains { $0[joint] == .exact } }
            while heard.count < 8, !(isHeard(0) && isHeard(1)) {
                let recording = try await recording(
                    of: form, from: browser, on: (own ?? shared).sound)
                heard.append(joints(of: parts, in: recording))
            }
            #expect(isHeard(0) && isHeard(1), "\(heard)")
            try await browser.stop()
            await own?.stop()
        }

        /// A browser that shows an album.
        private func album(_ title: String, in chromium: Chromium? = nil) async throws -> Browser {
            let browser = try await household.visit("/albums", in: chromium)
            let tile =
                "[...document.querySelectorAll('.tile-link')].find(e => e.textContent.includes(\(title.quoted)))"
            try await browser.wait(for: tile)
            try await browser.run("\(tile).click()")
            return browser
        }

        /// Plays the album that is shown to its end.
        private func recording(
            of form: Form, from browser: Browser, on server: PulseServer
        ) async throws -> [Float] {
            let recorder = try await SinkRecorder(on: server, rate: form.rate)
            try await browser.click(".hero .button.primary")
            let title = "document.querySelector('#bar .title')?.textContent"
            try await browser.wait(
                for: "\(title) === \("\(form) 1".quoted)", every: .milliseconds(200))
            try await browser.wait(
                for:
                    "\(title) === \("\(form) 3".quoted) && document.querySelector('#bar .play').title === 'Play'",
                seconds: 120, every: .seconds(1))
            try await recorder.waitForMore(seconds: 1)
            return try recorder.samples()
        }

        private func joints(of parts: [[Float]], in recording: [Float]) -> [Joint] {
            return zip(parts, parts.dropFirst()).map { before, after in
                let end = Matching.place(
                    of: before.suffix(Self.length), in: recording, tolerance: 0.001)
                guard let end else { return .disturbed }
                let begin = Matching.place(
                    of: after.prefix(Self.length), in: recording, from: end, tolerance: 0.001)
                guard let begin else { return .disturbed }
                return begin == end + Self.length ? .exact : .off(begin - end - Self.length)
            }
        }

        // MARK: - Tones and their times

        /// Which of the shelf's tones are heard, in the order in which they come.
        private func steps(in recording: [Float]) -> [Int] {
            let block = 4410
            let heard = stride(from: 0, to: recording.count - block, by: block).map {
                Matching.frequency(of: recording[$0..<$0 + block], rate: 44_100).flatMap {
                    frequency in
                    (0..<SoundShelf.stepCount).first {
                        abs(SoundShelf.frequency(ofStep: $0) - frequency) < 25
                    }
                }
            }
            // Where one tone follows another in a block, that is like a third one.
            let steps = zip(heard, heard.dropFirst()).compactMap { $0 == $1 ? $0 : nil }
            return steps.enumerated().filter {
                $0.offset == 0 || steps[$0.offset - 1] != $0.element
            }
            .map(\.element)
        }

        /// Listens until a tone is heard, and gives what has been heard until then.
        private func steps(
            until step: Int, _ recorder: SinkRecorder, from start: Int = 0
        ) async throws -> [Int] {
            let end = ContinuousClock.now + .seconds(60)
            while true {
                let heard = steps(in: try recorder.samples(from: start))
                if heard.contains(step) || ContinuousClock.now > end { return heard }
                try await recorder.waitForMore(seconds: 0.5)
            }
        }

        /// Moves the seek bar, as a hand does.
        private static func seek(to time: Double, of duration: Double) -> String {
            """
            const bar = document.querySelector('#bar .slider');
            bar.value = \(time / duration * 1000);
            for (const name of ['input', 'change']) bar.dispatchEvent(new Event(name));
            """
        }

        private static func row(_ title: String) -> String {
            "[...document.querySelectorAll('.row .title')].find(e => e.textContent === \(title.quoted))"
        }

        @Test(
            "comes from where one seeks to: at once after the click on a song, and later",
            arguments: Form.sought)
        func seeking(_ form: Form) async throws {
            let browser = try await household.visit("/search?q=steps")
            try await browser.wait(for: Self.row(form.steps))
            let recorder = try await SinkRecorder(on: server, rate: 44_100)
            let length = Double(SoundShelf.stepCount)
            try await browser.run(
                "\(Self.row(form.steps)).click(); \(Self.seek(to: 12.2, of: length))")
            let early = try await steps(until: 14, recorder)
            #expect(early == [12, 13, 14])
            let start = recorder.count
            try await browser.run(Self.seek(to: 3.2, of: length))
            let late = try await steps(until: 5, recorder, from: start)
            // Samples on their way to the sound server are heard before.
            #expect(late.suffix(3) == [3, 4, 5] && late.dropLast(3).allSatisfy { $0 >= 14 })
            try await browser.stop()
        }

        // MARK: - The queue

        @Test(
            "follows the queue as it is when a song ends, and not as it was when the next was ready"
        )
        func changes() async throws {
            let browser = try await album("Colours")
            let recorder = try await SinkRecorder(on: server, rate: 44_100)
            try await browser.click(".hero .button.primary")
            try await browser.wait(
                for: "document.querySelector('#bar .title')?.textContent === 'Red'")
            // The first song is long enough to be decoded, and the next to be ready.
            try await recorder.waitForMore(seconds: 5)
            try await browser.press("q")
            try await browser.wait(for: Self.row("Green"))
            try await browser.run("\(Self.row("Green")).focus()")
            try await browser.press(Browser.Key.delete)
            #expect(try await steps(until: 2, recorder) == [0, 2])
            try await browser.stop()
        }

        @Test("begins again on the very sample where one song repeats")
        func repetition() async throws {
            let browser = try await album(Form.flac.album)
            let part = SoundShelf.noise(at: 44_100)[2]
            try await browser.wait(for: Self.row("FLAC 3"))
            let recorder = try await SinkRecorder(on: server, rate: 44_100)
            let toRepeatOne =
                "const button = document.querySelector('#bar [data-use=repeat]'); button.click(); button.click();"
            try await browser.run("\(Self.row("FLAC 3")).click(); \(toRepeatOne)")
            var joint = Joint.disturbed
            let end = ContinuousClock.now + .seconds(90)
            var start = recorder.count
            while joint != .exact, ContinuousClock.now < end {
                // Three times the song, so that it ends and begins at least once.
                try await recorder.waitForMore(seconds: 6.5)
                joint = joints(of: [part, part], in: try recorder.samples(from: start))[0]
                start = recorder.count
            }
            #expect(joint == .exact)
            try await browser.stop()
        }

        // MARK: - Loudness

        @Test("is as loud as the volume and the file's ReplayGain say")
        func loudness() async throws {
            let browser = try await household.visit("/search?q=loud")
            try await browser.wait(for: Self.row("Loud"))
            let recorder = try await SinkRecorder(on: server, rate: 44_100)
            try await browser.run("\(Self.row("Loud")).click()")
            try await expectAmplitude(SoundShelf.loudness * 0.5, recorder)
            let volume =
                "const bar = document.querySelector('#bar .volume'); bar.value = 50; bar.dispatchEvent(new Event('input'));"
            try await browser.run(volume)
            try await expectAmplitude(SoundShelf.loudness * 0.5 * 0.25, recorder)
            try await browser.press("f")
            try await browser.run(
                "const choice = document.querySelector('.now-details select'); choice.value = 'off'; choice.dispatchEvent(new Event('change'));"
            )
            try await expectAmplitude(SoundShelf.loudness * 0.25, recorder)
            try await browser.stop()
        }

        /// Waits until the tone is heard so loud.
        private func expectAmplitude(_ expected: Double, _ recorder: SinkRecorder) async throws {
            let end = ContinuousClock.now + .seconds(60)
            var heard = 0.0
            while abs(heard / expected - 1) > 0.02, ContinuousClock.now < end {
                try await recorder.waitForMore(seconds: 0.3)
                let samples = try recorder.samples(from: recorder.count - 4410)
                heard = Matching.amplitude(of: 1000, in: samples[...], rate: 44_100)
            }
            #expect(abs(heard / expected - 1) <= 0.02, "\(heard), not \(expected)")
        }
    }
}
