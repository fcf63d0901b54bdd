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
