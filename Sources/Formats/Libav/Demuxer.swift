internal import CPhonolithFFmpeg
internal import Glibc
package import PhonolithMediaModel

/// An opened media file: its streams, what it says of itself, and its packets.
///
/// Opens no format that names other files, except for streams of a server. Not for use by two threads at once.
package struct Demuxer: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    let context: UnsafeMutablePointer<AVFormatContext>
    /// The file's streams, in its order.
    package let streams: [MediaStream]
    /// Kept alive for FFmpeg; `nil` for a file on disk.
    let interruption: ReadInterruption?
    /// How many seconds a read may wait; `nil` for as long as it takes.
    let patience: Double?

    /// Opens a file and looks at its streams.
    ///
    /// Blocks its thread for as long as it takes to read the headers and the first packets.
    /// - Parameter format: FFmpeg's name of the format, one of ``SelfContainedFormats``; `nil` lets FFmpeg guess.
    /// - Throws: ``AVError`` from `avformat_open_input` or `avformat_find_stream_info`.
    package static func open(
        _ path: MediaPath, as format: String? = nil
    ) throws(AVError) -> Demuxer {
        let input = try Input(opening: path, as: format)
        try input.readStreams()
        return Demuxer(taking: input.release(), nil)
    }

    /// Opens what a server sends, as players do. Blocks its thread.
    ///
    /// - Throws: ``AVError``, also when nothing came for as long as one may wait.
    package static func open(
        _ address: String, interruption: ReadInterruption
    ) throws(AVError) -> Demuxer {
        try NetworkFailure.explained { () throws(AVError) in
            try interruption.allowing(seconds: AudioInput.patience) { () throws(AVError) in
                let input = try Input(opening: address, interruption)
                try input.readStreams()
                return Demuxer(
                    taking: input.release(), interruption, patience: AudioInput.patience)
            }
        }
    }

    init(
        taking opened: UnsafeMutablePointer<AVFormatContext>, _ interruption: ReadInterruption?,
        patience: Double? = nil
    ) {
        self.interruption = interruption
        self.patience = patience
        context = opened
        streams = (0..<Int(opened.pointee.nb_streams)).compactMap { index in
            opened.pointee.streams[index].map { MediaStream(reading: $0) }
        }
    }

    deinit {
        freeHandle(context, by: avformat_close_input)
        withExtendedLifetime(interruption) {}
    }
}

extension Demuxer {
    /// FFmpeg's name of the format: `matroska,webm`, `mov,mp4,m4a,3gp,3g2,mj2`, `mpegts`, …
    package var formatName: String {
        context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    }

    /// In seconds; `nil` if the file does not state it.
    package var duration: Double? {
        let duration = context.pointee.duration
        guard duration != phonolith_av_nopts_value(), duration >= 0 else { return nil }
        return Double(duration) / Double(AV_TIME_BASE)
    }

    /// Whether one can go elsewhere in it: not in what is sent only once, in its order.
    package var isSeekable: Bool { context.pointee.isSeekable }

    /// When the first stream begins, in seconds on the file's own clock.
    package var startTime: Double {
        let start = context.pointee.start_time
        return start == phonolith_av_nopts_value() ? 0 : Double(start) / Double(AV_TIME_BASE)
    }

    /// Of all streams together, in bit/s; `nil` if the file does not state it.
    package var bitRate: Int? {
        context.pointee.bit_rate > 0 ? Int(context.pointee.bit_rate) : nil
    }

    /// The metadata of the file as a whole, in its order.
    package var metadata: [MetadataEntry] { MetadataEntry.all(in: context.pointee.metadata) }

    /// The file's chapters, in its order; at most 10 000.
    package var chapters: [Chapter] {
        (0..<min(Int(context.pointee.nb_chapters), 10_000)).compactMap { index in
            guard let chapter = context.pointee.chapters[index] else { return nil }
            let base = av_q2d(chapter.pointee.time_base)
            let title = MetadataEntry.all(in: chapter.pointee.metadata).first { $0.key == "title" }?
                .value
            return Chapter(
                startTime: Double(chapter.pointee.start) * base,
                endTime: chapter.pointee.end > chapter.pointee.start
                    ? Double(chapter.pointee.end) * base : nil,
                title: title)
        }
    }

    /// The audio stream that a player would choose.
    package var bestAudioStream: MediaStream? { best(AVMEDIA_TYPE_AUDIO) }

    /// The video stream that a player would choose; never an attached picture.
    package var bestVideoStream: MediaStream? {
        if let best = best(AVMEDIA_TYPE_VIDEO), !best.isAttachedPicture { return best }
        return streams.first { $0.kind == .video && !$0.isAttachedPicture }
    }

    /// A picture that is all that a QuickTime or MP4 file holds, though it counts as attached; elsewhere it is
    /// the cover of sound that is missing.
    package var onlyPicture: MediaStream? {
        guard formatName.hasPrefix("mov,"), streams.allSatisfy({ $0.kind != .audio }) else {
            return nil
        }
        return streams.first { $0.kind == .video }
    }

