public import PhonolithMediaModel

/// A format of recorded files.
public enum AudioFileFormat: String, Hashable, Sendable, CaseIterable {
    /// FLAC, without loss.
    case flac
    /// WAV, without loss; at most 4 GiB.
    case wav
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
        "flac": .flac, "wav": .wav, "opus": .opus, "ogg": .opus, "m4a": .aac, "mp3": .mp3,
    ]

    package var name: String {
        switch self {
        case .flac: "FLAC"
        case .wav: "WAV"
        case .opus: "Opus"
        case .aac: "AAC"
        case .mp3: "MP3"
        }
    }

    /// Whether a recording is what was captured, sample by sample.
    package var isLossless: Bool { self == .flac || self == .wav }

    /// The sample rates in Hz, the best first; `nil` if any is possible.
    var sampleRates: [Int]? {
        switch self {
        case .flac, .wav: nil
        case .opus: [48_000]
        case .aac:
            [
                96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000,
                11_025, 8_000,
            ]
        case .mp3: [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
        }
    }

    /// The largest number of channels.
    package var maximumChannelCount: Int {
        switch self {
        case .flac, .opus: 8
        case .wav: 32
        case .aac: 6
        case .mp3: 2
        }
    }

    // In bit/s.
    package func bitRate(channelCount: Int) -> Int {
        switch self {
        case .flac, .wav: 0
        case .opus: 80_000 * channelCount
        case .aac: 96_000 * channelCount
        case .mp3: 128_000 * channelCount
        }
    }
}
