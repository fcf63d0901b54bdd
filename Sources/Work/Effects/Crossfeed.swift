import Glibc

/// Lets each ear hear the low tones of the other channel, as with loudspeakers (B. Bauer, 1961, with the corner and level
/// of libbs2b's default: 700 Hz, 4.5 dB).
struct Crossfeed {
    private let (lowFactor, lowMemory): (Double, Double)
    private let (highFactor, highBefore, highMemory): (Double, Double, Double)
    private let gain: Double
    private var low = [0.0, 0.0]
    private var high = [0.0, 0.0]
    private var before = [0.0, 0.0]

    init(rate: Double) {
        let (corner, level) = (700.0, 4.5)
        let lowLevel = level * -5 / 6 - 3
        let lowGain = pow(10, lowLevel / 20)
        let highGain = 1 - pow(10, (level / 6 - 3) / 20)
        let highCorner = corner * pow(2, (lowLevel - 20 * log10(highGain)) / 12)
        let (lowPole, highPole) = (
            exp(-2 * Double.pi * corner / rate), exp(-2 * Double.pi * highCorner / rate)
        )
        (lowFactor, lowMemory) = (lowGain * (1 - lowPole), lowPole)
        (highFactor, highBefore, highMemory) = (1 - highGain * (1 - highPole), -highPole, highPole)
        gain = 1 / (1 - highGain + lowGain)
    }

    /// Processes two interleaved channels in place.
    mutating func process(_ samples: inout [Float], from start: Int) {
        for frame in stride(from: start, to: samples.count - 1, by: 2) {
            for channel in 0..<2 {
                let sample = Double(samples[frame + channel])
                low[channel] = lowFactor * sample + lowMemory * low[channel]
                high[channel] =
                    highFactor * sample + highBefore * before[channel] + highMemory * high[channel]
                before[channel] = sample
            }
            samples[frame] = Float((high[0] + low[1]) * gain)
            samples[frame + 1] = Float((high[1] + low[0]) * gain)
        }
    }
}
