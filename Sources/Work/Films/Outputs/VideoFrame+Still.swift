internal import PhonolithLibav
internal import PhonolithMediaModel

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
