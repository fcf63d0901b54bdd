internal import CPhonolithFFmpeg

/// One decoded picture, in whatever pixel format its decoder or scaler gave it.
///
/// Not for use by two threads at once.
package struct Frame: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    let frame: UnsafeMutablePointer<AVFrame>

    /// Makes a frame without pixels.
    ///
    /// - Throws: ``AVError`` from `av_frame_alloc`, when memory runs out.
    package init() throws(AVError) {
        frame = try allocated("av_frame_alloc") { av_frame_alloc() }
    }

    deinit { freeHandle(frame, by: av_frame_free) }

    // In pixels.
    package var width: Int { Int(frame.pointee.width) }
    // In pixels.
    package var height: Int { Int(frame.pointee.height) }

    /// Whether pixels of this format can be transparent; palettes count, because their colours can.
    package var mayBeTransparent: Bool {
        guard let description = av_pix_fmt_desc_get(format) else { return false }
        return description.pointee.flags
            & UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
    }

    /// Whether any pixel is not opaque.
    ///
    /// - Precondition: The frame is RGBA, 8 bits a channel.
    package var isTransparent: Bool {
        precondition(format == AV_PIX_FMT_RGBA, "transparency is looked for in RGBA")
        guard let pixels = frame.pointee.data.0 else { return false }
        return (0..<height).contains { row in
            let start = pixels + row * Int(frame.pointee.linesize.0)
            return (0..<width).contains { start[$0 * 4 + 3] != 255 }
        }
    }

    var format: AVPixelFormat { AVPixelFormat(frame.pointee.format) }

    /// Whether luma uses all of 0…255, as in JPEG, instead of the 16…235 of television.
    var isFullRange: Bool {
        if frame.pointee.color_range == AVCOL_RANGE_MPEG { return false }
        if frame.pointee.color_range == AVCOL_RANGE_JPEG { return true }
        let isGrey = av_pix_fmt_desc_get(format).map { $0.pointee.nb_components <= 2 } ?? false
        return isGrey || format != Scaler.withoutRange(format)
    }
}
