internal import CPhonolithFFmpeg

/// Turns the bytes of a still picture into a frame.
///
/// Not for use by two threads at once.
package struct Decoder: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: UnsafeMutablePointer<AVCodecContext>
    /// The target of the context's `opaque`; freed by `deinit`, after the context.
    private let bound: UnsafeMutablePointer<PixelBound>
    private let format: PictureFormat

    /// Opens the decoder of a format.
    ///
    /// - Parameter pixelLimit: Pictures of more pixels are refused before memory is taken for them.
    /// - Throws: ``AVError`` from `avcodec_open2`, also where FFmpeg was built without the decoder.
    package static func open(
        _ format: PictureFormat, pixelLimit: Int
    ) throws(AVError) -> Decoder {
        let decoder = try Decoder(for: format, pixelLimit: pixelLimit)
        try check("avcodec_open2") { avcodec_open2(decoder.context, nil, nil) }
        return decoder
    }

    private init(for format: PictureFormat, pixelLimit: Int) throws(AVError) {
        guard let codec = avcodec_find_decoder(format.codec) else {
            throw AVError(code: phonolith_averror(ENOSYS), function: "avcodec_find_decoder")
        }
        context = try allocated("avcodec_alloc_context3") { avcodec_alloc_context3(codec) }
        self.format = format
        bound = .allocate(capacity: 1)
        bound.initialize(to: PixelBound(limit: pixelLimit))
        context.pointee.opaque = UnsafeMutableRawPointer(bound)
        context.pointee.get_buffer2 = takeBufferWithinBound
        // The decoder of AV1 takes memory of its own, as far as this allows.
        if format == .avif { context.pointee.max_pixels = Int64(pixelLimit) }
        // A cover is soon decoded; threads would cost more than they save.
        context.pointee.thread_count = 1
    }

    deinit {
        freeHandle(context, by: avcodec_free_context)
        bound.deallocate()
    }

    /// Decodes one still picture; of an animation, its first.
    ///
    /// Blocks its thread while it decodes. A missing end is filled in where the format
    /// allows.
    /// - Parameter bytes: The whole encoded picture.
    /// - Throws: ``PictureError``.
    package consuming func picture(from bytes: [UInt8]) throws(PictureError) -> Frame {
        do {
            let frame = try Frame()
            try send(format == .avif ? codedData(ofAVIF: bytes) : bytes)
            try drain()
            guard try receive(into: frame) else { throw PictureError.noPicture }
            return frame
        } catch let error as PictureError {
            throw error
        } catch let error as AVError {
            if let size = bound.pointee.refused {
                throw .tooManyPixels(
                    width: size.width, height: size.height, limit: bound.pointee.limit)
            }
            throw .failed(error)
        } catch {
            preconditionFailure("decoding throws nothing but the two")
        }
    }

    /// The picture in the boxes, if their size is within the limit.
    private func codedData(ofAVIF bytes: [UInt8]) throws(PictureError) -> [UInt8] {
        guard let picture = bytes.withUnsafeBufferPointer(AVIFPicture.init(reading:)) else {
            throw .noPicture
        }
        let (pixels, overflows) = picture.width.multipliedReportingOverflow(by: picture.height)
        guard !overflows, pixels <= bound.pointee.limit else {
            throw .tooManyPixels(
                width: picture.width, height: picture.height, limit: bound.pointee.limit)
        }
        return picture.data(in: bytes)
    }

    /// Hands over one packet. A decoder that has been given nothing yet takes it at once.
    private func send(_ bytes: [UInt8]) throws(AVError) {
        var packet: UnsafeMutablePointer<AVPacket>? = try allocated("av_packet_alloc") {
            av_packet_alloc()
        }
        defer { av_packet_free(&packet) }
        guard let size = CInt(exactly: bytes.count) else {
            throw AVError(code: phonolith_averror(EFBIG), function: "av_new_packet")
        }
        // The packet's own memory has the zeros after the end that decoders read beyond it.
        try check("av_new_packet") { av_new_packet(packet, size) }
        packet?.pointee.data.update(from: bytes, count: bytes.count)
        packet?.pointee.flags |= AV_PKT_FLAG_KEY
        try check("avcodec_send_packet") { avcodec_send_packet(context, packet) }
    }

    /// Says that nothing more comes, so that the decoder gives what it holds back.
    private func drain() throws(AVError) {
        try check("avcodec_send_packet") { avcodec_send_packet(context, nil) }
    }

    /// Takes the next frame; `false` where there is none. After ``drain()`` no decoder asks for more.
    private func receive(into frame: borrowing Frame) throws(AVError) -> Bool {
        let target = frame.frame
        do {
            try check("avcodec_receive_frame") { avcodec_receive_frame(context, target) }
        } catch  where error.isEndOfFile {
            return false
        }
        return true
    }
}

/// The most pixels that a decoder may allocate, and the size that was refused.
private struct PixelBound {
    let limit: Int
    var refused: (width: Int, height: Int)?
}

/// Refuses frames beyond the bound in the context's `opaque`, else does what FFmpeg does.
///
/// FFmpeg's own `max_pixels` fails too, but does not say why.
private func takeBufferWithinBound(
    context: UnsafeMutablePointer<AVCodecContext>?, frame: UnsafeMutablePointer<AVFrame>?,
    flags: CInt
) -> CInt {
    guard let context, let frame,
        let bound = context.pointee.opaque?.assumingMemoryBound(to: PixelBound.self)
    else { return phonolith_averror(EINVAL) }
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    guard width * height <= bound.pointee.limit else {
        bound.pointee.refused = (width, height)
        return phonolith_averror(EINVAL)
    }
    return avcodec_default_get_buffer2(context, frame, flags)
}
