public import MediaModel

/// The items that a query asks for, read page by page on demand: no client has to load a million to show
/// fifty.
///
/// Each page continues after the last item of the one before, so that an item that comes or goes meanwhile
/// neither repeats nor hides another.
public struct MediaItems: AsyncSequence, Sendable {
    /// An item of the answer.
    public typealias Element = MediaItem

    /// What is asked.
    public let query: MediaQuery
    private let library: MediaLibrary

    init(_ query: MediaQuery, in library: MediaLibrary) {
        self.query = query
        self.library = library
    }

    /// How many there are.
    public var count: Int {
        get async throws {
            let query = query
            return try await library.perform { try $0.itemCount(matching: query) }
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
        return try await library.perform { [stretch] in try $0.items(matching: stretch) }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(query, library) }

    /// Reads the items one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private static let pageSize = 100
        private let library: MediaLibrary
        private var query: MediaQuery
        private var left: Int
        private var page: ArraySlice<MediaItem> = []
        /// What was read last, in order: the next page continues after the last of them that was not deleted.
        private var passed: [MediaItemID] = []

        fileprivate init(_ query: MediaQuery, _ library: MediaLibrary) {
            self.query = query
            self.library = library
            left = query.limit ?? .max
        }

        /// The next item; `nil` after the last.
        public mutating func next() async throws -> MediaItem? {
            if page.isEmpty, left > 0 { try await readPage() }
            return page.popFirst()
        }

        private mutating func readPage() async throws {
            if query.group?.grouping == .playlist, query.order.isEmpty {
                return try await readPart()
            }
            query.limit = Swift.min(left, Self.pageSize)
            page = try await library.perform { [query, passed] catalog in
                var query = query
                if let anchor = try passed.last(where: { try catalog.item($0) != nil }) {
                    query.after = anchor
                }
                return try catalog.items(matching: query)
            }[...]
            left = page.count < Self.pageSize ? 0 : left - page.count
            passed = (query.after.map { [$0] } ?? []) + page.map(\.persistentID)
            (query.after, query.offset) = (passed.last, 0)
        }

        /// In a list an item may stand twice, so that it tells no place.
        private mutating func readPart() async throws {
            query.limit = Swift.min(left, Self.pageSize)
            page = try await library.perform { [query] in try $0.items(matching: query) }[...]
            left = page.count < Self.pageSize ? 0 : left - page.count
            query.offset += page.count
        }
    }
}
