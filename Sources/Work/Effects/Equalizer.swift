/// Filters that make parts of the spectrum louder or quieter.
public struct Equalizer: Hashable, Sendable {
    /// Gain of the whole equalizer, in dB.
    public var preamplification = 0.0
    /// The filters, one after the other.
    public var filters: [Filter] = []
    /// Gains at frequencies that the response goes through; none for none.
    public var curve: [Point] = []

    /// A filter of the second order.
    public struct Filter: Hashable, Sendable {
        /// The shape of the response.
        public var kind: Kind
        /// Center or corner, in Hz.
        public var frequency: Double
        /// In dB.
        public var gain: Double
        /// The quality: how narrow it is.
        public var quality: Double

        /// Makes a filter.
        public init(_ kind: Kind, frequency: Double, gain: Double, quality: Double) {
            (self.kind, self.frequency, self.gain, self.quality) = (kind, frequency, gain, quality)
        }

        /// The shape of a response.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Around a frequency.
            case peak
            /// Below a frequency.
            case lowShelf
            /// Above a frequency.
            case highShelf
        }
    }

    /// A point of a curve.
    public struct Point: Hashable, Sendable {
        /// In Hz.
        public var frequency: Double
        /// In dB.
        public var gain: Double

        /// Makes a point.
        public init(frequency: Double, gain: Double) {
            (self.frequency, self.gain) = (frequency, gain)
        }
    }

    /// The equalizer that changes no sample.
    public static let flat = Equalizer()

    /// Makes an equalizer that changes nothing yet.
    public init() {}

    /// Makes an equalizer of ten bands.
    ///
    /// - Parameter gains: In dB, −12...12, for ``bandFrequencies``; gains beyond are taken for the nearest.
    public init(gains: [Double]) {
        guard gains.contains(where: { $0 != 0 }) else { return }
        curve = zip(Self.bandFrequencies, gains).map {
            Point(frequency: $0, gain: $1.isNaN ? 0 : max(-12, min(12, $1)))
        }
    }

    /// The centers of the ten bands, an octave from each other, in Hz.
    public static let bandFrequencies = [
        31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000,
    ]

    /// Whether samples pass unchanged.
    public var isFlat: Bool {
        preamplification == 0 && filters.allSatisfy { $0.gain == 0 }
            && curve.allSatisfy { $0.gain == 0 }
    }

    // MARK: - Presets

    /// The presets by name.
    public static let presets: [String: Equalizer] = presetGains.mapValues(Equalizer.init(gains:))

    private static let presetGains: [String: [Double]] = [
        "flat": [],
        "acoustic": [4, 4, 3, 1, 1, 1, 2, 3, 3, 2],
        "bass": [6, 5, 4, 2, 0, 0, 0, 0, 0, 0],
        "classical": [3, 3, 2, 1, 0, 0, 0, 1, 2, 3],
        "dance": [4, 6, 4, 0, 1, 2, 4, 4, 3, 0],
        "electronic": [4, 4, 1, 0, -2, 1, 1, 1, 4, 5],
        "jazz": [3, 3, 1, 2, -2, -2, 0, 1, 3, 3],
        "loudness": [6, 4, 0, 0, -1, 0, -1, -2, 4, 1],
        "pop": [-1, -1, 0, 2, 4, 4, 2, 0, -1, -1],
        "rock": [5, 4, 3, 1, -1, -1, 0, 2, 4, 4],
        "speech": [-6, -4, 0, 2, 3, 4, 4, 2, 0, -2],
        "treble": [0, 0, 0, 0, 0, 1, 2, 4, 5, 6],
    ]
}
