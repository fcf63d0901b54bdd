import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import Testing

@testable import PhonolithTagReading

@Suite struct PictureTests {
    @Test(
        "Type and size come from the picture's own header",
        arguments: [
            ("front.jpg", "image/jpeg", 40, 30), ("back.png", "image/png", 24, 24),
            ("animated.gif", "image/gif", 160, 120), ("lossy.webp", "image/webp", 160, 120),
            ("plain.bmp", "image/bmp", 64, 48), ("plain.tiff", "image/tiff", 160, 120),
            ("still.avif", "image/avif", 160, 120),
        ])
    func header(name: String, mimeType: String, width: Int, height: Int) throws {
        let bytes = try Fixtures.bytes(of: "pictures/\(name)")
        let header = PictureHeader(reading: bytes)
        #expect(header.mimeType == mimeType)
        #expect(header.width == width)
        #expect(header.height == height)
    }

    @Test(
        "A header may end anywhere",
        arguments: ["front.jpg", "back.png", "lossy.webp", "plain.tiff", "still.avif"])
    func truncation(name: String) throws {
        let bytes = try Fixtures.bytes(of: "pictures/\(name)")
        for count in 0..<min(bytes.count, 600) {
            let header = PictureHeader(reading: Array(bytes.prefix(count)))
            #expect((header.width == nil) == (header.height == nil))
        }
    }

    @Test("What is no picture says so")
    func noPicture() {
        let picture = Picture(bytes: Array("abc".utf8), kind: .front, source: .folder)
        #expect(
            picture.artwork
                == MediaArtwork(
                    kind: .front, source: .folder, mimeType: "application/octet-stream", width: nil,
                    height: nil, byteCount: 3,
                    sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    }

    @Test(
        "Why a picture cannot be shown is known by its first bytes",
        arguments: [
            (ascii("<html>"), "is no picture of a known format"),
            (ascii("abc"), "is no picture of a known format"),
            (
                big(16) + ascii("ftypavif") + big(0),
                "is an AVIF that is damaged, or put together from tiles"
            ),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "is damaged: its header has no size"),
            (
                bytes(
                    ascii("RIFF"), little(30), ascii("WEBPVP8X"), little(10), [2, 0, 0, 0],
                    [9, 0, 0], [9, 0, 0]), "is an animated WebP"
            ),
            (
                Self.jpeg(width: 12000, height: 12000),
                "has 12000 × 12000 pixels, and more than 100 million are not decoded"
            ),
        ])
    func fault(bytes: [UInt8], fault: String) {
        #expect(Picture(bytes: bytes, kind: .front, source: .embedded).fault == fault)
    }

    /// Values of the EXIF orientation, and whether they are quarter turns; `nil` has no EXIF.
    static let orientations: [(orientation: UInt16?, isTurned: Bool)] =
        [(nil, false), (0, false), (9, false)] + (1...8).map { ($0, $0 >= 5) }

    @Test(
        "The size is that of the picture as it is shown", arguments: orientations, [false, true])
    func orientation(row: (orientation: UInt16?, isTurned: Bool), isBigEndian: Bool) {
        let bytes = Self.jpeg(
            width: 300, height: 200, orientation: row.orientation, isBigEndian: isBigEndian)
        let artwork = Picture(bytes: bytes, kind: .front, source: .folder).artwork
        #expect([artwork.width, artwork.height] == (row.isTurned ? [200, 300] : [300, 200]))
    }

