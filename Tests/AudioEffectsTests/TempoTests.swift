import Foundation
import Testing

@testable import PhonolithEffects

@Suite("The tempo filter")
struct TempoTests {
    private func second(of channels: Int) -> [Float] {
        var samples: [Float] = []
        for frame in 0..<44_100 {
            for channel in 1...channels {
                let angle = Double(frame * 440 * channel) * 2 * .pi / 44_100
                samples.append(Float(sin(angle)) / 2)
            }
        }
        return samples
    }

    private func converted(_ samples: [Float], _ channels: Int, _ tempo: Double) throws -> [Float] {
        let filter = try #require(
            TempoFilter(
                sampleRate: 44_100, channelCount: channels, tempo: tempo))
        var result: [Float] = []
        for start in stride(from: 0, to: samples.count, by: 1000 * channels) {
            let end = min(start + 1000 * channels, samples.count)
            #expect(filter.convert(Array(samples[start..<end]), appendingTo: &result))
        }
        filter.drain(appendingTo: &result)
        return result
    }

    @Test("changes how long sound of any number of channels is", arguments: 1...8, [0.5, 1.5, 2])
    func duration(_ channels: Int, _ tempo: Double) throws {
        let result = try converted(second(of: channels), channels, tempo)
        #expect(result.count.isMultiple(of: channels))
        #expect(abs(Double(result.count / channels) - 44_100 / tempo) < 2000)
    }

    @Test("keeps the pitch and the loudness of each channel", arguments: [0.5, 0.75, 1.25, 2])
    func pitch(_ tempo: Double) throws {
        let result = try converted(second(of: 2), 2, tempo)
        for channel in 0..<2 {
            // The ends are where the filter begins and stops.
            let samples = stride(from: channel, to: result.count, by: 2).map { result[$0] }
                .dropFirst(4000).dropLast(4000)
            let pairs = zip(samples, samples.dropFirst())
            let crossings = pairs.count { $0 < 0 && $1 >= 0 }
            let pitch = Double(crossings) * 44_100 / Double(samples.count)
            #expect(abs(pitch - Double(440 * (channel + 1))) < 15)
            let power = samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)
            #expect(abs(power.squareRoot() - 0.354) < 0.03)
        }
    }

    @Test(
        "changes its speed without a hole and without a click",
        arguments: [
            [1.5, 1], [1.5, 1, 0.75, 1, 2, 1.25, 1], [0.5, 2, 0.5, 2], [1.25, 1.5, 1.75, 2],
            [2, 1, 2, 1], [0.75, 0.5],
        ])
    func changes(speeds: [Double]) throws {
        let filter = try #require(
            TempoFilter(sampleRate: 44_100, channelCount: 1, tempo: speeds[0]))
        var (result, frame): ([Float], Int) = ([], 0)
        for speed in speeds {
            filter.setTempo(speed)
            #expect(filter.tempo == speed)
            for _ in 0..<40 {
                let samples = (frame..<frame + 1024).map {
                    Float(sin(Double($0) * 440 * 2 * .pi / 44_100)) / 2
                }
                frame += samples.count
                #expect(filter.convert(samples, appendingTo: &result))
            }
        }
        // Ten milliseconds, of which each is as loud as any other.
        let levels = stride(from: 2000, to: result.count - 2441, by: 110).map { start in
            let window = result[start..<start + 441]
            return (window.reduce(0) { $0 + $1 * $1 } / 441).squareRoot()
        }
        #expect(levels.allSatisfy { $0 > 0.25 }, "\(levels.min() ?? 0)")
        let steps = zip(result, result.dropFirst()).map { abs($1 - $0) }
        #expect(steps.allSatisfy { $0 < 0.1 }, "\(steps.max() ?? 0)")
        #expect(filter.heldFrames < 8192)
    }

    @Test("refuses what it cannot do", arguments: [(0, 1.5), (17, 1.5), (2, 0), (2, .nan)])
    func refusals(_ channels: Int, _ tempo: Double) {
        #expect(
            TempoFilter(
                sampleRate: 44_100, channelCount: channels, tempo: tempo) == nil)
    }
}
