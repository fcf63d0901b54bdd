import PhonolithLibav
import PhonolithSamples
import PhonolithSound
import PhonolithStreaming
import PhonolithWorker

/// The form of a transcode's samples, and its bit rate.
struct TranscodeForm: Hashable {
    var sampleRate: Int
    var channelCount: Int
    // In kbit/s.
    var bitRate: Int
    /// 16 or 24; of no meaning to codecs with loss.
    var bitDepth: Int

    init(_ job: TranscodeJob, source: SourceForm) {
        let rate = job.sampleRate ?? source.format.sampleRate
        let channels = job.channelCount ?? source.format.channelCount
        switch job.format {
        case .mp3: sampleRate = ConstantBitRate.mp3SampleRate
        case .opus: sampleRate = 48_000
        case .aac, .mp4: sampleRate = Self.aacSampleRates.contains(rate) ? rate : 48_000
        // More than that is DSD, or inaudible.
        case .flac, .wav: sampleRate = (1...192_000).contains(rate) ? rate : 96_000
        }
        switch job.format {
        case .mp3, .opus, .aac, .mp4: channelCount = min(max(channels, 1), 2)
        case .flac, .wav: channelCount = min(max(channels, 1), 8)
        }
        switch job.format {
        case .mp3: bitRate = ConstantBitRate.mp3BitRate(atMost: job.bitRate ?? 192)
        case .opus: bitRate = min(max(job.bitRate ?? 128, 6), 256 * channelCount)
        case .aac, .mp4: bitRate = min(max(job.bitRate ?? 192, 16), 256 * channelCount)
        case .flac, .wav: bitRate = 0
        }
        bitDepth = (source.bitDepth ?? 16) > 16 ? 24 : 16
    }

    private static let aacSampleRates = [
        48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    func encoding(_ codec: AudioEncoder.Codec) -> AudioEncoder.Settings {
        AudioEncoder.Settings(
            codec: codec, sampleRate: sampleRate, channelCount: channelCount,
            bitRate: bitRate * 1000)
    }
}
