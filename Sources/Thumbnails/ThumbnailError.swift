internal import Libav

/// Why there is no picture of a video at a time.
public struct ThumbnailError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is; more kinds may come.
    public let code: Code
    /// In words that follow the name of the video and a colon, on one line.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }

    /// A kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case cannotOpen, noVideo, cannotDecode, beyondEnd, tooManyPixels, tookTooLong
            case cannotMake, cancelled
        }
        private let kind: Kind

        /// The system does not let the file be read, or it is of no format that is known.
        public static let cannotOpen = Code(kind: .cannotOpen)
        /// The file has no pictures in motion.
        public static let noVideo = Code(kind: .noVideo)
        /// The pictures are broken, encrypted, or of a codec that this FFmpeg does not know.
        public static let cannotDecode = Code(kind: .cannotDecode)
        /// The time is past the end of the file, or before its beginning.
        public static let beyondEnd = Code(kind: .beyondEnd)
        /// The pictures have more pixels than the limit.
        public static let tooManyPixels = Code(kind: .tooManyPixels)
        /// The limit of time for one picture has passed.
        public static let tookTooLong = Code(kind: .tookTooLong)
        /// The picture could not be scaled or encoded.
        public static let cannotMake = Code(kind: .cannotMake)
        /// The caller asked for it.
        public static let cancelled = Code(kind: .cancelled)
    }
}

extension ThumbnailError {
    static func cannotOpen(_ error: AVError) -> ThumbnailError {
        let isOfSystem = error.code > -256
        return ThumbnailError(
            .cannotOpen,
            isOfSystem
                ? "cannot be read: \(error.reason)"
                : "is no video, or is damaged: \(error.reason)")
    }

    static func cannotMake(_ error: AVError) -> ThumbnailError {
        ThumbnailError(.cannotMake, "the picture cannot be made: \(error)")
    }

    static let noVideo = ThumbnailError(.noVideo, "holds no video")
    static let noFrames = ThumbnailError(
        .cannotDecode, "no picture could be decoded: it is damaged, cut off or encrypted")
    static let cancelled = ThumbnailError(.cancelled, "cancelled")
}
