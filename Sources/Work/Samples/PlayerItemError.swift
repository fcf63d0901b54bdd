import Glibc
package import PhonolithLibav
internal import PhonolithMediaModel
package import PhonolithPlayQueues

/// Why an item cannot be played.
public struct PlayerItemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The item: its path or URL.
    public let subject: String
    /// In words for users.
    public let reason: String
    /// Whether it was played, but ended long before its headers say; the file is incomplete.
    public let endsEarly: Bool
    /// Whether the server sent nothing until the time limit.
    public let isTimeOut: Bool
    /// The domain of the number in ``code``.
    public let domain: Domain
    /// A status of HTTP, 400 and 500 for those that FFmpeg does not tell apart; a number of `errno`; or an error of FFmpeg,
    /// which is negative.
    public let code: Int

    /// The domain of an error's number; the counterpart of an error domain.
    public enum Domain: String, Hashable, Sendable, CaseIterable {
        /// The server's answer.
        case http
        /// The system.
        case posix
        /// FFmpeg: the form of the data.
        case ffmpeg
    }

    package init(_ error: AVError, item: PlayerItem) {
        switch item.source {
        case .file(let path):
            subject = path.description
            reason = Self.isEmpty(path) ? "the file is empty" : error.description
        case .url(let url):
            subject = url
            reason = error.description
        }
        isTimeOut = error.isTimeOut
        endsEarly = error.isEarlyEnd
        if let status = error.httpStatus {
            (domain, code) = (.http, status)
        } else if error.posixCode > 0 {
            (domain, code) = (.posix, Int(error.posixCode))
        } else {
            (domain, code) = (.ffmpeg, Int(error.code))
        }
    }

    /// FFmpeg has no word of its own for a file without a byte.
    private static func isEmpty(_ path: MediaPath) -> Bool {
        var status = stat()
        let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
        return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_size == 0
    }

    /// One line: the item that cannot be played, and why.
    public var description: String {
        endsEarly ? "\(subject): \(reason)" : "\(subject): cannot be played: \(reason)"
    }
}
