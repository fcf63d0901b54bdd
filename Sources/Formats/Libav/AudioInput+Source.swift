internal import CPhonolithFFmpeg

/// A server's stream, as far as it matters to a program that saves its bytes.
package struct NetworkSource: Hashable, Sendable {
    /// FFmpeg's name of the format, such as `mp3`, `ogg` or `hls`.
    package var formatName: String
    /// FFmpeg's name of the codec.
    package var codecName: String
    /// In bytes; `nil` if the server does not state it.
    package var size: Int?
    /// Whether the source is a radio station, which has no end.
    package var isStation: Bool
    /// The name of the station, as the server states it.
    package var stationName: String?
    /// Whether it has moving pictures.
    package var isFilm = false
}

extension Demuxer {
    /// The source of a film without sound as a server sends it.
    package var networkSource: NetworkSource {
        NetworkSource(
            formatName: formatName, codecName: "none", size: context.pointee.pb?.size,
            isStation: false, isFilm: true)
    }
}

extension UnsafeMutablePointer<AVIOContext> {
    /// In bytes; `nil` if the server does not state it.
    var size: Int? {
        let size = avio_size(self)
        return size < 0 ? nil : Int(size)
    }
}

extension AudioInput {
    /// The source as a server sends it.
    package var networkSource: NetworkSource {
        NetworkSource(
            formatName: formatName, codecName: stream.codecName, size: context.pointee.pb?.size,
            isStation: isStation, stationName: stationName, isFilm: pictureTimes != nil)
    }

    /// Reads bytes of the source for an observer alone, some of a range at a time. Blocks its thread.
    ///
    /// - Returns: Whether there were any; `false` at the end of the source.
    package mutating func readSource(_ range: Range<Int>) throws(AVError) -> Bool {
        guard let source = context.pointee.pb else { return false }
        return try interruption.allowing(seconds: Self.patience) { () throws(AVError) in
            if avio_seek(source, 0, SEEK_CUR) != range.lowerBound {
                try check("avio_seek") {
                    CInt(clamping: min(0, avio_seek(source, Int64(range.lowerBound), SEEK_SET)))
                }
            }
            var part = [UInt8](repeating: 0, count: min(1 << 16, range.count))
            let count = avio_read(source, &part, CInt(part.count))
            if count == phonolith_averror_eof() || count == 0 { return false }
            if endsWithConnection, count == phonolith_averror(EIO) { return false }
            guard count >= 0 else {
                throw AVError(code: count, function: "avio_read").ofLostConnection
            }
            return true
        }
    }

    /// The last title that a station has sent.
    static func stationTitle(of source: UnsafeMutablePointer<AVIOContext>) -> String? {
        option("icy_metadata_packet", of: source).flatMap(title(inICY:))
    }
}
