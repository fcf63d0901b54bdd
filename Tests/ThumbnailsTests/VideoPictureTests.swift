import Foundation
import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithThumbnails
import Testing

@Suite struct VideoPictureTests {
    private func picture(
        _ film: String, _ change: (inout ThumbnailGenerator) -> Void = { _ in }
    ) async throws -> ThumbnailImage {
        var generator = ThumbnailGenerator(path: Fixtures.path(of: "films/\(film)"))
        change(&generator)
        return try await generator.image(at: 0).image
    }

    @Test(
        "every matrix, range and depth gives the same orange",
        arguments: [
            "orange-601-tv.mp4", "orange-601-pc.mp4", "orange-709-tv.mp4", "orange-709-pc.mp4",
            "orange-2020-tv.mp4", "orange-2020-pc.mp4", "orange-10-bit.mkv", "orange-12-bit.mkv",
        ])
    func colours(film: String) async throws {
        #expect(try await picture(film).isNear(200, 100, 50))
    }

    @Test("red in wide colours is the same red", arguments: ["red-2020.mp4", "red-p3.mp4"])
    func wideColours(film: String) async throws {
        #expect(try await picture(film).isNear(255, 0, 0, by: 12))
        let original = try await picture(film) { $0.dynamicRangePolicy = .matchSource }
        #expect(!original.isNear(255, 0, 0, by: 12))
    }

