internal import CPhonolithFFmpeg

extension Frame {
    /// Whether brightness and colour are in three planes of 8 bits, colour at half the width and half the height
    /// (`AV_PIX_FMT_YUV420P`).
    package var isPlanar420: Bool { Scaler.withoutRange(format) == AV_PIX_FMT_YUV420P }

    /// How brightness and colour differences become red, green and blue; `nil` for what is neither television's
    /// BT.601 and BT.709 nor JPEG's.
    package var planarColours: PlanarColours? {
        switch (frame.pointee.colorspace, isFullRange) {
        case (AVCOL_SPC_BT709, false): .bt709
        case (AVCOL_SPC_BT709, true), (AVCOL_SPC_BT2020_NCL, _), (AVCOL_SPC_BT2020_CL, _),
            (AVCOL_SPC_SMPTE240M, _), (AVCOL_SPC_FCC, _), (AVCOL_SPC_RGB, _):
            nil
        case (_, false): .bt601
        case (_, true): .jpeg
        }
    }

    /// The usual meanings of planes of brightness and colour differences.
    package enum PlanarColours: Hashable, Sendable {
        /// ITU-R BT.601 in the range of television.
        case bt601
        /// ITU-R BT.709 in the range of television.
        case bt709
        /// ITU-R BT.601 in full range.
        case jpeg
    }

    /// Another reference to the same pixels.
    ///
    /// - Throws: ``AVError`` from `av_frame_ref`, when memory runs out.
    package func shared() throws(AVError) -> Frame {
        let result = try Frame()
        let (from, into) = (frame, result.frame)
        try check("av_frame_ref") { av_frame_ref(into, from) }
        return result
    }

    /// Lends the bytes of a plane, rows from the top; a row may be longer than its pixels.
    ///
    /// - Parameters:
    ///   - index: 0 for brightness or for packed pixels, 1 and 2 for colour.
    ///   - body: Gets the first row, and the distance from row to row in bytes.
    /// - Returns: `nil` if there is no such plane, or if it is stored from the bottom.
    package func withPlane<Value>(
        _ index: Int, _ body: (UnsafePointer<UInt8>, _ stride: Int) throws -> Value
    ) rethrows -> Value? {
        let data = frame.pointee.data
        let strides = frame.pointee.linesize
        let (start, stride) = [
            (data.0, strides.0), (data.1, strides.1), (data.2, strides.2),
        ][index]
        guard let start, stride > 0 else { return nil }
        return try body(start, Int(stride))
    }
}
