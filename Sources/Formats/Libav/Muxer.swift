internal import CPhonolithFFmpeg
internal import PhonolithFiles
package import PhonolithMediaModel

/// Puts packets into a container: bytes that come out in order, each once, or a file, in which headers are written again
/// at the end.
///
/// Not for use by two threads at once.
package struct Muxer: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    let context: UnsafeMutablePointer<AVFormatContext>
    private let output: OutputBytes
    /// Whether it writes to a file, and not to ``takeBytes()``.
    private var writesFile = false
    /// The clocks of what is put in, one for each stream.
    private var clocks: [AVRational] = []

    package enum Format: String, Sendable {
        case adts, flac, ogg, mp4, mov, mp3
        /// MP4 as M4A files have it.
        case ipod
    }

    /// Makes a muxer without streams.
    package static func open(_ format: Format) throws(AVError) -> Muxer {
        let muxer = try Muxer(making: format)
        muxer.context.pointee.pb = try muxer.output.open()
        return muxer
    }

    /// Makes a muxer without streams that writes to a file, replacing its content. Each packet is written at once.
    ///
    /// - Throws: ``AVError`` from `avio_open`.
    package static func open(
        _ format: Format, writingTo path: MediaPath
    ) throws(AVError) -> Muxer {
        var muxer = try Muxer(making: format)
        let context = muxer.context
        // With the name of the protocol, a colon in the path is not one.
        let url = MediaPath(bytes: Array("file:".utf8) + path.bytes)
        try check("avio_open") {
            url.withCString { avio_open(&context.pointee.pb, $0, AVIO_FLAG_WRITE) }
        }
        muxer.writesFile = true
        return muxer
    }

    private init(making format: Format) throws(AVError) {
        var made: UnsafeMutablePointer<AVFormatContext>?
        try check("avformat_alloc_output_context2") {
            avformat_alloc_output_context2(&made, nil, format.rawValue, nil)
        }
        let context = try allocated("avformat_alloc_output_context2") { made }
        // Equal requests get equal bytes: no versions, no random numbers.
        context.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_FLUSH_PACKETS
        self.context = context
        output = OutputBytes()
    }

    deinit {
        if writesFile {
            avio_closep(&context.pointee.pb)
        } else if let pb = context.pointee.pb {
            phonolith_output_close(pb)
        }
        avformat_free_context(context)
        withExtendedLifetime(output) {}
    }

    /// Adds a stream of what an encoder makes.
    package mutating func add(_ encoder: borrowing AudioEncoder) throws(AVError) {
        try add(encoder.context)
    }

    /// Adds a stream of packets as an audio file has them.
    ///
    /// - Parameter initialPadding: How many samples an encoder has put before the first, where the file does not say.
    package mutating func add(
        _ source: MediaStream, of demuxer: borrowing Demuxer, initialPadding: Int
    ) throws(AVError) {
        try add(source, of: demuxer)
        guard initialPadding > 0, let stream = context.pointee.streams[clocks.count - 1] else {
            return
        }
        stream.pointee.codecpar.pointee.initial_padding = CInt(initialPadding)
    }

    private mutating func add(_ source: UnsafeMutablePointer<AVCodecContext>) throws(AVError) {
        let context = context
        let stream = try allocated("avformat_new_stream") { avformat_new_stream(context, nil) }
        try check("avcodec_parameters_from_context") {
            avcodec_parameters_from_context(stream.pointee.codecpar, source)
        }
        stream.pointee.time_base = source.pointee.time_base
        clocks.append(source.pointee.time_base)
    }

    /// Adds a stream of what an encoder makes.
    package mutating func add(_ encoder: borrowing VideoEncoder) throws(AVError) {
        try add(encoder.context)
    }

    /// Adds a stream of packets as a file has them.
    package mutating func add(
        _ source: MediaStream, of demuxer: borrowing Demuxer
    ) throws(AVError) {
        guard let raw = demuxer.context.pointee.streams[source.index] else { return }
        let context = context
        let stream = try allocated("avformat_new_stream") { avformat_new_stream(context, nil) }
        try check("avcodec_parameters_copy") {
            avcodec_parameters_copy(stream.pointee.codecpar, raw.pointee.codecpar)
        }
        // The name of the codec in the other container.
        stream.pointee.codecpar.pointee.codec_tag = 0
        stream.pointee.time_base = raw.pointee.time_base
        clocks.append(raw.pointee.time_base)
    }

    /// Writes what comes before the first packet.
    ///
    /// - Parameter options: The muxer's own, such as `movflags`.
    /// - Parameter keepsTimes: Whether times stay as they are though the first is not 0.
    package func begin(
        options: [(String, String)] = [], keepsTimes: Bool = false
    ) throws(AVError) {
        if keepsTimes { context.pointee.avoid_negative_ts = 0 }
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for (key, value) in options { av_dict_set(&dictionary, key, value, 0) }
        try check("avformat_write_header") { avformat_write_header(context, &dictionary) }
    }

    /// Writes a packet of a stream; streams are counted from 0 in the order they were added.
    package func write(_ packet: Packet, of index: Int = 0) throws(AVError) {
        let raw = packet.packet
        raw.pointee.stream_index = CInt(index)
        if let clock = context.pointee.streams[index]?.pointee.time_base {
            av_packet_rescale_ts(raw, clocks[index], clock)
        }
        try check("av_interleaved_write_frame") { av_interleaved_write_frame(context, raw) }
    }

    /// How many bytes are written; packets that are kept for the next fragment are not.
    package var byteCount: Int { Int(context.pointee.pb.map { avio_tell($0) } ?? 0) }

    /// Options of MP4 files that are written in parts of a fifth of a second, each of which can be played without what
    /// follows: so is all but the last part of a file whose writing ended anywhere.
    package static let playableParts = [
        ("movflags", "empty_moov+delay_moov+default_base_moof"), ("frag_duration", "200000"),
    ]

    /// How much earlier one stream may come than another, in seconds; if it is still alone then, it is written without.
    package func setInterleaving(atMost seconds: Double) {
        context.pointee.max_interleave_delta = Int64(seconds * Double(AV_TIME_BASE))
    }

    /// Writes what comes after the last packet.
    package func finish() throws(AVError) {
        try check("av_write_trailer") { av_write_trailer(context) }
    }

    /// Returns the bytes written since the last call.
    package func takeBytes() -> [UInt8] {
        if let pb = context.pointee.pb { avio_flush(pb) }
        return output.take()
    }
}

private final class OutputBytes {
    private var bytes: [UInt8] = []

    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// The output that a muxer writes to, as long as `self` lives.
    func open() throws(AVError) -> UnsafeMutablePointer<AVIOContext> {
        let opaque = Unmanaged.passUnretained(self).toOpaque()
        return try allocated("avio_alloc_context") {
            phonolith_output_open(opaque) { opaque, bytes, count in
                guard let opaque, let bytes, count > 0 else { return count }
                let output = Unmanaged<OutputBytes>.fromOpaque(opaque).takeUnretainedValue()
                output.bytes += UnsafeBufferPointer(start: bytes, count: Int(count))
                return count
            }
        }
    }
}
