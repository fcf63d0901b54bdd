import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithRecording
import PhonolithSound
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// Figures for `docs/benchmarks.md`, printed by `make bench-sound`: no test, since a busy machine makes them worse.
    @Suite(
        "Latencies and drift", .serialized, .timeLimit(.minutes(180)),
        .enabled(if: Measuring.seconds != nil))
    struct SoundMeasurements {
        /// Prints figures in milliseconds.
        private func report(_ what: String, _ seconds: [Double]) {
            let sorted = seconds.map { 1000 * $0 }.sorted()
            guard let first = sorted.first, let last = sorted.last else { return }
            let figures = [first, sorted[sorted.count / 2], last].map {
                ($0 * 10).rounded() / 10
            }
            print("\(what): \(figures[0]), \(figures[1]), \(figures[2]) ms (least, median, most)")
        }

        /// The sound of a sink, by the moments at which it is heard.
        private final class Listener {
            private let stream: CaptureStream
            private var samples: [Float] = []

            init(on server: PulseServer) throws {
                stream = try CaptureStream.open(
                    "one.monitor", stays: true,
                    as: AudioFormat(sampleRate: Measuring.rate, channelCount: 1),
                    titled: "measuring", on: SoundServer(address: server.address)
                ) { _ in }
            }

            deinit { stream.close() }

            private func listen() {
                var part = [Float](repeating: 0, count: Measuring.rate)
                let count = part.withUnsafeMutableBufferPointer { buffer in
                    buffer.baseAddress.map { stream.ring.read(into: $0, count: Measuring.rate) }
                        ?? 0
                }
                samples += part.prefix(count)
            }

            /// Forgets what was heard; returns from which frame on it listens.
            func begin() -> Int {
                listen()
                samples = []
                return stream.ring.readFrames
            }

            /// When the first loud sample from a frame on was heard, on ``AudioClock``; `nil` if there is none yet.
            func firstSound(from frame: Int) -> Double? {
                listen()
                guard let index = samples.firstIndex(where: { abs($0) > 0.01 }),
                    let (frames, time) = stream.position
                else { return nil }
                return time - Double(frames - frame - index) / Double(Measuring.rate)
            }
        }

        /// A tone that is loud from its first sample on.
        private func tone(_ seconds: Double, in folder: TemporaryFolder) throws -> MediaPath {
            let tone = Noise(rate: Measuring.rate, channels: 1, tone: 880, seconds: seconds)
            var bytes = WaveHeader(sampleRate: Measuring.rate, channelCount: 1)
                .bytes(byteCount: 2 * tone.samples.count)
            WaveEncoding.integer16.append(tone.samples[...], to: &bytes)
            let path = folder.url.appendingPathComponent("tone.wav")
            try Data(bytes).write(to: path)
            return MediaPath(path.path)
        }

        @Test(
            "a short sound: from the call until it is heard, and from its last sample until the call returns"
        )
        func sounds() async throws {
            let server = try await PulseServer(rate: Measuring.rate)
            let folder = try TemporaryFolder()
            // Keeps the sink awake, and the server at a latency as of a program that wants little.
            let recorder = try await SinkRecorder(on: server)
            let begin = AudioClock.now
            let sound = try await SystemSound.load(
                tone(0.2, in: folder), on: SoundServer(address: server.address))
            report("loading", [AudioClock.now - begin])
            let listener = try Listener(on: server)
            try await recorder.waitForMore(seconds: 1)
            var (latencies, ends) = ([Double](), [Double]())
            for _ in 0..<Measuring.count {
                let frame = listener.begin()
                let call = AudioClock.now
                try await sound.play()
                let end = AudioClock.now
                var heard: Double?
                try await eventually("the sound is heard") {
                    heard = listener.firstSound(from: frame)
                    return heard != nil
                }
                let start = try #require(heard)
                latencies.append(start - call)
                ends.append(end - start - sound.duration)
                try await recorder.waitForMore(seconds: 0.2)
            }
            report("from the call to the sound", latencies)
            report("from the sound's end to the end of the call", ends)
        }

        @Test("a recorder: how far its time goes away from the clock of the device")
        func drift() async throws {
            let seconds = try #require(Measuring.seconds)
            let server = try await PulseServer(rate: Measuring.rate)
            let folder = try TemporaryFolder()
            // Counts what the sink plays. The clock of a null sink is not exactly that of the system.
            let recorder = try await SinkRecorder(on: server)
            var settings = AudioRecorderSettings()
            settings.device = "one.monitor"
            let path = folder.path("a.flac")
            let measured = AudioRecorder(
                to: path, settings: settings, server: SoundServer(address: server.address))
            try await measured.record()
            try await recorder.waitForMore(seconds: 2)
            /// The recorder's time less those of the sink and of the system: medians of what comes in packets.
            func offsets() async throws -> (sink: Double, system: Double) {
                var (sink, system) = ([Double](), [Double]())
                for _ in 0..<201 {
                    try await Task.sleep(for: .milliseconds(7))
                    let time = measured.currentTime
                    sink.append(time - Double(recorder.count) / Double(Measuring.rate))
                    system.append(time - AudioClock.now)
                }
                return (sink.sorted()[100], system.sorted()[100])
            }
            let first = try await offsets()
            try await Task.sleep(for: .seconds(seconds))
            let last = try await offsets()
            await measured.stop()
            let recorded = try decoded(path)
            let length = Double(recorded.count) / Double(measured.format?.channelCount ?? 1)
            let what = "drift of a recording of \(Int(seconds)) s"
            report("\(what) against the sink", [last.sink - first.sink])
            report("\(what) against the system", [last.system - first.system])
            report(
                "its file, less the recorder's time",
                [length / Double(measured.format?.sampleRate ?? 1) - measured.currentTime])
        }
    }
}

private enum Measuring {
    /// How long a recording is measured, in seconds; `nil` where nothing is.
    static let seconds = ProcessInfo.processInfo.environment["PHONOLITH_BENCH_SOUND"]
        .flatMap(Double.init)
    /// How many short sounds are played.
    static let count = 100
    static let rate = 44_100
}
