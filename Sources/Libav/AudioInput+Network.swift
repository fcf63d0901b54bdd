internal import CFFmpeg

// What servers send: what they say of it, and what is done when a connection ends.

extension AudioInput {
    /// Whether it is a radio station, which has no end (ICY).
    package var isStation: Bool { Self.option("icy_metadata_headers", of: context) != nil }

    /// Calls a station again when its connection breaks off. Anything else is only requested again where it
    /// can continue where it was: what is of unknown length may simply have ended.
    mutating func chooseReconnecting() {
        guard let source = context.pointee.pb else { return }
        if isStation {
            av_opt_set(source, "reconnect_streamed", "1", AV_OPT_SEARCH_CHILDREN)
        } else if avio_size(source) < 0 {
            av_opt_set(source, "reconnect", "0", AV_OPT_SEARCH_CHILDREN)
            endsWithConnection = true
        }
    }

    /// What FFmpeg knows of a connection; `nil` if it knows nothing.
    private static func option(
        _ name: String, of context: UnsafeMutablePointer<AVFormatContext>
    ) -> String? {
        guard let source = context.pointee.pb else { return nil }
        var value: UnsafeMutablePointer<UInt8>?
        guard av_opt_get(source, name, AV_OPT_SEARCH_CHILDREN, &value) >= 0, let value
        else { return nil }
        defer { av_free(value) }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// What a radio station says it is playing (the ICY title); `nil` if it does not.
    package var streamTitle: String? {
        Self.option("icy_metadata_packet", of: context).flatMap(Self.title)
    }

    /// What a radio station calls itself (`icy-name`); `nil` if it does not.
    package var stationName: String? {
        MetadataEntry.all(in: context.pointee.metadata).first { $0.key == "icy-name" }?.value
    }

    /// `Song` of `StreamTitle='Song';StreamUrl='';`.
    package static func title(inICY packet: String) -> String? {
        guard let start = packet.firstRange(of: "StreamTitle='"),
            let end = packet[start.upperBound...].firstRange(of: "';")
        else { return nil }
        let title = packet[start.upperBound..<end.lowerBound]
        return title.isEmpty ? nil : String(title)
    }
}

extension AVError {
    /// Whether nothing came for as long as one may wait.
    package var isTimeOut: Bool { code == phonolith_averror(ETIMEDOUT) }

    /// There is a stream, and no sound in it.
    package static var nothingToDecode: AVError {
        AVError(code: phonolith_averror_invaliddata(), function: "avcodec_receive_frame")
    }

    /// What is read comes only once, in its order.
    package static var cannotSeek: AVError {
        AVError(code: phonolith_averror(ESPIPE), function: "avformat_seek_file")
    }

    /// Nothing came for as long as one may wait.
    static func timedOut(_ function: String) -> AVError {
        AVError(code: phonolith_averror(ETIMEDOUT), function: function)
    }
}
