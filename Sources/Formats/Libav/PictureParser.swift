internal import CPhonolithFFmpeg

/// Reads the headers of encoded pictures, for what containers say wrongly of them: which of them are key frames.
///
/// Files in fragments may leave the flags out, which makes each picture a key frame or none; other files mark what is
/// none, or only the first. Not for use by two threads at once.
package struct PictureParser: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let parser: UnsafeMutablePointer<AVCodecParserContext>
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// The codecs whose parsers in FFmpeg find the kind of each picture.
    private static let codecs = [
        AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO,
        AV_CODEC_ID_MPEG4, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1,
    ]

    /// - Returns: `nil` for a codec whose pictures cannot be told apart without decoding them, and where memory runs out.
    package static func open(
        _ stream: MediaStream, of demuxer: borrowing Demuxer
    ) -> PictureParser? {
        guard let raw = demuxer.context.pointee.streams[stream.index],
            let parameters = raw.pointee.codecpar,
            codecs.contains(parameters.pointee.codec_id),
            let parser = av_parser_init(CInt(bitPattern: parameters.pointee.codec_id.rawValue))
        else { return nil }
        parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        guard let context = avcodec_alloc_context3(nil) else {
            av_parser_close(parser)
            return nil
        }
        let made = PictureParser(parser: parser, context: context)
        return avcodec_parameters_to_context(context, parameters) < 0 ? nil : consume made
    }

    private init(
        parser: UnsafeMutablePointer<AVCodecParserContext>,
        context: UnsafeMutablePointer<AVCodecContext>
    ) {
        self.parser = parser
        self.context = context
    }

    deinit {
        av_parser_close(parser)
        freeHandle(context, by: avcodec_free_context)
    }

    /// Marks a packet as a key frame, or not.
    ///
    /// A picture that refers to no other is one where the container says so, too: decoders begin at those of H.264 that
    /// are no IDR pictures. One from which a decoder only recovers over time is none.
    package func correct(_ packet: Packet) {
        var bytes: UnsafeMutablePointer<UInt8>?
        var size: CInt = 0
        let (pointee, raw) = (packet.packet.pointee, parser)
        _ = av_parser_parse2(
            raw, context, &bytes, &size, pointee.data, pointee.size, pointee.pts, pointee.dts,
            pointee.pos)
        let kind = AVPictureType(UInt32(bitPattern: raw.pointee.pict_type))
        guard kind != AV_PICTURE_TYPE_NONE || raw.pointee.key_frame == 1 else { return }
        let refersToNone = kind == AV_PICTURE_TYPE_I || kind == AV_PICTURE_TYPE_NONE
        // Negative where the parser only knows the kind.
        packet.isKey = refersToNone && (raw.pointee.key_frame != 0 || packet.isKey)
    }
}
