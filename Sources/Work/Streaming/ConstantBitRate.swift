/// How many bytes a transcode with a constant bit rate has, before it is made: this is what is promised to a client
/// that seeks in it, and what the encoder's output is fitted to.
package enum ConstantBitRate {
    /// The samples in a frame of MPEG-1 layer III (ISO 11172-3).
    package static let samplesPerFrame = 1152

    /// The bit rates of MPEG-1 layer III, in kbit/s.
    package static let mp3BitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ]

    /// The rate of all MP3 transcodes, in Hz. There each frame of a bit rate is as long as any other, which is not so
    /// at 44 100 Hz.
    package static let mp3SampleRate = 48_000

    /// The samples that an encoder puts before the first (libmp3lame as FFmpeg counts it: 576 + 528 + 1).
    package static let mp3Delay = 1105

    /// The bit rate of MP3 that is nearest below a limit; the lowest where the limit is lower.
    package static func mp3BitRate(atMost limit: Int) -> Int {
        mp3BitRates.last { $0 <= limit } ?? mp3BitRates[0]
    }

    /// The length of an MP3 file: a frame that describes the file, and those of the sound.
    ///
    /// - Parameters:
    ///   - duration: In seconds; 0 or more.
    ///   - bitRate: In kbit/s, one of ``mp3BitRates``.
    package static func mp3Length(duration: Double, bitRate: Int) -> Int {
        let samples = sampleCount(duration, mp3SampleRate) + mp3Delay
        let frames = (samples + samplesPerFrame - 1) / samplesPerFrame
        return (frames + 1) * mp3FrameLength(bitRate: bitRate)
    }

    /// The length of each frame: 144 × bit rate ÷ sample rate (ISO 11172-3, 2.4.3.1).
    package static func mp3FrameLength(bitRate: Int) -> Int {
        144 * bitRate * 1000 / mp3SampleRate
    }

    /// The bytes before the samples of a WAV file: RIFF header, `fmt ` of 16 bytes, head of `data`.
    package static let wavHeaderLength = 44

    /// The length of a WAV file with samples of 16 bits; `nil` if its header cannot hold it (4 GiB).
    package static func wavLength(duration: Double, sampleRate: Int, channels: Int) -> Int? {
        let length = wavHeaderLength + sampleCount(duration, sampleRate) * channels * 2
        return length - 8 <= UInt32.max ? length : nil
    }

    /// How many samples of each channel last so long, to the nearest.
    ///
    /// - Parameter duration: A damaged file may name any; a year is as much as is believed.
    package static func sampleCount(_ duration: Double, _ rate: Int) -> Int {
        let seconds = duration.isFinite ? min(max(duration, 0), 31_536_000) : 0
        return Int((seconds * Double(rate)).rounded())
    }
}
