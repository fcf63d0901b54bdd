internal import PhonolithLibav
internal import PhonolithSound

/// Where in a source decoding is, in frames of the source's rate. The streams that follow each other in a file may have other
/// rates, whose samples are longer or shorter.
struct FrameClock {
    /// The source's rate, in Hz.
    private let rate: Int
    /// That of the frames that come now.
    private var ownRate: Int
    /// Where the first of these was, and how many samples have come since.
    private var start = 0
    private var count = 0

    init(rate: Int) { (self.rate, ownRate) = (rate, rate) }

    /// Where the next sample is.
    var position: Int { ownRate == rate ? start + count : start + scaled(count, rate, ownRate) }

    /// A frame comes next, perhaps of another rate.
    mutating func begin(_ frame: borrowing AudioFrame) {
        guard frame.sampleRate != ownRate, frame.sampleRate > 0 else { return }
        (start, count, ownRate) = (position, 0, frame.sampleRate)
    }

    mutating func pass(_ samples: Int) { count += samples }

    mutating func reset(to position: Int) { (start, count) = (position, 0) }

    /// How many samples of the present frame a number of the source's frames is.
    func samples(in frames: Int) -> Int {
        ownRate == rate ? frames : scaled(frames, ownRate, rate)
    }

    private func scaled(_ count: Int, _ numerator: Int, _ denominator: Int) -> Int {
        Int(bounded: (Double(count) * Double(numerator) / Double(denominator)).rounded())
    }
}
