import PhonolithFixtures
import PhonolithMediaModel
import PhonolithThumbnails
import Testing

@Suite struct OrientationTests {
    @Test("a photograph is turned as its EXIF says", arguments: Turning.all)
    func turned(turning: Turning) throws {
        let upright = try Picture.fixture("quarters.jpg").bytes
        let made = try ArtworkThumbnails(cacheFolder: nil).thumbnail(
            of: .unlooked(withEXIF(upright, orientation: turning.value)), longestEdge: 40)
        #expect(try look(at: made.bytes).size == turning.size)
        let quarters = Size(width: 2, height: 2)
        let corners = try meanColours(of: upright, parts: quarters)
        let shown = try meanColours(of: made.bytes, parts: quarters)
        #expect(shown.map { nearest(to: $0, in: corners) } == turning.corners)
    }

    @Test("a box holds the photograph as it is shown", arguments: Turning.all)
    func box(turning: Turning) throws {
        let bytes = withEXIF(
            try Picture.fixture("quarters.jpg").bytes, orientation: turning.value)
        let made = try ArtworkThumbnails(cacheFolder: nil).thumbnail(
            of: .unlooked(bytes), fitting: PixelSize(width: 4000, height: 20))
        #expect(try look(at: made.bytes).size.height == 20)
    }

    private func nearest(to colour: [Int], in colours: [[Int]]) -> Int? {
        colours.firstIndex { zip($0, colour).allSatisfy { abs($0 - $1) < 60 } }
    }

    /// Puts an EXIF segment of one entry behind the start of a JPEG (Exif 2.32, 4.6.2).
    private func withEXIF(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
        let segment = Array("Exif\0\0".utf8) + tiff
        return jpeg.prefix(2) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment
            + jpeg.dropFirst(2)
    }
}

/// A value of EXIF's tag `Orientation`, and which quarter of the picture (0, 1 above, 2, 3 below) comes
/// to stand where, row by row.
struct Turning: CustomTestStringConvertible, Sendable {
    let value: UInt8
    let corners: [Int]
    var size: Size {
        value < 5 ? Size(width: 40, height: 20) : Size(width: 20, height: 40)
    }

    static let all = [
        Turning(value: 1, corners: [0, 1, 2, 3]),
        Turning(value: 2, corners: [1, 0, 3, 2]),
        Turning(value: 3, corners: [3, 2, 1, 0]),
        Turning(value: 4, corners: [2, 3, 0, 1]),
        Turning(value: 5, corners: [0, 2, 1, 3]),
        Turning(value: 6, corners: [2, 0, 3, 1]),
        Turning(value: 7, corners: [3, 1, 2, 0]),
        Turning(value: 8, corners: [1, 3, 0, 2]),
    ]

    var testDescription: String { "orientation \(value)" }
}
