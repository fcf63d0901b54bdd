import Glibc

/// How the loudness of items is adjusted (ReplayGain 2.0).
public struct ReplayGain: Hashable, Sendable {
    /// Which values are used.
    public var mode: Mode = .off
    /// Added to every gain of a tag, in dB.
    public var preamplification = 0.0
    /// The gain of items without ReplayGain values, in dB; nothing is added to it.
    public var untaggedGain = 0.0
    /// Whether the gain is limited so that the peak does not clip.
    public var limitsPeak = true

    /// By default nothing is changed.
    public init(
        _ mode: Mode = .off, preamplification: Double = 0, untaggedGain: Double = 0,
        limitsPeak: Bool = true
    ) {
        self.untaggedGain = untaggedGain
        self.mode = mode
        self.preamplification = preamplification
        self.limitsPeak = limitsPeak
    }

    /// Which values are used.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// None; the volume is not changed.
        case off
        /// The gain of each track.
        case track
        /// The gain of the album, which keeps the differences between its tracks.
        case album
    }

    /// A larger one is that of a broken tag, and would only be noise.
    static let largestFactor = 15.0

    /// The factor of an item's samples.
    ///
    /// Where an item knows only one of the two gains, that one is taken; where it knows none, ``untaggedGain``.
    package func factor(for loudness: PlayerItem.Loudness) -> Float {
        let (gain, peak) = values(of: loudness)
        guard mode != .off else { return 1 }
        let total = gain.flatMap { $0.isFinite ? $0 + preamplification : nil } ?? untaggedGain
        let factor = min(pow(10, total / 20), Self.largestFactor)
        guard limitsPeak, let peak, peak > 0 else { return Float(factor) }
        return Float(min(factor, 1 / peak))
    }

    /// Whether samples may be louder than full scale after the gain, because the item's peak is unknown; then
    /// ``softened(_:)`` keeps them below.
    package func mayClip(_ loudness: PlayerItem.Loudness) -> Bool {
        limitsPeak && (values(of: loudness).peak ?? 0) <= 0 && factor(for: loudness) > 1
    }

    /// The sample, brought below full scale without an edge if it is louder than 0.75.
    package static func softened(_ sample: Float) -> Float {
        let (size, knee) = (abs(sample), Float(0.75))
        guard size > knee else { return sample }
        let softened = knee + (1 - knee) * tanhf((size - knee) / (1 - knee))
        return sample < 0 ? -softened : softened
    }

    private func values(of loudness: PlayerItem.Loudness) -> (gain: Double?, peak: Double?) {
        let track = (loudness.trackGain, loudness.trackPeak)
        let album = (loudness.albumGain, loudness.albumPeak)
        return switch mode {
        case .off: (nil, nil)
        case .track: track.0 != nil || album.0 == nil ? track : album
        case .album: album.0 != nil ? album : track
        }
    }
}
