internal import CPhonolithFFmpeg
package import PhonolithMediaModel
internal import Synchronization

/// One stream of a media file, as its headers describe it.
package struct MediaStream: Hashable, Sendable {
    /// From 0, in the order of the file.
    package let index: Int
    /// The kind of its content.
    package let kind: Kind
    /// FFmpeg's name of the codec: `aac`, `pcm_s16le`, `h264`, …; `none` where unknown.
    package let codecName: String
    /// FFmpeg's number of the codec's profile; negative where unknown.
    package let profile: Int
    /// In bit/s; `nil` if the headers do not state it.
    package let bitRate: Int?
    /// In seconds; `nil` if the stream does not state it.
    package let duration: Double?
    // In Hz; audio only.
    package let sampleRate: Int?
    /// How many channels; audio only.
    package let channelCount: Int?
    /// Bits in a sample before coding; `nil` if the codec does not say.
    package let bitDepth: Int?
    /// The bytes of one sample of all channels, where samples are not packed; `nil` otherwise.
    package let frameBytes: Int?
    /// In pixels as coded; video only.
    package let codedWidth: Int?
    /// In pixels as coded; video only.
    package let codedHeight: Int?
    /// Width through height of one pixel; 1 where the file does not tell.
    package var pixelAspectRatio: Double { statedPixelAspectRatio ?? 1 }
    /// The same; `nil` if the file does not state it.
    package let statedPixelAspectRatio: Double?
    /// How the pictures are turned and mirrored for showing.
    package let orientation: Orientation
    /// How long a tick of its packets' and frames' times is.
    package let timeBase: TimeBase
    /// When the stream begins, in ticks on the file's own clock; `nil` if the file does not state it.
    package let startTicks: Int64?
    /// Whether each frame is known to be one picture, not two fields; `false` where unknown.
    package let isProgressive: Bool
    /// In frames a second, averaged over the file; `nil` if unknown.
    package let averageFrameRate: Double?
    /// The lowest rate that all frame times fit, in frames a second; `nil` if unknown.
    package let baseFrameRate: Double?
    /// Whether what describes the stream is in the file's header, and not in its packets alone.
    package let hasGlobalHeader: Bool
    /// Whether the stream is a cover, not video.
    package let isAttachedPicture: Bool
    /// Whether the stream is the default where the user has chosen none.
    package let isDefault: Bool
    /// Whether the subtitles are shown also where none are wanted, such as for signs in another language.
    package let isForced: Bool
    /// Whether its colours are Dolby's own (IPT), which only decoders for Dolby Vision show as they are meant: profile 5,
    /// and others whose pictures are stated to be compatible with nothing else.
    package let hasDolbyColours: Bool
    /// The metadata of this stream, in the file's order.
    package let metadata: [MetadataEntry]

    /// The kind of a stream's content.
    package enum Kind: Hashable, Sendable {
        case audio, video, subtitle, attachment, data
    }

    init(reading stream: UnsafePointer<AVStream>) {
        let parameters: UnsafeMutablePointer<AVCodecParameters> = stream.pointee.codecpar
        index = Int(stream.pointee.index)
        kind = Kind(parameters.pointee.codec_type)
        codecName = String(cString: avcodec_get_name(parameters.pointee.codec_id))
        profile = Int(parameters.pointee.profile)
        bitRate = parameters.pointee.bit_rate > 0 ? Int(parameters.pointee.bit_rate) : nil
        duration =
            stream.pointee.duration == phonolith_av_nopts_value() || stream.pointee.duration < 0
            ? nil : Double(stream.pointee.duration) * av_q2d(stream.pointee.time_base)
        let isAudio = kind == .audio
        let isVideo = kind == .video
        sampleRate =
            isAudio && parameters.pointee.sample_rate > 0
            ? Int(parameters.pointee.sample_rate) : nil
        let channels = parameters.pointee.ch_layout.nb_channels
        channelCount = isAudio && channels > 0 ? Int(channels) : nil
        let bits = max(
            parameters.pointee.bits_per_raw_sample,
            parameters.pointee.bits_per_raw_sample > 0
                ? 0 : av_get_exact_bits_per_sample(parameters.pointee.codec_id))
        bitDepth = bits > 0 ? Int(bits) : nil
        let stated = Int(parameters.pointee.block_align)
        let counted = Int(max(0, channels)) * Int(max(0, bits)) / 8
        frameBytes = isAudio && stated > 0 ? stated : counted > 0 ? counted : nil
        codedWidth = isVideo && parameters.pointee.width > 0 ? Int(parameters.pointee.width) : nil
        codedHeight =
            isVideo && parameters.pointee.height > 0 ? Int(parameters.pointee.height) : nil
        statedPixelAspectRatio =
            Self.positive(stream.pointee.sample_aspect_ratio)
            ?? Self.positive(parameters.pointee.sample_aspect_ratio)
        orientation = Self.orientation(of: stream)
        timeBase = TimeBase(stream.pointee.time_base)
        startTicks =
            stream.pointee.start_time == phonolith_av_nopts_value()
            ? nil : stream.pointee.start_time
        isProgressive = parameters.pointee.field_order == AV_FIELD_PROGRESSIVE
        averageFrameRate = Self.positive(stream.pointee.avg_frame_rate)
        baseFrameRate = Self.positive(stream.pointee.r_frame_rate)
        hasGlobalHeader = parameters.pointee.extradata_size > 0
        isAttachedPicture = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        isDefault = stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
        isForced = stream.pointee.disposition & AV_DISPOSITION_FORCED != 0
        hasDolbyColours = Self.hasDolbyColours(stream)
        metadata = MetadataEntry.all(in: stream.pointee.metadata)
    }

    /// By the decoder's configuration ("Dolby Vision Streams Within the ISO Base Media File Format", 3.2).
    private static func hasDolbyColours(_ stream: UnsafePointer<AVStream>) -> Bool {
        var size = 0
        guard let data = phonolith_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size),
            size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
        else { return false }
        let configuration = UnsafeRawPointer(data)
            .loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
        let isOfOneLayer = [8, 9, 10].contains(configuration.dv_profile)
        return configuration.dv_profile == 5
            || isOfOneLayer && configuration.dv_bl_signal_compatibility_id == 0
    }

    private static func positive(_ ratio: AVRational) -> Double? {
        ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : nil
    }

    private static func orientation(of stream: UnsafePointer<AVStream>) -> Orientation {
        var size = 0
        guard let matrix = phonolith_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size)
        else { return .upright }
        return Orientation(
            displayMatrix: UnsafeRawBufferPointer(start: matrix, count: size))
    }
}

