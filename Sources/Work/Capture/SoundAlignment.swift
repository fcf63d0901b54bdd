internal import PhonolithLibav

/// Puts sound on the film's clock, though the clock of its device runs at another speed.
///
/// Sound that is a little late or early is made longer or shorter, inaudibly: at most by half a percent. A gap,
/// as of sound that was lost, becomes silence, and sound that stays too late or too early to be in step is
/// moved at once. Sound of a clock that is right passes unchanged.
struct SoundAlignment: ~Copyable {
    private let sampleRate: Int
    private let channelCount: Int
    /// How many frames the film has.
    private(set) var frameCount = 0
    /// How many frames the film lacks, smoothed; fewer than 0 are too many.
    private var lack = 0.0
    private var stretcher: SampleStretcher?

    /// More is a gap, in seconds.
    private static let gap = 0.1
    /// More is out of step, if it is more on average, in seconds: half of what viewers notice (ITU-R BT.1359).
    private static let step = 0.02
    /// Less is not heard and not corrected, in seconds.
    private static let tolerance = 0.002
    /// How long jitter of times is averaged, in seconds.
    private static let smoothing = 2.0
    /// In how many seconds what lacks is added.
    private static let correction = 4.0
    /// The largest change of length.
    private static let mostStretch = 0.005

    init(sampleRate: Int, channelCount: Int) {
        (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
    }

    /// Aligns samples, all channels of one moment together.
    ///
    /// - Parameters:
    ///   - time: When the first is heard in the film, in seconds.
    ///   - take: Gets the film's next samples.
    mutating func add(
        _ samples: ArraySlice<Float>, at time: Double, _ take: ([Float]) throws -> Void
    ) throws {
        let now = time * Double(sampleRate) - Double(frameCount)
        let frames = Double(samples.count / channelCount)
        lack += (now - lack) * min(1, frames / (Self.smoothing * Double(sampleRate)))
        var samples = samples
        // The beginning is aligned to the sample.
        if frameCount == 0 || abs(now) > Self.gap * Double(sampleRate) {
            samples = try moved(samples, by: Int(now.rounded()), take)
        } else if abs(lack) > Self.step * Double(sampleRate) {
            samples = try moved(samples, by: Int(lack.rounded()), take)
        }
        guard !samples.isEmpty else { return }
        if stretcher == nil, abs(lack) > Self.tolerance * Double(sampleRate) {
            stretcher = try SampleStretcher.open(sampleRate: sampleRate, channelCount: channelCount)
        }
        try give(stretched(samples), take)
    }

    /// Adds silence before samples, or leaves out their beginning.
    ///
    /// - Returns: The rest of the samples.
    private mutating func moved(
        _ samples: ArraySlice<Float>, by frames: Int, _ take: ([Float]) throws -> Void
    ) throws -> ArraySlice<Float> {
        lack = 0
        guard frames > 0 else { return samples.dropFirst(-frames * channelCount) }
        try give([Float](repeating: 0, count: frames * channelCount), take)
        return samples
    }

    private mutating func stretched(_ samples: ArraySlice<Float>) throws -> [Float] {
        let distance = Self.correction * Double(sampleRate)
        let most = Self.mostStretch * distance
        try stretcher?.add(Int(max(-most, min(most, lack)).rounded()), over: Int(distance))
        return try stretcher?.stretched(samples) ?? Array(samples)
    }

    private mutating func give(
        _ samples: [Float], _ take: ([Float]) throws -> Void
    ) throws {
        frameCount += samples.count / channelCount
        if !samples.isEmpty { try take(samples) }
    }
}
