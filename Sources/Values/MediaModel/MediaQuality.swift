/// How good an item is by what its file says of it, for choosing among several that are the same.
///
/// The larger picture wins; then lossless compression, finer samples, and the higher bit rate.
public struct MediaQuality: Hashable, Comparable, Sendable {
    /// The pixels of the picture in motion; 0 for sound alone.
    let pixelCount: Int
    /// In bits; 0 for codecs that lose something, which have none.
    let bitDepth: Int
    /// In Hz; 0 for unknown.
    let sampleRate: Int
    /// In kbit/s; 0 for unknown.
    let bitRate: Int

    /// Reads the quality out of an item's facts.
    public init(_ facts: MediaFacts) {
        pixelCount = (facts.width ?? 0).multipliedReportingOverflow(by: facts.height ?? 0).0
        bitDepth = facts.bitDepth ?? 0
        sampleRate = facts.sampleRate ?? 0
        bitRate = facts.bitRate ?? 0
    }

    /// Whether the other is better.
    public static func < (one: Self, other: Self) -> Bool {
        (one.pixelCount, one.bitDepth, one.sampleRate, one.bitRate)
            < (other.pixelCount, other.bitDepth, other.sampleRate, other.bitRate)
    }
}
