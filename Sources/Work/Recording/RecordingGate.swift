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
