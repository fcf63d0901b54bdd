import PhonolithMediaModel
package import PhonolithWorker

/// A player's limits for a transcode in a codec.
struct TranscodeLimits {
    private let limitations: [PlayerAbilities.Limitation]

    init(of player: PlayerAbilities, codec: String) {
        limitations = (player.codecProfiles ?? [])
            .filter { $0.name.lowercased() == codec.lowercased() }
            .flatMap { $0.limitations ?? [] }.filter { $0.required ?? true }
    }

    /// Whether a value keeps all limits of that name; so does one that is unknown.
    func allow(_ name: String, _ value: Int?) -> Bool {
        guard let value else { return true }
        return limitations.allSatisfy { $0.name != name || $0.allows(value) }
    }

    /// Whether there is a limit of that name.
    func mention(_ name: String) -> Bool { limitations.contains { $0.name == name } }

    /// The most channels that are allowed; `nil` if no number of them is.
    func channels(atMost most: Int) -> Int? {
        (1...max(most, 1)).last { allow("audioChannels", $0) }
    }

    /// The bit rate of a transcode: the highest that is allowed up to the usual one, else the lowest above it; `nil` if
    /// none is allowed.
    ///
    /// - Parameters:
    ///   - rates: The bit rates that are made, in kbit/s, the lowest first: it is made where a limit is lower.
    ///   - limit: Takes the place of the usual one; none above it is allowed.
    func bitRate(of rates: [Int], usual: Int, limit: Int?) -> Int? {
        let most = max(limit ?? .max, rates.first ?? 0)
        let allowed = rates.filter { $0 <= most && allow("audioBitrate", $0) }
        return allowed.last { $0 <= limit ?? usual } ?? allowed.first
    }
}

extension PlayerAbilities.Limitation {
    /// Whether a value keeps the limit; one whose comparison is not known is always kept.
    func allows(_ value: Int) -> Bool {
        let wanted = values.compactMap { Int($0) }
        return switch comparison {
        case "Equals": wanted.contains(value)
        case "NotEquals": !wanted.contains(value)
        case "LessThanEqual": wanted.first.map { value <= $0 } ?? true
        case "GreaterThanEqual": wanted.first.map { value >= $0 } ?? true
        default: true
        }
    }
}

extension TranscodeJob.Format {
    /// No transcode in the format has more channels.
    package var channelLimit: Int {
        switch self {
        case .mp3, .opus, .aac, .mp4: 2
        case .flac, .wav: 8
        }
    }

    /// In Hz; `nil` if that of the source is unknown.
    func sampleRate(of facts: MediaFacts) -> Int? {
        switch self {
        case .mp3: ConstantBitRate.mp3SampleRate
        case .opus: 48_000
        case .aac, .mp4: facts.sampleRate.map { min($0, 48_000) }
        case .flac, .wav: facts.sampleRate.map { $0 <= 192_000 ? $0 : 96_000 }
        }
    }

    /// In bits; `nil` for formats with loss, which have none.
    func bitDepth(of facts: MediaFacts) -> Int? {
        switch self {
        case .mp3, .opus, .aac, .mp4: nil
        case .flac: (facts.bitDepth ?? 16) > 16 ? 24 : 16
        case .wav: 16
        }
    }
}
