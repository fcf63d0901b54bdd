import PhonolithPlayback
import Testing

/// Factors that samples are multiplied by.
@Suite struct ReplayGainTests {
    @Test(
        "the factor is that of the gain, at most 15 and never above full scale",
        arguments: [
            (nil, nil, 1), (0, nil, 1), (-20, nil, 0.1), (20, nil, 10), (20, 0.5, 2),
            (99, nil, 15), (99, 0.001, 15), (-20, 2, 0.1), (6.0206, 0.9, 1.1111),
        ] as [(Double?, Double?, Float)])
    func factor(gain: Double?, peak: Double?, factor: Float) {
        var loudness = PlayerItem.Loudness()
        (loudness.trackGain, loudness.trackPeak) = (gain, peak)
        for mode in [ReplayGain.Mode.track, .album] {
            #expect(abs(ReplayGain(mode).factor(for: loudness) - factor) < 0.001)
        }
        #expect(ReplayGain(.off).factor(for: loudness) == 1)
    }

    @Test(
        "what has a gain gets the preamp added, and what has none the gain of untagged items",
        arguments: [
            (-20, nil, 6.0206, 0, 0.2), (-20, nil, 6.0206, -6.0206, 0.2),
            (nil, nil, 6.0206, 0, 1), (nil, nil, 6.0206, -6.0206, 0.5), (nil, 0.5, 0, 20, 2),
            (nil, nil, 0, 99, 15), (.nan, nil, 6.0206, -6.0206, 0.5), (20, 0.5, 6.0206, 0, 2),
        ] as [(Double?, Double?, Double, Double, Float)])
    func preamp(
        gain: Double?, peak: Double?, preamp: Double, untaggedGain: Double, factor: Float
    ) {
        var loudness = PlayerItem.Loudness()
        (loudness.trackGain, loudness.trackPeak) = (gain, peak)
        let settings = { (mode: ReplayGain.Mode) in
            ReplayGain(mode, preamplification: preamp, untaggedGain: untaggedGain)
        }
        for mode in [ReplayGain.Mode.track, .album] {
            #expect(abs(settings(mode).factor(for: loudness) - factor) < 0.001)
        }
        #expect(settings(.off).factor(for: loudness) == 1)
        #expect(settings(.track).mayClip(loudness) == (peak == nil && factor > 1))
    }

    @Test(
        "only what is amplified without a known peak may clip",
        arguments: [
            (6, nil, true), (6, 0, true), (6, 0.9, false), (-6, nil, false), (nil, nil, false),
        ] as [(Double?, Double?, Bool)])
    func clipping(gain: Double?, peak: Double?, mayClip: Bool) {
        var loudness = PlayerItem.Loudness()
        (loudness.trackGain, loudness.trackPeak) = (gain, peak)
        #expect(ReplayGain(.track).mayClip(loudness) == mayClip)
        #expect(!ReplayGain(.track, limitsPeak: false).mayClip(loudness))
        #expect(!ReplayGain(.off).mayClip(loudness))
    }

    @Test("what would clip stays in order, below full scale, and what would not is unchanged")
    func softening() {
        let samples = stride(from: Float(-4), through: 4, by: 0.125)
        let softened = samples.map(ReplayGain.softened)
        #expect(softened == softened.sorted())
        #expect(softened.allSatisfy { abs($0) <= 1 })
        #expect(
            [-0.75, -0.1, 0, 0.5, 0.75].map(ReplayGain.softened) == [-0.75, -0.1, 0, 0.5, 0.75])
    }
}
