import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithThumbnails
import Testing

@Suite struct ArtworkThumbnailsTests {
    let thumbnails = ArtworkThumbnails(cacheFolder: nil)

    @Test("a picture gets the longest edge asked for, in its own shape", arguments: Shrinking.all)
    func shrinks(example: Shrinking) throws {
        let made = try thumbnails.thumbnail(
            of: .fixture(example.name), longestEdge: example.longestEdge)
        #expect(made.mimeType == example.mimeType)
        let (format, size) = try look(at: made.bytes)
        #expect(format == (example.mimeType == "image/png" ? .png : .jpeg))
        #expect(size == example.size)
    }

    @Test(
        "the colours of a picture stay what they were",
        arguments: [
            "wide.jpg", "grey.jpg", "grey16.png", "cmyk.jpg", "rgb48.png", "palette.png",
            "animated.gif", "lossy.webp", "plain.bmp", "plain.tiff", "still.avif",
        ])
    func colours(name: String) throws {
        let picture = try Picture.fixture(name)
        let before = try meanColours(of: picture.bytes)
        let after = try meanColours(of: thumbnails.thumbnail(of: picture, longestEdge: 40).bytes)
        #expect(before.count == 1)
        #expect(after.count == 1)
        for (old, new) in zip(before.joined(), after.joined()) { #expect(abs(old - new) <= 4) }
    }

    @Test("a picture that is small enough comes back as its own bytes", arguments: [40, 41, 4_000])
    func neverEnlarged(longestEdge: Int) throws {
        let picture = try Picture.fixture("front.jpg")
        let sized = try Picture.fixture("front.jpg", width: 40, height: 30)
        for picture in [picture, sized] {
            let same = try thumbnails.thumbnail(of: picture, longestEdge: longestEdge)
            #expect(same.bytes == picture.bytes)
            #expect(same.mimeType == "image/jpeg")
        }
    }

    @Test(
        "a picture fits in the box asked for, in its own shape, and is never enlarged",
        arguments: [
            ("wide.jpg", 100, 100, 100, 50), ("wide.jpg", 100, 20, 40, 20),
            ("wide.jpg", 4000, 20, 40, 20), ("tall.png", 15, 4000, 15, 30),
        ])
    func box(name: String, width: Int, height: Int, expectedWidth: Int, expectedHeight: Int) throws
    {
        let made = try thumbnails.thumbnail(
            of: .fixture(name), fitting: PixelSize(width: width, height: height))
        #expect(
            try look(at: made.bytes).size == Size(width: expectedWidth, height: expectedHeight))
        let original = try Picture.fixture(name)
        let same = try thumbnails.thumbnail(
            of: original, fitting: PixelSize(width: 4000, height: 4000))
        #expect(same.bytes == original.bytes)
    }

    @Test("one pixel is the least")
    func onePixel() throws {
        let made = try thumbnails.thumbnail(of: .fixture("wide.jpg"), longestEdge: 1)
        #expect(try look(at: made.bytes).size == Size(width: 1, height: 1))
    }

    @Test("alpha is kept")
    func alpha() throws {
        let made = try thumbnails.thumbnail(of: .fixture("alpha.png"), longestEdge: 40)
        let frame = try decoded(made.bytes)
        let rgba = try Scaler(
            from: frame, to: .init(width: frame.width, height: frame.height, layout: .rgba)
        ).scaled(frame)
        let isTransparent = rgba.isTransparent
        #expect(isTransparent)
    }

    @Test(
        "bytes that are no picture are refused with the reason",
        arguments: [
            ([], .unknownFormat), (Array("a shopping list".utf8), .unknownFormat),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], .cannotDecode),
            (Array("GIF89a".utf8), .cannotDecode),
            (
                [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A] + Array(repeating: 7, count: 99),
                .cannotDecode
            ),
        ] as [([UInt8], ArtworkThumbnailError.Code)])
    func broken(bytes: [UInt8], code: ArtworkThumbnailError.Code) {
        let error = #expect(throws: ArtworkThumbnailError.self) {
            try thumbnails.thumbnail(of: .unlooked(bytes), longestEdge: 40)
        }
        #expect(error?.code == code)
        #expect(error?.description.hasPrefix("cannot scale the picture: ") == true)
    }

    @Test(
        "a picture cut anywhere is made smaller or refused",
        arguments: [
            "wide.jpg", "alpha.png", "animated.gif", "lossy.webp", "plain.tiff", "plain.bmp",
            "still.avif",
        ])
    func cut(name: String) throws {
        let bytes = try Picture.fixture(name).bytes
        for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
            let piece = Picture.unlooked(Array(bytes.prefix(length)))
            do {
                let made = try thumbnails.thumbnail(of: piece, longestEdge: 20)
                #expect(try look(at: made.bytes).size.width <= 20)
            } catch let error as ArtworkThumbnailError {
                #expect([.cannotDecode, .unknownFormat].contains(error.code))
            }
        }
    }

    @Test(
        "a picture of more pixels than the limit is refused by its size",
        arguments: [
            "wide.jpg", "rgb48.png", "animated.gif", "lossy.webp", "plain.bmp", "plain.tiff",
            "still.avif",
        ])
    func tooLarge(name: String) throws {
        let bounded = ArtworkThumbnails(cacheFolder: nil, pixelLimit: 1_000)
        let error = #expect(throws: ArtworkThumbnailError.self) {
            try bounded.thumbnail(of: .fixture(name), longestEdge: 40)
        }
        #expect(error?.code == .tooManyPixels)
        #expect(error?.reason.hasSuffix("pixels are more than the limit of 1000") == true)
    }
}

/// A picture made smaller, and what comes of it.
struct Shrinking: CustomTestStringConvertible, Sendable {
    let name: String
    let longestEdge: Int
    let size: Size
    let mimeType: String

    static let all = [
        Shrinking("wide.jpg", 100, Size(width: 100, height: 50)),
        Shrinking("wide.jpg", 319, Size(width: 319, height: 160)),
        Shrinking("tall.png", 60, Size(width: 30, height: 60)),
        Shrinking("grey.jpg", 80, Size(width: 80, height: 60)),
        Shrinking("grey16.png", 80, Size(width: 80, height: 60)),
        Shrinking("rgb48.png", 80, Size(width: 80, height: 60)),
        Shrinking("palette.png", 80, Size(width: 80, height: 60)),
        Shrinking("cmyk.jpg", 80, Size(width: 80, height: 40)),
        Shrinking("alpha.png", 80, Size(width: 80, height: 60), "image/png"),
        Shrinking("animated.gif", 80, Size(width: 80, height: 60)),
        Shrinking("lossy.webp", 80, Size(width: 80, height: 60)),
        Shrinking("plain.bmp", 32, Size(width: 32, height: 24)),
        Shrinking("plain.tiff", 80, Size(width: 80, height: 60)),
    ]

    init(_ name: String, _ longestEdge: Int, _ size: Size, _ mimeType: String = "image/jpeg") {
        self.name = name
        self.longestEdge = longestEdge
        self.size = size
        self.mimeType = mimeType
    }

    var testDescription: String { "\(name) to \(longestEdge)" }
}
