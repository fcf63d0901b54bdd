internal import CPhonolithLoudness

/// Measures how loud sound is, by EBU R128, with libebur128.
///
/// Not for use by two threads at once.
package final class LoudnessMeter {
    // Freed by `deinit`.
    private var state: UnsafeMutablePointer<ebur128_state>?
    private let channelCount: Int

    /// With more channels it is unknown which is which.
    package static let mostChannels = 6

    /// Makes a meter for interleaved samples; `nil` if memory is short, or for more than ``mostChannels``.
    package init?(sampleRate: Int, channelCount: Int) {
        guard (1...Self.mostChannels).contains(channelCount),
            let rate = UInt(exactly: sampleRate),
            let state = ebur128_init(
                UInt32(channelCount), rate,
                CInt(EBUR128_MODE_I.rawValue | EBUR128_MODE_SAMPLE_PEAK.rawValue))
        else { return nil }
        self.state = state
        self.channelCount = channelCount
    }

    deinit { ebur128_destroy(&state) }

    /// Measures more.
    ///
    /// - Parameter samples: All channels of one moment together.
    /// - Returns: Whether there was memory for it.
    package func add(_ samples: [Float]) -> Bool {
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return true }
            let code = ebur128_add_frames_float(state, start, samples.count / channelCount)
            return code == CInt(EBUR128_SUCCESS.rawValue)
        }
    }

    /// The greatest sample; 1 is full scale.
    package var peak: Double {
        (0..<channelCount).reduce(0) { greatest, channel in
            var peak = 0.0
            _ = ebur128_sample_peak(state, UInt32(channel), &peak)
            return max(greatest, peak)
        }
    }

    /// The loudness of several sounds as if they were one, in LUFS; `nil` for silence, and for less than 0.4 s.
    package static func loudness(of meters: [LoudnessMeter]) -> Double? {
        var states = meters.map(\.state)
        var loudness = -Double.infinity
        let code = ebur128_loudness_global_multiple(&states, states.count, &loudness)
        return code == CInt(EBUR128_SUCCESS.rawValue) && loudness.isFinite ? loudness : nil
    }
}