extension MediaStream {
    /// The language that the file states; `nil` if it states none.
    package var language: LanguageTag? {
        metadata.first { $0.key.lowercased() == "language" }
            .flatMap { LanguageTag(named: $0.value) }
    }

    /// Clockwise turn for showing, in degrees: 0, 90, 180 or 270; without mirroring.
    package var rotation: Int { orientation.rotation }
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

/// Which of the sounds of a file is wanted.
package struct SoundChoice: Hashable, Sendable {
    /// From 0 in the order of the file; `nil` where none is chosen.
    package var track: Int?
    /// The languages that are wanted, the dearest first.
    package var languages: [LanguageTag]

    /// By default the one that a player would choose.
    package init(track: Int? = nil, languages: [LanguageTag] = []) {
        (self.track, self.languages) = (track, languages)
    }

    /// The sound that is wanted among those of a file; `nil` if there is none, and where none is chosen.
    func stream(among sounds: [MediaStream]) -> MediaStream? {
        if let track { return sounds.indices.contains(track) ? sounds[track] : nil }
        let offers = sounds.map { ($0.language, $0.isDefault) }
        return languages.preferred(among: offers).map { sounds[$0] }
    }
}

extension [LanguageTag] {
    /// The track in the first of these languages that there is: that of the nearest variety, then one that is meant to be played
    /// by default, then the first.
    ///
    /// - Returns: Its index; `nil` if none is in any of them.
    package func preferred(among tracks: [(language: LanguageTag?, isDefault: Bool)]) -> Int? {
        lazy.compactMap { wish in
            tracks.indices.compactMap { index in
                tracks[index].language?.agreement(with: wish).map { (index, $0) }
            }.max { one, other in
                (one.1, tracks[one.0].isDefault ? 1 : 0, -one.0)
                    < (other.1, tracks[other.0].isDefault ? 1 : 0, -other.0)
            }?.0
        }.first
    }
}

/// The parts of streams that are lists of files (HLS), which FFmpeg passes over where it cannot open them, so that a list whose last
/// parts are missing looks as if it were at its end.
enum StreamParts {
    /// The contexts whose last part could not be opened, by their addresses.
    private static let missing = Mutex<Set<UInt>>([])

    static func noteOpening(
        _ isOpened: Bool, by context: UnsafeMutablePointer<AVFormatContext>?
    ) {
        let address = UInt(bitPattern: context)
        missing.withLock { missing in
            if isOpened { missing.remove(address) } else { missing.insert(address) }
        }
    }

    /// Whether the part that was to be opened last could not be.
    static func isLastMissing(of context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        missing.withLock { $0.contains(UInt(bitPattern: context)) }
    }

    /// Forgets a context that is freed: the next one may have its address.
    static func forget(_ context: UnsafeMutablePointer<AVFormatContext>) {
        noteOpening(true, by: context)
    }
}
