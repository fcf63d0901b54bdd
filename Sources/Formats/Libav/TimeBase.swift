internal import CPhonolithFFmpeg

/// How long a tick of a stream's clock is: `numerator` through `denominator` seconds.
package struct TimeBase: Hashable, Sendable {
    // From 1.
    package let numerator: Int
    // From 1.
    package let denominator: Int

    /// - Parameter ratio: As the file has it; an invalid ratio becomes a microsecond.
    init(_ ratio: AVRational) {
        let isValid = ratio.num > 0 && ratio.den > 0
        numerator = isValid ? Int(ratio.num) : 1
        denominator = isValid ? Int(ratio.den) : Int(AV_TIME_BASE)
    }

    // The time in seconds.
    package func seconds(_ ticks: Int64) -> Double {
        Double(ticks) * Double(numerator) / Double(denominator)
    }

    /// The last tick that is not after the time; the bounds of the clock for times beyond them.
    package func ticks(_ seconds: Double) -> Int64 {
        let ticks = (seconds * Double(denominator) / Double(numerator)).rounded(.down)
        guard ticks > -0x1p62 else { return Int64.min / 2 }
        return ticks < 0x1p62 ? Int64(ticks) : Int64.max / 2
    }
}

/// Arithmetic on the times and durations that files state, in ticks of a stream's clock.
///
/// A file can state any number up to ±2^63. Sums and differences stop at the bounds instead of trapping.
extension Int64 {
    /// The sum, or the bound that it would pass.
    package func clampedAdding(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }

    /// The difference, or the bound that it would pass.
    package func clampedSubtracting(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other > 0 ? .min : .max) : difference
    }
}
