internal import CFFmpeg

/// How a picture has to be turned and mirrored before it is shown, as a camera's EXIF says.
///
/// A point (x, y) of the picture, y downwards, is shown at (a·x + c·y, b·x + d·y), moved back into view:
/// the corner of the matrix in `libavutil/display.h`.
package struct Orientation: Hashable, Sendable {
    let a: Int, b: Int, c: Int, d: Int

    /// To be shown as it is.
    package static let upright = Orientation(a: 1, b: 0, c: 0, d: 1)
}

extension Frame {
    /// What the picture says of itself; upright where it says nothing, or something other than quarter
    /// turns and mirrorings.
    package var orientation: Orientation {
        guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX),
            data.pointee.size >= 9 * MemoryLayout<Int32>.size
        else { return .upright }
        let corner = UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size)
        let signs = [0, 1, 3, 4].map { index in
            corner.loadUnaligned(fromByteOffset: index * MemoryLayout<Int32>.size, as: Int32.self)
                .signum()
        }
        let (a, b, c, d) = (Int(signs[0]), Int(signs[1]), Int(signs[2]), Int(signs[3]))
        let isWhole = (a == 0) == (d == 0) && (b == 0) == (c == 0) && (a == 0) != (b == 0)
        return isWhole ? Orientation(a: a, b: b, c: c, d: d) : .upright
    }

    /// The picture as it is to be shown.
    ///
    /// - Precondition: The frame is RGBA, 8 bits a channel.
    /// - Throws: ``AVError`` from `av_frame_get_buffer`, when memory runs out.
    package func turned(to orientation: Orientation) throws(AVError) -> Frame {
        precondition(format == AV_PIX_FMT_RGBA, "only RGBA is turned")
        let isSideways = orientation.a == 0
        let result = try Frame()
        let into = result.frame
        into.pointee.width = CInt(isSideways ? height : width)
        into.pointee.height = CInt(isSideways ? width : height)
        into.pointee.format = AV_PIX_FMT_RGBA.rawValue
        into.pointee.color_range = AVCOL_RANGE_JPEG
        try check("av_frame_get_buffer") { av_frame_get_buffer(into, 0) }
        copyPixels(to: result, by: orientation)
        return result
    }

    private func copyPixels(to result: borrowing Frame, by orientation: Orientation) {
        guard let source = UnsafeRawPointer(frame.pointee.data.0),
            let target = UnsafeMutableRawPointer(result.frame.pointee.data.0)
        else { return }
        let (sourceStride, targetStride) = (
            Int(frame.pointee.linesize.0), Int(result.frame.pointee.linesize.0)
        )
        // What a step to the left or upwards leads out of view comes back by the whole edge.
        let left = orientation.a < 0 || orientation.c < 0 ? result.width - 1 : 0
        let top = orientation.b < 0 || orientation.d < 0 ? result.height - 1 : 0
        for y in 0..<height {
            for x in 0..<width {
                let shownX = orientation.a * x + orientation.c * y + left
                let shownY = orientation.b * x + orientation.d * y + top
                let pixel = source.load(fromByteOffset: y * sourceStride + x * 4, as: UInt32.self)
                target.storeBytes(
                    of: pixel, toByteOffset: shownY * targetStride + shownX * 4, as: UInt32.self)
            }
        }
    }
}
