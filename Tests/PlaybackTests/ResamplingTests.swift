import Foundation
import PhonolithLibav
import PhonolithMediaModel
import PhonolithTestSupport
import Testing

/// What is left of tones, and what comes beside them, when sound gets another rate. `sox`, by default, leaves 20 kHz within
/// 0.01 dB, and traces 137 dB below a tone.
@Suite("Sound at another rate") struct ResamplingTests {
    struct Row: CustomTestStringConvertible {
        let from: Int
        let to: Int
        /// In Hz.
        let tone: Double

        var testDescription: String { "\(from) to \(to), \(tone) Hz" }

        /// Whether the tone is below what the new rate can have, with a tenth for the edge of a filter.
        var stays: Bool { tone < 0.455 * Double(min(from, to)) }

        static let all: [Row] = [
            (44_100, 48_000, [1000, 10_000, 18_000, 20_000]),
            (48_000, 44_100, [1000, 18_000, 20_000, 23_500]),
            (96_000, 48_000, [1000, 20_000, 25_000, 26_500, 30_000, 40_000]),
            (96_000, 44_100, [1000, 20_000, 23_000, 30_000]),
            (44_100, 96_000, [1000, 20_000]), (192_000, 48_000, [1000, 20_000, 50_000, 90_000]),
            (8000, 48_000, [1000, 3500]), (48_000, 48_000, [1000, 20_000]),
        ].flatMap { from, to, tones in tones.map { Row(from: from, to: to, tone: $0) } }
    }

    @Test("keeps what it can have, and nothing else comes of it", arguments: Row.all)
    func tones(row: Row) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("tone.wav")
        let samples = (0..<row.from).map {
            Float(0.5 * sin(2 * .pi * row.tone * Double($0) / Double(row.from)))
        }
        try Self.wave(samples, sampleRate: row.from).write(to: file)
        let converted = try Self.converted(MediaPath(file.path), to: row.to)
        #expect(abs(converted.count - row.to) <= 64)
        // The middle: a tone that begins at once is no tone.
        let middle = converted[row.to / 4..<row.to * 3 / 4].map(Double.init)
        let (level, rest) = Self.parts(of: middle, at: row.tone / Double(row.to))
        if row.stays {
            #expect(abs(20 * log10(level / 0.5)) < 0.1, "\(20 * log10(level / 0.5)) dB")
            #expect(20 * log10(rest / 0.5) < -110, "\(20 * log10(rest / 0.5)) dB")
        } else {
            let loudest = middle.map(abs).max() ?? 1
            #expect(20 * log10(loudest / 0.5) < -100, "\(20 * log10(loudest / 0.5)) dB")
        }
    }

    private static func converted(_ path: MediaPath, to rate: Int) throws -> [Float] {
        var input = try AudioInput.open(.file(path), interruption: ReadInterruption())
        var decoder = try AudioDecoder.open(for: input)
        let frame = try AudioFrame()
        var result: [Float] = []
        guard try decoder.decode(from: &input, into: frame) else { return [] }
        let resampler = try Resampler.open(for: frame, sampleRate: rate, channelCount: 1)
        repeat {
            try resampler.convert(frame, appendingTo: &result)
        } while try decoder.decode(from: &input, into: frame)
        try resampler.drain(appendingTo: &result)
        return result
    }

    /// The amplitude of a tone by least squares, and that of what is left of the sound without it, as the highest value there.
    ///
    /// - Parameter frequency: In periods a sample.
    private static func parts(
        of samples: [Double], at frequency: Double
    ) -> (level: Double, rest: Double) {
        let angles = samples.indices.map { 2 * .pi * frequency * Double($0) }
        let (sines, cosines) = (angles.map { sin($0) }, angles.map { cos($0) })
        func product(_ one: [Double], _ other: [Double]) -> Double {
            zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let (ss, cc, sc) = (
            product(sines, sines), product(cosines, cosines), product(sines, cosines)
        )
        let (s, c) = (product(samples, sines), product(samples, cosines))
        let whole = ss * cc - sc * sc
        let (a, b) = ((s * cc - c * sc) / whole, (c * ss - s * sc) / whole)
        let rest = samples.indices.map { abs(samples[$0] - a * sines[$0] - b * cosines[$0]) }
        return ((a * a + b * b).squareRoot(), rest.max() ?? 0)
    }

    /// A file of 32-bit floating-point samples, whose steps are finer than what is measured.
    private static func wave(_ samples: [Float], sampleRate: Int) -> Data {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let size = samples.count * 4
        var data = Data(
            Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
                + little(3, 2) + little(1, 2) + little(sampleRate, 4) + little(sampleRate * 4, 4)
                + little(4, 2) + little(32, 2) + Array("data".utf8) + little(size, 4))
        samples.withUnsafeBytes { data.append(contentsOf: $0) }
        return data
    }
}
