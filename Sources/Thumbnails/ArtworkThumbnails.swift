internal import Libav
public import MediaModel

/// Makes pictures smaller, and remembers the smaller ones in a folder.
public struct ArtworkThumbnails: Sendable {
    private let cache: ThumbnailCache?
    private let pixelLimit: Int

    /// Chooses where smaller pictures are kept.
    ///
    /// - Parameters:
    ///   - cacheFolder: Made when it is first needed; `nil` keeps nothing. A folder that cannot be
    ///     written to only costs the time of making pictures again.
    ///   - pixelLimit: Pictures with more pixels are not decoded; 100 million take up to 800 MB.
    public init(cacheFolder: MediaPath?, pixelLimit: Int = 100_000_000) {
        cache = cacheFolder.map(ThumbnailCache.init(folder:))
        self.pixelLimit = pixelLimit
    }

    /// The picture, no larger than asked for.
    ///
    /// The shape is kept, to the nearest pixel; a photograph that its EXIF turns is turned. A picture is never enlarged: one that is small enough
    /// comes back as its own bytes, without a look into them where the picture says its size. Of an
    /// animation the result is the first picture. Blocks its thread while it reads, decodes and writes.
    /// - Parameter longestEdge: Of the result, in pixels; from 1.
    /// - Returns: JPEG where every pixel is opaque, else PNG, unless the picture comes back as it is.
    /// - Throws: ``ArtworkThumbnailError``.
    public func thumbnail(
        of picture: Picture, longestEdge: Int
    ) throws(ArtworkThumbnailError) -> ArtworkThumbnail {
        precondition(longestEdge >= 1, "a picture is at least one pixel long")
        let original = ArtworkThumbnail(
            bytes: picture.bytes, mimeType: picture.artwork.mimeType)
        if let width = picture.artwork.width, let height = picture.artwork.height,
            max(width, height) <= longestEdge
        {
            return original
        }
        let name = ThumbnailCache.Name(sha256: picture.artwork.sha256, longestEdge: longestEdge)
        if let name, let known = cache?.thumbnail(name) { return known }
        guard let made = try shrunk(picture.bytes, to: longestEdge) else { return original }
        if let name { cache?.store(made, as: name) }
        return made
    }

    /// `nil` where the picture is small enough.
    private func shrunk(
        _ bytes: [UInt8], to longestEdge: Int
    ) throws(ArtworkThumbnailError) -> ArtworkThumbnail? {
        let frame = try decoded(bytes)
        guard max(frame.width, frame.height) > longestEdge else { return nil }
        do {
            return try encoded(frame, longestEdge: longestEdge)
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
        _ frame: borrowing Frame, longestEdge: Int
    ) throws(AVError) -> ArtworkThumbnail {
        let size = Self.size(of: (frame.width, frame.height), longestEdge: longestEdge)
        let orientation = frame.ownOrientation ?? .upright
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

    /// The longer edge as asked for, the other in proportion, at least one pixel.
    private static func size(
        of picture: (width: Int, height: Int), longestEdge: Int
    ) -> (width: Int, height: Int) {
        let factor = Double(longestEdge) / Double(max(picture.width, picture.height))
        let scaled = { (length: Int) in max(1, Int((Double(length) * factor).rounded())) }
        return (scaled(picture.width), scaled(picture.height))
    }
}

/// An encoded picture that is no larger than asked for.
public struct ArtworkThumbnail: Hashable, Sendable {
    /// The encoded picture.
    public let bytes: [UInt8]
    /// `image/jpeg`, `image/png`, or that of the picture itself where it was small enough.
    public let mimeType: String
}
