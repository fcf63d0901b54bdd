internal import CFFmpeg

/// One stream of a media file, as its headers describe it.
package struct MediaStream: Hashable, Sendable {
    /// From 0, in the order of the file.
    package let index: Int
    /// What flows in it.
    package let kind: Kind
    /// FFmpeg's name of the codec: `aac`, `pcm_s16le`, `h264`, …; `none` where unknown.
    package let codecName: String
    /// FFmpeg's number of the codec's profile; negative where unknown.
    package let profile: Int
    /// In bit/s; `nil` where the headers do not tell.
    package let bitRate: Int?
    /// In seconds; `nil` where the stream does not tell.
    package let duration: Double?
    /// In Hz; audio only.
    package let sampleRate: Int?
    /// How many channels; audio only.
    package let channelCount: Int?
    /// Bits in a sample before coding; `nil` where the codec does not say.
    package let bitDepth: Int?
    /// In pixels as coded; video only.
    package let codedWidth: Int?
    /// In pixels as coded; video only.
    package let codedHeight: Int?
    /// Width through height of one pixel; 1 where the file does not tell.
    package let pixelAspectRatio: Double
    /// Clockwise turn for showing, in degrees: 0, 90, 180 or 270.
    package let rotation: Int
    /// In frames a second, averaged over the file; `nil` where unknown.
    package let averageFrameRate: Double?
    /// The lowest rate that all frame times fit, in frames a second; `nil` where unknown.
    package let baseFrameRate: Double?
    /// When the stream begins, in ticks on the file's own clock; `nil` where the file does not tell.
    package let startTicks: Int64?
    /// Whether the stream is a cover, not pictures in motion.
    package let isAttachedPicture: Bool
    /// What the file says of this stream, in its order.
    package let metadata: [MetadataEntry]

    /// What can flow in a stream.
    package enum Kind: Hashable, Sendable {
        case audio, video, subtitle, attachment, data
    }

    init(reading stream: AVStream) {
        let parameters = stream.codecpar.pointee
        index = Int(stream.index)
        kind = Kind(parameters.codec_type)
        codecName = String(cString: avcodec_get_name(parameters.codec_id))
        profile = Int(parameters.profile)
        bitRate = parameters.bit_rate > 0 ? Int(parameters.bit_rate) : nil
        duration =
            stream.duration == phonolith_av_nopts_value() || stream.duration < 0
            ? nil : Double(stream.duration) * av_q2d(stream.time_base)
        let isAudio = kind == .audio
        let isVideo = kind == .video
        sampleRate = isAudio && parameters.sample_rate > 0 ? Int(parameters.sample_rate) : nil
        let channels = parameters.ch_layout.nb_channels
        channelCount = isAudio && channels > 0 ? Int(channels) : nil
        let bits = max(
            parameters.bits_per_raw_sample,
            parameters.bits_per_raw_sample > 0
                ? 0 : av_get_exact_bits_per_sample(parameters.codec_id))
        bitDepth = bits > 0 ? Int(bits) : nil
        codedWidth = isVideo && parameters.width > 0 ? Int(parameters.width) : nil
        codedHeight = isVideo && parameters.height > 0 ? Int(parameters.height) : nil
        pixelAspectRatio =
            Self.positive(stream.sample_aspect_ratio)
            ?? Self.positive(parameters.sample_aspect_ratio) ?? 1
        rotation = Self.rotation(of: stream)
        averageFrameRate = Self.positive(stream.avg_frame_rate)
        baseFrameRate = Self.positive(stream.r_frame_rate)
        startTicks =
            stream.start_time == phonolith_av_nopts_value() ? nil : stream.start_time
        isAttachedPicture = stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        metadata = MetadataEntry.all(in: stream.metadata)
    }

    private static func positive(_ ratio: AVRational) -> Double? {
        ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : nil
    }

    /// From the display matrix; the matrix turns counter-clockwise (`libavutil/display.h`).
    private static func rotation(of stream: AVStream) -> Int {
        var size = 0
        var stream = stream
        guard
            let matrix = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
            size >= 9 * MemoryLayout<Int32>.size
        else { return 0 }
        let angle = matrix.withMemoryRebound(to: Int32.self, capacity: 9) {
            av_display_rotation_get($0)
        }
        guard angle.isFinite else { return 0 }
        let quarters = Int((-angle / 90).rounded())
        return ((quarters % 4) + 4) % 4 * 90
    }
}

extension MediaStream.Kind {
    fileprivate init(_ type: AVMediaType) {
        self =
            switch type {
            case AVMEDIA_TYPE_AUDIO: .audio
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_SUBTITLE: .subtitle
            case AVMEDIA_TYPE_ATTACHMENT: .attachment
            default: .data
            }
    }
}

/// A name and a value of FFmpeg's metadata.
package struct MetadataEntry: Hashable, Sendable {
    /// As FFmpeg names it, in the case that the file has.
    package let key: String
    /// Invalid UTF-8 is replaced by U+FFFD.
    package let value: String

    /// At most 10 000 entries of a dictionary.
    static func all(in dictionary: OpaquePointer?) -> [MetadataEntry] {
        var entries: [MetadataEntry] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while entries.count < 10_000 {
            entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
            guard let found = entry?.pointee else { break }
            entries.append(
                MetadataEntry(key: String(cString: found.key), value: String(cString: found.value)))
        }
        return entries
    }
}
