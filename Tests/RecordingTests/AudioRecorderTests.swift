import Foundation
import PhonolithLibav
import PhonolithMediaModel
import PhonolithRecording
import PhonolithSound
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("A recorder", .serialized, .timeLimit(.minutes(20)))
    struct AudioRecorderTests {
        private func recorder(
            to path: MediaPath, of sink: String, on server: PulseServer,
            _ change: (inout AudioRecorderSettings) -> Void = { _ in }
        ) -> AudioRecorder {
            var settings = AudioRecorderSettings()
            settings.device = "\(sink).monitor"
            change(&settings)
            return AudioRecorder(
                to: path, settings: settings, server: SoundServer(address: server.address))
        }

        /// - Parameter events: Those since before the recording.
        private func ending(
            in events: AsyncStream<AudioRecorder.Event>
        ) async -> AudioRecorder.Ending? {
            for await event in events {
                if case .didFinish(let ending) = event { return ending }
            }
            return nil
        }

        private func waitUntilHeard(_ recorder: AudioRecorder, isLoud: Bool = true) async throws {
            try await eventually("sound is \(isLoud ? "heard" : "over")") {
                recorder.levels.contains { $0.peakPower > -100 } == isLoud
            }
        }

        struct Form: CustomTestStringConvertible {
            var name: String
            var rate: Int
            var channels: Int
            var bits: Int

            var testDescription: String {
                "\(name), \(rate) Hz, \(channels) channels, \(bits) bits"
            }

            static let all = ["flac", "wav"].flatMap { name in
                [(44_100, 2, 16), (48_000, 1, 16), (48_000, 6, 24), (192_000, 2, 24)].map {
                    Form(name: name, rate: $0.0, channels: $0.1, bits: $0.2)
                }
            }
        }

        @Test("records what is played, sample by sample", arguments: Form.all)
        func lossless(_ form: Form) async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let noise = Noise(rate: form.rate, channels: form.channels, bits: form.bits)
            try noise.makeSink("source", on: server)
            let path = folder.path("a.\(form.name)")
            let recorder = recorder(to: path, of: "source", on: server)
            try await recorder.record()
            try await noise.play(on: "source", of: server, in: folder)
            try await waitUntilHeard(recorder, isLoud: false)
            await recorder.stop()
            let recorded = try decoded(path)
            let start = try #require(recorded.firstIndex { $0 != 0 })
            let pieces = noise.pieces(of: recorded[start...])
            #expect(pieces.count == 1)
            #expect(pieces.first.map(noise.isBeginning) == true, "\(pieces)")
            #expect(pieces.last?.upperBound == noise.samples.count)
            #expect(recorder.format?.sampleRate == form.rate)
            #expect(
                abs(
                    recorder.currentTime - Double(recorded.count / form.channels)
                        / Double(form.rate)) < 1e-9)
        }

        @Test(
            "records lossy formats in the same length and alike", arguments: ["opus", "m4a", "mp3"])
        func lossy(_ name: String) async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            // Without loss beside it: both have the same beginning of sound.
            let tone = Noise(rate: 48_000, channels: 1, tone: 440, seconds: 2)
            try tone.makeSink("source", on: server)
            let path = folder.path("a.\(name)")
            let recorder = recorder(to: path, of: "source", on: server)
            try await recorder.record()
            try await tone.play(on: "source", of: server, in: folder)
            try await waitUntilHeard(recorder, isLoud: false)
            await recorder.stop()
            let recorded = try decoded(path)
            let length = recorder.currentTime * 48_000
            #expect(
                abs(Double(recorded.count) - length) < 0.03 * 48_000, "\(recorded.count) \(length)")
            let start = try #require(recorded.firstIndex { abs($0) > 0.05 })
            func likeness(from start: Int, count: Int) -> Double {
                correlation(
                    recorded[(start + 4800)..<(start + 4800 + count)],
                    tone.samples[4800..<(4800 + count)])
            }
            let likeliest = (max(0, start - 480)..<start + 480).map {
                (start: $0, likeness: likeness(from: $0, count: 1000))
            }.max { $0.likeness < $1.likeness }
            #expect(likeness(from: try #require(likeliest).start, count: 48_000) > 0.999)
        }

        @Test("pauses without a gap or a repetition")
        func pause() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let noise = Noise(seconds: 3)
            try noise.makeSink("source", on: server)
            let path = folder.path("a.flac")
            let recorder = recorder(to: path, of: "source", on: server)
            try await recorder.record()
            let player = try noise.start(on: "source", of: server, in: folder)
            try await waitUntilHeard(recorder)
            let begin = recorder.currentTime
            try await eventually("half a second is recorded") { recorder.currentTime > begin + 0.5 }
            recorder.pause()
            try await eventually("it is paused") { recorder.state == .paused }
            let time = recorder.currentTime
            try await Task.sleep(for: .milliseconds(300))
            #expect(recorder.currentTime == time)
            try await recorder.record()
            player.waitUntilExit()
            try await waitUntilHeard(recorder, isLoud: false)
            await recorder.stop()
            let recorded = try decoded(path)
            let start = try #require(recorded.firstIndex { $0 != 0 })
            let pieces = noise.pieces(of: recorded[start...])
            // Two pieces of the noise, the second one later, the last to its end.
            #expect(pieces.count == 2, "\(pieces)")
            #expect(pieces.first.map(noise.isBeginning) == true, "\(pieces)")
            #expect(pieces.last?.upperBound == noise.samples.count)
        }

        @Test("records for a duration, to the sample, and from the first sound on")
        func duration() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let noise = Noise(seconds: 2)
            try noise.makeSink("source", on: server)
            let path = folder.path("a.wav")
            let recorder = recorder(to: path, of: "source", on: server) { $0.startLevel = -90 }
            let events = recorder.events()
            try await recorder.record(forDuration: 0.5)
            try await eventually("it waits") { recorder.state == .waiting }
            try await noise.play(on: "source", of: server, in: folder)
            #expect(await ending(in: events) == .duration)
            let recorded = try decoded(path)
            #expect(recorded.count == 44_100)
            let pieces = noise.pieces(of: recorded[...])
            #expect(pieces.count == 1 && pieces[0].count == 44_100, "\(pieces)")
        }

        @Test(
            "keeps marks as chapters, or in a cue sheet", arguments: ["opus", "m4a", "mp3", "flac"])
        func marks(_ name: String) async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let path = folder.path("a.\(name)")
            let recorder = recorder(to: path, of: "one", on: server)
            let events = recorder.events()
            try await recorder.record()
            for title in ["Prelude", nil] {
                let time = recorder.currentTime
                try await eventually("more is recorded") { recorder.currentTime > time + 0.3 }
                recorder.mark(title: title)
            }
            let time = recorder.currentTime
            try await eventually("more is recorded") { recorder.currentTime > time + 0.3 }
            await recorder.stop()
            var times: [Double] = []
            for await event in events {
                if case .didMark(let mark) = event { times.append(mark.time) }
                if case .didFinish = event { break }
            }
            #expect(times.count == 2)
            let titles = ["Part 1", "Prelude", "Part 3"]
            if name == "flac" {
                let sheet = try String(
                    contentsOf: folder.url.appendingPathComponent("a.cue"), encoding: .utf8)
                #expect(titles.allSatisfy { sheet.contains("TITLE \"\($0)\"") })
                #expect(await recorder.deleteRecording())
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
            } else {
                let chapters = try Demuxer.open(path).chapters
                #expect(chapters.map(\.title) == titles)
                for (chapter, time) in zip(chapters, [0] + times) {
                    #expect(abs(chapter.startTime - time) < 0.002)
                }
            }
        }

        /// Records a little, with a mark or without.
        private func record(marking marks: Bool, with recorder: AudioRecorder) async throws {
            try await recorder.record()
            try await eventually("something is recorded") { recorder.currentTime > 0.3 }
            if marks { recorder.mark(title: nil) }
            try await eventually("more is recorded") { recorder.currentTime > 0.6 }
            await recorder.stop()
        }

        @Test(
            "leaves a cue sheet of others alone, whatever else it may replace or deletes",
            arguments: [false, true])
        func foreignCueSheet(overwrites: Bool) async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let sheet = folder.url.appendingPathComponent("a.cue")
            try Data("mine".utf8).write(to: sheet)
            let recorder = recorder(to: folder.path("a.flac"), of: "one", on: server) {
                $0.overwrites = overwrites
            }
            let events = recorder.events()
            try await record(marking: true, with: recorder)
            #expect(await ending(in: events) == .stopped)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
                    == ["a.cue", "a.flac", "a.flac.cue"])
            #expect(await recorder.deleteRecording())
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.cue"])
            #expect(try Data(contentsOf: sheet) == Data("mine".utf8))
        }

        @Test("removes its own cue sheet with the recording that it was of")
        func staleCueSheet() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            for marks in [true, false] {
                let recorder = recorder(to: folder.path("a.wav"), of: "one", on: server) {
                    $0.overwrites = true
                }
                try await record(marking: marks, with: recorder)
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
                        == (marks ? ["a.cue", "a.wav"] : ["a.wav"]))
            }
        }

        @Test("does not record to a file that another one records to, and says if its own is gone")
        func shared() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let path = folder.path("a.wav")
            let first = recorder(to: path, of: "one", on: server)
            let events = first.events()
            try await first.record()
            let second = recorder(to: path, of: "two", on: server) { $0.overwrites = true }
            var reason = ""
            do { try await second.prepareToRecord() } catch { reason = "\(error)" }
            #expect(reason.contains("another program is recording to it"), "\(reason)")
            try FileManager.default.removeItem(atPath: path.description)
            await first.stop()
            guard case .failed(let error)? = await ending(in: events) else {
                Issue.record("it has not noticed")
                return
            }
            #expect("\(error)".contains("was removed or renamed"), "\(error)")
        }

        @Test(
            "has written all but the last second at any time, so that it survives a kill",
            arguments: AudioFileFormat.allCases)
        func snapshot(_ format: AudioFileFormat) async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let path = folder.path("a")
            let recorder = recorder(to: path, of: "one", on: server) { $0.fileFormat = format }
            try await recorder.record()
            for time in [0.7, 1.3, 2.0] {
                try await eventually("\(time) s are recorded") { recorder.currentTime >= time }
                let recorded = recorder.currentTime
                // The same that would be there if the program ended now.
                let copy = folder.path("copy-\(time)")
                try FileManager.default.copyItem(
                    atPath: path.description, toPath: copy.description)
                let rate = try #require(recorder.format?.sampleRate)
                let playable = Double(try decoded(copy).count / 2) / Double(rate)
                #expect(playable > recorded - 1, "\(playable) of \(recorded)")
            }
            await recorder.stop()
        }

        @Test("stays with its device when another becomes the default")
        func newDefault() async throws {
            let server = try await PulseServer()
            try server.control("set-default-source", "two.monitor")
            let folder = try TemporaryFolder()
            let recorder = recorder(to: folder.path("a.flac"), of: "two", on: server)
            try await recorder.record()
            try await eventually("something is recorded") { recorder.currentTime > 0.2 }
            try server.control("set-default-source", "one.monitor")
            let line = try server.control("list", "short", "source-outputs").split(separator: "\t")
            let sources = try server.control("list", "short", "sources").split(separator: "\n")
            let source = sources.first { $0.hasPrefix("\(line[1])\t") }
            #expect(source?.contains("two.monitor") == true)
            await recorder.stop()
        }

        @Test("ends when its device is unplugged, and what was recorded can be played")
        func unplugged() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let path = folder.path("a.m4a")
            let recorder = recorder(to: path, of: "two", on: server)
            let events = recorder.events()
            try await recorder.record()
            try await eventually("something is recorded") { recorder.currentTime > 0.5 }
            let modules = try server.control("list", "short", "modules").split(separator: "\n")
            let module = try #require(modules.first { $0.contains("sink_name=two") })
            try server.control("unload-module", String(module.prefix { $0.isNumber }))
            #expect(await ending(in: events) == .deviceLost)
            #expect(try decoded(path).count > 40_000)
        }

        @Test("ends when the server goes away, and what was recorded can be played")
        func serverGone() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let path = folder.path("a.opus")
            let recorder = recorder(to: path, of: "two", on: server)
            let events = recorder.events()
            try await recorder.record()
            try await eventually("something is recorded") { recorder.currentTime > 0.5 }
            server.stop()
            #expect(await ending(in: events) == .serverLost)
            #expect(try decoded(path).count > 40_000)
        }

        struct Refusal: CustomTestStringConvertible {
            var name: String
            var device = "one.monitor"
            var channels: Int?
            var reason: String

            var testDescription: String { reason }

            static let all = [
                Refusal(name: "a.txt", reason: "use one of aif"),
                Refusal(name: "a.mp3", channels: 6, reason: "1 to 2 channels"),
                Refusal(name: "a.wav", device: "one.mon", reason: "the nearest are one.monitor"),
                Refusal(name: "none/a.wav", reason: "cannot be written"),
            ]
        }

        @Test("refuses what it cannot do, and leaves no file behind", arguments: Refusal.all)
        func refusals(_ refusal: Refusal) async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let recorder = recorder(to: folder.path(refusal.name), of: "one", on: server) {
                ($0.device, $0.channelCount) = (refusal.device, refusal.channels)
            }
            var reason = ""
            do { try await recorder.prepareToRecord() } catch { reason = "\(error)" }
            #expect(reason.contains(refusal.reason), "\(reason)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        }

        @Test("replaces a file only if that was asked for")
        func replacing() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let path = folder.path("a.wav")
            try Data("mine".utf8).write(to: folder.url.appendingPathComponent("a.wav"))
            let refused = recorder(to: path, of: "one", on: server)
            var reason = ""
            do { try await refused.prepareToRecord() } catch { reason = "\(error)" }
            #expect(reason.contains("the file exists"), "\(reason)")
            let replacing = recorder(to: path, of: "one", on: server) { $0.overwrites = true }
            try await replacing.record(forDuration: 0.1)
            try await eventually("it ends") { replacing.state == .stopped }
            #expect(try decoded(path).count == 8820)
        }
    }
}
