public import PhonolithMediaModel

/// A format of recorded files.
public enum AudioFileFormat: String, Hashable, Sendable, CaseIterable {
    /// FLAC, without loss; 16 or 24 bits.
    case flac
    /// WAV, without loss; at most 4 GiB.
    case wav
    /// Apple's Core Audio Format, without loss, of any size.
    case caf
    /// AIFF, without loss; at most 2 GiB.
    case aiff
    /// Opus in Ogg.
    case opus
    /// AAC in an M4A file.
    case aac
    /// MP3 of a constant bit rate.
    case mp3

    /// The format that a file's name asks for; `nil` if its extension is of none.
    public init?(nameOf path: MediaPath) {
        guard let known = Self.extensions[path.pathExtension.lowercased()] else { return nil }
        self = known
    }

    /// The formats by the extensions of files, in lower case.
    static let extensions: [String: AudioFileFormat] = [
        "flac": .flac, "wav": .wav, "caf": .caf, "aif": .aiff, "aiff": .aiff, "aifc": .aiff,
        "opus": .opus, "ogg": .opus, "m4a": .aac, "mp3": .mp3,
    ]

    package var name: String {
        switch self {
        case .flac: "FLAC"
        case .wav: "WAV"
        case .caf: "CAF"
        case .aiff: "AIFF"
        case .opus: "Opus"
        case .aac: "AAC"
        case .mp3: "MP3"
        }
    }

    /// Whether a file has the samples as they are, one after the other.
    var isLinear: Bool { [.wav, .caf, .aiff].contains(self) }

    /// Whether a recording is what was captured, sample by sample.
    package var isLossless: Bool { self == .flac || isLinear }

    /// The bits of a sample that files can have; none where the format keeps no samples.
    public var bitDepths: [Int] {
        switch self {
        case .flac: [16, 24]
        case .wav, .caf, .aiff: [8, 16, 24, 32]
        case .opus, .aac, .mp3: []
        }
    }

    /// The sample rates in Hz, the best first; `nil` if any is possible.
    public var sampleRates: [Int]? {
        switch self {
        case .flac, .wav, .caf, .aiff: nil
        // RFC 6716, section 2.
        case .opus: [48_000, 24_000, 16_000, 12_000, 8_000]
        case .aac:
            [
                96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000,
                11_025, 8_000,
            ]
        case .mp3: [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
        }
    }

    /// The largest number of channels.
    public var maximumChannelCount: Int {
        switch self {
        case .flac, .opus: 8
        case .wav, .caf, .aiff: 32
        case .aac: 6
        case .mp3: 2
        }
    }
}

/// The quality of what a format with loss keeps; the counterpart of `AVAudioQuality`.
public enum AudioQuality: String, Hashable, Sendable, CaseIterable {
    /// A quarter of the bits of ``high``.
    case minimum
    /// Half the bits of ``high``: for speech.
    case low
    /// Three quarters of the bits of ``high``.
    case medium
    /// The usual one: music without loss that is heard.
    case high
    /// Twice the bits of ``high``, as far as the format has them.
    case maximum

    /// The part of the usual bit rate.
    fileprivate var factor: Double {
        switch self {
        case .minimum: 0.25
        case .low: 0.5
        case .medium: 0.75
        case .high: 1
        case .maximum: 2
        }
    }
}

// The bit rates of a file in this format, of all channels together, in bit/s.
extension AudioFileFormat {
    /// The bit rate of a quality.
    package func bitRate(
        sampleRate: Int, channelCount: Int, quality: AudioQuality = .high
    ) -> Int {
        let usual =
            switch self {
            case .flac, .wav, .caf, .aiff: 0
            case .opus: 80_000 * channelCount
            case .aac: 96_000 * channelCount
            case .mp3: 128_000 * channelCount
            }
        let range = bitRates(sampleRate: sampleRate, channelCount: channelCount)
        guard let range else { return 0 }
        let wanted = Int(Double(usual) * quality.factor)
        return nearestBitRate(
            to: min(max(wanted, range.lowerBound), range.upperBound), sampleRate: sampleRate)
    }

    /// The bit rates that a file can have; `nil` where the format has no choice.
    public func bitRates(sampleRate: Int, channelCount: Int) -> ClosedRange<Int>? {
        switch self {
        case .flac, .wav, .caf, .aiff: return nil
        // The least of RFC 6716, section 2, and the most that its encoder takes.
        case .opus: return 6000 * channelCount...256_000 * channelCount
        // At most 6144 bits for the 1024 samples of a frame of each channel (ISO 14496-3).
        case .aac: return 8000 * channelCount...6 * sampleRate * channelCount
        case .mp3:
            let rates = Self.mp3BitRates(sampleRate)
            return rates[0]...rates[rates.count - 1]
        }
    }

    /// The bit rate that a file has for one that was asked for; MP3 has only some.
    package func nearestBitRate(to wanted: Int, sampleRate: Int) -> Int {
        guard self == .mp3 else { return wanted }
        return Self.mp3BitRates(sampleRate).min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted
    }

    /// Those of layer III, by the version of MPEG that has the sample rate (ISO 11172-3, ISO 13818-3); of MPEG 2.5 those
    /// that LAME writes.
    private static func mp3BitRates(_ sampleRate: Int) -> [Int] {
        let kilobits =
            switch sampleRate {
            case 32_000...: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            case 16_000...: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
            default: [8, 16, 24, 32, 40, 48, 56, 64]
            }
        return kilobits.map { $0 * 1000 }
    }
}
