import PhonolithMediaModel
import Testing

@testable import PhonolithRecording
@testable import PhonolithSound

@Suite("A recording is planned")
struct RecordingPlanTests {
    private static func device(_ rate: Int, _ channels: Int, _ bits: Int) -> AudioDevice {
        AudioDevice(
            direction: .input, id: 1, name: "in", description: "In", ports: [], activePort: nil,
            isDefault: true, format: AudioFormat(sampleRate: rate, channelCount: channels),
            bitDepth: bits, isMonitor: false, state: .idle, volume: 1, isMuted: false)
    }

    struct Case: CustomTestStringConvertible {
        var file: AudioFileFormat
        var device: (Int, Int, Int)
        var rate: Int?
        var channels: Int?
        /// Rate, channels and bits of the file.
        var plan: (Int, Int, Int)
        var remarks: [String] = []

        var testDescription: String { "\(file.name) of \(device)" }
    }

    private static let cases = [
        Case(file: .flac, device: (192_000, 6, 32), plan: (192_000, 6, 24)),
        Case(file: .wav, device: (44_100, 10, 32), plan: (44_100, 10, 32)),
        Case(
            file: .flac, device: (44_100, 2, 16), rate: 96_000, channels: 1, plan: (96_000, 1, 16)),
        Case(
            file: .flac, device: (48_000, 10, 24), plan: (48_000, 8, 24),
            remarks: ["10 channels are mixed to 8, the most that FLAC files have"]),
        Case(
            file: .opus, device: (96_000, 2, 24), plan: (48_000, 2, 24),
            remarks: ["96000 Hz are converted to 48000 Hz for Opus"]),
        Case(
            file: .mp3, device: (44_100, 6, 16), plan: (44_100, 2, 16),
            remarks: ["6 channels are mixed to 2, the most that MP3 files have"]),
        Case(
            file: .aac, device: (37_800, 2, 16), plan: (44_100, 2, 16),
            remarks: ["37800 Hz are converted to 44100 Hz for AAC"]),
        Case(
            file: .mp3, device: (192_000, 1, 24), plan: (48_000, 1, 24),
            remarks: ["192000 Hz are converted to 48000 Hz for MP3"]),
    ]

    @Test("as the device is, or as near as the format allows, which is reported", arguments: cases)
    func plan(_ row: Case) throws {
        var settings = AudioRecorderSettings()
        (settings.sampleRate, settings.channelCount) = (row.rate, row.channels)
        let device = Self.device(row.device.0, row.device.1, row.device.2)
        let plan = try RecordingPlan(row.file, of: device, settings)
        let format = plan.format
        #expect((format.sampleRate, format.channelCount, plan.bitDepth) == row.plan)
        #expect(plan.remarks.map(\.description) == row.remarks)
    }

    @Test(
        "not as the format cannot be, if that was asked for",
        arguments: [
            (AudioFileFormat.mp3, 44_100, 6, "MP3 files have 1 to 2 channels, not 6"),
            (
                .opus, 96_000, 2,
                "Opus files do not have 96000 Hz; use one of 48000, 24000, 16000, 12000, 8000"
            ),
            (.flac, 44_100, 9, "FLAC files have 1 to 8 channels, not 9"),
        ])
    func refusals(_ file: AudioFileFormat, rate: Int, channels: Int, reason: String) {
        var settings = AudioRecorderSettings()
        (settings.sampleRate, settings.channelCount) = (rate, channels)
        let error = #expect(throws: AudioRecorderError.self) {
            try RecordingPlan(file, of: Self.device(44_100, 2, 16), settings)
        }
        #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
    }

    @Test("to the format of the file's name", arguments: AudioFileFormat.extensions)
    func names(_ name: String, format: AudioFileFormat) {
        #expect(AudioFileFormat(nameOf: .init("a.b.\(name.uppercased())")) == format)
        #expect(AudioFileFormat(nameOf: .init("\(name)")) == nil)
    }
}
