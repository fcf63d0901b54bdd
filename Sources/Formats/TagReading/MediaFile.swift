internal import Glibc
public import PhonolithMediaModel

/// The data read from one media file.
public struct MediaFile: Hashable, Sendable {
    /// Tags, stream properties and chapters.
    public var facts: MediaFacts
    /// The embedded pictures in the order of the file.
    public var pictures: [Picture]
    /// The cue sheet that is in a tag; `nil` if there is none.
    public var cueSheet: String?

    /// The signature of its audio; `nil` if no part of it is known to be untouched by tags.
    package var signature: AudioSignature?

    /// The damage of a file that can be read in part, in words that complete "The file …"; `nil` if there is
    /// none.
    public var damage: String?

    /// Joins the data of a file.
    package init(
        facts: MediaFacts, pictures: [Picture], cueSheet: String? = nil,
        signature: AudioSignature? = nil, damage: String? = nil
    ) {
        self.facts = facts
        self.pictures = pictures
        self.cueSheet = cueSheet
        self.signature = signature
        self.damage = damage
    }
}

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
