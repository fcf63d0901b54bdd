import Foundation
import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithTestSupport

/// In pixels.
struct Size: Hashable, Sendable {
    var width: Int
    var height: Int
}

extension Picture {
    /// A picture of `media/pictures`, of unknown size unless said.
    static func fixture(_ name: String, width: Int? = nil, height: Int? = nil) throws -> Picture {
        let bytes = try Fixtures.bytes(of: "pictures/\(name)")
        let mimeTypes = ["jpg": "image/jpeg", "png": "image/png"]
        let mimeType = mimeTypes[MediaPath(name).pathExtension] ?? "application/octet-stream"
        return Picture(bytes, mimeType: mimeType, width: width, height: height)
    }

    /// Bytes that nobody has looked into.
    static func unlooked(_ bytes: [UInt8]) -> Picture {
        Picture(bytes, mimeType: "application/octet-stream", width: nil, height: nil)
    }

    private init(_ bytes: [UInt8], mimeType: String, width: Int?, height: Int?) {
        // Any 64 digits that differ with the bytes do for a name.
        let sum = bytes.reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        let digits = String(sum, radix: 16)
        self.init(
            artwork: MediaArtwork(
                kind: .front, source: .embedded, mimeType: mimeType, width: width, height: height,
                byteCount: bytes.count,
                sha256: String(repeating: "0", count: 64 - digits.count) + digits),
            bytes: bytes)
    }
}

/// Decodes a picture of any known format.
func decoded(_ bytes: [UInt8]) throws -> Frame {
    guard let format = PictureFormat(of: bytes) else { throw PictureError.unknownFormat }
    return try Decoder.open(format, pixelLimit: 1_000_000).picture(from: bytes)
}

/// The format and the size of an encoded picture.
func look(at bytes: [UInt8]) throws -> (format: PictureFormat?, size: Size) {
    let frame = try decoded(bytes)
    return (PictureFormat(of: bytes), Size(width: frame.width, height: frame.height))
}

/// The mean of red, green and blue, 0 to 255 each, of the pixels that the command `ffmpeg` decodes.
///
/// - Parameter parts: In how many columns and rows the picture is cut; a colour each, row by row.
func meanColours(of bytes: [UInt8], parts: Size = Size(width: 1, height: 1)) throws -> [[Int]] {
    let size = try look(at: bytes).size
    let pixels = try pixels(of: bytes)
    guard pixels.count == size.width * size.height * 3 else { return [] }
    var sums = Array(repeating: [0, 0, 0], count: parts.width * parts.height)
    for index in 0..<(size.width * size.height) {
        let column = index % size.width * parts.width / size.width
        let row = index / size.width * parts.height / size.height
        for channel in 0..<3 {
            sums[row * parts.width + column][channel] += Int(pixels[index * 3 + channel])
        }
    }
    let pixelsInPart = pixels.count / 3 / sums.count
    return sums.map { $0.map { $0 / pixelsInPart } }
}

/// Packed RGB as the command `ffmpeg` decodes it, rows from the top, not turned.
private func pixels(of bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }  // It was written just above.
    return [UInt8](
        try output(of: [
            "ffmpeg", "-v", "error", "-nostdin", "-noautorotate", "-i", file.path, "-frames:v", "1",
            "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
        ]))
}
