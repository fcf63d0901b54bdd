import Glibc

/// Effects with their memory, for sound of one format.
///
/// Not for use by two threads at once. Changes are faded, so that nothing clicks.
package struct EffectsChain {
    private let rate: Double
    private let channelCount: Int
    private var current: Stage?
    /// The stage that is faded out, and the number of frames left of the fade.
    private var former: (stage: Stage?, left: Int)?
    // The effects of ``current``.
    private var applied = AudioEffects()
    /// The requested effects. They are applied after the fade in progress, so that it does not stop in the middle.
    private var effects = AudioEffects()

    /// How long a change takes, in seconds.
    private static let fadeDuration = 0.02

    /// Makes a chain without effects.
    package init(sampleRate: Int, channelCount: Int) {
        (rate, self.channelCount) = (Double(sampleRate), channelCount)
    }

    // Whether samples pass unchanged.
    package var isNeutral: Bool { current == nil && former == nil }

    /// Changes the effects.
    ///
    /// - Parameter fades: Whether what follows continues what was processed before.
    package mutating func set(_ effects: AudioEffects, fades: Bool) {
        guard effects != self.effects else { return }
        self.effects = effects
        if !fades {
            former = nil
            apply()
        } else if former == nil {
            fade()
        }
    }

    private mutating func fade() {
        former = (current, Int(rate * Self.fadeDuration))
        apply()
    }

    private mutating func apply() {
        applied = effects
        current = effects.isNeutral ? nil : Stage(effects, rate, channelCount)
    }

    /// Forgets earlier samples: later ones do not continue them.
    package mutating func reset() {
        former = nil
        apply()
    }

    /// Processes interleaved samples in place.
    package mutating func process(_ samples: inout [Float], from start: Int = 0) {
        guard !isNeutral else { return }
        guard let former else {
            current?.process(&samples, from: start)
            return
        }
        var old = Array(samples[start...])
        var stage = former.stage
        stage?.process(&old, from: 0)
        current?.process(&samples, from: start)
        let length = Int(rate * Self.fadeDuration)
        let frames = min(former.left, old.count / channelCount)
        for frame in 0..<frames {
            let part = Float(length - former.left + frame + 1) / Float(length + 1)
            for index in frame * channelCount..<(frame + 1) * channelCount {
                samples[start + index] = old[index] + (samples[start + index] - old[index]) * part
            }
        }
        let left = former.left - frames
        self.former = left > 0 ? (stage, left) : nil
        if left <= 0, applied != effects { fade() }
    }
}

private struct Stage {
    private let channelCount: Int
    private let gain: Float
    private let isMono: Bool
    private let biquads: [Biquad]
    private var memories: [Biquad.Memory]
    private var crossfeed: Crossfeed?
    private var limiter: Limiter?

    init(_ effects: AudioEffects, _ rate: Double, _ channelCount: Int) {
        self.channelCount = channelCount
        let decibels = effects.preamplification + effects.equalizer.preamplification
        gain = Float(pow(10, decibels / 20))
        isMono = effects.isMono && channelCount > 1
        biquads = effects.equalizer.biquads(rate: rate)
        memories = Array(repeating: Biquad.Memory(), count: biquads.count * channelCount)
        crossfeed = effects.hasCrossfeed && channelCount == 2 ? Crossfeed(rate: rate) : nil
        limiter = effects.limitsPeaks ? Limiter(rate: rate) : nil
    }

    mutating func process(_ samples: inout [Float], from start: Int) {
        if gain != 1 { for index in start..<samples.count { samples[index] *= gain } }
        if isMono { mix(&samples, from: start) }
        for channel in 0..<channelCount where !biquads.isEmpty {
            equalize(channel, of: &samples, from: start)
        }
        crossfeed?.process(&samples, from: start)
        limiter?.process(&samples, from: start, channelCount)
    }

    private func mix(_ samples: inout [Float], from start: Int) {
        for frame in stride(from: start, to: samples.count, by: channelCount) {
            var sum: Float = 0
            for channel in 0..<channelCount { sum += samples[frame + channel] }
            for channel in 0..<channelCount {
                samples[frame + channel] = sum / Float(channelCount)
            }
        }
    }

    private mutating func equalize(_ channel: Int, of samples: inout [Float], from start: Int) {
        let first = channel * biquads.count
        for index in stride(from: start + channel, to: samples.count, by: channelCount) {
            var sample = Double(samples[index])
            for number in biquads.indices {
                sample = biquads[number].filter(sample, &memories[first + number])
            }
            samples[index] = Float(sample)
        }
    }
}

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
