internal import CPhonolithFFmpeg

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
