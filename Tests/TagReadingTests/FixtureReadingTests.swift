import Glibc
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

@Suite struct FixtureReadingTests {
    private let reader = TagReader()

    @Test("A file gives exactly its facts", arguments: Fixtures.all.filter { $0.facts != nil })
    func facts(fixture: Fixture) throws {
        let expected = try #require(fixture.facts)
        let found = try reader.read(Fixtures.path(of: fixture.name)).facts
        if let duration = expected.playbackDuration {
            let foundDuration = try #require(found.playbackDuration)
            #expect(abs(foundDuration - duration) <= 0.11)
        }
        #expect(found.claimed(by: expected) == expected.withDefaultType)
    }

    @Test("A file gives exactly its pictures", arguments: Fixtures.all.filter { $0.facts != nil })
    func pictures(fixture: Fixture) throws {
        let expected = try fixture.pictures.map { cover in
            Picture(
                bytes: try Fixtures.bytes(of: cover.name), kind: cover.kind, source: .embedded)
        }
        let found = try reader.read(Fixtures.path(of: fixture.name)).pictures
        // In which order they stand is up to the program that wrote the tag.
        #expect(Set(found) == Set(expected))
        #expect(found.count == expected.count)
    }

    @Test(
        "A file without anything to play is refused with a reason",
        arguments: Fixtures.all.filter { $0.facts == nil })
    func refusal(fixture: Fixture) throws {
        let path = Fixtures.path(of: fixture.name)
        let error = #expect(throws: MediaFileError.self) { try reader.read(path) }
        #expect(error?.path == path)
        #expect(error?.reason.isEmpty == false)
        #expect(error?.reason.contains("\n") == false)
    }

    @Test(
        "What is no file of media says so",
        arguments: [
            ("odd/text-named.mp3", MediaFileError.Code.notMedia, "is text, not audio or video"),
            ("odd/nothing.mp3", .empty, "is empty"),
            ("odd", .notAFile, "is not a file"),
            ("odd/absent.mp3", .cannotOpen, "cannot be read: No such file or directory"),
            ("pictures/front.jpg", .notMedia, "is a picture, not audio or video"),
        ])
    func reasons(name: String, code: MediaFileError.Code, reason: String) {
        let path = Fixtures.path(of: name)
        let refused: CInt? = code == .cannotOpen ? ENOENT : nil
        #expect(
            throws: MediaFileError(path: path, code: code, reason: reason, systemCode: refused)
        ) { try reader.read(path) }
    }

    @Test("A path with a NUL inside is no path")
    func nul() {
        let path = MediaPath(bytes: Fixtures.path(of: "full/full.mp3").bytes + [0, 0x61])
        #expect(throws: MediaFileError.self) { try reader.read(path) }
    }

    @Test("An explanation names winners, losers and the reason for cutting")
    func explanation() throws {
        let explanation = try reader.explain(Fixtures.path(of: "full/full.mp3"))
        let artist = try #require(explanation.properties.first { $0.name == "artist" })
        #expect(artist.value == ["Ada Quill feat. Bo Lindström"])
        #expect(artist.winners.map(\.tag) == ["ID3v2.4"])
        #expect(artist.winners.map(\.key) == ["TPE1"])
        #expect(explanation.facts == (try reader.read(Fixtures.path(of: "full/full.mp3")).facts))
    }
}

extension MediaFacts {
    /// These facts without the stream properties that `expected` does not claim.
    fileprivate func claimed(by expected: MediaFacts) -> MediaFacts {
        var facts = self
        facts.bitRate = expected.bitRate
        facts.playbackDuration = expected.playbackDuration
        // Programs that encode write their own name.
        facts.encoder = expected.encoder
        if expected.sampleRate == nil { facts.sampleRate = nil }
        if expected.channelCount == nil { facts.channelCount = nil }
        if expected.bitDepth == nil { facts.bitDepth = nil }
        if expected.codec == nil { facts.codec = nil }
        if expected.container == nil { facts.container = nil }
        if expected.width == nil { facts.width = nil }
        if expected.height == nil { facts.height = nil }
        if expected.frameRate == nil { facts.frameRate = nil }
        if expected.videoCodec == nil { facts.videoCodec = nil }
        if expected.rotation == nil { facts.rotation = nil }
        return facts
    }

    /// Sound that says nothing of its kind is music, a film a movie.
    fileprivate var withDefaultType: MediaFacts {
        var facts = self
        if facts.mediaType.isEmpty { facts.mediaType = width == nil ? .music : .movie }
        return facts
    }
}
