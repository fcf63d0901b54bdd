import Glibc

/// Keeps peaks below full scale: turns all channels down at once, and up again within a tenth of a second.
struct Limiter {
    /// The part of the missing gain that remains after a frame.
    private let release: Float
    private var gain: Float = 1

    /// Where peaks are held, just below full scale (−0.1 dB).
    private static let ceiling: Float = 0.988_553

    init(rate: Double) { release = Float(exp(-1 / (0.1 * rate))) }

    /// Processes interleaved samples in place.
    mutating func process(_ samples: inout [Float], from start: Int, _ channelCount: Int) {
        for frame in stride(from: start, to: samples.count, by: channelCount) {
            var peak: Float = 0
            for channel in 0..<channelCount { peak = max(peak, abs(samples[frame + channel])) }
            gain = 1 - (1 - gain) * release
            if peak * gain > Self.ceiling { gain = Self.ceiling / peak }
            // Unchanged while nothing is too loud.
            guard gain < 0.999_999 else { continue }
            for channel in 0..<channelCount { samples[frame + channel] *= gain }
        }
    }
}
