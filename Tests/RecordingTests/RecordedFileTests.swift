import Foundation
import PhonolithMediaModel
import Testing

@testable import PhonolithRecording
@testable import PhonolithSound

/// Files of all forms, as an independent reader, `ffprobe`, has them.
@Suite("Recorded files")
struct RecordedFileTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var file: AudioFileFormat
        var rate: Int
        var channels: Int
        var bits: Int?
        var bitRate: Int?
        var quality: AudioQuality?

        var testDescription: String {
            "\(file.name), \(rate) Hz, \(channels) channels, \(bits ?? 0) bits, \(bitRate ?? 0) bit/s, \(quality?.rawValue ?? "usual")"
        }

        /// Each format without loss with each depth, of some rates and channels.
        static let lossless = [AudioFileFormat.flac, .wav, .caf, .aiff].flatMap { file in
            file.bitDepths.flatMap { bits in
                [8_000, 44_100, 96_000].flatMap { rate in
                    [1, 2, 3, 6].map { Row(file: file, rate: rate, channels: $0, bits: bits) }
                }
            }
        }

        /// Each format with loss at each of its rates, and bit rates from the least to the most.
        static let lossy = [AudioFileFormat.opus, .aac, .mp3].flatMap { file in
            (file.sampleRates ?? []).flatMap { rate in
                [1, 2].flatMap { channels in
                    let range = file.bitRates(sampleRate: rate, channelCount: channels) ?? 0...0
                    return [nil, range.lowerBound, 48_000, range.upperBound].map {
                        Row(file: file, rate: rate, channels: channels, bitRate: $0)
                    } + [
                        Row(file: file, rate: rate, channels: channels, quality: .minimum),
                        Row(file: file, rate: rate, channels: channels, quality: .maximum),
                    ]
                }
            }
        }
    }

    /// What is written for a row, and the samples.
    private func write(_ row: Row, to path: MediaPath) throws -> (RecordingPlan, [Float]) {
        let device = AudioDevice(
            direction: .input, id: 1, name: "in", description: "In", ports: [], activePort: nil,
            isDefault: true,
            format: AudioFormat(sampleRate: row.rate, channelCount: row.channels), bitDepth: 24,
            isMonitor: false, state: .idle, volume: 1, isMuted: false)
        var settings = AudioRecorderSettings()
        (settings.sampleRate, settings.channelCount) = (row.rate, row.channels)
        (settings.bitDepth, settings.bitRate) = (row.bits, row.bitRate)
        settings.quality = row.quality
        let plan = try RecordingPlan(row.file, of: device, settings)
        #expect(plan.remarks == [])
        let noise = Noise(
            rate: row.rate, channels: row.channels, bits: min(24, row.bits ?? 16),
            seconds: row.bits == nil ? 1 : 0.1)
        // An odd number of samples, so that lengths are odd, too.
        let samples = Array(noise.samples.dropLast(row.channels))
        let file: any RecordingFile =
            try row.file.isLinear
            ? LinearRecording(plan, at: path) : EncodedRecording.open(plan, at: path)
        try file.add(samples[...])
        try file.update()
        try file.finish(chapters: [])
        return (plan, samples)
    }

    private struct Probe: Decodable {
        struct Stream: Decodable {
            var codecName: String
            var sampleRate: String
            var channels: Int
            var bitsPerSample: Int
            var bitsPerRawSample: String?
            var bitRate: String?
        }
        struct Format: Decodable {
            var formatName: String
            var bitRate: String?
        }
        var streams: [Stream]
        var format: Format
    }

    /// What a program writes to standard output.
    private func output(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return data
    }

    private func probe(_ path: MediaPath) throws -> Probe {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(
            Probe.self,
            from: output([
                "ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_format",
                path.description,
            ]))
    }

    @Test(
        "without loss have the rate, the channels, the bits and each sample",
        arguments: Row.lossless)
    func lossless(_ row: Row) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.\(row.file.rawValue)")
        let (_, samples) = try write(row, to: path)
        let probe = try probe(path)
        let stream = try #require(probe.streams.first)
        let bits = row.bits ?? 0
        let codec =
            switch (row.file, bits) {
            case (.flac, _): "flac"
            case (.wav, 8): "pcm_u8"
            case (_, 8): "pcm_s8"
            case (.aiff, 32): "pcm_f32be"
            case (_, 32): "pcm_f32le"
            case (.aiff, _): "pcm_s\(bits)be"
            default: "pcm_s\(bits)le"
            }
        #expect(probe.format.formatName == row.file.rawValue)
        #expect(stream.codecName == codec)
        #expect(stream.sampleRate == "\(row.rate)")
        #expect(stream.channels == row.channels)
        if row.file == .flac {
            #expect(stream.bitsPerRawSample == "\(bits)")
        } else {
            #expect(stream.bitsPerSample == bits)
        }
        let decoded = try output([
            "ffmpeg", "-v", "error", "-i", path.description, "-f", "f32le", "-",
        ]).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(decoded == samples)
    }

    @Test("with loss have the rate, the channels and nearly the bit rate", arguments: Row.lossy)
    func lossy(_ row: Row) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.\(row.file == .aac ? "m4a" : row.file.rawValue)")
        let (plan, _) = try write(row, to: path)
        let probe = try probe(path)
        let stream = try #require(probe.streams.first)
        #expect(stream.codecName == row.file.rawValue)
        #expect(stream.channels == row.channels)
        if row.file == .opus {
            // Decoders give 48 kHz; the rate of the input is in the header (RFC 7845, 5.1).
            #expect(stream.sampleRate == "48000")
            let bytes = try Data(contentsOf: folder.url.appendingPathComponent("a.opus"))
            let head = try #require(bytes.range(of: Data("OpusHead".utf8)))
            let rate = bytes[(head.lowerBound + 12)..<(head.lowerBound + 16)].reversed()
                .reduce(0) { $0 << 8 | Int($1) }
            #expect(rate == row.rate)
        } else {
            #expect(stream.sampleRate == "\(row.rate)")
        }
        if let bitRate = row.bitRate { #expect(plan.bitRate == bitRate) }
        if row.file == .mp3 { #expect(stream.bitRate == "\(plan.bitRate)") }
    }

    @Test(
        "of a quality are larger than those of a lower one",
        arguments: [AudioFileFormat.opus, .aac, .mp3])
    func qualities(_ format: AudioFileFormat) throws {
        let folder = try TemporaryFolder()
        let sizes = try AudioQuality.allCases.map { quality in
            let path = folder.path("\(quality.rawValue).\(format.rawValue)")
            _ = try write(Row(file: format, rate: 48_000, channels: 2, quality: quality), to: path)
            return try Data(contentsOf: URL(fileURLWithPath: path.description)).count
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count > 3, "\(sizes)")
    }
}
