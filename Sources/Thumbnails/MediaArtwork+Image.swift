public import Catalog
public import MediaModel

extension MediaArtwork {
    /// The picture itself, no larger than asked for; the counterpart of `image(at:)` of `MPMediaItemArtwork`.
    ///
    /// - Parameters:
    ///   - longestEdge: In pixels, from 1; `nil` for the picture as it was in its file.
    ///   - library: Where the picture is kept.
    ///   - thumbnails: Where smaller pictures are kept once they are made; nowhere, if nobody says.
    /// - Returns: `nil` where the library has no such picture any more.
    /// - Throws: ``ArtworkThumbnailError`` for bytes that are no picture; `CatalogError`.
    public func image(
        at longestEdge: Int? = nil, in library: MediaLibrary,
        thumbnails: ArtworkThumbnails = ArtworkThumbnails(cacheFolder: nil)
    ) async throws -> ArtworkThumbnail? {
        try await library.perform { catalog in
            guard let picture = try catalog.picture(self) else { return nil }
            guard let longestEdge else {
                return ArtworkThumbnail(bytes: picture.bytes, mimeType: mimeType)
            }
            return try thumbnails.thumbnail(of: picture, longestEdge: longestEdge)
        }
    }
}
