import Glibc

extension Equalizer {
    /// The filters for a sample rate. A curve becomes peaks whose sum goes through its points.
    ///
    /// - Parameter rate: In Hz. Filters at its half and above are left out.
    func biquads(rate: Double) -> [Biquad] {
        (filters + curveFilters(rate: rate))
            .filter { $0.gain != 0 && $0.frequency < 0.49 * rate }
            .map { Biquad($0, rate: rate) }
    }

    /// The gain that the equalizer is designed to have at a frequency, in dB.
    ///
    /// - Parameter rate: The sample rate in Hz.
    package func gain(at frequency: Double, rate: Double) -> Double {
        preamplification
            + biquads(rate: rate).map { $0.gain(at: frequency, rate: rate) }.reduce(0, +)
    }

    /// Peaks at the points of the curve if there are few, else in steps of a third of an octave.
    private func curveFilters(rate: Double) -> [Filter] {
        guard curve.contains(where: { $0.gain != 0 }) else { return [] }
        let isOfBands = curve.map(\.frequency) == Self.bandFrequencies
        let centers = (isOfBands ? Self.bandFrequencies : Self.thirdOctaves).filter {
            $0 < 0.45 * rate
        }
        // Filters that overlap where they have half of their gain, in dB.
        let quality = isOfBands ? 2.0.squareRoot() : 4.32
        let gains = Self.solved(centers.map(curveGain), at: centers, quality, rate)
        return zip(centers, gains).map { frequency, gain in
            Filter(.peak, frequency: frequency, gain: gain, quality: quality)
        }
    }

    private static let thirdOctaves = (-17...13).map { 1000 * pow(2, Double($0) / 3) }

    /// The curve between its points, straight over the logarithm of the frequency; beyond them as at its ends.
    private func curveGain(at frequency: Double) -> Double {
        guard let next = curve.firstIndex(where: { $0.frequency >= frequency }) else {
            return curve.last?.gain ?? 0
        }
        guard next > 0, curve[next].frequency > frequency else { return curve[next].gain }
        let (low, high) = (curve[next - 1], curve[next])
        let part = log(frequency / low.frequency) / log(high.frequency / low.frequency)
        return low.gain + (high.gain - low.gain) * part
    }

    /// The gains of peaks that add up to the targets: each changes those beside it, so they are corrected one after the
    /// other until they agree (Gauss-Seidel).
    private static func solved(
        _ targets: [Double], at centers: [Double], _ quality: Double, _ rate: Double
    ) -> [Double] {
        var gains = targets
        func response(of index: Int, at frequency: Double) -> Double {
            let filter = Filter(
                .peak, frequency: centers[index], gain: gains[index], quality: quality)
            return Biquad(filter, rate: rate).gain(at: frequency, rate: rate)
        }
        for _ in 0..<roundCount {
            for index in centers.indices {
                let sum = centers.indices.map { response(of: $0, at: centers[index]) }.reduce(0, +)
                gains[index] = max(-40, min(40, gains[index] + targets[index] - sum))
            }
        }
        return gains
    }

    private static let roundCount = 12
}
