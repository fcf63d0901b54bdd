import Playback
import Testing

/// What samples are multiplied by.
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
}