    /// The beginning of a JPEG, with EXIF where it has an orientation.
    private static func jpeg(
        width: UInt16, height: UInt16, orientation: UInt16? = nil, isBigEndian: Bool = false
    ) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let big = (0..<count).reversed().map { UInt8(value >> (8 * $0) & 0xFF) }
            return isBigEndian ? big : big.reversed()
        }
        let exif = orientation.map { orientation in
            Array("Exif\0\0".utf8) + Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2)
                + number(8, 4) + number(1, 2) + number(274, 2) + number(3, 2) + number(1, 4)
                + number(Int(orientation), 2) + [0, 0] + number(0, 4)
        }
        func length(_ count: Int) -> [UInt8] { [UInt8(count >> 8), UInt8(count & 0xFF)] }
        return [0xFF, 0xD8] + (exif.map { [0xFF, 0xE1] + length($0.count + 2) + $0 } ?? [])
            + [0xFF, 0xC0] + length(17) + [8] + length(Int(height)) + length(Int(width))
            + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    }

    @Test("A picture that can be shown has no fault")
    func noFault() throws {
        for name in [
            "front.jpg", "back.png", "animated.gif", "lossy.webp", "plain.bmp", "still.avif",
        ] {
            let bytes = try Fixtures.bytes(of: "pictures/\(name)")
            #expect(Picture(bytes: bytes, kind: .front, source: .folder).fault == nil)
        }
    }

    @Test("An embedded picture that cannot be shown is left out, and named")
    func unreadablePictures() throws {
        let folder = try ScratchFolder()
        let broken = attachedPicture(ascii("<html>no picture</html>"))
        let good = try attachedPicture(Fixtures.bytes(of: "pictures/front.jpg"))
        let sound = try Fixtures.bytes(of: "empty/empty.mp3")
        let path = try folder.write(id3v2(bytes: bytes(broken, good)) + sound, to: "pictures.mp3")
        let file = try TagReader().read(path)
        #expect(file.pictures.map(\.artwork.mimeType) == ["image/jpeg"])
        #expect(
            file.damage
                == "has an embedded picture that cannot be shown: it is no picture of a known format"
        )
    }

    /// A frame of a front cover.
    private func attachedPicture(_ picture: [UInt8]) -> [UInt8] {
        let body = bytes([0], ascii("image/jpeg"), [0, 3, 0], picture)
        return bytes(ascii("APIC"), big(body.count), [0, 0], body)
    }

    /// How taggers write Base64.
    enum Base64: CaseIterable {
        case asItShouldBe, withoutPadding, forURLs, inLines, inOddLines, oneSignTooLong

        func written(_ bytes: [UInt8]) -> String {
            let text = Data(bytes).base64EncodedString()
            let short = text.replacing("=", with: "")
            return switch self {
            case .asItShouldBe: text
            case .withoutPadding: short
            case .forURLs: text.replacing("+", with: "-").replacing("/", with: "_")
            case .inLines: Data(bytes).base64EncodedString(options: .lineLength76Characters)
            case .inOddLines:
                stride(from: 0, to: text.count, by: 61).map { text.dropFirst($0).prefix(61) }
                    .joined(separator: "\r\n")
            case .oneSignTooLong: short + "A"
            }
        }
    }

    @Test(
        "The picture in a comment is read whatever its Base64 is like", arguments: Base64.allCases)
    func base64(style: Base64) throws {
        let picture = try Fixtures.bytes(of: "pictures/front.jpg")
        let file = try read(withPicture: style.written(pictureBlock(picture)))
        #expect(file.pictures.map(\.bytes) == [picture])
        #expect(file.damage == nil)
    }

    @Test("A picture that is not in Base64 is named", arguments: ["AA*A", "AAAA"])
    func noBase64(text: String) throws {
        let file = try read(withPicture: text)
        #expect(file.pictures.isEmpty)
        #expect(file.damage == "has an embedded picture that cannot be read: its tag is damaged")
    }

    /// A FLAC file with a picture in its comments.
    private func read(withPicture base64: String) throws -> MediaFile {
        let sound = try Fixtures.bytes(of: "empty/empty.flac")
        let field = ascii("METADATA_BLOCK_PICTURE=" + base64)
        let block = bytes(little(0), little(1), little(field.count), field)
        // Behind the mark and the block STREAMINFO, which is always 34 bytes.
        let start = Array(sound[..<42])
        let comments = bytes([4], Array(big(block.count).dropFirst()), block)
        let folder = try ScratchFolder()
        return try TagReader().read(
            folder.write(bytes(start, comments, Array(sound[42...])), to: "picture.flac"))
    }

    /// A picture block of FLAC (RFC 9639, section 8.8) that does not know the size of its picture.
    private func pictureBlock(_ picture: [UInt8]) -> [UInt8] {
        let mimeType = ascii("image/jpeg")
        return bytes(
            big(3), big(mimeType.count), mimeType, big(0), [UInt8](repeating: 0, count: 16),
            big(picture.count), picture)
    }

    @Test(
        "Of attached files the one with the name of a cover comes first",
        arguments: [
            ("cover.jpg", 0), ("Cover.PNG", 0), ("cover_land.png", 1), ("small_cover.jpg", 2),
            ("small_cover_land.jpg", 3), ("poster.jpg", 4), ("", 4),
        ])
    func attachments(name: String, rank: Int) {
        #expect(EmbeddedPictures.rank(ofAttachment: name) == rank)
    }

    @Test("The cache gives the same pictures as no cache, however many there are")
    func cache() {
        let cache = PictureCache()
        let pictures = (0..<40).map { [UInt8](repeating: UInt8($0), count: 1000 + $0 % 3) }
        for bytes in pictures + pictures.reversed() {
            let cached = bytes.withUnsafeBufferPointer {
                cache.picture(kind: .back, source: .embedded, bytes: $0)
            }
            #expect(cached == Picture(bytes: bytes, kind: .back, source: .embedded))
        }
    }
}
