internal import CPhonolithFFmpeg
internal import Glibc
internal import PhonolithFiles
package import PhonolithMediaModel

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
