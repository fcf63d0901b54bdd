internal import PhonolithLibav

/// Why a thumbnail could not be created.
public struct ThumbnailError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; more kinds may be added.
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

        /// The file cannot be read, or its format is unknown.
        public static let cannotOpen = Code(kind: .cannotOpen)
        /// The file has no video stream.
        public static let noVideo = Code(kind: .noVideo)
        /// The video is damaged, encrypted, or its codec is not supported by this FFmpeg.
        public static let cannotDecode = Code(kind: .cannotDecode)
        /// The time is past the end of the file, or before its beginning.
        public static let beyondEnd = Code(kind: .beyondEnd)
        /// The pictures have more pixels than the limit.
        public static let tooManyPixels = Code(kind: .tooManyPixels)
        /// The time limit for one picture was exceeded.
        public static let tookTooLong = Code(kind: .tookTooLong)
        /// The picture could not be scaled or encoded.
        public static let cannotMake = Code(kind: .cannotMake)
        /// The caller cancelled it.
        public static let cancelled = Code(kind: .cancelled)
    }
}

extension ThumbnailError {
    static func cannotOpen(_ error: AVError) -> ThumbnailError {
        if error.isInvalidArgument {
            return ThumbnailError(
                .cannotOpen,
                "is not a video that can be read: it is damaged, a picture or a list, or has an unknown format"
            )
        }
        let isOfSystem = error.posixCode > 0 && error.posixCode < 256
        return ThumbnailError(
            .cannotOpen,
            isOfSystem ? "cannot be read: \(error)" : "is not a video, or is damaged")
    }

    static func cannotMake(_ error: AVError) -> ThumbnailError {
        ThumbnailError(.cannotMake, "cannot create the picture: \(error)")
    }

    static let dolbyColours = ThumbnailError(
        .cannotDecode,
        "has the colours of Dolby Vision profile 5, which cannot be converted; use a version in HDR10 or SDR"
    )
    static let encrypted = ThumbnailError(
        .cannotDecode, "is encrypted; use a version without copy protection")
    static let noVideo = ThumbnailError(.noVideo, "contains no video")
    static let noFrames = ThumbnailError(
        .cannotDecode, "no picture could be decoded: it is damaged, cut off or encrypted")
    static let cancelled = ThumbnailError(.cancelled, "cancelled")
}
