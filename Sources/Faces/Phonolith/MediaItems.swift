public import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
public import PhonolithThumbnails

/// The items that a query asks for, read page by page on demand: no client has to load a million to show
/// fifty.
///
/// Each page continues at the token of the one before, so that an item that comes or goes meanwhile neither repeats nor
/// hides another. A random order is the same in all pages, stretches and iterators.
public struct MediaItems: AsyncSequence, Sendable {
    /// An item of the answer.
    public typealias Element = MediaItem

    /// The query of these items.
    public let query: MediaQuery
    private let library: MediaLibrary

    init(_ query: MediaQuery, in library: MediaLibrary) {
        self.query = query.seeded
        self.library = library
    }

    /// How many there are.
    public var count: Int {
        get async throws {
            let query = query
            return try await library.perform { try $0.items.count(matching: query) }
        }
    }

    /// The items of a stretch; fewer where the answer ends.
    ///
    /// - Precondition: The range begins at 0 or later.
    public func items(_ range: Range<Int>) async throws -> [MediaItem] {
        precondition(range.lowerBound >= 0, "there is nothing before the first item")
        var stretch = query
        stretch.offset = Swift.min(.max / 2, stretch.offset) + Swift.min(.max / 2, range.lowerBound)
        stretch.limit = Swift.min(
            range.count, Swift.max(0, (query.limit ?? .max) - range.lowerBound))
        return try await library.perform { [stretch] in try $0.items.all(matching: stretch) }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(Pages(query, library)) }

    /// Reads the items one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: Pages<MediaItem>
        fileprivate init(_ pages: Pages<MediaItem>) { self.pages = pages }

        /// The next item; `nil` after the last.
        public mutating func next() async throws -> MediaItem? {
            try await pages.next { try $0.items.forEach(matching: $1, $2) }
        }
    }
}

/// The collections that a query asks for, read page by page on demand, as ``MediaItems`` are.
public struct MediaItemCollections: AsyncSequence, Sendable {
    /// A collection of the answer.
    public typealias Element = MediaItemCollection

    /// The query of these collections.
    public let query: MediaQuery
    private let library: MediaLibrary

    init(_ query: MediaQuery, in library: MediaLibrary) {
        self.query = query.seeded
        self.library = library
    }

    /// How many there are.
    public var count: Int {
        get async throws {
            let query = query
            return try await library.perform { try $0.collections.count(of: query) }
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(Pages(query, library)) }

    /// Reads the collections one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: Pages<MediaItemCollection>
        fileprivate init(_ pages: Pages<MediaItemCollection>) { self.pages = pages }

        /// The next collection; `nil` after the last.
        public mutating func next() async throws -> MediaItemCollection? {
            try await pages.next { try $0.collections.forEach(of: $1, $2) }
        }
    }
}

/// The results of a query one by one; each page continues at the token of the one before.
private struct Pages<Element: Sendable>: Sendable {
    private static var size: Int { 100 }
    private let library: MediaLibrary
    private var query: MediaQuery
    private var left: Int
    private var page: ArraySlice<Element> = []

    init(_ query: MediaQuery, _ library: MediaLibrary) {
        (self.library, self.query) = (library, query)
        left = query.limit ?? .max
    }

    /// - Parameter read: Reads a page of a query, and returns the token of the next one.
    mutating func next(
        _ read: @escaping @Sendable (Catalog, MediaQuery, (Element) -> Void) throws -> PageToken?
    ) async throws -> Element? {
        if page.isEmpty, left > 0 {
            query.limit = Swift.min(left, Self.size)
            let (results, token) = try await library.perform { [query] catalog in
                var results: [Element] = []
                let token = try read(catalog, query) { results.append($0) }
                return (results, token)
            }
            left = token == nil ? 0 : left - results.count
            page = results[...]
            (query.after, query.offset) = (token, 0)
        }
        return page.popFirst()
    }
}

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
