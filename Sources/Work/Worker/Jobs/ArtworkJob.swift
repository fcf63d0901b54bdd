package import FoundationEssentials

/// A picture that is to be made smaller.
package struct ArtworkJob: Codable, Sendable {
    package var picture: Data
    // In pixels.
    package var longestEdge: Int

    package init(picture: Data, longestEdge: Int) {
        self.picture = picture
        self.longestEdge = longestEdge
    }
}

/// A worker's answer to an ``ArtworkJob``.
package enum ArtworkAnswer: Codable, Sendable {
    /// The smaller one; `nil` if the picture is small enough.
    case made(Made?)
    case failed(String)

    package struct Made: Codable, Sendable {
        package var bytes: Data
        package var mimeType: String

        package init(bytes: Data, mimeType: String) {
            self.bytes = bytes
            self.mimeType = mimeType
        }
    }
}
