internal import Glibc
import PhonolithFiles
import PhonolithMediaModel

/// The facts of a file that are known before FFmpeg opens it.
enum VideoFile {
    /// Why a file is not opened at all; `nil` for one that is worth a try.
    ///
    /// A pipe would be waited for; FFmpeg's own words for pictures and playlists do not help.
    static func refusal(of path: MediaPath) -> String? {
        var status = stat()
        let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
        guard stat(name, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_size == 0: return "the file is empty"
        case S_IFREG: return refusal(ofContent: beginning(of: path))
        case S_IFIFO, S_IFSOCK, S_IFCHR:
            return "is a pipe or device, not a file; write its contents to a file first"
        default: return nil
        }
    }

    /// By how the file begins.
    static func refusal(ofContent bytes: [UInt8]) -> String? {
        if let name = animation(bytes) {
            return "is a picture (\(name)), not a video; convert it to a video first"
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = String(
            decoding: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self
        ).drop(while: \.isWhitespace)
        if text.hasPrefix("#EXTM3U") {
            return "is a playlist (HLS or M3U), not a video; use a video from it"
        }
        if text.hasPrefix("<"), text.contains("<MPD") {
            return "is a list of streams (DASH), not a video; use a video from it"
        }
        return nil
    }

    /// Pictures that may move, and that no demuxer here reads.
    private static func animation(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: Array("GIF8".utf8)) { return "GIF" }
        if bytes.starts(with: [0x89] + Array("PNG\r\n".utf8)) { return "PNG" }
        let isRIFF = bytes.starts(with: Array("RIFF".utf8))
        return isRIFF && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) ? "WebP" : nil
    }

    private static func beginning(of path: MediaPath) -> [UInt8] {
        path.firstBytes(1024)
    }
}
