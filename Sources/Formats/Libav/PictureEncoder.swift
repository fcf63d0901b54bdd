internal import CPhonolithFFmpeg

/// Turns one frame into an encoded picture.
///
/// Not for use by two threads at once.
package struct PictureEncoder: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// The format of the output.
    package enum Format: Hashable, Sendable {
        /// Takes frames of ``Scaler/Layout/jpeg``. The quality is FFmpeg's quantiser, from 1, the best,
        /// to 31.
        case jpeg(quantizer: Int)
        /// Takes frames of ``Scaler/Layout/rgba`` and ``Scaler/Layout/rgb``.
        case png
        /// Takes frames of ``Scaler/Layout/bgra``. The quality is libwebp's, from 0 to 100, the best.
        case webp(quality: Int)
    }

    /// Opens an encoder for pictures like `frame`.
    ///
    /// - Throws: ``AVError`` from `avcodec_open2`, also where FFmpeg was built without the encoder.
    package static func open(
        _ format: Format, for frame: borrowing Frame
    ) throws(AVError) -> PictureEncoder {
        let encoder = try PictureEncoder(format, for: frame)
        try check("avcodec_open2") { avcodec_open2(encoder.context, nil, nil) }
        return encoder
    }

    private init(_ format: Format, for frame: borrowing Frame) throws(AVError) {
        let codec =
            switch format {
            case .jpeg: avcodec_find_encoder(AV_CODEC_ID_MJPEG)
            case .png: avcodec_find_encoder(AV_CODEC_ID_PNG)
            // By its name, for the other encoder of this codec makes animations.
            case .webp: avcodec_find_encoder_by_name("libwebp")
            }
        guard let codec else {
            throw AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_encoder")
        }
        context = try allocated("avcodec_alloc_context3") { avcodec_alloc_context3(codec) }
        context.pointee.width = CInt(frame.width)
        context.pointee.height = CInt(frame.height)
        context.pointee.pix_fmt = frame.format
        context.pointee.color_range = AVCOL_RANGE_JPEG
        context.pointee.time_base = AVRational(num: 1, den: 1)
        context.pointee.thread_count = 1
        // Else the encoder's name and version would are in the picture.
        context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
        switch format {
        case .jpeg(quantizer: let quality), .webp(let quality):
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = CInt(quality) * FF_QP2LAMBDA
        case .png: break
        }
    }

    deinit { freeHandle(context, by: avcodec_free_context) }

    /// Encodes the picture. Blocks its thread while it does.
    ///
    /// - Throws: ``AVError`` from `avcodec_send_frame` or `avcodec_receive_packet`.
    package consuming func encode(_ frame: borrowing Frame) throws(AVError) -> [UInt8] {
        let picture = frame.frame
        picture.pointee.quality = context.pointee.global_quality
        picture.pointee.pts = 0
        try check("avcodec_send_frame") { avcodec_send_frame(context, picture) }
        try check("avcodec_send_frame") { avcodec_send_frame(context, nil) }
        var packet: UnsafeMutablePointer<AVPacket>? = try allocated("av_packet_alloc") {
            av_packet_alloc()
        }
        defer { av_packet_free(&packet) }
        try check("avcodec_receive_packet") { avcodec_receive_packet(context, packet) }
        guard let packet else { return [] }
        return Array(
            UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }
}
