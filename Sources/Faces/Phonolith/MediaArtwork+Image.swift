public import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
public import PhonolithThumbnails

extension MediaArtwork {
    /// The picture itself, as large as fits in a box, and never enlarged; the counterpart of `image(at:)` of `MPMediaItemArtwork`.
    ///
    /// - Parameters:
    ///   - size: The box; `nil` for the picture as it was in its file.
    ///   - library: Where the picture is kept.
    ///   - thumbnails: Where smaller pictures are kept once they are made; nowhere, if nobody says.
    /// - Returns: `nil` if the library has no such picture any more.
    /// - Throws: ``ArtworkThumbnailError`` for bytes that are not a picture; `CatalogError`.
    public func image(
        at size: PixelSize? = nil, in library: MediaLibrary,
        thumbnails: ArtworkThumbnails = ArtworkThumbnails(cacheFolder: nil)
    ) async throws -> ArtworkThumbnail? {
        try await library.perform { catalog in
            guard let picture = try catalog.artworks.picture(self) else { return nil }
            guard let size else {
                return ArtworkThumbnail(bytes: picture.bytes, mimeType: mimeType)
            }
            return try thumbnails.thumbnail(of: picture, fitting: size)
        }
    }
}
