internal import Synchronization

/// The last thing that happens to samples before they are heard: volume, pan, and their measure.
///
/// Any thread may set volume and pan and look at the meters; one thread, the output's, plays. It takes no
/// memory and no lock.
package final class OutputStage: @unchecked Sendable {
    // Sendable by proof: settings and measurements are atomic; `gain` and `side` belong to the thread that
    // plays, which is one at any time.

    /// As many channels are measured.
    package static let meteredChannels = 8

    /// How much the balance changes from frame to frame.
    private static let panStep: Float = 0.005

    private let target = AtomicFloat(1)
    /// How much the gain changes from frame to frame on its way to the target.
    private let step = AtomicFloat(1)
    private let pan = AtomicFloat(0)
    private let isMetering = Atomic<Bool>(false)
    private let peaks = (0..<meteredChannels).map { _ in AtomicFloat(0) }
    private let powers = (0..<meteredChannels).map { _ in AtomicFloat(0) }
    private var gain: Float = 1
    /// The balance of the last frame; `nil` before the first.
    private var side: Float?

    /// Makes one that leaves sound as it is.
    package init() {}

    // MARK: - Any thread

    /// Goes to a volume, step by step.
    ///
    /// - Parameters:
    ///   - volume: Linear, 0...1.
    ///   - frames: In how many frames.
    package func setVolume(_ volume: Float, from old: Float, inFrames frames: Int) {
        step.value = max(abs(volume - old) / Float(max(1, frames)), 1e-9)
        target.value = volume
    }

    /// −1 for all left, 1 for all right; only of sound with two channels.
    package var balance: Float {
        get { pan.value }
        set { pan.value = newValue }
    }

    package var measures: Bool {
        get { isMetering.load(ordering: .relaxed) }
        set { isMetering.store(newValue, ordering: .relaxed) }
    }

    /// The highest sample of the last stretch that was played, linear.
    package func peak(ofChannel channel: Int) -> Float { peaks[channel].value }

    /// The root of the mean square of the last stretch that was played, linear.
    package func level(ofChannel channel: Int) -> Float { powers[channel].value }

    // MARK: - The thread that plays

    /// Whether the next frame gets another volume than the last had.
    package var hasNewVolume: Bool { gain != target.value }

    // Changes frames in place.
    package func process(_ samples: UnsafeMutablePointer<Float>, frames: Int, channels: Int) {
        let target = target.value
        if gain != target {
            ramp(samples, frames, channels, to: target)
        } else if gain != 1 {
            for index in 0..<frames * channels { samples[index] *= gain }
        }
        let pan = pan.value
        if channels == 2, pan != 0 || side ?? 0 != 0 {
            balance(samples, frames, pan)
        } else {
            side = pan
        }
        if measures { measure(samples, frames, channels) }
    }

    private func ramp(
        _ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ channels: Int, to target: Float
    ) {
        let step = step.value
        for frame in 0..<frames {
            gain = gain < target ? min(target, gain + step) : max(target, gain - step)
            for channel in 0..<channels { samples[frame * channels + channel] *= gain }
        }
    }

    /// Goes to another balance in some milliseconds, so that it does not click.
    private func balance(_ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ pan: Float) {
        var side = side ?? pan
        for frame in 0..<frames {
            side += max(-Self.panStep, min(Self.panStep, pan - side))
            samples[2 * frame] *= min(1, 1 - side)
            samples[2 * frame + 1] *= min(1, 1 + side)
        }
        self.side = side
    }

    private func measure(
        _ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ channels: Int
    ) {
        for channel in 0..<min(channels, Self.meteredChannels) {
            var (peak, sum): (Float, Float) = (0, 0)
            for frame in 0..<frames {
                let sample = samples[frame * channels + channel]
                peak = max(peak, abs(sample))
                sum += sample * sample
            }
            peaks[channel].value = peak
            powers[channel].value = frames > 0 ? (sum / Float(frames)).squareRoot() : 0
        }
    }
}

/// A number that any thread may read and write.
final class AtomicFloat: Sendable {
    private let bits: Atomic<UInt32>

    init(_ value: Float) { bits = Atomic(value.bitPattern) }

    var value: Float {
        get { Float(bitPattern: bits.load(ordering: .relaxed)) }
        set { bits.store(newValue.bitPattern, ordering: .relaxed) }
    }
}
