internal import PhonolithSound

/// The levels of the last tenth of a second.
struct LevelMeter {
    private var peaks: [[Float]] = []
    private var powers: [[Float]] = []

    /// As many stretches are remembered; of the recorder's length they last a tenth of a second.
    private static let stretchCount = 10

    /// Adds a stretch of interleaved samples.
    mutating func add(_ samples: ArraySlice<Float>, _ channelCount: Int) {
        var peak = [Float](repeating: 0, count: channelCount)
        var sum = peak
        for (index, sample) in samples.enumerated() {
            let channel = index % channelCount
            peak[channel] = max(peak[channel], abs(sample))
            sum[channel] += sample * sample
        }
        let frames = Float(max(1, samples.count / channelCount))
        peaks.append(peak)
        powers.append(sum.map { $0 / frames })
        if peaks.count > Self.stretchCount {
            peaks.removeFirst()
            powers.removeFirst()
        }
    }

    /// The levels of each channel.
    var levels: [ChannelLevel] {
        guard let count = peaks.first?.count else { return [] }
        return (0..<count).map { channel in
            let peak = peaks.map { $0[channel] }.max() ?? 0
            let power = powers.map { $0[channel] }.reduce(0, +) / Float(powers.count)
            return ChannelLevel(peak: peak, rootMeanSquare: power.squareRoot())
        }
    }
}
