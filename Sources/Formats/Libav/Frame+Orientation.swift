internal import CPhonolithFFmpeg

/// How a picture has to be turned and mirrored before it is shown, as a camera's EXIF says.
///
/// A point (x, y) of the picture, y downwards, is shown at (a·x + c·y, b·x + d·y), moved back into view:
/// the corner of the matrix in `libavutil/display.h`.
package struct Orientation: Hashable, Sendable {
    let a: Int, b: Int, c: Int, d: Int

    /// To be shown as it is.
    package static let upright = Orientation(a: 1, b: 0, c: 0, d: 1)

    /// Reads a display matrix: nine numbers of 32 bits, as `libavutil/display.h` has them.
    ///
    /// Angles between quarter turns go to the nearest; data that is no matrix at all is upright.
    init(displayMatrix: UnsafeRawBufferPointer) {
        guard displayMatrix.count >= 9 * MemoryLayout<Int32>.size else {
            self = .upright
            return
        }
        let corner = [0, 1, 3, 4].map { index in
            Int(
                displayMatrix.loadUnaligned(
                    fromByteOffset: index * MemoryLayout<Int32>.size, as: Int32.self))
        }
        let isSideways = abs(corner[1]) + abs(corner[2]) > abs(corner[0]) + abs(corner[3])
        let turned =
            isSideways
            ? Orientation(a: 0, b: corner[1].signum(), c: corner[2].signum(), d: 0)
            : Orientation(a: corner[0].signum(), b: 0, c: 0, d: corner[3].signum())
        self = turned.isWhole ? turned : .upright
    }

    init(a: Int, b: Int, c: Int, d: Int) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// Whether width and height change places.
    package var isSideways: Bool { a == 0 }

    /// The clockwise turn in degrees, 0, 90, 180 or 270; of a mirrored picture, the one after which it is
    /// mirrored from left to right.
    package var rotation: Int {
        if isSideways { return b > 0 ? 90 : 270 }
        return d > 0 ? 0 : 180
    }

    /// Whether no row or column would be lost.
    private var isWhole: Bool {
        (a == 0) == (d == 0) && (b == 0) == (c == 0) && (a == 0) != (b == 0)
    }
}

extension Frame {
    /// The orientation stored in the picture; `nil` if there is none.
    package var ownOrientation: Orientation? {
        guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX) else {
            return nil
        }
        return Orientation(
            displayMatrix: UnsafeRawBufferPointer(
                start: data.pointee.data, count: data.pointee.size))
    }

    /// The picture as it is to be shown.
    ///
    /// - Precondition: The frame is RGBA, 8 bits a channel.
    /// - Throws: ``AVError`` from `av_frame_get_buffer`, when memory runs out.
    package func turned(to orientation: Orientation) throws(AVError) -> Frame {
        precondition(format == AV_PIX_FMT_RGBA, "only RGBA is turned")
        let isSideways = orientation.isSideways
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
        // Pixels that a step to the left or upwards leads out of view come back by the whole edge.
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
