internal import CPhonolithFFmpeg

/// Makes pictures of one size and pixel format into pictures of another.
///
/// Not for use by two threads at once.
package struct Scaler: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: OpaquePointer
    private let source: Source
    private let target: Target

    /// The form of the input.
    private struct Source: Hashable {
        var width: Int
        var height: Int
        var format: Int32
        var coefficients: CInt
        var isFullRange: Bool

        init(_ frame: borrowing Frame) {
            width = frame.width
            height = frame.height
            format = Scaler.withoutRange(frame.format).rawValue
            coefficients = frame.coefficients
            isFullRange = frame.isFullRange
        }
    }

    /// The form of the output.
    package struct Target: Hashable, Sendable {
        // In pixels; from 1.
        package var width: Int
        // In pixels; from 1.
        package var height: Int
        // How the pixels lie.
        package var layout: Layout

        /// Joins a size and a layout.
        package init(width: Int, height: Int, layout: Layout) {
            self.width = width
            self.height = height
            self.layout = layout
        }
    }

    /// How the pixels of a result are in memory.
    package enum Layout: Hashable, Sendable {
        /// 4 bytes a pixel; alpha is not multiplied in. The C constant is `AV_PIX_FMT_RGBA`.
        case rgba
        /// Three planes of ITU-R BT.601 in full range, as JFIF has it, colour at half the resolution.
        /// The C constant is `AV_PIX_FMT_YUV420P` with `AVCOL_RANGE_JPEG`.
        case jpeg
        /// The same in the range of television, as encoders of video take it.
        case video
        /// 4 bytes a pixel. The C constant is `AV_PIX_FMT_BGRA`.
        case bgra
        /// 3 bytes a pixel. The C constant is `AV_PIX_FMT_RGB24`.
        case rgb
        /// 3 numbers of 16 bits a pixel, the lower byte first. The C constant is `AV_PIX_FMT_RGB48LE`.
        case rgb48

        var format: AVPixelFormat {
            switch self {
            case .rgba: AV_PIX_FMT_RGBA
            case .jpeg, .video: AV_PIX_FMT_YUV420P
            case .bgra: AV_PIX_FMT_BGRA
            case .rgb: AV_PIX_FMT_RGB24
            case .rgb48: AV_PIX_FMT_RGB48LE
            }
        }
    }

    /// Prepares for pictures like `source`.
    ///
    /// - Throws: ``AVError`` from `sws_getContext`, for sizes and formats that FFmpeg cannot scale.
    package init(from source: borrowing Frame, to target: Target) throws(AVError) {
        let source = Source(source)
        self.source = source
        self.target = target
        let made = phonolith_scaler_open(
            CInt(source.width), CInt(source.height), AVPixelFormat(source.format),
            CInt(target.width), CInt(target.height), target.layout.format,
            Self.averages(
                max(source.width, source.height), shrunkTo: max(target.width, target.height)))
        guard let made else {
            throw AVError(code: phonolith_averror(EINVAL), function: "sws_getContext")
        }
        context = made
        phonolith_scaler_set_matrix(
            made, source.coefficients, source.isFullRange, target.layout != .video)
    }

    deinit { phonolith_scaler_close(context) }

    /// Whether a scaler for such a picture and such a result would be the same as this one.
    package func fits(_ source: borrowing Frame, to target: Target) -> Bool {
        self.source == Source(source) && self.target == target
    }

    /// Scales one picture.
    ///
    /// Blocks its thread for one `sws_scale_frame`.
    /// - Parameter source: Of the size and format that the scaler was made for.
    /// - Throws: ``AVError`` from `av_frame_get_buffer` or `sws_scale_frame`.
    package func scaled(_ source: borrowing Frame) throws(AVError) -> Frame {
        let result = try Frame()
        let (from, into) = (source.frame, result.frame)
        into.pointee.width = CInt(target.width)
        into.pointee.height = CInt(target.height)
        into.pointee.format = target.layout.format.rawValue
        into.pointee.color_range =
            target.layout == .video ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
        try check("av_frame_get_buffer") { av_frame_get_buffer(into, 0) }
        try check("sws_scale_frame") { phonolith_scaler_scale(context, into, from) }
        return result
    }

    /// Averages where many pixels become one, which keeps fine patterns from shimmering; keeps edges
    /// sharp where the size changes little.
    private static func averages(_ source: Int, shrunkTo target: Int) -> Bool {
        source >= target * 2
    }

    /// The format without the "J" for full range, which `libswscale` has deprecated.
    static func withoutRange(_ format: AVPixelFormat) -> AVPixelFormat {
        switch format {
        case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
        case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
        case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
        case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
        case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
        default: format
        }
    }
}

extension Frame {
    /// Whether the layout is ``Scaler/Layout/video``, so that only its size may have to change.
    package var isVideo: Bool {
        format == AV_PIX_FMT_YUV420P && !isFullRange && coefficients == SWS_CS_ITU601
    }

    /// The matrix between luma with colour differences and RGB: as the frame says, else that of BT.601.
    fileprivate var coefficients: CInt {
        switch frame.pointee.colorspace {
        case AVCOL_SPC_BT709: SWS_CS_ITU709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
        case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
        case AVCOL_SPC_FCC: SWS_CS_FCC
        default: SWS_CS_ITU601
        }
    }
}

/// Scales pictures of any form, by one scaler for as long as they are of the same form.
///
/// Not for use by two threads at once.
package struct PictureScaling: ~Copyable {
    private var scaler: Scaler?

    /// Makes one without a scaler.
    package init() {}

    /// Scales a picture. Blocks its thread for one `sws_scale_frame`.
    package mutating func scaled(
        _ frame: borrowing Frame, to target: Scaler.Target
    ) throws(AVError) -> Frame {
        if let result = try scaler?.scaledIfFits(frame, to: target) { return result }
        let made = try Scaler(from: frame, to: target)
        let result = try made.scaled(frame)
        scaler = consume made
        return result
    }
}

extension Scaler {
    /// `nil` if the scaler is for another kind of picture.
    fileprivate func scaledIfFits(
        _ frame: borrowing Frame, to target: Target
    ) throws(AVError) -> Frame? {
        fits(frame, to: target) ? try scaled(frame) : nil
    }
}
