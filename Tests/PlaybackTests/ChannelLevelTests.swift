import PhonolithSound
import Testing

/// Levels of sound, whatever its samples are.
@Suite struct ChannelLevelTests {
    @Test(
        "are numbers that can be shown",
        arguments: [
            (0, -160), (1, 0), (0.1, -20), (.leastNonzeroMagnitude, -160), (.infinity, 200),
            (.greatestFiniteMagnitude, 200), (.nan, -160), (-1, -160),
        ] as [(Float, Double)])
    func bounds(sample: Float, expected: Double) {
        let level = ChannelLevel(peak: sample, rootMeanSquare: sample)
        #expect([level.peakPower.rounded(), level.averagePower.rounded()] == [expected, expected])
    }
}
