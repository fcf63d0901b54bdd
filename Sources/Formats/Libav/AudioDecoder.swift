internal import CPhonolithFFmpeg

/// Turns the packets of an ``AudioInput`` into samples, each at its place.
///
/// Padding that encoders put around the sound is left out: FFmpeg drops the parts that LAME's header, Opus'
/// pre-skip, granule positions and edit lists mark (`AV_PKT_DATA_SKIP_SAMPLES`), but not the excess in the last
/// packet of an MP4 file: that is left out here. Of Ogg Vorbis the end is not left out, because FFmpeg cuts off
/// too much: ``AudioFrame/endTicks`` is the end.
package struct AudioDecoder: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: UnsafeMutablePointer<AVCodecContext>
    /// Whether packets state how much of them is heard; not asked where the length of all is known.
    package var trimsByDuration: Bool
    /// Whether FFmpeg only marks what it would leave out.
    private let skipsByHand: Bool
    private var isDraining = false
    private var failures = 0

    /// Opens the decoder of an input's stream.
    ///
    /// - Throws: ``AVError``, also where FFmpeg was built without the decoder.
    package static func open(for input: borrowing AudioInput) throws(AVError) -> AudioDecoder {
        let decoder = try AudioDecoder(for: input)
        let parameters = input.context.pointee.streams[input.stream.index]?.pointee.codecpar
        try check("avcodec_parameters_to_context") {
            avcodec_parameters_to_context(decoder.context, parameters)
        }
        try check("avcodec_open2") { avcodec_open2(decoder.context, nil, nil) }
        return decoder
    }

    private init(for input: borrowing AudioInput) throws(AVError) {
        guard let stream = input.context.pointee.streams[input.stream.index],
            let codec = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id)
        else { throw AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_decoder") }
        context = try allocated("avcodec_alloc_context3") { avcodec_alloc_context3(codec) }
        context.pointee.thread_count = 1
        context.pointee.pkt_timebase = stream.pointee.time_base
        trimsByDuration = input.formatName.hasPrefix("mov")
        skipsByHand = input.isOggVorbis
        if skipsByHand { context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
    }

    /// Opens the decoder of a stream of a device, whose packets are decoded by ``decode(_:_:)``.
    ///
    /// - Throws: ``AVError``, also where FFmpeg was built without the decoder.
    package static func open(
        _ stream: MediaStream, of device: borrowing Demuxer
    ) throws(AVError) -> AudioDecoder {
        let parameters = device.context.pointee.streams[stream.index]?.pointee.codecpar
        let decoder = try AudioDecoder(
            of: parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE,
            timeBase: device.context.pointee.streams[stream.index]?.pointee.time_base)
        try check("avcodec_parameters_to_context") {
            avcodec_parameters_to_context(decoder.context, parameters)
        }
        try check("avcodec_open2") { avcodec_open2(decoder.context, nil, nil) }
        return decoder
    }

    private init(of id: AVCodecID, timeBase: AVRational?) throws(AVError) {
        guard let codec = avcodec_find_decoder(id) else {
            throw AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_decoder")
        }
        context = try allocated("avcodec_alloc_context3") { avcodec_alloc_context3(codec) }
        context.pointee.thread_count = 1
        if let timeBase { context.pointee.pkt_timebase = timeBase }
        (trimsByDuration, skipsByHand) = (false, false)
    }

    deinit { freeHandle(context, by: avcodec_free_context) }

    /// Decodes a packet of a device, which has no packets that depend on others.
    ///
    /// - Parameter take: Gets each frame.
    package func decode(
        _ packet: Packet, _ take: (borrowing AudioFrame) throws(AVError) -> Void
    ) throws(AVError) {
        try check("avcodec_send_packet") { avcodec_send_packet(context, packet.packet) }
        while true {
            let frame = try AudioFrame()
            do {
                try check("avcodec_receive_frame") { avcodec_receive_frame(context, frame.frame) }
            } catch  where error.wantsMore {
                return
            }
            try take(frame)
        }
    }

    /// Decodes the next stretch. Blocks its thread.
    ///
    /// Packets that make no sense are skipped; after 200 of them in a row the stream is given up.
    /// - Returns: Whether there was one; `false` at the end.
    package mutating func decode(
        from input: inout AudioInput, into frame: borrowing AudioFrame
    ) throws(AVError) -> Bool {
        while true {
            let target = frame.frame
            let answer = avcodec_receive_frame(context, target)
            if answer >= 0 {
                if skipsByHand { frame.dropMarkedBeginning() }
                if trimsByDuration { frame.trimToDuration(timeBase: context.pointee.pkt_timebase) }
                failures = 0
                if frame.sampleCount > 0 { return true }
                continue
            }
            let error = AVError(code: answer, function: "avcodec_receive_frame")
            if error.isEndOfFile { return false }
            if error.wantsMore {
                try sendNext(from: &input)
            } else {
                try passOver(error)
            }
        }
    }

    /// Forgets what was begun, after the input went elsewhere.
    package mutating func flush() {
        avcodec_flush_buffers(context)
        (isDraining, failures) = (false, 0)
    }

    private mutating func sendNext(from input: inout AudioInput) throws(AVError) {
        if isDraining { return }
        let isAtEnd = try !input.readPacket()
        isDraining = isAtEnd
        let packet = isAtEnd ? nil : input.packet
        let answer = avcodec_send_packet(context, packet)
        let error = AVError(code: answer, function: "avcodec_send_packet")
        if answer < 0, !error.isEndOfFile { try passOver(error) }
    }

    private mutating func passOver(_ error: AVError) throws(AVError) {
        failures += 1
        if failures > 200 || isDraining { throw error }
    }
}
