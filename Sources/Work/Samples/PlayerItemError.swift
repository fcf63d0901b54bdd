import FoundationEssentials
import Glibc
package import PhonolithLibav
public import PhonolithMediaModel
package import PhonolithPlayQueues

/// Why an item cannot be played.
public struct PlayerItemError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The item: its path or URL.
    public let subject: String
    /// In words for users.
    public let reason: String
    /// The domain of the number in ``statusCode``.
    public let domain: Domain
    /// A status of HTTP, 400 and 500 for those that FFmpeg does not tell apart; a number of `errno`; or an error of FFmpeg,
    /// which is negative.
    public let statusCode: Int

    /// The kinds of errors of an item.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such file, or its server has nothing at this address.
        public static let notFound = Code(rawValue: "notFound")
        /// The file may not be read, or its server wants a password.
        public static let notPermitted = Code(rawValue: "notPermitted")
        /// The file has no byte.
        public static let isEmpty = Code(rawValue: "isEmpty")
        /// It is neither sound nor a film, or of a format that cannot be decoded.
        public static let notDecodable = Code(rawValue: "notDecodable")
        /// It was played, but ended long before its headers say; the file is incomplete.
        public static let endsEarly = Code(rawValue: "endsEarly")
        /// The server sent nothing until the time limit.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The server cannot be reached, or answers with an error.
        public static let serverFailed = Code(rawValue: "serverFailed")
        /// The system refused to read it.
        public static let notReadable = Code(rawValue: "notReadable")
    }

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
        subject = item.source.description
        let isEmpty = item.source.hasNoByte
        // FFmpeg has no word of its own for a file without a byte.
        reason = isEmpty ? "the file is empty" : error.description
        if let status = error.httpStatus {
            (domain, statusCode) = (.http, status)
        } else if error.posixCode > 0 {
            (domain, statusCode) = (.posix, Int(error.posixCode))
        } else {
            (domain, statusCode) = (.ffmpeg, Int(error.code))
        }
        code =
            if isEmpty {
                .isEmpty
            } else if error.isEarlyEnd {
                .endsEarly
            } else if error.isTimeOut {
                .timedOut
            } else {
                Code(domain, statusCode, isOnServer: item.source.place.url != nil)
            }
    }

    /// One line: the item that cannot be played, and why.
    public var description: String {
        code == .endsEarly ? "\(subject): \(reason)" : "\(subject): cannot be played: \(reason)"
    }
}

extension PlayerItemError.Code {
    fileprivate init(_ domain: PlayerItemError.Domain, _ status: Int, isOnServer: Bool) {
        self =
            switch (domain, status) {
            case (.http, 404), (.http, 410), (.posix, Int(ENOENT)), (.posix, Int(ENOTDIR)):
                .notFound
            case (.http, 401), (.http, 403), (.posix, Int(EACCES)), (.posix, Int(EPERM)):
                .notPermitted
            case (.ffmpeg, _): .notDecodable
            case (.http, _): .serverFailed
            case (.posix, _): isOnServer ? .serverFailed : .notReadable
            }
    }
}

extension PlayerItem.Source {
    fileprivate var hasNoByte: Bool {
        switch self {
        case .url: return false
        case .data(let data): return data.isEmpty
        case .file(let path):
            var status = stat()
            let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
            return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && status.st_size == 0
        }
    }
}
