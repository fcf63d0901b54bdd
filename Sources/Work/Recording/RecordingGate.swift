import Glibc
internal import PhonolithSound

/// Decides which of the captured samples are recorded: from the first sound on, for a duration, until silence.
struct RecordingGate {
    private let channelCount: Int
    private let startLevel: Float?
    private let silenceLevel: Float
    /// In frames; `nil` for no limit.
    private let silence: Int?
    private var limit: Int?
    /// Whether the first sound has not come yet.
    private(set) var isWaiting: Bool
    /// How many frames were recorded.
    private(set) var recordedFrames = 0
    /// Frames since the last sound; `nil` before the first.
    private var quietFrames: Int?
    /// Why nothing more is recorded.
    private(set) var ending: AudioRecorder.Ending?

    init(_ settings: AudioRecorderSettings, _ format: AudioFormat) {
        channelCount = format.channelCount
        startLevel = settings.startLevel.map(Float.init(decibels:))
        silenceLevel = Float(decibels: settings.silenceLevel)
        silence = settings.silenceDuration.map(format.frames)
        isWaiting = startLevel != nil
    }

    /// Limits the frames that are still recorded; `nil` for no limit.
    mutating func limit(to frames: Int?) {
        limit = frames.map { recordedFrames + max(0, $0) }
        ending = nil
    }

    /// The part of interleaved samples that is recorded.
    mutating func pass(_ samples: ArraySlice<Float>) -> ArraySlice<Float> {
        guard ending == nil else { return [] }
        var rest = samples
        if isWaiting, let startLevel {
            guard let first = rest.firstIndex(where: { abs($0) >= startLevel }) else { return [] }
            isWaiting = false
            let frame = (first - rest.startIndex) / channelCount
            rest = rest.dropFirst(frame * channelCount)
        }
        if let limit { rest = rest.prefix((limit - recordedFrames) * channelCount) }
        if let silence { rest = beforeSilence(of: silence, in: rest) }
        recordedFrames += rest.count / channelCount
        if let limit, recordedFrames >= limit { ending = .duration }
        return rest
    }

    /// The samples until silence has lasted this number of frames; it counts only after sound.
    private mutating func beforeSilence(
        of limit: Int, in samples: ArraySlice<Float>
    ) -> ArraySlice<Float> {
        for start in stride(from: samples.startIndex, to: samples.endIndex, by: channelCount) {
            let isLoud = samples[start..<start + channelCount].contains { abs($0) >= silenceLevel }
            quietFrames = isLoud ? 0 : quietFrames.map { $0 + 1 }
            if let quietFrames, quietFrames >= limit {
                ending = .silence
                return samples[..<(start + channelCount)]
            }
        }
        return samples
    }
}

extension Float {
    /// A peak in dBFS as a linear one.
    fileprivate init(decibels: Double) { self = Float(pow(10, decibels / 20)) }
}

/// The levels of the last tenth of a second.
struct LevelMeter {
    private var peaks: [[Float]] = []
    private var powers: [[Float]] = []

    /// As many stretches are remembered; of the recorder's length they last a tenth of a second.
    private static let stretchCount = 10

    /// Adds a stretch of interleaved samples.
    mutating func add(_ samples: ArraySlice<Float>, _ channelCount: Int) {
        var peak = [Float](repeating: 0, count: channelCount)
        var sum = peak
        for (index, sample) in samples.enumerated() {
            let channel = index % channelCount
            peak[channel] = max(peak[channel], abs(sample))
            sum[channel] += sample * sample
        }
        let frames = Float(max(1, samples.count / channelCount))
        peaks.append(peak)
        powers.append(sum.map { $0 / frames })
        if peaks.count > Self.stretchCount {
            peaks.removeFirst()
            powers.removeFirst()
        }
    }

    /// The levels of each channel.
    var levels: [ChannelLevel] {
        guard let count = peaks.first?.count else { return [] }
        return (0..<count).map { channel in
            let peak = peaks.map { $0[channel] }.max() ?? 0
            let power = powers.map { $0[channel] }.reduce(0, +) / Float(powers.count)
            return ChannelLevel(peak: peak, rootMeanSquare: power.squareRoot())
        }
    }
}
