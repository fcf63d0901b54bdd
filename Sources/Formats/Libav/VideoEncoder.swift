internal import CPhonolithFFmpeg

/// Turns pictures into packets of H.264.
///
/// Not for use by two threads at once.
package struct VideoEncoder: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    let context: UnsafeMutablePointer<AVCodecContext>

    /// Ticks a second of the times of pictures, as MPEG has them.
    package static let clock: Int64 = 90_000

    /// The form of the output.
    package struct Settings: Hashable, Sendable {
        // In pixels; even.
        package var width: Int
        // In pixels; even.
        package var height: Int
        /// In bit/s; `nil` for as many as a good picture needs.
        package var bitRate: Int?
        /// The most pictures from one that stands alone to the next.
        package var keyFrameDistance: Int
        /// Whether pictures are held back to look ahead, which makes them better at the same size.
        package var holdsBack: Bool

        package init(
            width: Int, height: Int, bitRate: Int?, keyFrameDistance: Int, holdsBack: Bool = true
        ) {
            self.width = width
            self.height = height
            self.bitRate = bitRate
            self.keyFrameDistance = keyFrameDistance
            self.holdsBack = holdsBack
        }
    }

    /// Opens the encoder, libx264. Each picture refers to earlier ones only, so that packets come out in the order of
    /// presentation; the description of the stream is kept out of the packets, as MP4 has it.
    ///
    /// - Throws: ``AVError``, also where FFmpeg was built without the encoder.
    package static func open(_ settings: Settings) throws(AVError) -> VideoEncoder {
        let encoder = try VideoEncoder(settings)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "preset", "veryfast", 0)
        av_dict_set(&options, "crf", "23", 0)
        if !settings.holdsBack { av_dict_set(&options, "tune", "zerolatency", 0) }
        try check("avcodec_open2") { avcodec_open2(encoder.context, nil, &options) }
        return encoder
    }

    private init(_ settings: Settings) throws(AVError) {
        guard let codec = avcodec_find_encoder_by_name("libx264") else {
            throw AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_encoder_by_name")
                .explained(by: "this FFmpeg has no H.264 encoder; install an FFmpeg with libx264")
        }
        context = try allocated("avcodec_alloc_context3") { avcodec_alloc_context3(codec) }
        context.pointee.width = CInt(settings.width)
        context.pointee.height = CInt(settings.height)
        context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        context.pointee.time_base = AVRational(num: 1, den: CInt(Self.clock))
        context.pointee.gop_size = CInt(settings.keyFrameDistance)
        context.pointee.max_b_frames = 0
        context.pointee.thread_count = 2
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        // The scaler's output.
        context.pointee.color_range = AVCOL_RANGE_MPEG
        context.pointee.colorspace = AVCOL_SPC_SMPTE170M
        if let rate = settings.bitRate {
            // The quality is still bounded: pictures that need fewer bits get fewer.
            context.pointee.rc_max_rate = Int64(rate)
            context.pointee.rc_buffer_size = CInt(clamping: rate * 2)
        }
    }

    deinit { freeHandle(context, by: avcodec_free_context) }

    /// Encodes a picture. Blocks its thread.
    ///
    /// - Parameters:
    ///   - frame: Of the encoder's size, laid out as `Scaler.Layout.video`.
    ///   - time: In ticks of ``clock``; later than that of the picture before.
    ///   - take: Gets each packet.
    package func encode(
        _ frame: borrowing Frame, at time: Int64, _ take: (Packet) throws(AVError) -> Void
    ) throws(AVError) {
        let source = frame.frame
        source.pointee.pts = time
        // The picture type of the source does not apply to this one.
        source.pointee.pict_type = AV_PICTURE_TYPE_NONE
        try check("avcodec_send_frame") { avcodec_send_frame(context, source) }
        try Packet.receiveAll(from: context, take)
    }

    /// Gives what the encoder has held back. Blocks its thread.
    package func finish(_ take: (Packet) throws(AVError) -> Void) throws(AVError) {
        try check("avcodec_send_frame") { avcodec_send_frame(context, nil) }
        try Packet.receiveAll(from: context, take)
    }
}

extension Packet {
    package func shift(by ticks: Int64) {
        for time in [\AVPacket.pts, \AVPacket.dts]
        where packet.pointee[keyPath: time] != phonolith_av_nopts_value() {
            packet.pointee[keyPath: time] += ticks
        }
    }

    /// Gives it the time that its picture is shown, in ticks.
    package func setDuration(_ ticks: Int64) { packet.pointee.duration = ticks }

    /// Gives it a time of decoding.
    package func setDecodingTime(_ ticks: Int64) { packet.pointee.dts = ticks }
}
