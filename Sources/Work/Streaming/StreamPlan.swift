package import PhonolithMediaModel
package import PhonolithWorker

/// A client's request for an item's sound.
package struct StreamWish: Hashable, Sendable {
    /// The name of a format, `raw` for the file as it is; `nil` for whatever the other wishes allow.
    package var format: String?
    /// In kbit/s; `nil` for no limit.
    package var bitRateLimit: Int?
    /// The most channels; `nil` for no limit.
    package var channelLimit: Int?
    /// Where to begin, in seconds of the item.
    package var offset: Double
    // In dB.
    package var gain: Double
    /// The size that the pictures of a video must not exceed; `nil` for no limit.
    package var pictureLimit: PixelSize?

    package init(
        format: String? = nil, bitRateLimit: Int? = nil, channelLimit: Int? = nil,
        offset: Double = 0, gain: Double = 0, pictureLimit: PixelSize? = nil
    ) {
        self.format = format
        self.bitRateLimit = bitRateLimit
        self.channelLimit = channelLimit
        self.offset = offset
        self.gain = gain
        self.pictureLimit = pictureLimit
    }
}

/// How a wish is fulfilled.
package enum StreamPlan: Hashable, Sendable {
    /// With the bytes of the file.
    case original
    case transcode(TranscodeRequest)

    /// Decides. The original is sent where it is what the client wants: it costs nothing and loses nothing.
    ///
    /// - Parameter source: The tag of the file's bytes.
    package init(for item: MediaItem, source: EntityTag, _ wish: StreamWish) {
        let name = wish.format?.lowercased()
        let named = name.flatMap(TranscodeJob.Format.init(name:))
        if item.facts.videoCodec != nil, named == nil || named == .mp4 {
            self = Self.film(of: item, source: source, wish)
            return
        }
        // Of sound alone MP4 holds AAC.
        let format = named == .mp4 ? .aac : named
        let limit = wish.bitRateLimit.flatMap { $0 > 0 ? $0 : nil }
        let isWithin =
            item.facts.isWithin(bitRate: limit) && item.facts.isWithin(channels: wish.channelLimit)
        let isWholeFile = item.location.startTime == nil && wish.offset <= 0 && wish.gain == 0
        // Of a name that nothing here makes, the client gets what it can play most likely.
        let isWanted = name == nil || format != nil && format == item.facts.format
        if name == "raw" || isWholeFile && isWithin && isWanted {
            self = .original
        } else {
            let isKept = item.facts.isLossless && isWithin && name == nil
            self = .transcode(
                TranscodeRequest(item, source, format ?? (isKept ? .flac : .mp3), wish))
        }
    }

    /// A video stays one. Without any wish it is sent as it is, whatever that is.
    private static func film(
        of item: MediaItem, source: EntityTag, _ wish: StreamWish
    ) -> StreamPlan {
        let name = wish.format?.lowercased()
        let limit = wish.bitRateLimit.flatMap { $0 > 0 ? $0 : nil }
        let isWithin =
            (limit.map { (item.wholeBitRate ?? .max) <= $0 } ?? true)
            && (wish.pictureLimit.map { item.facts.isWithin($0) } ?? true)
        let isWanted = name == nil || item.facts.isCommonFilm
        let isWhole = item.location.startTime == nil && wish.offset <= 0
        if name == "raw" || isWhole && isWithin && isWanted { return .original }
        let quality = FilmQuality(for: item, bitRate: limit, size: wish.pictureLimit)
        return .transcode(
            TranscodeRequest(item, source, quality, .whole, from: max(0, wish.offset)))
    }
}

extension TranscodeRequest {
    /// A transcode of an item. One of constant bit rate gets its length.
    package init(
        _ item: MediaItem, _ source: EntityTag, _ format: Format, _ wish: StreamWish
    ) {
        let facts = item.facts
        let begin = item.location.startTime ?? 0
        let offset = max(0, wish.offset)
        self.init(
            path: item.location.path, source: source, start: begin + offset,
            end: item.location.endTime, format: format, gain: wish.gain)
        let limit = wish.bitRateLimit.flatMap { $0 > 0 ? $0 : nil }
        job.channelCount = facts.channelCount.map { min($0, wish.channelLimit ?? .max, 8) }
        let left = facts.playbackDuration.map { max(0, $0 - offset) }
        switch format {
        case .mp3:
            let rate = ConstantBitRate.mp3BitRate(atMost: limit ?? 192)
            job.bitRate = rate
            job.length = left.map { ConstantBitRate.mp3Length(duration: $0, bitRate: rate) }
        case .opus: job.bitRate = min(limit ?? 128, 510)
        case .aac: job.bitRate = min(limit ?? 192, 512)
        case .flac, .mp4: break
        case .wav:
            guard let rate = facts.sampleRate, rate <= 192_000, let channels = job.channelCount,
                let left
            else { break }
            job.sampleRate = rate
            job.length = ConstantBitRate.wavLength(
                duration: left, sampleRate: rate, channels: channels)
        }
    }
}

extension StreamWish {
    /// Whether a format is made here.
    package static func knows(format name: String) -> Bool {
        name.lowercased() == "raw" || TranscodeJob.Format(name: name.lowercased()) != nil
    }
}

extension TranscodeJob.Format {
    /// The format that a client means.
    package init?(name: String) {
        let others: [String: Self] = ["ogg": .opus, "oga": .opus, "m4a": .aac, "wave": .wav]
        guard let format = Self(rawValue: name) ?? others[name] else { return nil }
        self = format
    }
}

extension MediaItem {
    /// Of the file, in kbit/s.
    fileprivate var wholeBitRate: Int? {
        guard let duration = facts.playbackDuration, duration > 0 else { return nil }
        return Int(min(Double(location.fileSize) * 8 / duration / 1000, 1e9))
    }
}

extension MediaFacts {
    /// Whether browsers play its pictures and its sound.
    fileprivate var isCommonFilm: Bool {
        container == "mp4" && videoCodec == "h264" && ["aac", "mp3", nil].contains(codec)
    }

    /// The format that the file is in already; `nil` for one that is not made here.
    var format: TranscodeJob.Format? {
        switch (codec, container) {
        case ("mp3", _): .mp3
        case ("opus", "ogg"): .opus
        case ("aac", _): .aac
        case ("flac", "flac"): .flac
        case (_, "wav"): .wav
        default: nil
        }
    }

    /// Whether the sound is as it was before it was encoded: only such codecs have a depth.
    var isLossless: Bool { bitDepth != nil }

    func isWithin(bitRate limit: Int?) -> Bool { limit.map { (bitRate ?? .max) <= $0 } ?? true }

    /// Whether pictures are no larger; not where their size is unknown.
    fileprivate func isWithin(_ size: PixelSize) -> Bool {
        (width ?? .max) <= size.width && (height ?? .max) <= size.height
    }

    func isWithin(channels limit: Int?) -> Bool { limit.map { (channelCount ?? 2) <= $0 } ?? true }
}
