import Glibc

/// A filter of the second order (R. Bristow-Johnson, "Audio EQ Cookbook").
struct Biquad: Hashable {
    private var b0 = 1.0
    private var (b1, b2, a1, a2) = (0.0, 0.0, 0.0, 0.0)

    /// - Parameter rate: In Hz; the frequency is below its half.
    init(_ filter: Equalizer.Filter, rate: Double) {
        let a = pow(10, filter.gain / 40)
        let angle = 2 * Double.pi * filter.frequency / rate
        let (sine, cosine) = (sin(angle), cos(angle))
        let alpha = sine / (2 * filter.quality)
        let root = 2 * a.squareRoot() * alpha
        let a0: Double
        switch filter.kind {
        case .peak:
            a0 = 1 + alpha / a
            (b0, b1, b2) = (1 + alpha * a, -2 * cosine, 1 - alpha * a)
            (a1, a2) = (-2 * cosine, 1 - alpha / a)
        case .lowShelf:
            a0 = (a + 1) + (a - 1) * cosine + root
            b0 = a * ((a + 1) - (a - 1) * cosine + root)
            b1 = 2 * a * ((a - 1) - (a + 1) * cosine)
            b2 = a * ((a + 1) - (a - 1) * cosine - root)
            a1 = -2 * ((a - 1) + (a + 1) * cosine)
            a2 = (a + 1) + (a - 1) * cosine - root
        case .highShelf:
            a0 = (a + 1) - (a - 1) * cosine + root
            b0 = a * ((a + 1) + (a - 1) * cosine + root)
            b1 = -2 * a * ((a - 1) + (a + 1) * cosine)
            b2 = a * ((a + 1) + (a - 1) * cosine - root)
            a1 = 2 * ((a - 1) - (a + 1) * cosine)
            a2 = (a + 1) - (a - 1) * cosine - root
        }
        (b0, b1, b2, a1, a2) = (b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0)
    }

    /// The filter's memory, of one channel.
    struct Memory: Hashable {
        fileprivate var first = 0.0
        fileprivate var second = 0.0
    }

    /// Filters a sample (transposed direct form II).
    func filter(_ sample: Double, _ memory: inout Memory) -> Double {
        let result = b0 * sample + memory.first
        memory.first = b1 * sample - a1 * result + memory.second
        memory.second = b2 * sample - a2 * result
        return result
    }

    /// The gain at a frequency, in dB.
    func gain(at frequency: Double, rate: Double) -> Double {
        let angle = 2 * Double.pi * frequency / rate
        func power(_ c0: Double, _ c1: Double, _ c2: Double) -> Double {
            let real = c0 + c1 * cos(angle) + c2 * cos(2 * angle)
            let imaginary = c1 * sin(angle) + c2 * sin(2 * angle)
            return real * real + imaginary * imaginary
        }
        return 10 * log10(power(b0, b1, b2) / power(1, a1, a2))
    }
}
