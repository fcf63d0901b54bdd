internal import Foundation

/// Lets the end of an item sound on under the beginning of the next.
///
/// Samples go through it. It holds back as many as the fade is long; when the item ends, these are mixed
/// with the next item's first. So it needs to know of no item how long it is.
struct Crossfade {
    private let format: AudioFormat
    /// How long the fade is, in frames; 0 for none.
    private let length: Int
    /// What is held back of the item that plays.
    private var held = SampleQueue()
    /// The end of the item before, as far as it is not mixed yet.
    private var fading: [Float] = []
    private var mixed = 0

    init(duration: Double, format: AudioFormat) {
        self.format = format
        length = max(0, format.frames(in: duration))
    }

    /// Passes samples of the item that plays through.
    mutating func pass(_ samples: inout [Float], appendingTo result: inout [Float]) {
        mix(&samples)
        guard length > 0 else { return result.append(contentsOf: samples) }
        held.append(samples)
        let surplus = held.count - length * format.channelCount
        if surplus > 0 { _ = held.take(surplus, appendingTo: &result) }
    }

    /// Ends the item: its end is mixed with what comes now.
    mutating func beginNext(appendingTo result: inout [Float]) {
        // What is left of the fade before goes on as it is.
        result.append(contentsOf: fading[mixed...])
        fading.removeAll(keepingCapacity: true)
        mixed = 0
        _ = held.take(held.count, appendingTo: &fading)
    }

    /// Ends the last item: nothing is held back any more.
    mutating func finish(appendingTo result: inout [Float]) {
        _ = held.take(held.count, appendingTo: &result)
        result.append(contentsOf: fading[mixed...])
        reset()
    }

    /// Forgets what was held back.
    mutating func reset() {
        held.removeAll()
        fading.removeAll(keepingCapacity: true)
        mixed = 0
    }

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
