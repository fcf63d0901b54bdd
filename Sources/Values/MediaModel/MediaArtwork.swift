public import FoundationEssentials

/// A picture that belongs to an item or an album; its bytes are kept in the library once, however many
/// items show it.
public struct MediaArtwork: Codable, Hashable, Sendable {
    /// The picture's subject, as its tag states it.
    public var kind: Kind
    /// Where the picture comes from.
    public var source: Source
    /// By the picture's own first bytes, not by what its tag claims; `image/jpeg` and the like, or
    /// `application/octet-stream` for bytes that no known picture begins with.
    public var mimeType: String
    /// In pixels; `nil` if the picture's header cannot be understood.
    public var width: Int?
    /// In pixels; `nil` if the picture's header cannot be understood.
    public var height: Int?
    /// The size of the encoded picture.
    public var byteCount: Int
    /// SHA-256 of the encoded picture in lower-case hexadecimal: 64 digits.
    public var sha256: String

    /// Creates a description of a picture.
    public init(
        kind: Kind, source: Source, mimeType: String, width: Int?, height: Int?, byteCount: Int,
        sha256: String
    ) {
        self.kind = kind
        self.source = source
        self.mimeType = mimeType
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.sha256 = sha256
    }

    // The keys of JSON.
    private enum CodingKeys: String, CodingKey {
        case kind = "type"
        case source, mimeType, width, height, byteCount, sha256
    }

    /// Where a picture comes from.
    public enum Source: String, Codable, Hashable, Sendable, CaseIterable {
        /// From the media file itself.
        case embedded
        /// From a picture file in the item's folder.
        case folder
    }

    /// A picture's subject: the 21 types of ID3v2.4 (section 4.14), which FLAC, Vorbis, APE and ASF share. The
    /// JSON name is ``name``.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        case other = 0, fileIcon, otherFileIcon, front, back, leaflet, media, leadArtist, artist
        case conductor, band, composer, lyricist, recordingLocation, duringRecording
        case duringPerformance, screenCapture, fish, illustration, bandLogo, publisherLogo

        /// The name in JSON and on the command line: `front`, `back`, `leadArtist`, …
        public var name: String { String(describing: self) }

        /// The kind of that name, in any case; `nil` if there is none.
        public init?(named name: String) {
            guard
                let kind = Self.allCases.first(where: { $0.name.lowercased() == name.lowercased() })
            else { return nil }
            self = kind
        }
    }
}

extension [MediaArtwork] {
    /// The picture to show where one is shown: the first of an item's.
    public var preferred: MediaArtwork? { first }
}

/// A picture with its bytes, on its way from a file into the library.
public struct Picture: Hashable, Sendable {
    /// The description of the picture.
    public var artwork: MediaArtwork
    /// The encoded picture, as in the file.
    public var bytes: [UInt8]

    /// Pictures with more pixels are no artwork, because showing one of 100 million takes up to 800 MB.
    public static let pixelLimit = 100_000_000

    /// Joins a picture's description and its bytes.
    public init(artwork: MediaArtwork, bytes: [UInt8]) {
        self.artwork = artwork
        self.bytes = bytes
    }

    /// The encoded picture.
    public var data: Data { Data(bytes) }
    /// The picture's subject.
    public var kind: MediaArtwork.Kind { artwork.kind }
    /// `image/jpeg` and the like, by its first bytes; `nil` for bytes that no known picture begins with.
    public var mimeType: String? {
        artwork.mimeType == "application/octet-stream" ? nil : artwork.mimeType
    }
}

extension [Picture] {
    /// The picture to show where one is shown: the first front cover, else the first.
    public var preferred: Picture? { first { $0.kind == .front } ?? first }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
    /// From 1.
    public var width: Int
    /// From 1.
    public var height: Int

    /// Creates a size.
    ///
    /// - Precondition: Both are 1 or more.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture is at least one pixel large")
        self.width = width
        self.height = height
    }

    /// Reads width and height with an `x` between them: `640x480`.
    ///
    /// - Parameter longest: The longest edge that is allowed.
    package init?(_ text: String, upTo longest: Int) {
        let edges = text.split(separator: "x", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        guard edges.count == 2, edges.allSatisfy((1...longest).contains) else { return nil }
        self.init(width: edges[0], height: edges[1])
    }

    /// The size in the same shape, to the nearest pixel, that fits in a box; never larger than this one.
    package func fitted(in box: PixelSize?) -> PixelSize {
        guard let box else { return self }
        let factor = min(
            1, Double(box.width) / Double(width), Double(box.height) / Double(height))
        return scaled(horizontally: factor, vertically: factor)
    }

    /// The size with each edge multiplied, to the nearest pixel.
    package func scaled(horizontally: Double, vertically: Double) -> PixelSize {
        PixelSize(
            width: max(1, Int((Double(width) * horizontally).rounded())),
            height: max(1, Int((Double(height) * vertically).rounded())))
    }

    /// The size with its edges exchanged.
    package var turned: PixelSize { PixelSize(width: height, height: width) }
}
