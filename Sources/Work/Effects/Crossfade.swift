internal import FoundationEssentials
import Glibc

/// Lets the end of an item sound on under the beginning of the next.
///
/// Samples go through it. It holds back as many as the fade is long; when the item ends, these are mixed
/// with the next item's first. Items that are shorter than two fades get shorter ones, so that no more than
/// two items are heard at once: no part of an item is in two fades, and a fade takes no more than half of an
/// item whose length is known.
package struct Crossfade {
    private let sampleRate: Int
    private let channelCount: Int
    /// How long the fade is, in samples of all channels; 0 for none.
    private let length: Int
    /// Samples held back of the item that plays.
    private var held = SampleQueue()
    /// How many of its samples were taken, as far as it matters: two fades at most.
    private var taken = 0
    /// How many of its samples the fade at its beginning takes.
    private var fadedIn = 0
    /// The end of the item before, as far as it is not mixed yet.
    private var fading: [Float] = []
    private var mixed = 0

    /// - Parameter duration: In seconds; 0 for none.
    package init(duration: Double, sampleRate: Int, channelCount: Int) {
        (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
        length = Self.frames(in: duration, sampleRate) * channelCount
    }

    /// Of what files say, which may be no length at all.
    private static func frames(in seconds: Double, _ sampleRate: Int) -> Int {
        seconds > 0 ? Int((min(seconds, 1e9) * Double(sampleRate)).rounded()) : 0
    }

    /// How many frames of the item that plays are held back.
    package var heldFrames: Int { held.count / channelCount }

    /// Passes samples of the item that plays through.
    package mutating func pass(_ samples: inout [Float], appendingTo result: inout [Float]) {
        mix(&samples)
        guard length > 0 else { return result.append(contentsOf: samples) }
        taken = min(taken + samples.count, 4 * length)
        held.append(samples)
        let surplus = held.count - length
        if surplus > 0 { _ = held.take(surplus, appendingTo: &result) }
    }

    /// Ends the item: its end is mixed with what comes now.
    ///
    /// - Parameter duration: How long the next item is, in seconds, if known.
    package mutating func beginNext(lasting duration: Double?, appendingTo result: inout [Float]) {
        // Half of the item at most, and nothing that was in a fade already.
        var fade = min(length, half(taken), taken - min(taken, fadedIn))
        if let duration {
            fade = min(fade, half(Self.frames(in: duration, sampleRate) * channelCount))
        }
        _ = held.take(held.count - min(held.count, fade), appendingTo: &result)
        // The rest of the fade before is over, because the item was shorter than it was said to be.
        fading.removeAll(keepingCapacity: true)
        _ = held.take(held.count, appendingTo: &fading)
        (mixed, taken, fadedIn) = (0, 0, fading.count)
    }

    /// Ends the last item: nothing is held back any more.
    package mutating func finish(appendingTo result: inout [Float]) {
        _ = held.take(held.count, appendingTo: &result)
        reset()
    }

    /// Forgets what was held back.
    package mutating func reset() {
        held.removeAll()
        fading.removeAll(keepingCapacity: true)
        (mixed, taken, fadedIn) = (0, 0, 0)
    }

    /// Half of a number of samples, in whole frames.
    private func half(_ count: Int) -> Int { count / channelCount / 2 * channelCount }

    /// With equal power: the squares of the two gains add up to 1.
    private mutating func mix(_ samples: inout [Float]) {
        guard mixed < fading.count else { return }
        let channels = channelCount
        let count = min(samples.count, fading.count - mixed)
        for index in 0..<count {
            let progress =
                Double((mixed + index) / channels + 1) / Double(fading.count / channels + 1)
            let (fadeIn, fadeOut) = (sin(progress * .pi / 2), cos(progress * .pi / 2))
            samples[index] = samples[index] * Float(fadeIn) + fading[mixed + index] * Float(fadeOut)
        }
        mixed += count
        if mixed == fading.count {
            fading.removeAll(keepingCapacity: true)
            mixed = 0
        }
    }
}
