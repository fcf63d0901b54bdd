internal import CPhonolithFFmpeg
package import PhonolithMediaModel

/// Subtitles that are a picture: parts at places on a canvas, which is as the screen.
package struct SubtitlePicture: Hashable, Sendable {
    /// The size of the canvas, in pixels; `nil` if the stream does not state it, as where it is that of the film.
    package var canvas: PixelSize?
    /// Whether the canvas is of square pixels and may be larger than the film's picture, whose bars were cut off, as that of
    /// Blu-ray discs is. Else it is stretched with the picture.
    package var isOfSquarePixels: Bool
    /// None where nothing is shown.
    package var parts: [Part]

    // A rectangle of pixels.
    package struct Part: Hashable, Sendable {
        /// The distance from the left and the upper edge of the canvas, in pixels.
        package var x: Int
        package var y: Int
        package var size: PixelSize
        /// The colour of each pixel, an index of ``palette``, rows from the top.
        package var pixels: [UInt8]
        /// RGBA, not multiplied by alpha: 256 colours of 4 bytes.
        package var palette: [UInt8]

        /// Joins pixels, their colours and their place.
        package init(x: Int, y: Int, size: PixelSize, pixels: [UInt8], palette: [UInt8]) {
            (self.x, self.y, self.size) = (x, y, size)
            (self.pixels, self.palette) = (pixels, palette)
        }
    }

    /// Joins parts and their canvas.
    package init(canvas: PixelSize?, isOfSquarePixels: Bool = false, parts: [Part]) {
        (self.canvas, self.isOfSquarePixels, self.parts) = (canvas, isOfSquarePixels, parts)
    }

    /// The pixels of a decoded subtitle.
    init(_ subtitle: AVSubtitle, of context: UnsafePointer<AVCodecContext>) {
        let (width, height) = (Int(context.pointee.width), Int(context.pointee.height))
        canvas = width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
        isOfSquarePixels = context.pointee.codec_id == AV_CODEC_ID_HDMV_PGS_SUBTITLE
        if canvas == nil, context.pointee.codec_id == AV_CODEC_ID_DVB_SUBTITLE {
            // Without a display definition (ETSI EN 300 743, 5.1.3).
            canvas = PixelSize(width: 720, height: 576)
        }
        var pixelsLeft = Self.mostPixels
        parts = (0..<Int(subtitle.num_rects)).compactMap { index in
            guard let part = subtitle.rects[index].flatMap({ Part($0, upTo: pixelsLeft) }) else {
                return nil
            }
            pixelsLeft -= part.pixels.count
            return part
        }
    }

    /// No picture has more in all its parts: 4K, twice.
    private static let mostPixels = 2 * 4096 * 2304

    package var pixelCount: Int { parts.reduce(0) { $0 + $1.pixels.count } }
}

extension SubtitlePicture.Part {
    /// `nil` for a rectangle without pixels, or with more than are left.
    fileprivate init?(_ rectangle: UnsafeMutablePointer<AVSubtitleRect>, upTo mostPixels: Int) {
        let (width, height) = (Int(rectangle.pointee.w), Int(rectangle.pointee.h))
        let stride = Int(rectangle.pointee.linesize.0)
        guard rectangle.pointee.type == SUBTITLE_BITMAP, width > 0, height > 0, stride >= width,
            width * height <= mostPixels, let rows = rectangle.pointee.data.0,
            let colours = rectangle.pointee.data.1
        else { return nil }
        let pixels = (0..<height).flatMap { row in
            UnsafeBufferPointer(start: rows + row * stride, count: width)
        }
        // FFmpeg's palettes have always room for 256 colours (AVPALETTE_SIZE), as numbers of 32 bits: 0xAARRGGBB.
        let palette = (0..<256).flatMap { index -> [UInt8] in
            let colour = UnsafeRawPointer(colours).loadUnaligned(
                fromByteOffset: index * 4, as: UInt32.self)
            return [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: colour >> UInt32($0)) }
        }
        self.init(
            x: Int(rectangle.pointee.x), y: Int(rectangle.pointee.y),
            size: PixelSize(width: width, height: height), pixels: pixels, palette: palette)
    }
}
