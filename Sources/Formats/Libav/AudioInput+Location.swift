internal import CPhonolithFFmpeg
internal import Glibc
internal import PhonolithFiles
package import PhonolithMediaModel

extension AudioInput {
    /// Where sound can be read from.
    package enum Location: Hashable, Sendable {
        case file(MediaPath)
        /// A file on disk from a byte on, as if it began there.
        case part(MediaPath, from: Int)
        /// An `http` or `https` address.
        case url(String)
    }

    /// When its moving pictures begin and end, in seconds on the file's own clock; `nil` if there are none, or that is
    /// unknown.
    package var pictureTimes: ClosedRange<Double>? {
        let streams = (0..<Int(context.pointee.nb_streams)).compactMap {
            context.pointee.streams[$0].map { MediaStream(reading: $0) }
        }
        guard let video = streams.first(where: { $0.kind == .video && !$0.isAttachedPicture }),
            let duration = video.duration ?? duration
        else { return nil }
        let start = video.timeBase.seconds(video.startTicks ?? 0)
        return start...start + max(0, duration)
    }

    /// How any address is opened.
    static var networkOptions: [(String, String)] {
        [("protocol_whitelist", "http,https,tcp,tls,crypto"), ("user_agent", "Phonolith")]
            + NetworkSecurity.options
    }

    static func name(of location: Location) -> [UInt8] {
        switch location {
        // The prefix keeps a name such as `concat:x.mp3` or `http:y` from being taken for a protocol.
        case .file(let path): Array("file:".utf8) + path.bytes + [0]
        case .part(let path, let start):
            Array("subfile,,start,\(start),end,\(Int64.max),,:file:".utf8) + path.bytes + [0]
        case .url(let url): Array(url.utf8) + [0]
        }
    }

    static func options(_ location: Location) -> [(String, String)] {
        let formats = SelfContainedFormats.names
        let common = [("max_streams", "256")]
        switch location {
        case .file, .part:
            return common + [
                ("protocol_whitelist", "file,subfile"),
                ("format_whitelist", formats.joined(separator: ",")),
            ]
        case .url:
            return common + networkOptions + [
                ("format_whitelist", (formats + ["hls"]).joined(separator: ",")), ("icy", "1"),
                // A connection that breaks off is made again, where it can continue where it was.
                ("reconnect", "1"), ("reconnect_delay_max", "4"),
                ("probesize", "500000"), ("analyzeduration", "2000000"),
            ]
        }
    }
}

extension AudioInput {
    /// How long the headers of a file say that it is, in seconds; `nil` if they do not, or FFmpeg reckons by
    /// the size of the file.
    package func promisedDuration(of path: MediaPath) -> Double? {
        guard let duration else { return nil }
        if formatName == "wav" { return RIFFHeader.promisedShare(of: path).map { $0 * duration } }
        let method = context.pointee.duration_estimation_method
        return method == AVFMT_DURATION_FROM_BITRATE ? nil : duration
    }
}

private enum RIFFHeader {
    /// How many times as long as the file is what its `RIFF` header says; FFmpeg shortens it to the file.
    static func promisedShare(of path: MediaPath) -> Double? {
        let header = path.firstBytes(8)
        guard header.count == 8, header.starts(with: Array("RIFF".utf8)),
            let status = path.status, status.st_size > 8
        else { return nil }
        let size = (4..<8).reduce(0) { $0 | Int(header[$1]) << (8 * ($1 - 4)) }
        // Programs that write into a pipe do not know the size, and say the greatest or none.
        guard size > 0, size < 0x7FFF_0000 else { return nil }
        return Double(size + 8) / Double(status.st_size)
    }
}
