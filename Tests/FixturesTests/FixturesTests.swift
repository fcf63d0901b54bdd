import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTestSupport
import Testing

/// The facts of the fixtures against an independent reader, `ffprobe`.
@Suite struct FixturesTests {
    @Test("every file has its facts, and every fact its file")
    func complete() throws {
        let folder = Fixtures.folder
        let files = try ["full", "empty", "broken", "odd", "loudness", "rough"].flatMap { part in
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + part)
                .map { "\(part)/\($0)" }
        }
        #expect(
            Set(files) == Set(Fixtures.all.map(\.name) + Fixtures.rough.map(\.name)))
    }

    @Test(
        "ffprobe finds the streams and the title that the facts name",
        arguments: Fixtures.all.filter { $0.facts != nil })
    func agrees(fixture: Fixture) throws {
        let facts = try #require(fixture.facts)
        let probe = try Probe(of: Fixtures.url(of: fixture.name))
        let audio = try #require(probe.streams.first { $0.codecType == "audio" })
        if let codec = facts.codec { #expect(audio.shortName == codec) }
        // FFmpeg counts the bytes of DSD, not its bits.
        let factor = audio.shortName == "dsd" ? 8 : 1
        if let rate = facts.sampleRate {
            #expect(audio.sampleRate.flatMap { Int($0) }.map { $0 * factor } == rate)
        }
        if let channels = facts.channelCount { #expect(audio.channels == channels) }
        if !Self.durationsThatProbeMistakes.contains(fixture.name),
            let duration = facts.playbackDuration,
            let found = probe.format.duration.flatMap({ Double($0) })
        {
            #expect(abs(found - duration) <= 0.11)
        }
        if let width = facts.width {
            let video = probe.streams.first { $0.codecType == "video" && !$0.isPicture }
            #expect(video?.width == width)
            #expect(video?.height == facts.height)
        }
        if !Self.picturesThatProbeMisses.contains(fixture.name) {
            #expect(probe.streams.count(where: \.isPicture) == fixture.pictures.count)
        }
        if fixture.name.hasPrefix("full/"), !Self.titlesThatProbeMisses.contains(fixture.name) {
            #expect(probe.titles.contains(facts.title))
        }
    }

    @Test(
        "the covers are the pictures that the facts name",
        arguments: [
            Fixture.Cover.front, Fixture.Cover.back,
        ])
    func covers(cover: Fixture.Cover) throws {
        let picture = try #require(Probe(of: Fixtures.url(of: cover.name)).streams.first)
        #expect(picture.width == cover.width)
        #expect(picture.height == cover.height)
    }

    /// FFmpeg 5.1 reckons from the bit rate where ASF has pictures, and takes an APE tag for sound.
    private static let durationsThatProbeMistakes: Set = [
        "full/full.wma", "full/full.asf", "odd/ape.mp3",
    ]
    /// FFmpeg 5.1 reads no ID3 in DSDIFF, no `COVERART`, and no APE tag behind MP3; a track of one picture it takes for a
    /// film.
    private static let picturesThatProbeMisses: Set = [
        "full/full.dff", "odd/coverart.ogg", "odd/ape.mp3", "odd/cover-track.m4a",
    ]
    /// FFmpeg 5.1 reads no ID3 in DSDIFF.
    private static let titlesThatProbeMisses: Set = ["full/full.dff"]
}

/// The output of `ffprobe` for a file, under its names.
private struct Probe: Decodable {
    let streams: [Stream]
    let format: Format

    struct Stream: Decodable {
        let codecType: String?
        let codecName: String?
        let sampleRate: String?
        let channels: Int?
        let width: Int?
        let height: Int?
        let disposition: [String: Int]?
        let tags: [String: String]?

        var isPicture: Bool { disposition?["attached_pic"] == 1 }

        /// The codec without its kind of samples and its version.
        var shortName: String? {
            let families = ["pcm", "dsd", "wma", "musepack"]
            return families.first { codecName?.hasPrefix($0) == true } ?? codecName
        }
    }

    struct Format: Decodable {
        let duration: String?
        let tags: [String: String]?
    }

    var titles: Set<String?> {
        let tags = [format.tags] + streams.map(\.tags)
        return Set(
            tags.compactMap(\.self).flatMap { $0 }
                .filter { $0.key.lowercased() == "title" }.map(\.value))
    }

    init(of file: URL) throws {
        let data = try output(of: [
            "ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_format", file.path,
        ])
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Self.self, from: data)
    }
}
