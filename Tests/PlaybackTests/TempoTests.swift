import Libav
import Testing

@Suite("The tempo filter")
struct TempoTests {
    @Test("takes sound of any number of channels", arguments: 1...8)
    func channels(_ count: Int) throws {
        var filter = try TempoFilter.open(sampleRate: 44_100, channelCount: count, tempo: 2)
        var result: [Float] = []
        try filter.convert(
            [Float](repeating: 0.5, count: 44_100 * count)[...], appendingTo: &result)
        try filter.drain(appendingTo: &result)
        #expect(abs(result.count / count - 22_050) < 2000)
    }
}
