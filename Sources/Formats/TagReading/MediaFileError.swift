internal import Glibc
public import PhonolithMediaModel

/// Why a file gave no media.
public struct MediaFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: MediaPath
    /// The kind of error, to be matched.
    public let code: Code
    /// One clear line that completes "The file …": `is empty`, `is text, not audio or video`, …
    public let reason: String

    /// Joins a file, a code and words.
    package init(path: MediaPath, code: Code, reason: String) {
        self.path = path
        self.code = code
        self.reason = reason
    }

    /// Whether the system refused, which says nothing of the content: rights may be given, a disk mended.
    package var isOfSystem: Bool { code.isOfSystem }

    /// The kind of an error.
    public struct Code: Hashable, Sendable {
        private enum Name: Hashable { case cannotOpen(CInt), notAFile, empty, notMedia, damaged }

        private let name: Name

        fileprivate var isOfSystem: Bool {
            if case .cannotOpen = name { true } else { false }
        }

        /// The system refuses to open or read the file, for the reason that the `errno` tells.
        public static func cannotOpen(_ errno: CInt) -> Code { Code(name: .cannotOpen(errno)) }
        /// A folder, a pipe or a device.
        public static let notAFile = Code(name: .notAFile)
        /// No bytes at all.
        public static let empty = Code(name: .empty)
        /// Something else than audio or video.
        public static let notMedia = Code(name: .notMedia)
        /// Of a known format, but without anything to play.
        public static let damaged = Code(name: .damaged)
    }

    /// Path and reason.
    public var description: String { "\(path): \(reason)" }

    static func system(_ path: MediaPath, _ errno: CInt) -> MediaFileError {
        let words = String(cString: strerror(errno))
        return MediaFileError(
            path: path, code: .cannotOpen(errno), reason: "cannot be read: \(words)")
    }
}
