import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("A system sound", .serialized, .timeLimit(.minutes(20)))
    struct SystemSoundTests {
        /// A tone of so many seconds.
        private func tone(_ seconds: Double, in folder: TemporaryFolder) throws -> MediaPath {
            let rate = 44_100
            let samples = (0..<Int(seconds * Double(rate))).map {
                Float(0.25 * sin(2 * .pi * 880 * Double($0) / Double(rate)))
            }
            let header = WaveHeader(sampleRate: rate, channelCount: 1)
            var bytes = header.bytes(byteCount: 2 * samples.count)
            WaveEncoding.integer16.append(samples[...], to: &bytes)
            let file = folder.url.appendingPathComponent("tone.wav")
            try Data(bytes).write(to: file)
            return MediaPath(file.path)
        }

        @Test("is heard to its end, as an event, beside what plays")
        func heard() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let recorder = try await SinkRecorder(on: server)
            let sound = try await SystemSound.load(
                tone(1, in: folder), on: SoundServer(address: server.address))
            #expect(sound.duration == 1)
            let begin = ContinuousClock.now
            let playing = Task { try await sound.play() }
            try await eventually("the stream is an event") {
                try server.control("list", "sink-inputs").contains("media.role = \"event\"")
            }
            try await playing.value
            #expect(begin.duration(to: .now) > .seconds(0.95))
            try await recorder.waitForMore(seconds: 0.3)
            let loud = try recorder.samples().count { abs($0) > 0.01 }
            // Nearly all samples of a tone are louder than that; the first ones may be lost.
            #expect((35_000...45_000).contains(loud), "\(loud)")
        }

        @Test("plays many times at once, on any device")
        func many() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let sound = try await SystemSound.load(
                tone(0.5, in: folder), on: SoundServer(address: server.address))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<32 { group.addTask { try await sound.play(on: "two") } }
                try await group.waitForAll()
            }
            try await eventually("all streams are gone") {
                try server.control("list", "short", "sink-inputs").isEmpty
            }
        }

        @Test("ends at once when its task is cancelled, and fails when the server goes away")
        func ends() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let sound = try await SystemSound.load(
                tone(20, in: folder), on: SoundServer(address: server.address))
            let playing = Task { try await sound.play() }
            try await eventually("it plays") {
                try !server.control("list", "short", "sink-inputs").isEmpty
            }
            playing.cancel()
            try await playing.value
            let failing = Task { try await sound.play() }
            try await eventually("it plays") {
                try !server.control("list", "short", "sink-inputs").isEmpty
            }
            server.stop()
            let error = await #expect(throws: SystemSoundError.self) { try await failing.value }
            #expect(error?.cause is AudioDeviceError)
        }

        @Test("is refused with the reason if it is too long, or none")
        func refusals() async throws {
            let folder = try TemporaryFolder()
            let long = try tone(31, in: folder)
            let error = await #expect(throws: SystemSoundError.self) {
                try await SystemSound.load(long)
            }
            #expect(error?.description.contains("longer than 30 seconds") == true)
            #expect(error?.code == .tooLong)
            let missing = await #expect(throws: SystemSoundError.self) {
                try await SystemSound.load(URL(fileURLWithPath: "/nowhere/a.wav"))
            }
            #expect(missing?.code == .noSuchFile)
            #expect(missing?.subject == "/nowhere/a.wav")
        }
    }
}
