internal import CPhonolithSoundTouch

/// Makes sound faster or slower without changing its pitch.
///
/// Not for use by two threads at once.
package final class TempoFilter {
    /// How many times as fast the sound becomes.
    package private(set) var tempo: Double
    // Freed by `deinit`.
    private let stretch: OpaquePointer
    private let channelCount: Int

    /// The number of frames that are taken out at once.
    private static let framesAtOnce = 4096

    /// Makes a filter for interleaved samples; `nil` if memory is short, or for more than 16 channels.
    ///
    /// - Parameter tempo: How many times as fast; 0.1...10.
    package init?(sampleRate: Int, channelCount: Int, tempo: Double) {
        guard let rate = UInt32(exactly: sampleRate),
            let channels = UInt32(exactly: channelCount),
            let stretch = cst_open(rate, channels, tempo)
        else { return nil }
        self.stretch = stretch
        self.tempo = tempo
        self.channelCount = channelCount
    }

    deinit { cst_close(stretch) }

    /// Changes the speed without a seam, of what is held back, too.
    package func setTempo(_ tempo: Double) {
        if cst_set_tempo(stretch, tempo) { self.tempo = tempo }
    }

    /// How many frames were passed through that are not heard in the result yet.
    package var heldFrames: Int { cst_held(stretch) }

    /// Passes samples through.
    ///
    /// - Parameters:
    ///   - samples: All channels of one moment together.
    ///   - result: Takes what comes out, which may be later than what went in.
    /// - Returns: Whether there was memory for it.
    package func convert(_ samples: [Float], appendingTo result: inout [Float]) -> Bool {
        guard !samples.isEmpty else { return true }
        let isTaken = samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return true }
            return cst_put(stretch, start, samples.count / channelCount)
        }
        receive(&result)
        return isTaken
    }

    /// Gives what is held back, after the last sample. Nothing may be passed through afterwards.
    package func drain(appendingTo result: inout [Float]) {
        // A filter without memory loses only a few milliseconds here.
        _ = cst_flush(stretch)
        receive(&result)
    }

    private func receive(_ result: inout [Float]) {
        let capacity = Self.framesAtOnce * channelCount
        withUnsafeTemporaryAllocation(of: Float.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return }
            while case let count = cst_receive(stretch, start, Self.framesAtOnce), count > 0 {
                result.append(contentsOf: buffer[..<(count * channelCount)])
            }
        }
    }
}

/// Samples in the order in which they came.
package struct SampleQueue {
    private var samples: [Float] = []
    private var start = 0

    package init() {}

    package var count: Int { samples.count - start }

    package mutating func append(_ new: [Float]) {
        // Moved to the front now and then, so that no sample is moved often.
        if start > 65_536, start > samples.count / 2 {
            samples.removeFirst(start)
            start = 0
        }
        samples.append(contentsOf: new)
    }

    package mutating func take(_ count: Int, appendingTo target: inout [Float]) -> Int {
        let taken = min(count, self.count)
        target.append(contentsOf: samples[start..<start + taken])
        start += taken
        return taken
    }

    package mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        start = 0
    }
}