    @Test("colours of Dolby Vision's own are refused", arguments: [(5, 0), (8, 0), (8, 1), (7, 6)])
    func dolbyColours(profile: UInt8, compatibility: UInt8) async throws {
        let film = try Self.film(profile: profile, compatibility: compatibility)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-dolby-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("film.mp4")
        try Data(film).write(to: file)
        let generator = ThumbnailGenerator(path: MediaPath(file.path))
        if compatibility > 0 {
            _ = try await generator.image(at: 0)
        } else {
            let error = await #expect(throws: ThumbnailError.self) {
                try await generator.image(at: 0)
            }
            #expect(error?.reason.contains("Dolby Vision") == true)
        }
    }

    /// A film that claims to be in a profile of Dolby Vision, by a box at the end of its sample entry.
    private static func film(profile: UInt8, compatibility: UInt8) throws -> [UInt8] {
        var film = try Fixtures.bytes(of: "films/quarters.mp4")
        func place(of type: String) throws -> Int {
            // The brand of the file may be the same word.
            try #require(film.ranges(of: Array(type.utf8)).last).lowerBound - 4
        }
        func size(at place: Int) -> Int { film[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        let entry = try place(of: "avc1")
        let end = entry + size(at: entry)
        let configuration: [UInt8] = [1, 0, profile << 1, 6 << 3 | 5, compatibility << 4]
        let box =
            [0, 0, 0, 32] + Array("dvcC".utf8) + configuration
            + [UInt8](repeating: 0, count: 24 - configuration.count)
        for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"] {
            let place = try place(of: type)
            let larger = size(at: place) + box.count
            film.replaceSubrange(
                place..<place + 4, with: (0..<4).map { UInt8(larger >> (24 - 8 * $0) & 0xFF) })
        }
        film.insert(contentsOf: box, at: end)
        return film
    }

    @Test(
        "paper that is white in high dynamic range is light grey, in PQ as in HLG",
        arguments: ["white-pq.mkv", "white-hlg.mkv"])
    func highDynamicRange(film: String) async throws {
        let mapped = try await picture(film)
        #expect(mapped.isNear(228, 228, 228))
        #expect(mapped.dynamicRange == .standard)
        let original = try await picture(film) { $0.dynamicRangePolicy = .matchSource }
        #expect(original.dynamicRange != .standard)
        #expect(!original.isNear(228, 228, 228))
    }

    @Test("a film is turned and mirrored as it says, in all eight ways", arguments: Turned.all)
    func turned(turned: Turned) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-turned-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("turned.mp4")
        try Data(turned.film(from: Fixtures.bytes(of: "films/quarters.mp4"))).write(to: file)
        var generator = ThumbnailGenerator(path: MediaPath(file.path))
        let shown = try await generator.image(at: 0).image
        #expect([shown.width, shown.height] == turned.size)
        #expect(shown.quarters == turned.quarters)
        generator.appliesPreferredTrackTransform = false
        #expect(try await generator.image(at: 0).image.quarters == [0, 1, 2, 3])
    }

    @Test(
        "what the container cuts off is seen only where it is asked for",
        arguments: [
            ("cropped.mp4", [32, 16]), ("cropped.mkv", [32, 16]), ("cropped-wide.mkv", [64, 16]),
        ])
    func cropped(film: String, size: [Int]) async throws {
        let clean = try await picture(film)
        #expect([clean.width, clean.height] == size)
        #expect(clean.quarters == [3, 3, 3, 3])
        for mode in [ThumbnailGenerator.ApertureMode.productionAperture, .encodedPixels] {
            let whole = try await picture(film) { $0.apertureMode = mode }
            #expect(whole.height == 32)
            #expect(whole.quarters == [0, 1, 2, 3])
        }
        let small = try await picture(film) { $0.maximumSize = PixelSize(width: 16, height: 16) }
        #expect(small.width == 16)
        #expect(small.quarters == [3, 3, 3, 3])
    }

    @Test("headers that contradict themselves crop nothing, and no byte of them makes it crash")
    func brokenHeaders() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-cropped-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = try Fixtures.bytes(of: "films/cropped.mp4")
        let name = Array("clap".utf8)
        let start = try #require(original.indices.first { original[$0...].starts(with: name) }) + 4
        var seen = 0
        for place in 0..<32 {
            for value in [0, 0xFF] as [UInt8] {
                var film = original
                film[start + place] = value
                let file = folder.appendingPathComponent("film.mp4")
                try Data(film).write(to: file)
                let generator = ThumbnailGenerator(path: MediaPath(file.path))
                do {
                    let size = try await generator.image(at: 0).image
                    #expect(size.width <= 64 && size.height <= 32)
                    seen += 1
                } catch {
                    // FFmpeg 7 refuses some of them.
                }
            }
        }
        #expect(seen > 32)
    }

    @Test("pixels that are not square are made so, unless they are asked for as they are")
    func pixelAspect() async throws {
        let shown = try await picture("wide-pixels.mp4")
        #expect(shown.width == 128 && shown.height == 48)
        let stored = try await picture("wide-pixels.mp4") { $0.apertureMode = .encodedPixels }
        #expect(stored.width == 64 && stored.height == 48)
    }

    @Test(
        "a picture fits in its box, keeps its shape and is never enlarged",
        arguments: [
            (PixelSize(width: 64, height: 64), [64, 24]),
            (PixelSize(width: 500, height: 12), [32, 12]),
            (PixelSize(width: 4000, height: 4000), [128, 48]),
            (PixelSize(width: 1, height: 1), [1, 1]),
        ])
    func size(box: PixelSize, expected: [Int]) async throws {
        let shown = try await picture("wide-pixels.mp4") { $0.maximumSize = box }
        #expect([shown.width, shown.height] == expected)
    }

    @Test("edges of odd length stay")
    func odd() async throws {
        let shown = try await picture("odd.mkv")
        #expect(shown.width == 61 && shown.height == 47)
    }

    @Test("of two fields only one is seen")
    func interlaced() async throws {
        let shown = try await picture("interlaced.mpg")
        #expect(shown.pixels.min() ?? 0 > 240)
        #expect(shown.width == 64 && shown.height == 48)
    }

    @Test(
        "the alpha that WebM has in a second stream makes pictures transparent",
        arguments: ["half-transparent-vp8.webm", "half-transparent-vp9.webm"])
    func webmAlpha(film: String) async throws {
        let shown = try await picture(film)
        // The left half is transparent, the right one opaque.
        let alphas = stride(from: 3, to: shown.pixels.count, by: 4).map { shown.pixels[$0] }
        let columns = alphas.indices.map { $0 % shown.width }
        #expect(zip(alphas, columns).allSatisfy { $1 < 14 ? $0 < 16 : true })
        #expect(zip(alphas, columns).allSatisfy { $1 > 17 ? $0 > 240 : true })
    }

    @Test("what is transparent stays so in PNG and WebP, and is black in JPEG")
    func alpha() async throws {
        let shown = try await picture("half-transparent.mov")
        #expect(!shown.isOpaque)
        #expect(Array(shown.pixels.prefix(4)) == [32, 64, 96, 0])
        #expect(try decoded(shown.encoded(as: .png)).isTransparent)
        #expect(try decoded(shown.encoded(as: .webp)).mayBeTransparent)
        let colours = try meanColours(
            of: shown.encoded(as: .jpeg), parts: Size(width: 2, height: 1))
        #expect(colours[0].prefix(3).allSatisfy { $0 < 12 })
        #expect(abs(colours[1][2] - 96) < 12)
    }

    @Test("colours of a palette are looked up")
    func palette() async throws {
        // FFmpeg makes two nearly equal reds of one.
        let shown = try await picture("palette.avi")
        for start in stride(from: 0, to: shown.pixels.count, by: 4) {
            #expect(shown.pixels[start] >= 0xD8)
            #expect(shown.pixels[(start + 1)..<(start + 4)] == [0, 0, 255])
        }
    }

    @Test("files say nothing of their making", arguments: ThumbnailImage.FileFormat.allCases)
    func silent(format: ThumbnailImage.FileFormat) async throws {
        let bytes = try await picture("quarters.mp4").encoded(as: format, quality: 80)
        let text = String(decoding: bytes, as: Unicode.ASCII.self)
        for word in ["Exif", "Lavc", "Lavf", "http"] { #expect(!text.contains(word)) }
    }

    @Test("better quality takes more bytes", arguments: [ThumbnailImage.FileFormat.jpeg, .webp])
    func quality(format: ThumbnailImage.FileFormat) async throws {
        let image = try await picture("wide-pixels.mp4")
        let sizes = try [10, 60, 100].map { try image.encoded(as: format, quality: $0).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    }
}

/// A way in which a film may be turned, as the matrix in its track's header has it.
struct Turned: CustomTestStringConvertible, Sendable {
    /// a, b, c and d: a point (x, y) is shown at (a·x + c·y, b·x + d·y).
    let matrix: [Int32]
    /// Which quarter of the picture comes to stand where, row by row.
    let quarters: [Int]

    var testDescription: String { "\(matrix)" }
    var size: [Int] { matrix[0] == 0 ? [32, 64] : [64, 32] }

    static let all = [
        Turned(matrix: [1, 0, 0, 1], quarters: [0, 1, 2, 3]),
        Turned(matrix: [-1, 0, 0, 1], quarters: [1, 0, 3, 2]),
        Turned(matrix: [-1, 0, 0, -1], quarters: [3, 2, 1, 0]),
        Turned(matrix: [1, 0, 0, -1], quarters: [2, 3, 0, 1]),
        Turned(matrix: [0, 1, 1, 0], quarters: [0, 2, 1, 3]),
        Turned(matrix: [0, 1, -1, 0], quarters: [2, 0, 3, 1]),
        Turned(matrix: [0, -1, -1, 0], quarters: [3, 1, 2, 0]),
        Turned(matrix: [0, -1, 1, 0], quarters: [1, 3, 0, 2]),
    ]

    /// Writes the matrix into `tkhd` (ISO 14496-12, 8.3.2): nine numbers, 40 bytes behind version and flags.
    func film(from bytes: [UInt8]) throws -> [UInt8] {
        let name = Array("tkhd".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + 44
        var film = bytes
        for (place, value) in zip([0, 1, 3, 4], matrix) {
            withUnsafeBytes(of: (value << 16).bigEndian) { number in
                film.replaceSubrange(
                    (start + place * 4)..<(start + place * 4 + 4), with: number)
            }
        }
        return film
    }
}

extension ThumbnailImage {
    /// Whether every pixel is about this colour.
    fileprivate func isNear(
        _ red: Int, _ green: Int, _ blue: Int, by difference: Int = 3
    ) -> Bool {
        stride(from: 0, to: pixels.count, by: 4).allSatisfy { start in
            zip([red, green, blue], pixels[start..<(start + 3)]).allSatisfy {
                abs($0 - Int($1)) <= difference
            }
        }
    }

    /// For each quarter which it is in the film: red and green above, blue and white below.
    fileprivate var quarters: [Int] {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            let start = (height * y / 4 * width + width * x / 4) * 4
            let isLit = pixels[start..<(start + 3)].map { $0 > 128 }
            return [[true, false, false], [false, true, false], [false, false, true]]
                .firstIndex(of: isLit) ?? 3
        }
    }
}
