/// A picture of a video, in memory.
public struct ThumbnailImage: Hashable, Sendable {
    /// In pixels; from 1.
    public let width: Int
    /// In pixels; from 1.
    public let height: Int
    /// Red, green, blue and alpha of each pixel, a byte each, rows from the top without gaps; alpha is not
    /// multiplied in.
    public let pixels: [UInt8]
    /// The colour space: sRGB, unless the source's own dynamic range was requested.
    public let dynamicRange: DynamicRange

    /// Creates a picture from pixels.
    ///
    /// - Precondition: There are `width * height * 4` bytes, and some.
    public init(
        width: Int, height: Int, pixels: [UInt8], dynamicRange: DynamicRange = .standard
    ) {
        precondition(
            width > 0 && height > 0 && pixels.count == width * height * 4,
            "a picture has four bytes for each pixel")
        self.width = width
        self.height = height
        self.pixels = pixels
        self.dynamicRange = dynamicRange
    }

    /// The transfer function of the pixel values.
    public enum DynamicRange: String, Hashable, Sendable {
        /// For ordinary screens.
        case standard
        /// SMPTE ST 2084 with the colours of the source, as HDR10 has it.
        case perceptualQuantizer
        /// ARIB STD-B67 with the colours of the source.
        case hybridLogGamma
    }

    /// Whether something behind the picture would show.
    public var isOpaque: Bool {
        stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    }
}
