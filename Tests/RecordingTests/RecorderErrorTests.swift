import Foundation
import PhonolithMediaModel
import Testing

@testable import PhonolithRecording
@testable import PhonolithSound

@Suite("What a recorder cannot do")
struct RecorderErrorTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var url = "file:///nowhere/at/all.opus"
        var change: @Sendable (inout AudioRecorderSettings) -> Void = { _ in }
        var code: AudioRecorderError.Code
        var subject: String
        var text: String

        var testDescription: String { "\(code), \(subject)" }

        static let all = [
            Row(
                code: .noSuchFolder, subject: "/nowhere/at",
                text: "/nowhere/at/all.opus: cannot be written: there is no folder /nowhere/at"),
            Row(
                url: "https://example.org/a.opus", code: .notAFileURL,
                subject: "https://example.org/a.opus",
                text: "https://example.org/a.opus: is not the URL of a file"),
            Row(
                url: "file:///nowhere/a.txt", code: .unknownFormat, subject: "/nowhere/a.txt",
                text: "/nowhere/a.txt: cannot record to this format; use one of aif, aifc"),
            Row(
                url: "file:///tmp", change: { $0.fileFormat = .flac }, code: .isFolder,
                subject: "/tmp", text: "/tmp: is a folder"),
            Row(
                url: "file:///dev/null", change: { $0.fileFormat = .flac }, code: .notAFile,
                subject: "/dev/null", text: "/dev/null: is a device"),
            Row(
                change: { $0.sampleRate = 44_100 }, code: .sampleRateUnavailable, subject: "44100",
                text: "Opus files do not have 44100 Hz; use one of 48000, 24000, 16000, 12000, 8000"
            ),
            Row(
                change: { $0.sampleRate = 12 }, code: .sampleRateUnavailable, subject: "12",
                text: "there is no sound of 12 Hz"),
            Row(
                change: { $0.channelCount = 9 }, code: .channelCountUnavailable, subject: "9",
                text: "Opus files have 1 to 8 channels, not 9"),
            Row(
                change: { $0.bitDepth = 17 }, code: .bitDepthUnavailable, subject: "17",
                text: "samples have 8, 16, 24 or 32 bits, not 17"),
            Row(
                change: { ($0.bitRate, $0.channelCount) = (5999, 1) }, code: .bitRateOutOfRange,
                subject: "5999", text: "Opus files have 6000 to 256000 bit/s, not 5999"),
            Row(
                change: { $0.startLevel = 1 }, code: .settingOutOfRange, subject: "1.0",
                text: "recording begins at a level of -160 to 0 dBFS, not 1.0"),
            Row(
                change: { $0.silenceDuration = .nan }, code: .settingOutOfRange, subject: "nan",
                text: "recording ends after more than 0 seconds of silence"),
        ]
    }

    /// No sound server runs there.
    private let server = SoundServer(address: "unix:/nowhere/pulse")

    @Test("is known before a device is opened, by code, subject and text", arguments: Row.all)
    func given(_ row: Row) async throws {
        let url = try #require(URL(string: row.url))
        var settings = AudioRecorderSettings()
        row.change(&settings)
        let path = MediaPath(fileURL: url)
        let recorder = AudioRecorder(
            to: path ?? MediaPath(row.url), settings: settings, server: server, isFile: path != nil)
        let error = await #expect(throws: AudioRecorderError.self) {
            try await recorder.prepareToRecord()
        }
        #expect(error?.code == row.code)
        #expect(error.map { $0.subject.hasPrefix(row.subject) } == true, "\(error?.subject ?? "")")
        #expect(error?.description.hasPrefix(row.text) == true, "\(error?.description ?? "")")
        #expect(error?.localizedDescription == error?.description)
    }

    @Test("for want of a server has the device's error as its cause, and leaves no file behind")
    func noServer() async throws {
        let folder = try TemporaryFolder()
        let recorder = AudioRecorder(
            to: folder.path("a.flac"), settings: .init(), server: server)
        let error = await #expect(throws: AudioRecorderError.self) { try await recorder.record() }
        #expect(error?.code == .serverNotRunning)
        #expect((error?.cause as? AudioDeviceError)?.code == .serverNotRunning)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test("because a file exists has a code of its own, and the file stays")
    func exists() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("a.flac")
        try Data("mine".utf8).write(to: url)
        let error = await #expect(throws: AudioRecorderError.self) {
            try await AudioRecorder(to: url).prepareToRecord()
        }
        #expect(error?.code == .fileExists)
        #expect(try Data(contentsOf: url) == Data("mine".utf8))
    }

    @Test("exactly is remarked, by code")
    func remarks() throws {
        let device = AudioDevice(
            direction: .input, id: 1, name: "in", description: "In", ports: [], activePort: nil,
            isDefault: true, format: AudioFormat(sampleRate: 44_100, channelCount: 6),
            bitDepth: 16, isMonitor: false, state: .idle, volume: 1, isMuted: false)
        var settings = AudioRecorderSettings()
        (settings.bitDepth, settings.bitRate, settings.quality) = (32, 96_000, .low)
        func codes(_ format: AudioFileFormat) throws -> [AudioRecorderRemark.Code] {
            try RecordingPlan(format, of: device, settings).remarks.map(\.code)
        }
        #expect(
            try codes(.flac) == [.bitDepthChanged, .bitRateWithoutEffect, .qualityWithoutEffect])
        #expect(try codes(.wav) == [.bitRateWithoutEffect, .qualityWithoutEffect])
        #expect(
            try codes(.opus) == [
                .sampleRateConverted, .bitDepthWithoutEffect, .qualityWithoutEffect,
            ])
        settings.bitRate = 100_000
        #expect(
            try codes(.mp3) == [
                .channelsMixed, .bitDepthWithoutEffect, .bitRateChanged, .qualityWithoutEffect,
            ])
    }

    @Test("of an event that several listen to reaches each")
    func listeners() async {
        let listeners = EventListeners<Int>()
        let streams = [listeners.stream(), listeners.stream()]
        for number in 0..<3 { listeners.send(number) }
        listeners.finish()
        for stream in streams + [listeners.stream()].prefix(0) {
            #expect(await stream.reduce(into: []) { $0.append($1) } == [0, 1, 2])
        }
        #expect(await listeners.stream().reduce(0) { $0 + $1 } == 0)
    }
}
