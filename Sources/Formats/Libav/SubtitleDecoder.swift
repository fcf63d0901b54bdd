internal import CFFmpeg

/// Turns the packets of a stream of text subtitles into lines of Advanced SubStation Alpha, the format that
/// renderers take.
///
/// Not for use by two threads at once.
package struct SubtitleDecoder: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// A text that is shown for a while.
    package struct Event: Hashable, Sendable {
        /// In seconds on the file's own clock.
        package var time: Double
        /// In seconds.
        package var duration: Double
        /// A line of the form that Matroska stores: `ReadOrder,Layer,Style,…,Text`.
        package var line: String
    }

    /// Opens the decoder of a stream.
    ///
    /// - Throws: ``AVError`` from `avcodec_find_decoder` or `avcodec_open2`, also for subtitles that are pictures.
    package static func open(
        _ stream: MediaStream, of demuxer: borrowing Demuxer
    ) throws(AVError) -> SubtitleDecoder {
        let missing = AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_decoder")
        guard let raw = demuxer.context.pointee.streams[stream.index],
            let parameters = raw.pointee.codecpar,
            let codec = avcodec_find_decoder(parameters.pointee.codec_id), stream.isText
        else { throw missing }
        let decoder = SubtitleDecoder(
            try allocated("avcodec_alloc_context3") { avcodec_alloc_context3(codec) })
        decoder.context.pointee.pkt_timebase = raw.pointee.time_base
        try check("avcodec_parameters_to_context") {
            avcodec_parameters_to_context(decoder.context, parameters)
        }
        try check("avcodec_open2") { avcodec_open2(decoder.context, nil, nil) }
        return decoder
    }

    private init(_ context: UnsafeMutablePointer<AVCodecContext>) { self.context = context }

    deinit { freeHandle(context, by: avcodec_free_context) }

    /// The styles and the form of the lines, for the renderer.
    package var header: [UInt8] {
        guard let start = context.pointee.subtitle_header else { return [] }
        return Array(
            UnsafeBufferPointer(start: start, count: Int(context.pointee.subtitle_header_size)))
    }

    /// Decodes a packet.
    ///
    /// - Parameter timeBase: That of the stream.
    /// - Returns: Its events; none for a packet without text.
    /// - Throws: ``AVError`` from `avcodec_decode_subtitle2`, for a packet that is broken.
    package func events(in packet: Packet, timeBase: TimeBase) throws(AVError) -> [Event] {
        guard let start = packet.presentationTime else { return [] }
        var (subtitle, isThere) = (AVSubtitle(), CInt(0))
        try check("avcodec_decode_subtitle2") {
            avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.packet)
        }
        guard isThere != 0 else { return [] }
        defer { avsubtitle_free(&subtitle) }
        let duration = Self.duration(of: subtitle, timeBase.seconds(packet.duration))
        return (0..<Int(subtitle.num_rects)).compactMap { index in
            guard let text = subtitle.rects[index]?.pointee.ass else { return nil }
            return Event(
                time: timeBase.seconds(start) + Double(subtitle.start_display_time) / 1000,
                duration: duration, line: String(cString: text))
        }
    }

    /// The packet states it, as a rule; some codecs state it in their texts.
    private static func duration(of subtitle: AVSubtitle, _ stated: Double) -> Double {
        if stated > 0 { return stated }
        let isKnown = (1..<UInt32.max).contains(subtitle.end_display_time)
        return isKnown
            ? Double(subtitle.end_display_time - subtitle.start_display_time) / 1000 : 5
    }
}

extension MediaStream {
    /// Whether it holds subtitles that are text, not pictures.
    package var isText: Bool {
        let codec = avcodec_descriptor_get_by_name(codecName)
        return kind == .subtitle
            && codec.map { $0.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0 } ?? false
    }
}
