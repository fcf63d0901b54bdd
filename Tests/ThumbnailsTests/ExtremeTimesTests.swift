import Foundation
import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

/// There is an answer for all times, sizes and durations that a file states.
@Suite(.thorough) struct ExtremeTimesTests {
    @Test("sums and differences of ticks stop at the bounds")
    func ticks() {
        #expect(Int64.max.clampedAdding(1) == .max)
        #expect(Int64.min.clampedAdding(-1) == .min)
        #expect(Int64.min.clampedSubtracting(1) == .min)
        #expect(Int64.max.clampedSubtracting(.min) == .max)
        #expect(Int64(0).clampedSubtracting(.min) == .max)
        #expect(Int64(7).clampedAdding(-9) == -2)
        #expect(Int64(7).clampedSubtracting(9) == -2)
    }

    @Test("times that are no numbers are written and spread all the same")
    func strangeNumbers() {
        for time in [Double.nan, -Double.infinity, -1] {
            #expect(ThumbnailTimes.clock(time) == "0:00")
            #expect(ThumbnailTimes.every(1, over: time) == [0])
        }
        #expect(ThumbnailTimes.brief(0.5555555) == "0.556")
        #expect(ThumbnailTimes.brief(3) == "3")
        #expect(ThumbnailTimes.brief(.nan) == "nan")
    }

    /// A number in a film's header that the test overwrites.
    struct Place: CustomTestStringConvertible, Sendable {
        var film: String
        /// The bytes before the number, and how many bytes behind them it begins and takes.
        var mark: [UInt8]
        var skipped: Int
        var length: Int
        var testDescription: String { "\(film) \(mark)" }

        init(_ film: String, _ mark: [UInt8], skipped: Int = 0, length: Int) {
            (self.film, self.mark) = (film, mark)
            (self.skipped, self.length) = (skipped, length)
        }
    }

    /// ISO 14496-12, chapter 8; RFC 9559, section 5.1: durations, time scales, tables of times, edit lists.
    static let places: [Place] =
        ["mvhd", "mdhd", "tkhd", "stts", "ctts", "elst", "stss"].flatMap { name in
            [4, 12, 16, 20].map { skipped in
                Place("films/edit-list.mp4", Array(name.utf8), skipped: skipped, length: 4)
            }
        } + [
            Place("films/fragmented.mp4", Array("tfdt".utf8), skipped: 4, length: 8),
            Place("films/fragmented.mp4", Array("trun".utf8), skipped: 8, length: 12),
            Place("films/open-gop.mkv", [0x2A, 0xD7, 0xB1, 0x83], length: 3),
            Place("films/open-gop.mkv", [0x44, 0x89, 0x88], length: 8),
            Place("films/open-gop.mkv", [0xE7, 0x81], length: 1),
            Place("films/open-gop.mkv", [0x23, 0xE3, 0x83, 0x84], length: 4),
        ]

    @Test("no number in a header makes it crash", arguments: places)
    func headers(place: Place) async throws {
        let original = try Fixtures.bytes(of: place.film)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-extreme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("film." + MediaPath(place.film).pathExtension)
        guard
            let start = original.indices.first(where: { original[$0...].starts(with: place.mark) })
        else { return }
        let number = (start + place.mark.count + place.skipped)..<original.count
        for (first, others) in [(0x7F, 0xFF), (0x80, 0)] as [(UInt8, UInt8)] {
            var film = original
            for (index, byte) in number.prefix(place.length).enumerated() {
                film[byte] = index == 0 ? first : others
            }
            try Data(film).write(to: file)
            #expect(await answers(MediaPath(file.path)) == 8)
        }
    }

    /// How many results there are, of whatever kind.
    private func answers(_ path: MediaPath) async -> Int {
        var count = 0
        for (before, after) in [(0.0, 0.0), (Double.infinity, .infinity), (.nan, 0.5)] {
            var generator = ThumbnailGenerator(path: path, threads: 1)
            generator.timeLimit = 2
            generator.requestedTimeToleranceBefore = before
            generator.requestedTimeToleranceAfter = after
            if before == 0 { count += await (try? generator.duration) == nil ? 1 : 1 }
            let times = before.isNaN ? [1.55] : [0, 1.55, 1e300]
            for await _ in generator.images(at: times) { count += 1 }
        }
        return count
    }

