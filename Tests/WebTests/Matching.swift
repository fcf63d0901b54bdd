import Foundation

/// Looking for samples in a recording.
enum Matching {
    /// Where a window is in a recording; `nil` where nothing is so like it.
    ///
    /// - Parameter tolerance: By how much of its power the recording may differ.
    static func place(
        of window: ArraySlice<Float>, in recording: [Float], from start: Int = 0,
        tolerance: Double
    ) -> Int? {
        let window = Array(window)
        let power = window.reduce(0.0) { $0 + Double($1 * $1) }
        var best: (place: Int?, error: Double) = (nil, power * tolerance)
        recording.withUnsafeBufferPointer { recording in
            window.withUnsafeBufferPointer { window in
                var place = max(0, start)
                while place + window.count <= recording.count {
                    // Most places are seen to be wrong after a few samples.
                    var (index, error) = (0, 0.0)
                    while index < window.count, error < best.error {
                        let difference = Double(recording[place + index] - window[index])
                        error += difference * difference
                        index += 1
                    }
                    if error < best.error { best = (place, error) }
                    place += 1
                }
            }
        }
        return best.place
    }

    /// The frequency of a tone, in Hz, by how often it crosses zero; `nil` where no single tone sounds all the time.
    static func frequency(of samples: ArraySlice<Float>, rate: Int) -> Double? {
        var (count, last, longest) = (0, samples.startIndex, 0)
        for index in samples.indices.dropLast()
        where (samples[index] < 0) != (samples[index + 1] < 0) {
            longest = max(longest, index - last)
            (count, last) = (count + 1, index)
        }
        longest = max(longest, samples.endIndex - last)
        guard Double(longest * count) < 1.5 * Double(samples.count) else { return nil }
        guard samples.contains(where: { abs($0) > 0.05 }) else { return nil }
        return Double(count * rate) / Double(2 * samples.count)
    }

    /// How strong a tone of this frequency is in samples: its amplitude.
    static func amplitude(
        of frequency: Double, in samples: ArraySlice<Float>, rate: Int
    ) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * frequency * Double(index) / Double(rate)
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
    }
}
