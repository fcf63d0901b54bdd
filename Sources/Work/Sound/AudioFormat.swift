internal import FoundationEssentials
import Glibc
package import PhonolithLibav

/// The form of a row of samples: 32-bit floating point, all channels of one moment together.
public struct AudioFormat: Hashable, Sendable {
    /// In Hz.
    public var sampleRate: Int
    /// From 1.
    public let channelCount: Int
    /// Which speakers the channels are for.
    package let layout: ChannelLayout

    /// Names a form whose channels are for the usual speakers.
    public init(sampleRate: Int, channelCount: Int) {
        self.init(
            sampleRate: sampleRate, channelCount: channelCount, layout: .usual(channelCount))
    }

    /// Names a form.
    ///
    /// - Parameter layout: Of as many speakers as there are channels, or of none if unknown.
    package init(sampleRate: Int, channelCount: Int, layout: ChannelLayout) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.layout = layout
    }

    /// The samples of each channel in some seconds, to the nearest; times are what files and callers
    /// say, so that one that is none is 0, and one of more than some thousand years is that.
    package func frames(in seconds: Double) -> Int { Int(bounded: seconds * Double(sampleRate)) }

    /// The rates that there are, in Hz.
    package static let sampleRates = 1000...768_000
    /// For messages, such as `1000 to 768000 Hz`.
    package static let sampleRateText = "\(sampleRates.lowerBound) to \(sampleRates.upperBound) Hz"

    /// The duration of a number of samples of each channel, in seconds.
    package func seconds(of frames: Int) -> Double { Double(frames) / Double(sampleRate) }
}

extension Int {
    /// The nearest whole number that can be reckoned with: 0 for what is none, ±2⁵² at most.
    package init(bounded number: Double) {
        self = number.isNaN ? 0 : Int(Swift.max(-0x1p52, Swift.min(0x1p52, number)).rounded())
    }
}

/// The monotonic clock by which sound is timed.
package enum AudioClock {
    /// In seconds from some moment in the past.
    package static var now: Double { ProcessInfo.processInfo.systemUptime }
}

/// The level of a channel; 0 is full scale.
public struct ChannelLevel: Hashable, Sendable {
    /// In dBFS, from −160 for silence to 200, whatever samples a damaged file has.
    public var peakPower: Double
    /// In dBFS, as ``peakPower``.
    public var averagePower: Double

    /// Measured levels, linear; 1 is full scale.
    package init(peak: Float, rootMeanSquare: Float) {
        func decibels(_ value: Float) -> Double {
            value > 0 ? min(200, max(-160, 20 * log10(Double(value)))) : -160
        }
        (peakPower, averagePower) = (decibels(peak), decibels(rootMeanSquare))
    }
}

/// The form of a source of sound: its rate, its channels, and bits where the codec keeps them.
package struct SourceForm: Hashable, Sendable {
    package var format: AudioFormat
    /// `nil` if the codec has no such thing.
    package var bitDepth: Int?
    package var codecName: String

    package init(format: AudioFormat, bitDepth: Int?, codecName: String) {
        (self.format, self.bitDepth, self.codecName) = (format, bitDepth, codecName)
    }
}
