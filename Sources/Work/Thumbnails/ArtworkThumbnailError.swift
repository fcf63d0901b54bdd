internal import PhonolithLibav

/// Why a picture could not be made smaller.
public struct ArtworkThumbnailError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; more kinds may come.
    public let code: Code
    /// In words, without the picture's name, which only the caller knows.
    public let reason: String

    init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }

    init(_ error: PictureError) {
        code =
            switch error {
            case .unknownFormat: .unknownFormat
            case .tooManyPixels: .tooManyPixels
            case .noPicture, .failed: .cannotDecode
            }
        reason = error.description
    }

    /// One sentence with the reason.
    public var description: String { "cannot scale the picture: \(reason)" }

    /// A kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Kind { case unknownFormat, tooManyPixels, cannotDecode, cannotEncode }
        private let kind: Kind

        /// The bytes begin like no picture of JPEG, PNG, GIF, WebP, BMP, TIFF or AVIF.
        public static let unknownFormat = Code(kind: .unknownFormat)
        /// The picture has more pixels than the limit.
        public static let tooManyPixels = Code(kind: .tooManyPixels)
        /// The bytes are broken, or of a variety that FFmpeg does not know.
        public static let cannotDecode = Code(kind: .cannotDecode)
        /// FFmpeg could not scale or encode the picture.
        public static let cannotEncode = Code(kind: .cannotEncode)
    }
}
