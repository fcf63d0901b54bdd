internal import PhonolithLibav
public import PhonolithMediaModel

/// Why a thumbnail could not be created.
public struct ThumbnailError: PhonolithError {
    /// The kind of failure.
    public let code: Code
    /// The video's path or address.
    public private(set) var subject = ""
    /// In words that follow the name of the video and a colon, on one line.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The same of a video.
    func about(_ source: VideoSource) -> ThumbnailError {
        var error = self
        error.subject = source.name
        return error
    }

    /// The video and the reason.
    public var description: String { subject.isEmpty ? reason : "\(subject): \(reason)" }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file cannot be read, or its format is unknown.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The file has no video stream.
        public static let noVideo = Code(rawValue: "noVideo")
        /// The video is damaged, encrypted, or its codec is not supported by this FFmpeg.
        public static let cannotDecode = Code(rawValue: "cannotDecode")
        /// The time is past the end of the file, or before its beginning.
        public static let beyondEnd = Code(rawValue: "beyondEnd")
        /// The pictures have more pixels than the limit.
        public static let tooManyPixels = Code(rawValue: "tooManyPixels")
        /// The time limit for one picture was exceeded, or a server stopped sending.
        public static let tookTooLong = Code(rawValue: "tookTooLong")
        /// The picture could not be scaled or encoded.
        public static let cannotMake = Code(rawValue: "cannotMake")
        /// The caller cancelled it.
        public static let cancelled = Code(rawValue: "cancelled")
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
        let isOfSystem =
            error.posixCode > 0 && error.posixCode < 256 || error.httpStatus != nil
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
    static let silence = ThumbnailError(
        .tookTooLong,
        "the server has sent nothing for \(Int(AudioInput.patience)) seconds; try again")
    static let wholeOnly = ThumbnailError(
        .cannotDecode, "its server cannot send parts of a file; download it first")
    static let encrypted = ThumbnailError(
        .cannotDecode, "is encrypted; use a version without copy protection")
    static let noVideo = ThumbnailError(.noVideo, "contains no video")
    static let noFrames = ThumbnailError(
        .cannotDecode, "no picture could be decoded: it is damaged, cut off or encrypted")
    static let cancelled = ThumbnailError(.cancelled, "cancelled")
}
