import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithRecording
import PhonolithSound
import PhonolithWorker

struct RecordSound: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record sound into a file.",
        discussion: """
            The extension of the file names the format: flac, wav, caf, aiff, opus, m4a (AAC) or mp3. The input can also be the monitor of \
            an output; phonolith inputs lists them. Recording ends with Ctrl-C. The file can be played at any time.

              phonolith record memo.opus
              phonolith record radio.flac --device one.monitor --duration 1:00:00
              phonolith record tape.wav --start-on-sound=-40 --stop-on-silence 5
              phonolith record memo.opus --category record
              phonolith record memo.opus --rate 16000 --bit-rate 24k
              phonolith record master.caf --rate 96000 --bits 24

            On a terminal, the space bar pauses, m marks a chapter, q ends.
            """)
    @Argument(help: "File to record to.", completion: .file()) var file: PathArgument
    @Option(
        help: ArgumentHelp(
            "Input device, by name, number or description. (default: the server's choice)",
            valueName: "name|id"))
    var device: String?
    @Option(
        help: ArgumentHelp(
            "Record this long: seconds or h:mm:ss.", valueName: "time"),
        transform: PlayTime.seconds)
    var duration: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Begin with the first sound of this level, such as -40; 0 is full scale.",
            valueName: "dB"))
    var startOnSound: Double?
    @Option(
        help: ArgumentHelp(
            "End after silence of this length, which means below the level of --start-on-sound, else -50 dB.",
            valueName: "time"),
        transform: PlayTime.seconds)
    var stopOnSilence: Double?
    @Option(help: ArgumentHelp("Channels. (default: those of the device)", valueName: "count"))
    var channels: Int?
    @Option(
        help: ArgumentHelp("Sample rate. (default: that of the device)", valueName: "Hz"))
    var rate: Int?
    @Option(
        help: ArgumentHelp(
            "Bits of a sample in FLAC, WAV, CAF and AIFF files: 8, 16, 24 or 32 (floating point). (default: those of the device)",
            valueName: "count"))
    var bits: Int?
    @Option(
        help: ArgumentHelp(
            "Bit rate of Opus, AAC and MP3 files, such as 96000 or 96k. (default: that of --quality)",
            valueName: "bit/s"), transform: BitRate.number)
    var bitRate: Int?
    @Option(
        help: ArgumentHelp(
            "Quality of Opus, AAC and MP3 files: \(AudioQuality.allCases.map(\.rawValue).joined(separator: ", ")). (default: high)",
            valueName: "name"), transform: Self.quality)
    var quality: AudioQuality?
    @OptionGroup var recording: RecordedFileOptions
    @OptionGroup(title: "Other players") var others: SessionOptions

    func validate() throws {
        if let startOnSound, !(-160...0).contains(startOnSound) {
            throw ValidationError("--start-on-sound takes -160 to 0 dB, not \(startOnSound)")
        }
        if let duration, duration <= 0 {
            throw ValidationError("--duration takes more than 0 seconds")
        }
        if let channels, channels < 1 {
            throw ValidationError("--channels takes 1 or more, not \(channels)")
        }
        if let bits, ![8, 16, 24, 32].contains(bits) {
            throw ValidationError("--bits takes 8, 16, 24 or 32, not \(bits)")
        }
        if let bitRate, bitRate < 1 {
            throw ValidationError("--bit-rate takes 1 or more, not \(bitRate)")
        }
        if let rate, !AudioFormat.sampleRates.contains(rate) {
            throw ValidationError("--rate takes \(AudioFormat.sampleRateText), not \(rate)")
        }
    }

    func run() throws {
        let path = file.path.absolute
        let others = try others.session(usual: .record, where: \.usesInput)
        var settings = settings
        settings.overwrites = try recording.prepare(path)
        let duration = duration
        let code = try MainThread.waiting { [settings] in
            try await RecordSession(AudioRecorder(to: path, settings: settings))
                .run(duration: duration, in: others)
        }
        if recording.into { try recording.add(path) }
        if code != .success { throw code }
    }

    private static func quality(_ name: String) throws -> AudioQuality {
        guard let quality = AudioQuality(rawValue: name.lowercased()) else {
            let names = AudioQuality.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--quality takes \(names), not '\(name)'")
        }
        return quality
    }

    private var settings: AudioRecorderSettings {
        var settings = AudioRecorderSettings()
        settings.device = device
        settings.channelCount = channels
        settings.sampleRate = rate
        (settings.bitDepth, settings.bitRate, settings.quality) = (bits, bitRate, quality)
        settings.startLevel = startOnSound
        settings.silenceDuration = stopOnSilence
        return settings
    }
}

/// Bit rates as options have them.
enum BitRate {
    /// Reads `96000` and `96k`, in bit/s.
    static func number(_ text: String) throws -> Int {
        let isThousands = text.lowercased().hasSuffix("k")
        let digits = isThousands ? text.dropLast() : text[...]
        guard let number = Int(digits), number >= 0, number <= 1_000_000_000 else {
            throw ValidationError("'\(text)' is not a bit rate; write 96000 or 96k")
        }
        return isThousands ? number * 1000 : number
    }
}