    /// The bytes of an attached picture or of an attached file; `nil` for other streams.
    ///
    /// - Parameter limit: More bytes than this are as good as none.
    package func attachment(of stream: MediaStream, limit: Int) -> [UInt8]? {
        guard stream.index < Int(context.pointee.nb_streams),
            let raw = context.pointee.streams[stream.index]
        else { return nil }
        let bytes =
            stream.isAttachedPicture
            ? UnsafeBufferPointer(
                start: raw.pointee.attached_pic.data,
                count: Int(raw.pointee.attached_pic.size))
            : UnsafeBufferPointer(
                start: raw.pointee.codecpar.pointee.extradata,
                count: Int(raw.pointee.codecpar.pointee.extradata_size))
        guard stream.isAttachedPicture || stream.kind == .attachment,
            bytes.baseAddress != nil, (1...limit).contains(bytes.count)
        else { return nil }
        return Array(bytes)
    }

    /// Whether the file says that a stream is encrypted as a whole, as Matroska's `ContentEncryption` and the protection of
    /// ASF do. MP4 says it of each sample (``Packet/isEncrypted``).
    package func statesEncryption(of stream: MediaStream) -> Bool {
        stream.metadata.contains { $0.key == "enc_key_id" }
            || metadata.contains { ["encryption", "ASF_Protection_Type"].contains($0.key) }
    }

    private func best(_ type: AVMediaType) -> MediaStream? {
        let index = Int(av_find_best_stream(context, type, -1, -1, nil, 0))
        return streams.first { $0.index == index }
    }
}

/// The format context between opening and the end of ``Demuxer/open(_:as:)``: it closes itself when
/// a step in between fails.
private struct Input: ~Copyable {
    private let context: UnsafeMutablePointer<AVFormatContext>

    init(opening path: MediaPath, as format: String?) throws(AVError) {
        try refusePipe(path, "avformat_open_input")
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in Self.options { av_dict_set(&options, key, value, 0) }
        // The prefix keeps a name such as `concat:x.mp3` or `http:y` from being taken for a protocol.
        let name = Array("file:".utf8) + path.bytes + [0]
        var opened: UnsafeMutablePointer<AVFormatContext>?
        try check("avformat_open_input") {
            name.withUnsafeBytes {
                avformat_open_input(
                    &opened, $0.assumingMemoryBound(to: CChar.self).baseAddress,
                    format.flatMap { av_find_input_format($0) }, &options)
            }
        }
        context = try allocated("avformat_open_input") { opened }
    }

    deinit { freeHandle(context, by: avformat_close_input) }

    /// - Parameter address: `http` or `https`.
    init(opening address: String, _ interruption: ReadInterruption) throws(AVError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in AudioInput.options(.url(address)) {
            av_dict_set(&options, key, value, 0)
        }
        var opened =
            try allocated("avformat_alloc_context") { avformat_alloc_context() }
            as UnsafeMutablePointer<AVFormatContext>?
        opened?.pointee.interrupt_callback = interruption.callback
        if let opened { NetworkSecurity.secure(opened) }
        // On failure FFmpeg frees the context that it was given.
        try check("avformat_open_input") {
            address.withCString { avformat_open_input(&opened, $0, nil, &options) }
        }
        context = try allocated("avformat_open_input") { opened }
    }

    func readStreams() throws(AVError) {
        try check("avformat_find_stream_info") { avformat_find_stream_info(context, nil) }
    }

    consuming func release() -> UnsafeMutablePointer<AVFormatContext> {
        let context = context
        discard self
        return context
    }

    /// Allowed protocols and formats, and limits: bytes and seconds read before the first packet, and streams.
    private static let options = [
        ("protocol_whitelist", "file"),
        ("format_whitelist", SelfContainedFormats.names.joined(separator: ",")),
        ("probesize", "5000000"),
        ("analyzeduration", String(5 * AV_TIME_BASE)),
        ("max_streams", "256"),
    ]
}

extension Demuxer {
    /// Opens an input device of FFmpeg, which the process must have registered (`avdevice_register_all`).
    ///
    /// Its streams are as the device describes them; no packet is read. Blocks its thread.
    /// - Parameters:
    ///   - name: The device's name: a path, a display, the graph of `lavfi`.
    ///   - format: FFmpeg's name of the kind of device, such as `v4l2`.
    ///   - options: The device's own, such as `video_size`.
    ///   - waits: Whether ``nextPacket(of:)`` waits for a packet; else it throws an error that ``AVError/wantsMore``.
    /// - Throws: ``AVError`` from `avformat_open_input`, with the cause as the device logs it.
    package static func open(
        device name: String, of format: String, options: [(String, String)], waits: Bool
    ) throws(AVError) -> Demuxer {
        guard let input = av_find_input_format(format) else {
            throw AVError(code: phonolith_averror(ENOSYS), function: "av_find_input_format")
                .explained(by: "this FFmpeg has no input device \(format)")
        }
        let made = try allocated("avformat_alloc_context") { avformat_alloc_context() }
        if !waits { made.pointee.flags |= AVFMT_FLAG_NONBLOCK }
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for (key, value) in options { av_dict_set(&dictionary, key, value, 0) }
        // Frees what was allocated where it fails.
        var opened: UnsafeMutablePointer<AVFormatContext>? = made
        _ = try ThreadLog.explained(by: deviceCause) { () throws(AVError) in
            try check("avformat_open_input") {
                avformat_open_input(&opened, name, input, &dictionary)
            }
        }
        return Demuxer(taking: made, nil)
    }

    /// The first line that the device logged, for the errors whose codes say less.
    private static func deviceCause(_ error: AVError, _ lines: [String]) -> String? {
        guard ![phonolith_averror(EBUSY), phonolith_averror(EACCES)].contains(error.code) else {
            return nil
        }
        let line = lines.first?.split(separator: "\n").first.map(String.init)
        return line.flatMap { $0.isEmpty ? nil : $0 }
    }
}
