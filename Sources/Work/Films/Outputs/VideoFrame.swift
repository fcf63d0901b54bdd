package import PhonolithLibav
public import PhonolithMediaModel

/// A picture of a film or of a camera, with the time at which it is shown.
public struct VideoFrame: Sendable {
    /// When it begins to be shown, in seconds: of an item that plays, from its beginning; of what is captured, from some
    /// moment in the past.
    public let time: Double
    /// How large it is to be seen at most, upright and with square pixels. It is stored in ``storedSize``.
    public let shownSize: PixelSize
    /// The meaning of its bytes.
    public let pixelFormat: PixelFormat
    private let pixels: FramePixels

    /// Joins pixels and what they mean.
    package init(
        time: Double, shownSize: PixelSize, pixelFormat: PixelFormat, pixels: FramePixels
    ) {
        (self.time, self.shownSize) = (time, shownSize)
        (self.pixelFormat, self.pixels) = (pixelFormat, pixels)
    }

    /// The meaning of a frame's bytes.
    public enum PixelFormat: Hashable, Sendable {
        /// 4 bytes a pixel in one plane: sRGB, opaque.
        case rgba
        /// Brightness in plane 0, and colour differences, Cb and Cr, in planes 1 and 2, at half the width and half
        /// the height, rounded up. One byte each.
        case yuv420(Colours)
    }

    /// How brightness and colour differences become red, green and blue.
    public enum Colours: Hashable, Sendable {
        /// ITU-R BT.601, brightness in 16...235.
        case bt601
        /// ITU-R BT.709, brightness in 16...235.
        case bt709
        /// ITU-R BT.601, brightness in 0...255, as in JPEG.
        case jpeg
    }

    /// A frame as a camera gives it: upright, and not interlaced. It is converted to RGBA, which blocks the thread, unless
    /// its planes are among those of ``PixelFormat``.
    ///
    /// - Parameters:
    ///   - size: How large it is to be seen at most, with square pixels.
    ///   - box: The size that a conversion keeps to.
    ///   - time: In seconds from some moment in the past.
    /// - Returns: `nil` if it cannot be converted.
    package init?(
        _ pixels: FramePixels, seenAs size: PixelSize, within box: PixelSize, time: Double
    ) {
        if pixels.frame.isPlanar420, let colours = pixels.frame.planarColours {
            self.init(
                time: time, shownSize: size, pixelFormat: .yuv420(Colours(colours)),
                pixels: pixels)
            return
        }
        let stored = size.fitted(in: box)
        let target = Scaler.Target(width: stored.width, height: stored.height, layout: .rgba)
        guard
            let converted = try? Scaler(from: pixels.frame, to: target).scaled(pixels.frame)
        else { return nil }
        self.init(
            time: time, shownSize: size, pixelFormat: .rgba, pixels: FramePixels(converted))
    }

    /// The number of columns and rows in plane 0.
    public var storedSize: PixelSize {
        PixelSize(width: pixels.frame.width, height: pixels.frame.height)
    }

    /// Lends the bytes of a plane, rows from the top.
    ///
    /// - Parameters:
    ///   - index: 0, or 1 and 2 for the colour differences of ``PixelFormat/yuv420(_:)``.
    ///   - body: Gets the first byte, and the distance from row to row in bytes, which may be longer than a row.
    /// - Returns: `nil` if there is no such plane.
    public func withPlane<Value>(
        _ index: Int, _ body: (_ start: UnsafePointer<UInt8>, _ stride: Int) throws -> Value
    ) rethrows -> Value? {
        try pixels.frame.withPlane(index, body)
    }
}

/// The bytes of a frame, shared by all that show it.
///
/// Sendable by proof: decoded frames are never written to.
package final class FramePixels: @unchecked Sendable {
    let frame: Frame

    /// Takes a frame, which is not written to any more.
    package init(_ frame: consuming Frame) { self.frame = frame }

    /// About how much memory it takes, in bytes; 4 a pixel at most.
    package var byteCount: Int { frame.width * frame.height * (frame.isPlanar420 ? 3 : 8) / 2 }
}

extension VideoFrame.Colours {
    /// The meaning of a frame's planes.
    package init(_ colours: Frame.PlanarColours) {
        self =
            switch colours {
            case .bt601: .bt601
            case .bt709: .bt709
            case .jpeg: .jpeg
            }
    }
}
