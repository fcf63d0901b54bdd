internal import CPhonolithFFmpeg

/// Decodes the packets of a stream of subtitles: texts become lines of Advanced SubStation Alpha, the format that renderers
/// take, and others pictures.
///
/// Not for use by two threads at once.
package struct SubtitleDecoder: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// A text that is shown for a while.
    package struct Event: Hashable, Sendable {
        /// In seconds on the file's own clock.
        package var time: Double
        // In seconds.
        package var duration: Double
        /// A line of the form that Matroska stores: `ReadOrder,Layer,Style,…,Text`.
        package var line: String
    }

    /// A picture that is shown from a time on, instead of those before.
    package struct PictureEvent: Hashable, Sendable {
        /// In seconds on the file's own clock.
        package var time: Double
        /// In seconds; `nil` if only the next one ends it.
        package var duration: Double?
        package var picture: SubtitlePicture

        /// Joins a picture and its time.
        package init(time: Double, duration: Double?, picture: SubtitlePicture) {
            (self.time, self.duration, self.picture) = (time, duration, picture)
        }
    }

    /// The content of a packet.
    package enum Content: Hashable, Sendable {
        case texts([Event])
        case picture(PictureEvent)
    }

    /// Opens the decoder of a stream.
    ///
    /// - Throws: ``AVError`` from `avcodec_find_decoder` or `avcodec_open2`.
    package static func open(
        _ stream: MediaStream, of demuxer: borrowing Demuxer
    ) throws(AVError) -> SubtitleDecoder {
        let missing = AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_decoder")
        guard let raw = demuxer.context.pointee.streams[stream.index],
            let parameters = raw.pointee.codecpar,
            let codec = avcodec_find_decoder(parameters.pointee.codec_id), stream.isShowableSubtitle
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
    /// - Returns: `nil` for a packet that ends no text and no picture.
    /// - Throws: ``AVError`` from `avcodec_decode_subtitle2`, for a packet that is broken.
    package func content(of packet: Packet, timeBase: TimeBase) throws(AVError) -> Content? {
        guard let start = packet.presentationTime else { return nil }
        var (subtitle, isThere) = (AVSubtitle(), CInt(0))
        try check("avcodec_decode_subtitle2") {
            avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.packet)
        }
        guard isThere != 0 else { return nil }
        defer { avsubtitle_free(&subtitle) }
        let time = timeBase.seconds(start) + Double(subtitle.start_display_time) / 1000
        let stated = timeBase.seconds(packet.duration)
        let own = Self.ownDuration(of: subtitle)
        if isOfPictures {
            return .picture(
                PictureEvent(
                    time: time, duration: own ?? (stated > 0 ? stated : nil),
                    picture: SubtitlePicture(subtitle, of: context)))
        }
        // The packet states it, as a rule; some codecs state it in their texts.
        let duration = stated > 0 ? stated : own ?? 5
        return .texts(
            (0..<Int(subtitle.num_rects)).compactMap { index in
                guard let text = subtitle.rects[index]?.pointee.ass else { return nil }
                return Event(time: time, duration: duration, line: String(cString: text))
            })
    }

    private var isOfPictures: Bool {
        context.pointee.codec_descriptor.map {
            $0.pointee.props & AV_CODEC_PROP_BITMAP_SUB != 0
        } ?? false
    }

    private static func ownDuration(of subtitle: AVSubtitle) -> Double? {
        let (start, end) = (subtitle.start_display_time, subtitle.end_display_time)
        return end > start && end < UInt32.max ? Double(end - start) / 1000 : nil
    }
}

extension MediaStream {
    /// Whether it holds subtitles that can be decoded, be they texts or pictures.
    package var isShowableSubtitle: Bool {
        guard kind == .subtitle, let codec = avcodec_descriptor_get_by_name(codecName),
            codec.pointee.props & (AV_CODEC_PROP_TEXT_SUB | AV_CODEC_PROP_BITMAP_SUB) != 0
        else { return false }
        return avcodec_find_decoder(codec.pointee.id) != nil
    }

    /// Whether it holds subtitles that are pictures.
    package var isOfSubtitlePictures: Bool {
        let codec = avcodec_descriptor_get_by_name(codecName)
        return kind == .subtitle
            && codec.map { $0.pointee.props & AV_CODEC_PROP_BITMAP_SUB != 0 } ?? false
    }
}

/// A font that a file brings for its subtitles.
package struct EmbeddedFont: Hashable, Sendable {
    /// The name of the font's file.
    package let name: String
    package let bytes: [UInt8]
}

extension Demuxer {
    /// The attached fonts, in the file's order; of a large number as many as have 64 MB together.
    package var fonts: [EmbeddedFont] {
        var room = 64 << 20
        return streams.filter(\.isFont).compactMap { stream in
            guard room > 0, let bytes = attachment(of: stream, limit: room) else { return nil }
            room -= bytes.count
            return EmbeddedFont(name: stream.value("filename") ?? "", bytes: bytes)
        }
    }
}

extension MediaStream {
    /// By the types of RFC 8081 and the older ones that Matroska files have, or by the file's name.
    fileprivate var isFont: Bool {
        guard kind == .attachment else { return false }
        let type = value("mimetype")?.lowercased() ?? ""
        let name = value("filename")?.lowercased() ?? ""
        return type.hasPrefix("font/") || type.contains("truetype") || type.contains("opentype")
            || type.hasSuffix("font-sfnt")
            || [".ttf", ".otf", ".ttc"].contains { name.hasSuffix($0) }
    }

    fileprivate func value(_ key: String) -> String? {
        metadata.first { $0.key.lowercased() == key }?.value
    }
}
