import PhonolithLibav
import PhonolithMediaModel

/// The streams of a file, from any source.
struct StreamFacts {
    var container: String?
    var codec: String?
    // In seconds.
    var duration: Double?
    // In kbit/s.
    var bitRate: Int?
    var sampleRate: Int?
    var channelCount: Int?
    var bitDepth: Int?
    var video: Video?
    var isProtected: Bool
    private let fileSize: Int
    /// Whether what FFmpeg takes for pictures in motion is a cover.
    private let hasNoVideo: Bool
    /// The headers' values, which FFmpeg would replace by its estimates.
    private let stated: (duration: Double?, bitRate: Int?)

    struct Video {
        // In pixels as shown.
        var width: Int?
        // In pixels as shown.
        var height: Int?
        var frameRate: Double?
        var rotation: Int
        var codec: String?
    }

    init(_ contents: borrowing TagContents) {
        container = contents.container
        codec = contents.codec
        duration = contents.duration
        fileSize = contents.fileSize
        let isCutWave = contents.isCutOff && contents.container == "wav"
        hasNoVideo =
            contents.container == "mp4" && contents.isDescribed && !contents.hasVideo
        stated = (
            isCutWave || contents.statesDuration ? contents.duration : nil,
            contents.statesBitRate ? contents.bitRate : nil
        )
        bitRate = contents.bitRate
        // The highest that is sold is DSD1024; a header that says more is none.
        sampleRate = contents.sampleRate.flatMap { $0 <= 50_000_000 ? $0 : nil }
        channelCount = contents.channelCount
        bitDepth = contents.bitDepth
        isProtected = contents.isProtected
        if contents.hasVideo, let size = contents.videoSize {
            video = Video(
                width: size.width, height: size.height, rotation: 0, codec: contents.videoCodec)
        }
    }

    /// FFmpeg knows better where TagLib was in doubt.
    mutating func take(_ demuxer: borrowing Demuxer) {
        container = container ?? Self.containerName(demuxer.formatName)
        duration = stated.duration ?? demuxer.duration ?? duration
        let audio = demuxer.bestAudioStream
        let picture = audio == nil ? demuxer.onlyPicture : nil
        let video = hasNoVideo ? nil : demuxer.bestVideoStream ?? picture
        if let audio {
            codec = Self.codecName(audio.codecName)
            // FFmpeg counts DSD in bytes of eight samples.
            let scale = codec == "dsd" || codec == "dst" ? 8 : 1
            sampleRate = audio.sampleRate.map { $0 * scale } ?? sampleRate
            channelCount = audio.channelCount ?? channelCount
            bitDepth = Self.hasBitDepth(codec) ? audio.bitDepth ?? bitDepth : nil
            bitRate = rate(of: audio, whole: video == nil ? demuxer.bitRate : nil) ?? bitRate
        } else if let video {
            codec = video.codecName
            // Sound of an unknown codec has a rate, too.
            let sound = demuxer.streams.first { $0.kind == .audio }?.bitRate
            bitRate = possible(sound ?? demuxer.bitRate)
        }
        self.video = video.map(Video.init)
    }

    /// The length of all streams that follow each other; TagLib and FFmpeg know that of one.
    mutating func take(_ chain: OggChain) {
        guard chain.duration > 0 else { return }
        duration = (chain.duration * 1000).rounded() / 1000
        // Vorbis states its rate.
        guard codec != "vorbis" else { return }
        bitRate = Self.kilobits(Int(exactly: (Double(fileSize) * 8 / chain.duration).rounded()))
    }

    func describe(_ facts: inout MediaFacts) {
        facts.container = container
        facts.codec = codec
        facts.playbackDuration = duration
        facts.bitRate = bitRate
        facts.sampleRate = sampleRate
        facts.channelCount = channelCount
        facts.bitDepth = bitDepth
        facts.hasProtectedAsset = isProtected ? true : nil
        facts.width = video?.width
        facts.height = video?.height
        facts.frameRate = video?.frameRate
        facts.rotation = video?.rotation
        facts.videoCodec = video?.codec
    }

    /// Whether a file of this size can hold as much: even silence takes some bytes a second. The existing part
    /// of an MP3 has been seen; its length may be that of the whole file before it was cut off.
    func fit(in fileSize: Int) -> Bool {
        guard let duration, duration > 60, container != "mp3" else { return true }
        return Double(fileSize) / duration > 10
    }

    /// In kbit/s: of plain samples what follows from them, else what the header states, else what FFmpeg measures.
    private func rate(of audio: MediaStream, whole: Int?) -> Int? {
        if codec == "pcm", let sampleRate, let bytes = audio.frameBytes {
            return Self.kilobits(Int(exactly: Double(sampleRate) * Double(bytes) * 8))
        }
        return stated.bitRate ?? possible(audio.bitRate) ?? possible(whole)
    }

    /// A broken header may state anything; a hundred times what the file can hold is not a rate.
    private func possible(_ bits: Int?) -> Int? {
        guard let rate = Self.kilobits(bits), let duration, duration > 0 else {
            return Self.kilobits(bits)
        }
        return Double(rate) * 125 * duration > Double(fileSize) * 100 ? nil : rate
    }

    /// Rounded, at least 1; `nil` for what no sound has.
    private static func kilobits(_ bits: Int?) -> Int? {
        guard let bits, (1...1_000_000_000).contains(bits) else { return nil }
        return max(1, (bits + 500) / 1000)
    }

    private static func containerName(_ format: String) -> String {
        switch format {
        case "matroska,webm": "matroska"
        case "mov,mp4,m4a,3gp,3g2,mj2": "mp4"
        case "mpeg": "mpegps"
        case "iff": "dff"
        case "mpc8": "mpc"
        case "loas": "aac"
        default: format.split(separator: ",").first.map(String.init) ?? format
        }
    }

    private static func codecName(_ name: String) -> String {
        let families = [
            "pcm_": "pcm", "adpcm_": "adpcm", "dsd_": "dsd", "musepack": "musepack", "wmav": "wma",
        ]
        if let family = families.first(where: { name.hasPrefix($0.key) }) { return family.value }
        switch name {
        case "aac_latm": return "aac"
        case "mp3adu", "mp3on4": return "mp3"
        case "amr_nb", "amr_wb": return "amr"
        default: return name
        }
    }

    private static func hasBitDepth(_ codec: String?) -> Bool {
        [
            "pcm", "flac", "alac", "ape", "wavpack", "tta", "dsd", "wmalossless", "mlp", "truehd",
            "shorten", "tak",
        ]
        .contains(codec)
    }
}

extension StreamFacts.Video {
    /// Stretches for pixels that are not square, then turns.
    init(_ stream: MediaStream) {
        let isTurned = stream.rotation % 180 != 0
        let shownWidth = stream.codedWidth.map {
            max(1, Int((Double($0) * stream.pixelAspectRatio).rounded()))
        }
        width = isTurned ? stream.codedHeight : shownWidth
        height = isTurned ? shownWidth : stream.codedHeight
        rotation = stream.rotation
        codec = stream.codecName == "none" ? nil : stream.codecName
        // The average of files without an index is a guess, at times a wild one.
        let rates = [stream.averageFrameRate, stream.baseFrameRate].compactMap(\.self)
        frameRate = rates.first { (1...240) ~= $0 } ?? rates.first
    }
}
