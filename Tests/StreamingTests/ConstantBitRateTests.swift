import PhonolithStreaming
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

@Suite struct MP3LayoutTests {
    @Test(
        "The frame that describes the file has its length, and says what is to be heard",
        arguments: ConstantBitRate.mp3BitRates, [true, false])
    func description(bitRate: Int, isMono: Bool) throws {
        let length = ConstantBitRate.mp3Length(duration: 2, bitRate: bitRate)
        let layout = MP3Layout(bitRate: bitRate, isMono: isMono, length: length)
        let frame = layout.description(heard: 96_000)
        #expect(frame.count == bitRate * 3)
        #expect((layout.frameCount + 1) * frame.count == length)
        let tag = 4 + (isMono ? 17 : 32)
        #expect(Array(frame[tag..<tag + 4]) == Array("Info".utf8))
        let places = Array(frame[tag + 37..<tag + 40])
        let delays = Int(places[0]) << 16 | Int(places[1]) << 8 | Int(places[2])
        #expect(delays >> 12 == 576)
        let padding = layout.frameCount * 1152 - 96_000 - 576
        #expect(delays & 4095 == padding)
        // Sync word, MPEG-1 layer III without checksum, 48 000 Hz.
        #expect(Array(frame[0..<2]) == [0xFF, 0xFB])
        #expect(frame[2] & 0x0F == 4)
    }

    @Test("Sound that the length has no room for is not heard, nor more padding than can be marked")
    func heard() {
        let length = ConstantBitRate.mp3Length(duration: 2, bitRate: 128)
        let layout = MP3Layout(bitRate: 128, isMono: false, length: length)
        #expect(layout.heardCount(of: 96_000) == 96_000)
        #expect(layout.heardCount(of: 200_000) == layout.capacity)
        #expect(layout.heardCount(of: 50_000) == layout.capacity)
        #expect(layout.heardCount(of: nil) == layout.capacity)
        #expect(MP3Layout(bitRate: 128, isMono: true, length: 0).capacity == 0)
    }
}
