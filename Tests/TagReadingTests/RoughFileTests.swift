import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

/// Files whose name, beginning or end is not what one expects.
@Suite struct RoughFileTests {
    private let reader = TagReader()

    @Test(
        "A rare or damaged file gives what is in it, and says what is wrong",
        arguments: Fixtures.rough)
    func rough(fixture: RoughFixture) throws {
        let file = try reader.read(Fixtures.path(of: fixture.name))
        #expect(file.facts.container == fixture.container)
        #expect(file.facts.codec == fixture.codec)
        #expect(file.facts.sampleRate == fixture.sampleRate)
        #expect(file.damage == fixture.damage)
        let duration = try fixture.duration.map { try (#require(file.facts.playbackDuration), $0) }
        if let duration { #expect(abs(duration.0 - duration.1) <= 0.03) }
    }

    @Test("A protected track says so, and a still picture has a size")
    func particulars() throws {
        let protected = try reader.read(Fixtures.path(of: "rough/protected.m4p"))
        #expect(protected.facts.hasProtectedAsset == true)
        let still = try reader.read(Fixtures.path(of: "rough/still.mov")).facts
        #expect(still.width == 64)
        #expect(still.height == 48)
    }

    @Test("An APE tag of an MP3 is found whatever tags follow it")
    func apeBeforeOthers() throws {
        let folder = try ScratchFolder()
        let item = bytes(little(4), little(0), ascii("Title"), [0], ascii("Song"))
        let ape = bytes(
            item, ascii("APETAGEX"), little(2000), little(item.count + 32), little(1), little(0, 12)
        )
        let words = ascii("LYRICSBEGININD0000210")
        let lyrics = bytes(words, ascii("0000\(words.count)LYRICS200"))
        let id3v1 = bytes(ascii("TAG"), [UInt8](repeating: 0, count: 124), [255])
        let sound = try Fixtures.bytes(of: "empty/empty.mp3")
        for ends in [[ape], [ape, id3v1], [ape, lyrics, id3v1], [ape, lyrics], [lyrics, ape]] {
            let path = try folder.write(sound + ends.flatMap { $0 }, to: "a.mp3")
            #expect(try reader.read(path).facts.title == "Song")
        }
    }

    @Test("A sound file has no damage", arguments: Fixtures.full + Fixtures.empty)
    func sound(fixture: Fixture) throws {
        #expect(try reader.read(Fixtures.path(of: fixture.name)).damage == nil)
    }

    @Test("What a file is, its content says, whatever its extension", arguments: Fixtures.empty)
    func misnamed(fixture: Fixture) throws {
        let folder = try ScratchFolder()
        let own = (fixture.name as NSString).pathExtension
        // A module of fifteen instruments and Musepack before version 7 have no mark of their own, and an
        // audiobook is one by its name.
        let names = Set(Fixtures.empty.map { ($0.name as NSString).pathExtension })
            .subtracting([own, "mod", "mpc", "m4b"]).sorted()
        var expected = try reader.read(Fixtures.path(of: fixture.name)).facts
        if own == "m4b" { expected.mediaType = .music }
        let bytes = try Fixtures.bytes(of: fixture.name)
        for name in names {
            let path = try folder.write(bytes, to: "misnamed.\(name)")
            #expect(try reader.read(path).facts == expected, "as .\(name)")
        }
    }

    /// Streams that are found behind anything: frames that can be told from chance.
    private static let streams = [
        "empty/empty.mp3", "empty/empty.mp2", "empty/empty.aac", "empty/empty.ac3",
        "empty/empty.eac3", "rough/loas.aac", "empty/empty.ts", "empty/empty.mpg",
    ]

    @Test(
        "The first frame is found behind up to a megabyte of dirt, and the dirt does not count",
        arguments: streams, [1, 1000, 200_000, 900_000])
    func dirt(name: String, count: Int) throws {
        let folder = try ScratchFolder()
        let plain = try Fixtures.bytes(of: name)
        let expected = try reader.read(Fixtures.path(of: name)).facts
        for (kind, dirt) in [
            ("zeros", [UInt8](repeating: 0, count: count)), ("noise", Self.noise(count)),
        ] {
            let path = try folder.write(
                dirt + plain, to: "\(kind).\((name as NSString).pathExtension)")
            let found = try reader.read(path).facts
            #expect(found.container == expected.container, "behind \(kind)")
            #expect(found.codec == expected.codec, "behind \(kind)")
            #expect(found.sampleRate == expected.sampleRate, "behind \(kind)")
            guard found.container == "mp3", let duration = found.playbackDuration else { continue }
            #expect(abs(duration - (expected.playbackDuration ?? 0)) < 0.1, "behind \(kind)")
        }
    }

    @Test("A header of LIST texts that was added later is believed more")
    func addedInfo() throws {
        let folder = try ScratchFolder()
        let wave = try Fixtures.bytes(of: "empty/empty.wav")
        let path = try folder.write(
            wave + info("INAM", "Old") + info("INAM", "New") + info("IART", "Ada"),
            to: "twice.wav")
        let facts = try reader.read(path).facts
        #expect(facts.title == "New")
        #expect(facts.artist == "Ada")
    }

    @Test("Two blocks of comments in one FLAC are both read")
    func twoComments() throws {
        let folder = try ScratchFolder()
        let flac = try Fixtures.bytes(of: "empty/empty.flac")
        func block(_ artist: String) -> [UInt8] {
            let field = "ARTIST=\(artist)"
            let content =
                little(0) + little(1) + little(field.utf8.count) + Array(field.utf8)
            return [4, 0, 0, UInt8(content.count)] + content
        }
        // Behind the mark and the first block, which has 38 bytes.
        let path = try folder.write(
            Array(flac[..<42]) + block("Ada") + block("Bo") + Array(flac[42...]), to: "two.flac")
        let facts = try reader.read(path).facts
        #expect(facts.artists == ["Ada", "Bo"])
        #expect(facts.codec == "flac")
    }

    /// Bytes that look like chance, always the same.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }
}
