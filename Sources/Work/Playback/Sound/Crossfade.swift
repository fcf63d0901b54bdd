internal import AudioDevices
internal import Foundation

/// Lets the end of an item sound on under the beginning of the next.
///
/// Samples go through it. It holds back as many as the fade is long; when the item ends, these are mixed
/// with the next item's first. Items that are shorter than two fades get shorter ones, so that no more than
/// two items are heard at once: no part of an item is in two fades, and a fade takes no more than half of an
/// item whose length is known.
struct Crossfade {
    private let format: AudioFormat
    /// How long the fade is, in samples of all channels; 0 for none.
    private let length: Int
    /// What is held back of the item that plays.
    private var held = SampleQueue()
    /// How many of its samples were taken, as far as it matters: two fades at most.
    private var taken = 0
    /// How many of its samples the fade at its beginning takes.
    private var fadedIn = 0
    /// The end of the item before, as far as it is not mixed yet.
    private var fading: [Float] = []
    private var mixed = 0

    init(duration: Double, format: AudioFormat) {
        self.format = format
        length = max(0, format.frames(in: duration)) * format.channelCount
    }

    /// How many frames of the item that plays are held back.
    var heldFrames: Int { held.count / format.channelCount }

    /// Passes samples of the item that plays through.
    mutating func pass(_ samples: inout [Float], appendingTo result: inout [Float]) {
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
    mutating func beginNext(lasting duration: Double?, appendingTo result: inout [Float]) {
        // Half of the item at most, and nothing that was in a fade already.
        var fade = min(length, half(taken), taken - min(taken, fadedIn))
        if let duration {
            fade = min(fade, half(max(0, format.frames(in: duration)) * format.channelCount))
        }
        _ = held.take(held.count - min(held.count, fade), appendingTo: &result)
        // What is left of the fade before, because the item was shorter than it was said to be, is over.
        fading.removeAll(keepingCapacity: true)
        _ = held.take(held.count, appendingTo: &fading)
        (mixed, taken, fadedIn) = (0, 0, fading.count)
    }

    /// Ends the last item: nothing is held back any more.
    mutating func finish(appendingTo result: inout [Float]) {
        _ = held.take(held.count, appendingTo: &result)
        reset()
    }

    /// Forgets what was held back.
    mutating func reset() {
        held.removeAll()
        fading.removeAll(keepingCapacity: true)
        (mixed, taken, fadedIn) = (0, 0, 0)
    }

    /// Half of so many samples, in whole frames.
    private func half(_ count: Int) -> Int { count / format.channelCount / 2 * format.channelCount }

    /// With equal power: the squares of the two gains add up to 1.
    private mutating func mix(_ samples: inout [Float]) {
        guard mixed < fading.count else { return }
        let channels = format.channelCount
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
