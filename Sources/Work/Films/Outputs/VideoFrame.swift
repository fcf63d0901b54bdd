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

extension VideoFrame {
    /// A still picture, such as a cover: JPEG, PNG, WebP and the other formats of covers. Blocks its thread while it
    /// decodes.
    ///
    /// - Returns: `nil` for what is no picture.
    package init?(picture bytes: [UInt8]) {
        guard let format = PictureFormat(of: bytes),
            let frame = try? Decoder.open(format, pixelLimit: 64 << 20).picture(from: bytes),
            let rgba = try? Self.upright(frame)
        else { return nil }
        self.init(
            time: 0, shownSize: PixelSize(width: rgba.width, height: rgba.height),
            pixelFormat: .rgba, pixels: FramePixels(rgba))
    }

    private static func upright(_ frame: borrowing Frame) throws(AVError) -> Frame {
        let target = Scaler.Target(width: frame.width, height: frame.height, layout: .rgba)
        let pixels = try Scaler(from: frame, to: target).scaled(frame)
        let orientation = frame.ownOrientation ?? .upright
        return orientation == .upright ? pixels : try pixels.turned(to: orientation)
    }
}

/// Gives the frames of moving pictures at their times, to a view that draws them itself.
///
/// The counterpart of AVPlayerItemVideoOutput: the view asks when it can draw, such as at each refresh of the screen, and
/// gets each frame once. Frames for which there was no time are dropped.
public protocol VideoOutput: Sendable {
    /// The frame that is to be seen at a moment; `nil` if that is the one that was given last, or there is none yet.
    /// Waits for nothing.
    ///
    /// - Parameter moment: In seconds of the monotonic clock, as `QueuePlayer.deviceCurrentTime` has it: now, or when the
    ///   view will be seen.
    func frame(at moment: Double) -> VideoFrame?

    /// When the next frame is due, by the same clock; `nil` if that is unknown, as while nothing plays.
    func nextMoment(after moment: Double) -> Double?
}
