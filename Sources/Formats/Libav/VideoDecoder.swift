internal import CPhonolithFFmpeg

/// Turns the packets of a video stream into frames.
///
/// Not for use by two threads at once.
package struct VideoDecoder: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let guessesColors: Bool

    package struct Options: Hashable, Sendable {
        /// How many threads decode; from 1. More take more memory: each has frames of its own.
        package var threads = 1
        /// Pictures of more pixels are refused.
        package var pixelLimit = 64 << 20
        /// Whether colors that are not stated are guessed as players of films do.
        package var guessesColors = true

        /// One thread, and the pictures of an 8K camera.
        package init() {}
    }

    /// A decoder's answer to a request for a frame.
    package enum Answer: Hashable, Sendable {
        // A frame was there.
        case frame
        /// It needs more packets first.
        case wantsPacket
        /// It has been drained, and nothing comes any more.
        case ended
    }

    /// Opens the decoder of a stream.
    ///
    /// - Throws: ``AVError`` from `avcodec_find_decoder` or `avcodec_open2`, also where FFmpeg was built
    ///   without the decoder.
    package static func open(
        _ stream: MediaStream, of demuxer: borrowing Demuxer, options: Options = Options()
    ) throws(AVError) -> VideoDecoder {
        let decoder = try VideoDecoder(stream, of: demuxer, options)
        let parameters = demuxer.context.pointee.streams[stream.index]?.pointee.codecpar
        try check("avcodec_parameters_to_context") {
            avcodec_parameters_to_context(decoder.context, parameters)
        }
        try check("avcodec_open2") { avcodec_open2(decoder.context, nil, nil) }
        return decoder
    }

    private init(
        _ stream: MediaStream, of demuxer: borrowing Demuxer, _ options: Options
    ) throws(AVError) {
        guard let raw = demuxer.context.pointee.streams[stream.index],
            let codec = Self.codec(of: stream, raw.pointee.codecpar.pointee.codec_id)
        else { throw AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_decoder") }
        context = try allocated("avcodec_alloc_context3") { avcodec_alloc_context3(codec) }
        guessesColors = options.guessesColors
        context.pointee.max_pixels = Int64(options.pixelLimit)
        context.pointee.thread_count = CInt(max(1, options.threads))
        context.pointee.pkt_timebase = raw.pointee.time_base
    }

    /// Only libvpx's decoders know the second stream in which WebM has the alpha of VP8 and VP9.
    private static func codec(
        of stream: MediaStream, _ id: AVCodecID
    ) -> UnsafePointer<AVCodec>? {
        let libraries = ["vp8": "libvpx", "vp9": "libvpx-vp9"]
        if stream.metadata.contains(where: { $0.key == "alpha_mode" && $0.value == "1" }),
            let name = libraries[stream.codecName], let codec = avcodec_find_decoder_by_name(name)
        {
            return codec
        }
        return avcodec_find_decoder(id)
    }

    deinit { freeHandle(context, by: avcodec_free_context) }

    /// Hands over a packet; `nil` marks the end, so that frames held back are given.
    ///
    /// Blocks its thread while it decodes.
    /// - Parameter isWanted: Whether the packet's picture is looked at. One that is not, and that no other
    ///   picture needs, is not decoded; the decoder knows better than the file which those are.
    /// - Returns: Whether it was taken; `false` where frames have to be received first.
    /// - Throws: ``AVError`` from `avcodec_send_packet`, for a packet that is broken. The next may not be.
    package func send(_ packet: Packet?, isWanted: Bool = true) throws(AVError) -> Bool {
        context.pointee.skip_frame = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_NONREF
        do {
            try check("avcodec_send_packet") { avcodec_send_packet(context, packet?.packet) }
        } catch  where error.wantsMore {
            return false
        }
        return true
    }

    /// Takes the next frame in the order of presentation.
    ///
    /// - Throws: ``AVError`` from `avcodec_receive_frame`, for a picture that is broken.
    package func receive(into frame: borrowing Frame) throws(AVError) -> Answer {
        let target = frame.frame
        do {
            try check("avcodec_receive_frame") { avcodec_receive_frame(context, target) }
        } catch  where error.wantsMore {
            return .wantsPacket
        } catch  where error.isEndOfFile {
            return .ended
        }
        if guessesColors { guessColours(of: target) }
        return .frame
    }

    /// If the colours are not stated, they are those of television from 720 lines on, BT.709, as all
    /// players guess; but the makers of older codecs' films knew nothing but BT.601.
    private func guessColours(of frame: UnsafeMutablePointer<AVFrame>) {
        let older = [
            AV_CODEC_ID_MPEG4, AV_CODEC_ID_MSMPEG4V1, AV_CODEC_ID_MSMPEG4V2,
            AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_H263, AV_CODEC_ID_FLV1, AV_CODEC_ID_WMV1,
            AV_CODEC_ID_WMV2, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MJPEG, AV_CODEC_ID_THEORA,
        ]
        guard frame.pointee.colorspace == AVCOL_SPC_UNSPECIFIED, frame.pointee.height >= 720,
            !older.contains(context.pointee.codec_id)
        else { return }
        frame.pointee.colorspace = AVCOL_SPC_BT709
    }

    /// Forgets all packets, to begin again at another place, also after the end.
    package func reset() { avcodec_flush_buffers(context) }

    /// Whether edges between blocks are smoothed. Without it decoding takes a fifth less time; a picture
    /// that is made smaller afterwards hardly shows it, unless others are made from it.
    package func setSmoothing(_ isOn: Bool) {
        context.pointee.skip_loop_filter = isOn ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
}
