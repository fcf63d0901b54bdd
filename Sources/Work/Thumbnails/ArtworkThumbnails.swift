internal import PhonolithLibav
public import PhonolithMediaModel

/// Scales pictures down, and caches the results in a folder.
public struct ArtworkThumbnails: Sendable {
    private let cache: ThumbnailCache?
    private let pixelLimit: Int

    /// Chooses where smaller pictures are kept.
    ///
    /// - Parameters:
    ///   - cacheFolder: Made when it is first needed; `nil` keeps nothing. A folder that cannot be
    ///     written to only costs the time of making pictures again.
    ///   - pixelLimit: Pictures with more pixels are not decoded; 100 million take up to 800 MB.
    public init(cacheFolder: MediaPath?, pixelLimit: Int = Picture.pixelLimit) {
        cache = cacheFolder.map(ThumbnailCache.init(folder:))
        self.pixelLimit = pixelLimit
    }

    /// The picture, scaled to fit a box.
    ///
    /// The shape is kept, to the nearest pixel; a photograph that its EXIF turns is turned. A picture is never
    /// enlarged: one that is small enough comes back as its own bytes, without a look into them where the
    /// picture says its size. Of an animation the result is the first picture. Blocks its thread while it
    /// reads, decodes and writes.
    ///
    /// - Parameter box: In pixels.
    /// - Returns: JPEG where every pixel is opaque, else PNG, unless the picture comes back as it is.
    /// - Throws: ``ArtworkThumbnailError``.
    public func thumbnail(
        of picture: Picture, fitting box: PixelSize
    ) throws(ArtworkThumbnailError) -> ArtworkThumbnail {
        if let known = known(picture, fitting: box) { return known }
        guard let made = try shrunk(picture.bytes, to: box) else { return picture.unchanged }
        keep(made, of: picture, fitting: box)
        return made
    }

    /// The picture itself where it states that it is small enough, or what the folder has; `nil` if it must be
    /// decoded. Blocks its thread while it reads.
    package func known(_ picture: Picture, fitting box: PixelSize) -> ArtworkThumbnail? {
        // EXIF, which is not read yet, may exchange the edges.
        if let width = picture.artwork.width, let height = picture.artwork.height,
            max(width, height) <= min(box.width, box.height)
        {
            return picture.unchanged
        }
        return ThumbnailCache.Name(sha256: picture.artwork.sha256, box: box)
            .flatMap { cache?.thumbnail($0) }
    }

    /// Puts a smaller picture into the folder. Blocks its thread.
    package func keep(_ made: ArtworkThumbnail, of picture: Picture, fitting box: PixelSize) {
        guard let name = ThumbnailCache.Name(sha256: picture.artwork.sha256, box: box) else {
            return
        }
        cache?.store(made, as: name)
    }

    /// The picture, no longer and no wider than a number of pixels, from 1.
    public func thumbnail(
        of picture: Picture, longestEdge: Int
    ) throws(ArtworkThumbnailError) -> ArtworkThumbnail {
        try thumbnail(of: picture, fitting: PixelSize(width: longestEdge, height: longestEdge))
    }

    /// A smaller picture, decoded and made again; `nil` if the picture is small enough. Blocks its thread.
    package func shrunk(
        _ bytes: [UInt8], to box: PixelSize
    ) throws(ArtworkThumbnailError) -> ArtworkThumbnail? {
        let frame = try decoded(bytes)
        let orientation = frame.ownOrientation ?? .upright
        let whole = PixelSize(width: frame.width, height: frame.height)
        let size = whole.fitted(in: orientation.isSideways ? box.turned : box)
        guard size != whole else { return nil }
        do {
            return try encoded(frame, as: size, orientation)
        } catch {
            throw ArtworkThumbnailError(.cannotEncode, reason: error.description)
        }
    }

    private func decoded(_ bytes: [UInt8]) throws(ArtworkThumbnailError) -> Frame {
        guard let format = PictureFormat(of: bytes) else {
            throw ArtworkThumbnailError(
                .unknownFormat, reason: PictureError.unknownFormat.description)
        }
        do {
            return try open(format).picture(from: bytes)
        } catch {
            throw ArtworkThumbnailError(error)
        }
    }

    private func open(_ format: PictureFormat) throws(PictureError) -> Decoder {
        do {
            return try Decoder.open(format, pixelLimit: pixelLimit)
        } catch {
            throw .failed(error)
        }
    }

    /// JPEG straight from the decoded picture where it has no alpha and stands upright; else by way of
    /// RGBA, which can be turned, and which shows whether any pixel is really transparent.
    private func encoded(
        _ frame: borrowing Frame, as size: PixelSize, _ orientation: Orientation
    ) throws(AVError) -> ArtworkThumbnail {
        guard frame.mayBeTransparent || orientation != .upright else {
            return try jpeg(frame, width: size.width, height: size.height)
        }
        let small = try scaled(
            frame, to: .init(width: size.width, height: size.height, layout: .rgba)
        ).turned(to: orientation)
        guard small.isTransparent else {
            return try jpeg(small, width: small.width, height: small.height)
        }
        let encoder = try PictureEncoder.open(.png, for: small)
        return ArtworkThumbnail(bytes: try encoder.encode(small), mimeType: "image/png")
    }

    private func jpeg(
        _ frame: borrowing Frame, width: Int, height: Int
    ) throws(AVError) -> ArtworkThumbnail {
        let picture = try scaled(frame, to: .init(width: width, height: height, layout: .jpeg))
        let encoder = try PictureEncoder.open(.jpeg(quantizer: 3), for: picture)
        return ArtworkThumbnail(bytes: try encoder.encode(picture), mimeType: "image/jpeg")
    }

    private func scaled(
        _ frame: borrowing Frame, to target: Scaler.Target
    ) throws(AVError) -> Frame {
        try Scaler(from: frame, to: target).scaled(frame)
    }
}

/// An encoded picture that is no larger than requested.
public struct ArtworkThumbnail: Hashable, Sendable {
    /// The encoded picture.
    public let bytes: [UInt8]
    /// `image/jpeg`, `image/png`, or that of the picture itself where it was small enough.
    public let mimeType: String

    /// One that was made before, by this process or another.
    package init(bytes: [UInt8], mimeType: String) {
        self.bytes = bytes
        self.mimeType = mimeType
    }
}

extension Picture {
    /// As it was in its file.
    package var unchanged: ArtworkThumbnail {
        ArtworkThumbnail(bytes: bytes, mimeType: artwork.mimeType)
    }
}

/// Why a picture could not be made smaller.
public struct ArtworkThumbnailError: PhonolithError {
    /// The kind of failure.
    public let code: Code
    /// Empty: only the caller knows whose picture it is.
    public let subject = ""
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
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A kind of failure.
        /// The bytes begin like no picture of JPEG, PNG, GIF, WebP, BMP, TIFF or AVIF.
        public static let unknownFormat = Code(rawValue: "unknownFormat")
        /// The picture has more pixels than the limit.
        public static let tooManyPixels = Code(rawValue: "tooManyPixels")
        /// The bytes are broken, or of a variety that FFmpeg does not know.
        public static let cannotDecode = Code(rawValue: "cannotDecode")
        /// FFmpeg could not scale or encode the picture.
        public static let cannotEncode = Code(rawValue: "cannotEncode")
    }
}
