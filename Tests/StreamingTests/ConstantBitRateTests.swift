import Streaming
import Testing

@Suite struct ConstantBitRateTests {
    @Test(
        "Each frame of a bit rate has a whole number of bytes",
        arguments: ConstantBitRate.mp3BitRates)
    func frames(bitRate: Int) {
        #expect(144 * bitRate * 1000 % ConstantBitRate.mp3SampleRate == 0)
        #expect(ConstantBitRate.mp3FrameLength(bitRate: bitRate) == bitRate * 3)
    }

    @Test(
        "An MP3 has a frame that describes it, and enough frames for its samples and the encoder's delay"
    )
    func mp3() {
        // 48 000 samples and 1105 make 42.6 frames.
        #expect(ConstantBitRate.mp3Length(duration: 1, bitRate: 128) == 44 * 384)
        #expect(ConstantBitRate.mp3Length(duration: 0, bitRate: 320) == 2 * 960)
        #expect(ConstantBitRate.mp3Length(duration: .nan, bitRate: 320) == 2 * 960)
    }

    @Test("The bit rate is the highest that a limit allows")
    func limits() {
        #expect(ConstantBitRate.mp3BitRate(atMost: 200) == 192)
        #expect(ConstantBitRate.mp3BitRate(atMost: 320) == 320)
        #expect(ConstantBitRate.mp3BitRate(atMost: 1) == 32)
    }

    @Test("A WAV has its header and two bytes for each sample of each channel, up to 4 GiB")
    func wav() {
        #expect(
            ConstantBitRate.wavLength(duration: 0.5, sampleRate: 44_100, channels: 2) == 88_244)
        #expect(
            ConstantBitRate.wavLength(duration: 86_400, sampleRate: 96_000, channels: 2) == nil)
    }
}
