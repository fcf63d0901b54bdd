internal import PhonolithSound

/// How a recorder records; without changes, as the device is.
public struct AudioRecorderSettings: Hashable, Sendable {
    /// The input, by name, number or description; `nil` for the sound server's default.
    public var device: String?
    /// The format of the file; `nil` for that of its name.
    public var fileFormat: AudioFileFormat?
    /// In Hz; `nil` for that of the device, or the nearest one that the format has.
    public var sampleRate: Int?
    /// From 1; `nil` for that of the device, or as many as the format has.
    public var channelCount: Int?
    /// Bits of a sample: 8, 16, 24, or 32, which are floating point; `nil` for those of the device, but at least 16.
    ///
    /// A format that does not have them gets the nearest, with a remark; see ``AudioFileFormat/bitDepths``.
    public var bitDepth: Int?
    /// Of all channels together, in bit/s; `nil` for that of ``quality``. Without effect on formats without loss.
    ///
    /// ``AudioFileFormat/bitRates(sampleRate:channelCount:)`` has what is possible.
    public var bitRate: Int?
    /// The quality of a format with loss; `nil` for `high`.
    public var quality: AudioQuality?
    /// Recording begins with the first sound of this peak, in dBFS; `nil` for at once.
    public var startLevel: Double?
    /// Recording ends after as many seconds without a peak of ``startLevel`` (or −50 dBFS); `nil` for never.
    public var silenceDuration: Double?
    /// Whether a file that exists is replaced.
    public var overwrites = false

    /// Makes settings that record what the device gives until the recorder is stopped.
    public init() {}

    /// The peak above which sound is no silence, in dBFS.
    var silenceLevel: Double { startLevel ?? -50 }
}

extension AudioRecorderSettings {
    /// Checks what can be checked without a device.
    ///
    /// - Throws: ``AudioRecorderError`` with what is possible.
    func check(for format: AudioFileFormat) throws(AudioRecorderError) {
        try checkChannels(format)
        try checkRate(format)
        if let bitDepth, ![8, 16, 24, 32].contains(bitDepth) {
            throw AudioRecorderError(
                .bitDepthUnavailable, String(bitDepth),
                "samples have 8, 16, 24 or 32 bits, not \(bitDepth)")
        }
        if let bitRate, let range = bitRates(format), !range.contains(bitRate) {
            throw Self.bitRateError(bitRate, range, "\(format.name) files")
        }
        if let startLevel, !(-160...0).contains(startLevel) {
            throw AudioRecorderError(
                .settingOutOfRange, "\(startLevel)",
                "recording begins at a level of -160 to 0 dBFS, not \(startLevel)")
        }
        if let silenceDuration, !(silenceDuration > 0) {
            throw AudioRecorderError(
                .settingOutOfRange, "\(silenceDuration)",
                "recording ends after more than 0 seconds of silence, not \(silenceDuration)")
        }
    }

    private func checkChannels(_ format: AudioFileFormat) throws(AudioRecorderError) {
        let most = format.maximumChannelCount
        guard let channelCount, !(1...most).contains(channelCount) else { return }
        throw AudioRecorderError(
            .channelCountUnavailable, String(channelCount),
            "\(format.name) files have 1 to \(most) channels, not \(channelCount)")
    }

    private func checkRate(_ format: AudioFileFormat) throws(AudioRecorderError) {
        guard let sampleRate else { return }
        guard AudioFormat.sampleRates.contains(sampleRate) else {
            throw AudioRecorderError(
                .sampleRateUnavailable, String(sampleRate),
                "there is no sound of \(sampleRate) Hz; use \(AudioFormat.sampleRateText)")
        }
        guard let rates = format.sampleRates, !rates.contains(sampleRate) else { return }
        throw AudioRecorderError(
            .sampleRateUnavailable, String(sampleRate),
            "\(format.name) files do not have \(sampleRate) Hz; \(rates.map(String.init).choice), or record to WAV or FLAC"
        )
    }

    /// The bit rates of all files that these settings can lead to; `nil` where the format has no choice.
    private func bitRates(_ format: AudioFileFormat) -> ClosedRange<Int>? {
        let rates = sampleRate.map { [$0] } ?? format.sampleRates ?? []
        let counts = channelCount.map { [$0] } ?? [1, format.maximumChannelCount]
        let all = rates.flatMap { rate in
            counts.compactMap { format.bitRates(sampleRate: rate, channelCount: $0) }
        }
        guard let least = all.map(\.lowerBound).min(), let most = all.map(\.upperBound).max()
        else { return nil }
        return least...most
    }

    /// - Parameter files: The files that have the range.
    static func bitRateError(
        _ bitRate: Int, _ range: ClosedRange<Int>, _ files: String
    ) -> AudioRecorderError {
        AudioRecorderError(
            .bitRateOutOfRange, String(bitRate),
            "\(files) have \(range.lowerBound) to \(range.upperBound) bit/s, not \(bitRate)")
    }
}
