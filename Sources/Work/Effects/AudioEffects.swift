/// The effects on sound between decoder and output; by default none, which costs nothing.
public struct AudioEffects: Hashable, Sendable {
    /// The equalizer.
    public var equalizer = Equalizer.flat
    /// Gain before everything else, in dB.
    public var preamplification = 0.0
    /// Whether all channels play the same: their mean.
    public var isMono = false
    /// Whether each ear also hears the other channel, as with loudspeakers; only of sound with two channels.
    public var hasCrossfeed = false
    /// Whether peaks are kept below full scale, by turning the volume down for a moment.
    public var limitsPeaks = false

    /// No effects.
    public init() {}

    /// Whether samples pass unchanged.
    public var isNeutral: Bool {
        equalizer.isFlat && preamplification == 0 && !isMono && !hasCrossfeed && !limitsPeaks
    }
}
