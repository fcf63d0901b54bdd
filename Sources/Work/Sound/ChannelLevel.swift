import Glibc

/// The level of a channel; 0 is full scale.
public struct ChannelLevel: Hashable, Sendable {
    /// In dBFS, from −160 for silence to 200, whatever samples a damaged file has.
    public var peakPower: Double
    /// In dBFS, as ``peakPower``.
    public var averagePower: Double

    /// Measured levels, linear; 1 is full scale.
    package init(peak: Float, rootMeanSquare: Float) {
        func decibels(_ value: Float) -> Double {
            value > 0 ? min(200, max(-160, 20 * log10(Double(value)))) : -160
        }
        (peakPower, averagePower) = (decibels(peak), decibels(rootMeanSquare))
    }
}