    @Test("reading where a film is cropped ends with the time for a picture")
    func headersInTime() async throws {
        var generator = ThumbnailGenerator(path: Fixtures.path(of: "films/cropped.mp4"))
        generator.timeLimit = 0
        let error = await #expect(throws: ThumbnailError.self) {
            _ = try await generator.image(at: 0)
        }
        #expect(error?.code == .tookTooLong)
    }

    @Test(
        "what is no video by its beginning is refused in words that help",
        arguments: [
            ("GIF89a", "GIF"), ("\u{FEFF}#EXTM3U\n#EXTINF:1\n", "playlist"),
            ("RIFF\u{4}\0\0\0WEBPVP8 ", "WebP"),
            ("<?xml version=\"1.0\"?>\n<MPD xmlns=\"\">", "DASH"),
        ])
    func refusals(content: String, words: String) async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString).mp4")
        try Data(content.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let generator = ThumbnailGenerator(path: MediaPath(file.path))
        let error = await #expect(throws: ThumbnailError.self) {
            _ = try await generator.image(at: 0)
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.reason.contains(words) == true)
    }

    /// What demuxers that go by content must not take for a video.
    static let others: [(name: String, bytes: [UInt8])] =
        files + noise

    private static let files: [(name: String, bytes: [UInt8])] = [
        ("zeros", [UInt8](repeating: 0, count: 100_000)),
        ("0xFF", [UInt8](repeating: 255, count: 100_000)),
        ("text", Array(String(repeating: "A line of a text.\n", count: 5000).utf8)),
        ("HTML", Array("<!DOCTYPE html><html><body>404</body></html>".utf8)),
        ("a script", Array("#!/bin/sh\nexec true\n".utf8)), ("nothing", []),
        ("a byte", [0]), ("a JPEG picture", [0xFF, 0xD8, 0xFF, 0xE0] + Array("..JFIF".utf8)),
        ("a list of parts", Array("ffconcat version 1.0\nfile a.mp4\n".utf8)),
        ("a session", Array("v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 1 RTP/AVP 96\n".utf8)),
    ]

    private static var noise: [(name: String, bytes: [UInt8])] {
        (0..<40).map { seed in
            var random = SplitMix(state: UInt64(seed))
            var bytes: [UInt8] = []
            for _ in 0..<20_000 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
            return (name: "random bytes \(seed)", bytes: bytes)
        }
    }

    @Test("what is no video is refused, whatever formats are known", arguments: others)
    func otherContent(name: String, bytes: [UInt8]) async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString).mp4")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for tolerance in [0, Double.infinity] {
            var generator = ThumbnailGenerator(path: MediaPath(file.path), threads: 1)
            generator.requestedTimeToleranceBefore = tolerance
            generator.requestedTimeToleranceAfter = tolerance
            await #expect(throws: ThumbnailError.self) { _ = try await generator.image(at: 0.1) }
        }
    }

    @Test(
        "pictures that a format cannot hold are refused before memory is taken for them",
        arguments: [
            (ThumbnailImage.FileFormat.webp, 16_383, 100, true), (.webp, 16_384, 100, false),
            (.png, 16_384, 100, true), (.jpeg, 65_500, 100, true), (.jpeg, 65_501, 100, false),
            (.png, 60_000, 60_000, false),
        ])
    func sizes(format: ThumbnailImage.FileFormat, width: Int, height: Int, fits: Bool) {
        #expect((format.refusal(of: PixelSize(width: width, height: height)) == nil) == fits)
    }

    @Test("times are written on pictures of any width", arguments: 1...16)
    func narrow(width: Int) {
        let picture = ThumbnailImage(
            width: width, height: 1, pixels: [UInt8](repeating: 9, count: width * 4))
        for columns in 1...3 {
            let layout = GridLayout(
                GridShape(columns: columns, rows: 2), tile: PixelSize(width: width, height: 1),
                isContactSheet: true)
            var sheet = PictureSheet(layout, count: columns * 2)
            for index in 0..<(columns * 2) { sheet.add(picture, at: index, time: 36_125) }
            #expect(sheet.image.width == layout.size(of: columns * 2).width)
        }
    }
}
