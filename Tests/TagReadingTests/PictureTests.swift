import Fixtures
import MediaModel
import TagReading
import Testing

@Suite struct PictureTests {
    @Test(
        "Type and size come from the picture's own header",
        arguments: [
            ("front.jpg", "image/jpeg", 40, 30), ("back.png", "image/png", 24, 24),
            ("animated.gif", "image/gif", 160, 120), ("lossy.webp", "image/webp", 160, 120),
            ("plain.bmp", "image/bmp", 64, 48), ("plain.tiff", "image/tiff", 160, 120),
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
        arguments: ["front.jpg", "back.png", "lossy.webp", "plain.tiff"])
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
