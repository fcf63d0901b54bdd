import Foundation
import PhonolithEffects
import Testing

@Suite("An equalizer")
struct EqualizerTests {
    /// Gains of tones, in dB, from the response to one impulse, which has the filters' effect on every frequency.
    private func measuredGains(
        _ effects: AudioEffects, at frequencies: [Double], rate: Int
    ) -> [Double] {
        var chain = EffectsChain(sampleRate: rate, channelCount: 1)
        chain.set(effects, fades: false)
        // Half a second later the filters are silent again.
        var sound = [Float](repeating: 0, count: rate / 2)
        sound[0] = 0.1
        var response: [Float] = []
        // In parts, as a player does it.
        for start in stride(from: 0, to: sound.count, by: 1000) {
            var part = Array(sound[start..<min(start + 1000, sound.count)])
            chain.process(&part)
            response += part
        }
        return frequencies.map { frequency in
            let step = 2 * .pi * frequency / Double(rate)
            var (real, imaginary) = (0.0, 0.0)
            var index = 0
            while index < response.count {
                real += Double(response[index]) * cos(step * Double(index))
                imaginary += Double(response[index]) * sin(step * Double(index))
                index += 1
            }
            return 20 * log10(hypot(real, imaginary) / Double(sound[0]))
        }
    }

    private func effects(_ equalizer: Equalizer) -> AudioEffects {
        var effects = AudioEffects()
        effects.equalizer = equalizer
        return effects
    }

    @Test(
        "raises and lowers each band by what it is set to", arguments: 0..<10, [-12.0, -3, 6, 12])
    func band(_ band: Int, gain: Double) {
        var gains = [Double](repeating: 0, count: 10)
        gains[band] = gain
        let equalizer = Equalizer(gains: gains)
        let measured = measuredGains(
            effects(equalizer), at: Equalizer.bandFrequencies, rate: 44_100)
        #expect(zip(measured, gains).allSatisfy { abs($0 - $1) < 0.5 }, "\(measured)")
    }

    @Test(
        "is heard as it was designed, at all rates", arguments: Equalizer.presets.keys.sorted(),
        [44_100, 96_000])
    func presets(_ name: String, rate: Int) throws {
        let equalizer = try #require(Equalizer.presets[name])
        let frequencies = [40.0, 180, 900, 3000, 12_000, 18_000]
        let measured = measuredGains(effects(equalizer), at: frequencies, rate: rate)
        let designed = frequencies.map { equalizer.gain(at: $0, rate: Double(rate)) }
        #expect(
            zip(measured, designed).allSatisfy { abs($0 - $1) < 0.1 }, "\(measured), \(designed)")
    }

    @Test("that is flat changes no sample")
    func flat() throws {
        var chain = EffectsChain(sampleRate: 44_100, channelCount: 2)
        chain.set(effects(try #require(Equalizer.presets["flat"])), fades: false)
        #expect(chain.isNeutral)
        let original = (0..<2000).map { Float($0) / 2000 }
        var samples = original
        chain.process(&samples)
        #expect(samples == original)
    }

    @Test("follows a curve of many points")
    func curve() throws {
        let text = "GraphicEQ: 20 -3; 100 -3; 200 2.5; 1000 0; 3000 -6; 10000 4; 20000 4"
        let equalizer = try Equalizer(text: text)
        // Corners are rounded.
        let points = [
            (50.0, -3.0, 0.5), (200, 2.5, 1.5), (450, 1.25, 0.5), (1000, 0, 0.5), (3000, -6, 1.5),
            (12_700, 4, 0.5),
        ]
        let measured = measuredGains(effects(equalizer), at: points.map(\.0), rate: 44_100)
        for ((frequency, gain, tolerance), measured) in zip(points, measured) {
            #expect(abs(measured - gain) < tolerance, "\(frequency) Hz: \(measured)")
        }
    }

    @Test("is read with the byte order mark of an editor")
    func byteOrderMark() throws {
        let text = "Preamp: -6 dB\nFilter 1: ON PK Fc 105 Hz Gain -3.1 dB Q 0.70\n"
        #expect(try Equalizer(text: "\u{FEFF}" + text) == Equalizer(text: text))
    }

    @Test("is read as AutoEq writes it")
    func autoEq() throws {
        let text = """
            # A headphone
            Preamp: -6.5 dB
            Filter 1: ON LSC Fc 105 Hz Gain 5.5 dB Q 0.70
            Filter 2: ON PK Fc 2200 Hz Gain -3.1 dB Q 1.41\r
            Filter 3: OFF PK Fc 100 Hz Gain 3 dB Q 1
            Filter 4: ON HSC Fc 10000 Hz Gain 2 dB

            """
        var expected = Equalizer()
        expected.preamplification = -6.5
        expected.filters = [
            .init(.lowShelf, frequency: 105, gain: 5.5, quality: 0.7),
            .init(.peak, frequency: 2200, gain: -3.1, quality: 1.41),
            .init(.highShelf, frequency: 10_000, gain: 2, quality: 0.5.squareRoot()),
        ]
        let equalizer = try Equalizer(text: text)
        #expect(equalizer == expected)
        // Far below the shelf its whole gain is heard.
        #expect(abs(measuredGains(effects(equalizer), at: [20], rate: 44_100)[0] - (-1)) < 0.3)
        #expect(abs(equalizer.gain(at: 2200, rate: 44_100) - (-6.5 - 3.1)) < 0.3)
    }

    @Test(
        "that cannot be read is refused with the line and the reason",
        arguments: [
            ("", "has no filters"), ("# nothing\n", "has no filters"),
            ("Preamp: loud", "line 1: 'loud' is not a gain"),
            ("Preamp: -1 dB\nFilter 1: ON NO Fc 100 Hz", "line 2: filters of type NO"),
            ("Filter 1: ON PK Fc 100 Hz Gain 3 dB", "line 1: a filter of type PK needs a Q"),
            ("Filter 1: ON PK Gain 3 dB Q 1", "line 1: the frequency is missing"),
            ("Filter 1: ON PK Fc -5 Hz Gain 3 dB Q 1", "line 1: a frequency is above 0 Hz"),
            ("Filter 1: ON PK Fc 50 Hz Gain nan dB Q 1", "line 1: 'nan' is not a gain"),
            ("GraphicEQ: 20", "line 1: '20' is not a frequency and a gain"),
            ("GraphicEQ: ;", "line 1: GraphicEQ has no points"),
            ("Channel: L", "line 1: 'Channel' is not supported"),
            ("hello", "line 1: 'hello' is not a name"),
            (":", "line 1: '' is not supported"), ("::", "line 1: '' is not supported"),
        ])
    func mistakes(_ text: String, reason: String) {
        let error = #expect(throws: EqualizerError.self) { try Equalizer(text: text) }
        #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
    }
}
