internal import Glibc
public import PhonolithMediaModel

/// The data read from one media file.
public struct MediaFile: Hashable, Sendable {
    /// Tags, stream properties and chapters.
    public var facts: MediaFacts
    /// The embedded pictures in the order of the file.
    public var pictures: [Picture]
    /// All that its tags hold, in the order of the file, and what became of it; only of a file that was read by itself.
    public var metadata: [MetadataItem] = []
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
public struct MediaFileError: PhonolithError {
    /// The file.
    public let path: MediaPath
    /// The kind of error, to be matched.
    public let code: Code
    /// The `errno` of a system that refused; `nil` for other errors.
    public let systemCode: CInt?
    /// One clear line that completes "The file …": `is empty`, `is text, not audio or video`, …
    public let reason: String

    /// Joins a file, a code and words.
    package init(path: MediaPath, code: Code, reason: String, systemCode: CInt? = nil) {
        self.path = path
        self.code = code
        self.systemCode = systemCode
        self.reason = reason
    }

    /// Whether the system refused, which says nothing of the content: rights may be given, a disk mended.
    package var isOfSystem: Bool { code == .cannotOpen }

    /// The path.
    public var subject: String { path.description }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The system refuses to open or read the file; ``MediaFileError/systemCode`` tells why.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// A folder, a pipe or a device, or an address of no file.
        public static let notAFile = Code(rawValue: "notAFile")
        /// No bytes at all.
        public static let empty = Code(rawValue: "empty")
        /// Something else than audio or video.
        public static let notMedia = Code(rawValue: "notMedia")
        /// Of a known format, but without anything to play.
        public static let damaged = Code(rawValue: "damaged")
    }

    /// Path and reason.
    public var description: String { "\(path): \(reason)" }

    static func system(_ path: MediaPath, _ errno: CInt) -> MediaFileError {
        let words = String(cString: strerror(errno))
        return MediaFileError(
            path: path, code: .cannotOpen, reason: "cannot be read: \(words)", systemCode: errno)
    }
}
