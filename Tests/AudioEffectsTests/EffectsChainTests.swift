import Foundation
import PhonolithEffects
import Testing

@Suite("Effects")
struct EffectsChainTests {
    private static let rate = 44_100

    private func processed(
        _ samples: [Float], channels: Int = 2, _ change: (inout AudioEffects) -> Void
    ) -> [Float] {
        var effects = AudioEffects()
        change(&effects)
        var chain = EffectsChain(sampleRate: Self.rate, channelCount: channels)
        chain.set(effects, fades: false)
        var samples = samples
        chain.process(&samples)
        return samples
    }

    /// A tone, left; silence, right.
    private static func tone(_ frequency: Double, _ count: Int, level: Double = 0.5) -> [Float] {
        (0..<count).flatMap { frame in
            [Float(level * sin(2 * .pi * frequency * Double(frame) / Double(rate))), 0]
        }
    }

    @Test("change the gain")
    func gain() {
        let result = processed([0.5, -0.25]) { $0.preamplification = -20 * log10(2) }
        #expect(zip(result, [0.25, -0.125]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("mix all channels to one", arguments: [2, 6])
    func mono(channels: Int) {
        let frame = (0..<channels).map { Float($0) / 10 }
        let mean = frame.reduce(0, +) / Float(channels)
        let result = processed(frame + frame, channels: channels) { $0.isMono = true }
        #expect(result.allSatisfy { abs($0 - mean) < 1e-6 })
    }

    @Test("keep peaks below full scale, and change nothing that is not louder")
    func limiter() {
        let loud = Self.tone(1000, 4410, level: 2)
        let result = processed(loud) { $0.limitsPeaks = true }
        #expect(result.allSatisfy { abs($0) <= 0.989 })
        #expect((result.map { abs($0) }.max() ?? 0) > 0.98)
        let quiet = Self.tone(1000, 4410, level: 0.9)
        #expect(processed(quiet) { $0.limitsPeaks = true } == quiet)
    }

    @Test("let the other ear hear low tones more than high ones")
    func crossfeed() {
        func leak(_ frequency: Double) -> Double {
            let result = processed(Self.tone(frequency, 44_100)) { $0.hasCrossfeed = true }
            let frames = stride(from: 44_100, to: 88_200, by: 2)
            func power(_ channel: Int) -> Double {
                frames.reduce(0) { $0 + Double(result[$1 + channel] * result[$1 + channel]) }
            }
            return 10 * log10(power(1) / power(0))
        }
        #expect((-6 ... -3).contains(leak(100)), "\(leak(100))")
        #expect(leak(5000) < -15, "\(leak(5000))")
    }

    @Test("do not click when they are changed again at once, as while nothing plays")
    func twoChanges() {
        var chain = EffectsChain(sampleRate: Self.rate, channelCount: 2)
        for gain in [-20.0, -6] {
            var effects = AudioEffects()
            effects.preamplification = gain
            chain.set(effects, fades: true)
        }
        var samples = [Float](repeating: 0.5, count: 2 * Self.rate)
        chain.process(&samples)
        // From the one to the other and to the last, each in 20 ms.
        let steps = zip(samples, samples.dropFirst(2)).map { abs($0 - $1) }
        #expect(samples[0] > 0.49)
        #expect(steps.max() ?? 1 < 0.5 / (0.02 * Float(Self.rate)) * 1.01)
        var last = [Float](repeating: 0.5, count: 2 * Self.rate)
        chain.process(&last)
        #expect(abs(last[last.count - 1] - 0.5 * 0.5012) < 0.001)
    }

    @Test(
        "do not click when they are changed",
        arguments: ["rock", "bass", "mono", "gain", "crossfeed", "off"])
    func changes(_ name: String) {
        var (before, after) = (AudioEffects(), AudioEffects())
        switch name {
        case "mono": after.isMono = true
        case "gain": after.preamplification = -20
        case "crossfeed": after.hasCrossfeed = true
        case "off": before.equalizer = Equalizer.presets["loudness"] ?? .flat
        default: after.equalizer = Equalizer.presets[name] ?? .flat
        }
        #expect(before != after)
        var chain = EffectsChain(sampleRate: Self.rate, channelCount: 2)
        chain.set(before, fades: false)
        let tone = Self.tone(200, 3 * Self.rate / 2, level: 0.2)
        var result: [Float] = []
        for (index, start) in stride(from: 0, to: tone.count, by: 882).enumerated() {
            if index == 75 { chain.set(after, fades: true) }
            var part = Array(tone[start..<min(tone.count, start + 882)])
            chain.process(&part)
            result += part
        }
        func largestStep(_ range: Range<Int>) -> Float {
            range.map { abs(result[2 * $0] - result[2 * $0 - 2]) }.max() ?? 0
        }
        let change = 75 * 441
        // As large as those of the louder one of the two, and no larger.
        let usual = max(
            largestStep(change / 2..<change), largestStep(change + 20_000..<tone.count / 2))
        #expect(largestStep(change..<change + 20_000) <= usual * 1.02)
        #expect(chain.isNeutral == (name == "off"))
    }
}
