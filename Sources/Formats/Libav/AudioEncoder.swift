internal import CPhonolithFFmpeg

/// Turns interleaved 32-bit samples into the packets of a codec.
///
/// Not for use by two threads at once.
package struct AudioEncoder: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: AudioFrame
    private let channelCount: Int
    /// Samples that do not fill a frame yet.
    private var pending: [Float] = []
    /// How many samples of each channel have been sent.
    private var position: Int64 = 0

    /// The form of the output.
    package struct Settings: Hashable, Sendable {
        package var codec: Codec
        /// In Hz; one that the codec knows.
        package var sampleRate: Int
        /// Channels of the usual layout for their number.
        package var channelCount: Int
        /// In bit/s; of no meaning to codecs without loss.
        package var bitRate: Int

        package init(codec: Codec, sampleRate: Int, channelCount: Int, bitRate: Int = 0) {
            self.codec = codec
            self.sampleRate = sampleRate
            self.channelCount = channelCount
            self.bitRate = bitRate
        }
    }

    package enum Codec: Hashable, Sendable {
        /// By libmp3lame, at a constant bit rate: each packet is one frame.
        case mp3
        case opus
        /// AAC-LC, by FFmpeg's own encoder.
        case aac
        // 16 bits, or 24.
        case flac(bitDepth: Int)

        fileprivate var name: String {
            switch self {
            case .mp3: "libmp3lame"
            case .opus: "libopus"
            case .aac: "aac"
            case .flac: "flac"
            }
        }

        fileprivate var sampleFormat: AVSampleFormat {
            switch self {
            case .mp3, .aac: AV_SAMPLE_FMT_FLTP
            case .opus: AV_SAMPLE_FMT_FLT
            case .flac(let bitDepth): bitDepth > 16 ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16
            }
        }
    }

    /// Opens an encoder.
    ///
    /// - Parameter hasGlobalHeader: Whether what describes the stream is kept out of its packets, as MP4 has it.
    /// - Throws: ``AVError`` from `avcodec_open2`, also where FFmpeg was built without the encoder.
    package static func open(
        _ settings: Settings, hasGlobalHeader: Bool = false
    ) throws(AVError) -> AudioEncoder {
        let encoder = try AudioEncoder(settings)
        if hasGlobalHeader { encoder.context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // Else the rate of what is hard to encode is twice as high as was requested.
        if case .opus = settings.codec { av_dict_set(&options, "vbr", "constrained", 0) }
        try check("avcodec_open2") { avcodec_open2(encoder.context, nil, &options) }
        return encoder
    }

    private init(_ settings: Settings) throws(AVError) {
        guard let codec = avcodec_find_encoder_by_name(settings.codec.name) else {
            throw AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_encoder_by_name")
        }
        let frame = try AudioFrame()
        let context = try allocated("avcodec_alloc_context3") { avcodec_alloc_context3(codec) }
        context.pointee.sample_rate = CInt(settings.sampleRate)
        context.pointee.sample_fmt = settings.codec.sampleFormat
        context.pointee.bit_rate = Int64(settings.bitRate)
        context.pointee.time_base = AVRational(num: 1, den: CInt(settings.sampleRate))
        context.pointee.thread_count = 1
        // Else the encoder's name and version would be in the result.
        context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
        if case .flac(let bitDepth) = settings.codec {
            context.pointee.bits_per_raw_sample = CInt(bitDepth)
        }
        av_channel_layout_default(&context.pointee.ch_layout, CInt(settings.channelCount))
        self.context = context
        self.frame = frame
        channelCount = settings.channelCount
    }

    deinit { freeHandle(context, by: avcodec_free_context) }

    /// Encodes samples; an incomplete frame waits for more. Blocks its thread.
    ///
    /// - Parameters:
    ///   - samples: All channels of one moment together; full scale is 1, and values beyond are cut off.
    ///   - take: Gets each packet.
    package mutating func encode(
        _ samples: [Float], _ take: (Packet) throws(AVError) -> Void
    ) throws(AVError) {
        pending += samples
        let length = frameLength * channelCount
        var start = 0
        while pending.count - start >= length {
            try send(pending[start..<start + length])
            start += length
            try Packet.receiveAll(from: context, take)
        }
        pending.removeFirst(start)
    }

    /// Encodes what waits, and gives what the encoder has held back. Blocks its thread.
    package mutating func finish(_ take: (Packet) throws(AVError) -> Void) throws(AVError) {
        if !pending.isEmpty {
            try send(pending[...])
            pending = []
            try Packet.receiveAll(from: context, take)
        }
        try check("avcodec_send_frame") { avcodec_send_frame(context, nil) }
        try Packet.receiveAll(from: context, take)
    }

    /// How many samples the encoder puts before the first.
    package var initialPadding: Int { Int(context.pointee.initial_padding) }

    /// Samples of each channel in a frame.
    private var frameLength: Int {
        context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : 4096
    }

    private mutating func send(_ samples: ArraySlice<Float>) throws(AVError) {
        let target = frame.frame
        av_frame_unref(target)
        target.pointee.nb_samples = CInt(samples.count / channelCount)
        target.pointee.format = context.pointee.sample_fmt.rawValue
        target.pointee.sample_rate = context.pointee.sample_rate
        target.pointee.pts = position
        try check("av_channel_layout_copy") {
            av_channel_layout_copy(&target.pointee.ch_layout, &context.pointee.ch_layout)
        }
        try check("av_frame_get_buffer") { av_frame_get_buffer(target, 0) }
        frame.fill(with: samples)
        position += Int64(samples.count / channelCount)
        try check("avcodec_send_frame") { avcodec_send_frame(context, target) }
    }
}

extension AudioFrame {
    /// Writes interleaved samples into the frame, which has room for them, in its own form.
    fileprivate func fill(with samples: ArraySlice<Float>) {
        let channels = channelCount
        let planes = frame.pointee.extended_data
        samples.withUnsafeBufferPointer { samples in
            switch AVSampleFormat(frame.pointee.format) {
            case AV_SAMPLE_FMT_FLTP:
                for channel in 0..<channels {
                    Self.convert(samples, from: channel, by: channels, into: planes?[channel]) {
                        $0
                    }
                }
            case AV_SAMPLE_FMT_S16:
                Self.convert(samples, into: planes?[0]) { Int16(Self.clipped($0 * 0x1p15, 0x1p15)) }
            case AV_SAMPLE_FMT_S32:
                // 24 bits, in the upper ones; a Float has no more.
                Self.convert(samples, into: planes?[0]) {
                    Int32(Self.clipped($0 * 0x1p23, 0x1p23)) << 8
                }
            default: Self.convert(samples, into: planes?[0]) { $0 }
            }
        }
    }

    private static func convert<Sample>(
        _ samples: UnsafeBufferPointer<Float>, from first: Int = 0, by stride: Int = 1,
        into plane: UnsafeMutablePointer<UInt8>?, _ form: (Float) -> Sample
    ) {
        guard let plane else { return }
        let count = samples.count / stride
        plane.withMemoryRebound(to: Sample.self, capacity: count) { target in
            for index in 0..<count { target[index] = form(samples[first + index * stride]) }
        }
    }

    /// The nearest whole number in `-limit..<limit`; 0 for what is not a number.
    private static func clipped(_ value: Float, _ limit: Float) -> Float {
        value.isNaN ? 0 : min(max(value.rounded(), -limit), limit - 1)
    }
}
