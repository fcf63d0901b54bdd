import Foundation
import Testing

@testable import PhonolithEffects

/// Signals and values of EBU Tech 3341, table 1: each is to be met to 0.1 LU.
@Suite("The loudness meter") struct LoudnessMeterTests {
    /// A tone of 1 kHz on both channels: its greatest sample in dB of full scale, and how long it lasts, in seconds.
    private func meter(_ level: Double, _ seconds: Double) throws -> LoudnessMeter {
        let meter = try #require(
            LoudnessMeter(
                sampleRate: 48_000, channelCount: 2))
        let amplitude = pow(10, level / 20)
        let turn = (0..<48).flatMap { index -> [Float] in
            let value = Float(amplitude * sin(2 * .pi * 1000 * Double(index) / 48_000))
            return [value, value]
        }
        var samples = turn
        let count = 2 * Int(seconds * 48_000)
        while samples.count < count { samples += samples }
        samples.removeLast(samples.count - count)
        #expect(meter.add(samples))
        return meter
    }

    @Test("measures a tone", arguments: [-23.0, -33])
    func tone(level: Double) throws {
        let meter = try meter(level, 20)
        let loudness = try #require(LoudnessMeter.loudness(of: [meter]))
        #expect(abs(loudness - level) < 0.1)
        #expect(abs(20 * log10(meter.peak) - level) < 0.01)
    }

    @Test("leaves out what is much quieter than the rest, over several sounds, too")
    func gate() throws {
        let meters = try [(-36.0, 10.0), (-23, 60), (-36, 10)].map { try meter($0.0, $0.1) }
        let loudness = try #require(LoudnessMeter.loudness(of: meters))
        #expect(abs(loudness + 23) < 0.1)
    }

    @Test("has no loudness of silence, nor of less than 0.4 s")
    func silence() throws {
        #expect(try LoudnessMeter.loudness(of: [meter(-.infinity, 2)]) == nil)
        #expect(try LoudnessMeter.loudness(of: [meter(-20, 0.3)]) == nil)
    }

    @Test("takes up to six channels", arguments: [(0, false), (1, true), (6, true), (7, false)])
    func channels(count: Int, isTaken: Bool) {
        #expect(
            (LoudnessMeter(
                sampleRate: 48_000, channelCount: count) != nil) == isTaken)
    }
}
