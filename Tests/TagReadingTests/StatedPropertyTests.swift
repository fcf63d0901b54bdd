import Fixtures
import MediaModel
import TagReading
import Testing

/// What headers state of lengths and rates, where files are short, cut off or odd.
@Suite struct StatedPropertyTests {
    private let reader = TagReader()
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("A WAV without its sound has the length and the rate that its header states")
    func waveWithoutSound() throws {
        let file = try reader.read(wave(stated: 22_050, present: 0))
        #expect(file.facts.playbackDuration == 2)
        #expect(file.facts.bitRate == 88)
        #expect(file.facts.codec == "pcm")
        #expect(file.damage != nil)
    }

    @Test("A WAV that is cut off in the middle has the length that its header states")
    func cutWave() throws {
        let file = try reader.read(wave(stated: 22_050, present: 11_025))
        #expect(file.facts.playbackDuration == 2)
        #expect(file.facts.bitRate == 88)
        #expect(file.damage != nil)
    }

    @Test("A WAV written to a pipe has the length of what is there", arguments: [0, 0xFFFF_FFFF])
    func pipedWave(stated: Int) throws {
        let file = try reader.read(
            wave(stated: stated, present: 11_025, bytesPerSecond: 11_025))
        #expect(try abs(#require(file.facts.playbackDuration) - 1) < 0.01)
        #expect(file.facts.bitRate == 88)
    }

    @Test(
        "A WAV whose header states what no sound has gives no rate",
        arguments: [(0x7FFF_FFFF, 0xFFFF, 0xFFFF), (11_025, 1, 0), (0, 1, 8), (0xFFFF_FFFF, 0, 0)])
    func absurdWave(rate: Int, channels: Int, bits: Int) throws {
        let path = try wave(
            stated: 4000, present: 0, rate: rate, channels: channels, bits: bits)
        guard let file = try? reader.read(path) else { return }
        #expect((file.facts.bitRate ?? 1) <= 1_000_000)
    }

    /// 11 025 Hz, mono, 8 bits, unless stated otherwise; its bytes a second are nonsense.
    private func wave(
        stated: Int, present: Int, rate: Int = 11_025, channels: Int = 1, bits: Int = 8,
        bytesPerSecond: Int = 0xF700_2B11
    ) throws -> MediaPath {
        let form = bytes(
            little(1, 2), little(channels, 2), little(rate), little(bytesPerSecond), little(1, 2),
            little(bits, 2))
        let sound = [UInt8](repeating: 0x80, count: present)
        let content = bytes(chunk("fmt ", form), ascii("data"), little(stated), sound)
        return try folder.write(
            bytes(ascii("RIFF"), little(4 + content.count), ascii("WAVE"), content),
            to: "\(stated)-\(present)-\(rate)-\(channels)-\(bits).wav")
    }

    @Test("The last of several ID3 chunks of a WAV is believed, and the first fills in")
    func severalTags() throws {
        let first = chunk("ID3 ", id3v2([("TIT2", "Old"), ("TALB", "Album")]))
        let second = chunk("id3 ", id3v2([("TIT2", "New")]))
        let wave = try Fixtures.bytes(of: "empty/empty.wav")
        let path = try folder.write(bytes(wave, first, second), to: "tags.wav")
        let facts = try reader.read(path).facts
        #expect(facts.title == "New")
        #expect(facts.albumTitle == "Album")
    }

    @Test("AIFF without a sample rate still has its channels")
    func channels() throws {
        // The exponent of the rate is above all that a Double holds.
        let rate: [UInt8] = [0x7B, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]
        let form = bytes(big(2, 2), big(1), big(16, 2), rate)
        let content = bytes(
            ascii("AIFFCOMM"), big(form.count), form, ascii("AUTH"), big(4), ascii("Adam"))
        let path = try folder.write(
            bytes(ascii("FORM"), big(content.count), content), to: "rate.aiff")
        let facts = try reader.read(path).facts
        #expect(facts.channelCount == 2)
        #expect(facts.sampleRate == nil)
        #expect(facts.artist == "Adam")
    }

    @Test("The rate of FLAC is that of its frames, however few samples they hold")
    func shortFLAC() throws {
        var flac = try Fixtures.bytes(of: "empty/empty.flac")
        // STREAMINFO's total of samples, 36 bits.
        flac.replaceSubrange(21..<26, with: bytes([flac[21] & 0xF0], big(4)))
        var audio = 4
        while flac[audio] & 0x80 == 0 { audio += 4 + size(flac, audio) }
        audio += 4 + size(flac, audio)
        let path = try folder.write(Array(flac[..<(audio + 18)]), to: "short.flac")
        let facts = try reader.read(path).facts
        let rate = try #require(facts.sampleRate)
        #expect(facts.bitRate == (18 * 8 * rate / 4 + 500) / 1000)
    }

    private func size(_ flac: [UInt8], _ block: Int) -> Int {
        flac[(block + 1)..<(block + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("An ID3v2 frame that claims to be longer than its tag ends with it", arguments: [3, 4])
    func longFrame(version: UInt8) throws {
        let filling = String(repeating: "\0", count: 40)
        var tag = id3v2([("TIT2", "title" + filling)])
        tag[3] = version
        tag[16] = 4
        let sound = try Fixtures.bytes(of: "empty/empty.mp3")
        let path = try folder.write(bytes(tag, sound), to: "long.mp3")
        #expect(try reader.read(path).facts.title == "title")
    }

    @Test("The length of an Opus file that is cut off is that of its whole pages")
    func cutOpus() throws {
        let whole = try Fixtures.bytes(of: "sweep/long.opus")
        let length = try #require(
            reader.read(Fixtures.path(of: "sweep/long.opus")).facts.playbackDuration)
        let path = try folder.write(Array(whole.dropLast(2000)), to: "cut.opus")
        let file = try reader.read(path)
        #expect(file.damage != nil)
        #expect(try #require(file.facts.playbackDuration) < length - 0.5)
    }

    @Test("Musepack 7 says how many samples its last frame has")
    func musepack() throws {
        // 3 frames of 44 100 Hz, the last of 413 samples, in 1 588 bytes.
        let gapless: Int = 1 << 31 | 413 << 20
        let header = bytes(
            ascii("MP+"), [7], little(3), little(0), little(0), little(0), little(gapless),
            little(0x1_0000))
        let filling = [UInt8](repeating: 0xA5, count: 1588 - header.count)
        let path = try folder.write(bytes(header, filling), to: "short.mpc")
        let facts = try reader.read(path).facts
        #expect(facts.playbackDuration == 0.062)
        #expect(facts.bitRate == 206)
    }
}
