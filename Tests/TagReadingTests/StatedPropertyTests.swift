import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

/// Lengths and rates that headers state, where files are short, cut off or odd.
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

    /// Bytes between the sound and a tag, and whether the tag can be found behind them.
    static let strays: [(name: String, bytes: [UInt8], isSkipped: Bool)] = [
        ("a name with zeros", [0, 0x6E, 0, 0x69] + big(0), true),
        ("a name beyond ASCII", [0xE9] + ascii("abc"), true),
        ("eight zeros", [UInt8](repeating: 0, count: 8), true),
        ("five zeros", [UInt8](repeating: 0, count: 5), true),
        ("4096 zeros", [UInt8](repeating: 0, count: 4096), true),
        ("noise", [0xFF, 0xFE, 0xFD, 0xFC, 0x7F, 0x7F, 0x7F, 0x7F], false),
    ]

    @Test(
        "Tags of WAV and AIFF are found behind chunks with odd names and behind zeros",
        arguments: ["wav", "aiff"], strays)
    func strayBytes(format: String, stray: (name: String, bytes: [UInt8], isSkipped: Bool)) throws {
        let isWave = format == "wav"
        let size = isWave ? { little($0) } : { big($0) }
        let tag = id3v2([("TIT2", "Title")])
        // The name beyond ASCII has a size of its own.
        let content = stray.name.hasSuffix("ASCII") ? size(2) + ascii("xy") : []
        var file = try bytes(
            Fixtures.bytes(of: "empty/empty.\(format)"), stray.bytes, content,
            ascii(isWave ? "id3 " : "ID3 "), size(tag.count), tag)
        file.replaceSubrange(4..<8, with: size(file.count - 8))
        let found = try reader.read(folder.write(file, to: "stray.\(format)"))
        #expect(found.facts.title == (stray.isSkipped ? "Title" : nil))
        #expect((found.damage == nil) == stray.isSkipped)
    }

    @Test("A chunk of an odd size may lack its filling", arguments: [0, 1])
    func oddChunks(filling: Int) throws {
        let odd = bytes(
            ascii("PAD1"), little(3), ascii("abc"), [UInt8](repeating: 0, count: filling))
        let wave = try Fixtures.bytes(of: "empty/empty.wav")
        let path = try folder.write(wave + odd + info("INAM", "Title"), to: "odd\(filling).wav")
        #expect(try reader.read(path).facts.title == "Title")
    }

    @Test(
        "MP3 without the encoder's header has the length of its frames",
        arguments: [
            [(200, 9), (800, 1)], [(800, 1), (200, 9)], [(1000, 9)], [(990, 5), (10, 14)],
        ])
    func countedFrames(parts: [(count: Int, rate: Int)]) throws {
        let path = try folder.write(
            parts.flatMap { Self.frames($0.count, rate: $0.rate) }, to: "a.mp3")
        let facts = try reader.read(path).facts
        #expect(try abs(#require(facts.playbackDuration) - 1000 * 1152 / 48_000.0) < 0.03)
        let bits = Double(parts.reduce(0) { $0 + $1.count * Self.length(ofRate: $1.rate) } * 8)
        #expect(facts.bitRate == Int((bits * 48_000 / 1_152_000_000).rounded()))
    }

    /// Silent frames of MPEG-1 layer III, 48 000 Hz, mono, by the number of their rate.
    private static func frames(_ count: Int, rate: Int) -> [UInt8] {
        let frame: [UInt8] =
            [0xFF, 0xFB, UInt8(rate << 4 | 0x04), 0xC0]
            + [UInt8](repeating: 0, count: length(ofRate: rate) - 4)
        return Array(repeatElement(frame, count: count).joined())
    }

    private static func length(ofRate number: Int) -> Int {
        let kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        return 144_000 * kilobits[number] / 48_000
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

    @Test("AIFF without sound has the form that its header states, behind a tag too")
    func silentAIFF() throws {
        // 48 000 Hz as a number of 80 bits.
        let rate: [UInt8] = [0x40, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]
        let form = bytes(big(1, 2), big(48_000), big(16, 2), rate)
        let tag = id3v2([("TPE1", "Ada")])
        let content = bytes(
            ascii("AIFFCOMM"), big(form.count), form, ascii("SSND"), big(0), ascii("ID3 "),
            big(tag.count), tag)
        let path = try folder.write(
            bytes(ascii("FORM"), big(content.count), content), to: "silent.aiff")
        let facts = try reader.read(path).facts
        #expect(facts.artist == "Ada")
        #expect((facts.sampleRate, facts.channelCount, facts.playbackDuration) == (48_000, 1, 1))
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

/// The configuration of a decoder as bits, and what plays (ISO 14496-3, 1.6; as ffprobe says).
@Suite struct AudioConfigurationTests {
    @Test(
        "AAC in MP4 has the rate and the channels that its decoder gives",
        arguments: [
            ("00010 0100 0001 000", 44_100, 44_100, 1),
            ("00010 0100 0010 000", 44_100, 44_100, 2),
            ("00010 0011 0111 000", 48_000, 48_000, 8),
            // The rate as a number.
            ("00010 1111 000000001011101110000000 0010 000", 44_100, 48_000, 2),
            // A higher rate that old decoders do not see, then with two channels of one.
            ("00010 0111 0001 000 01010110111 00101 1 0100 000", 22_050, 44_100, 1),
            (
                "00010 0111 0001 000 01010110111 00101 1 0100 10101001000 1 0000000", 22_050,
                44_100, 2
            ),
            ("00010 0111 0010 000 01010110111 00101 0 0000000", 22_050, 22_050, 2),
            // The same told first.
            ("00101 0111 0010 0100 00010 000", 22_050, 44_100, 2),
            ("11101 0111 0001 0100 00010 000", 22_050, 44_100, 2),
            // Channels one by one: a centre, two pairs and a low one; a pair alone; one alone.
            (
                "00010 0100 0000 000 0000 01 0100 0010 0000 0001 01 000 0000 000 00000 10000 10001 0000 000000000",
                44_100, 44_100, 6
            ),
            (
                "00010 0100 0000 000 0000 01 0100 0001 0000 0000 00 000 0000 000 10000 0000000000000000",
                44_100, 44_100, 2
            ),
            (
                "00010 0100 0000 000 0000 01 0100 0001 0000 0000 00 000 0000 000 00000 0000000000000000",
                44_100, 44_100, 1
            ),
        ])
    func configuration(bits: String, stated: Int, rate: Int, channels: Int) throws {
        let digits = Array(bits.filter { $0 != " " })
        let padded = digits + Array(repeating: "0", count: (8 - digits.count % 8) % 8)
        var file = MinimalM4A()
        file.configuration = stride(from: 0, to: padded.count, by: 8).map {
            UInt8(String(padded[$0..<($0 + 8)]), radix: 2) ?? 0
        }
        file.rate = stated
        let facts = try Self.read(file.bytes, "m4a").facts
        #expect(facts.sampleRate == rate)
        #expect(facts.channelCount == channels)
    }

    @Test(
        "An edit list shortens a track by what it does not show",
        arguments: [
            (nil, 1), ([(700, false)], 0.7), ([(300, true), (700, false)], 0.7),
            ([(300, false), (400, false)], 0.7), ([(0, false)], 1), ([(5000, false)], 1),
            ([(900, true)], 1),
        ] as [([(Int, Bool)]?, Double)])
    func edits(edits: [(Int, Bool)]?, duration: Double) throws {
        var file = MinimalM4A()
        file.edits = edits.map { $0.map { ($0.0, $0.1) } }
        #expect(try Self.read(file.bytes, "m4a").facts.playbackDuration == duration)
    }

    @Test(
        "The data of a WAV decides its length, not the count of samples beside it",
        arguments: [(3, 32, 200), (3, 32, 0), (3, 64, 9_999_999), (1, 16, 17)])
    func fact(code: Int, bits: Int, count: Int) throws {
        let form = bytes(
            little(code, 2), little(1, 2), little(8000), little(1000 * bits), little(bits / 8, 2),
            little(bits, 2))
        let data = [UInt8](repeating: 0, count: 1000 * bits)
        let chunks = bytes(
            ascii("WAVE"), chunk("fmt ", form), chunk("fact", little(count)), chunk("data", data))
        let file = bytes(ascii("RIFF"), little(chunks.count), chunks)
        #expect(try Self.read(file, "wav").facts.playbackDuration == 1)
    }

    @Test(
        "Synchronised lyrics keep their last line without its end",
        arguments: [
            (0, [0x61, 0, 0, 0, 0, 1, 0x62, 0, 0, 0, 0, 2]),
            (0, [0x61, 0, 0, 0, 0, 1, 0x62, 0]), (0, [0x61, 0, 0, 0, 0, 1, 0x62]),
            (1, [0x61, 0, 0, 0, 0, 0, 0, 1, 0x62, 0]),
            (1, [0xFF, 0xFE, 0x61, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0xFE, 0x62, 0]),
        ] as [(UInt8, [UInt8])])
    func synchronisedLyrics(encoding: UInt8, lines: [UInt8]) throws {
        let description: [UInt8] = encoding == 0 ? [0] : [0, 0]
        let content = bytes([encoding], ascii("eng"), [2, 1], description, lines)
        let frame = bytes(ascii("SYLT"), big(content.count), [0, 0], content)
        let file = try bytes(id3v2(bytes: frame), Fixtures.bytes(of: "empty/empty.mp3"))
        #expect(try Self.read(file, "mp3").facts.lyrics == "a\nb")
    }

    private static func read(_ bytes: [UInt8], _ kind: String) throws -> MediaFile {
        let folder = try ScratchFolder()
        return try TagReader().read(folder.write(bytes, to: "file." + kind))
    }
}
