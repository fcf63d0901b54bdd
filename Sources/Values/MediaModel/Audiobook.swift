public import FoundationEssentials

/// An audiobook: its parts in order, author and narrators, and the progress of the listener.
public struct Audiobook: Hashable, Sendable {
    /// In the order of the book; at least one.
    public let parts: [MediaItem]
    /// When the bookmarks of parts were set, as far as that is known.
    public var bookmarkDates: [MediaItemID: Date] = [:]

    /// A place in a book.
    public struct Place: Hashable, Sendable {
        /// Which part, from 0.
        public var part: Int
        /// In seconds from the beginning of the part.
        public var time: Double

        /// Makes a place.
        public init(part: Int, time: Double) { (self.part, self.time) = (part, time) }
    }

    /// How far the listener is.
    public enum Progress: Hashable, Sendable {
        /// Nothing was heard.
        case new
        /// The listener stopped here.
        case begun(Place)
        /// The last part was heard to its end.
        case finished
    }

    /// Takes the parts of one book, in any order.
    ///
    /// - Precondition: There is one.
    public init(parts: [MediaItem]) {
        precondition(!parts.isEmpty, "a book has a part")
        self.parts = parts.sorted { Self.key(of: $0) < Self.key(of: $1) }
    }

    /// The books that items make: items of one album are one, and an item on none is one by itself.
    ///
    /// - Parameter bookmarkDates: When bookmarks were set, as far as that is known.
    public static func books(
        of items: [MediaItem], bookmarkDates: [MediaItemID: Date] = [:]
    ) -> [Audiobook] {
        let albums = Dictionary(grouping: items.filter { $0.albumPersistentID != nil }) {
            $0.albumPersistentID
        }
        let singles = items.filter { $0.albumPersistentID == nil }.map { [$0] }
        return (Array(albums.values) + singles).map { parts in
            var book = Audiobook(parts: parts)
            for id in parts.map(\.persistentID) { book.bookmarkDates[id] = bookmarkDates[id] }
            return book
        }
    }

    private static func key(of part: MediaItem) -> (Int, Int, String) {
        (
            part.discNumber ?? 1, part.albumTrackNumber ?? .max,
            SortKeyMaker.key(for: part.location.relativePath)
        )
    }

    // MARK: - What it is called

    private var first: MediaItem { parts[0] }

    /// The album's title, else the part's, else its file's name.
    public var title: String {
        first.albumTitle ?? first.title ?? first.location.path.lastComponent.description
    }

    /// The album artist, else the artist: where audiobooks have who wrote them.
    public var author: String? { first.albumArtist ?? first.artist }

    /// Its readers: the narrators in the credits, else the composers, where most programs put them.
    public var narrators: [String] {
        let credited = unique(
            parts.flatMap { $0.credits.filter { $0.role == .narrator }.map(\.name) })
        return credited.isEmpty ? unique(parts.flatMap(\.composers)) : credited
    }

    /// Which series it is of, by the tags `SERIES` or the movement.
    public var series: String? { tag("SERIES") ?? first.movement }

    /// Which book of the series it is, as it is written: `3`, `2.5`.
    public var seriesPart: String? {
        tag("SERIES-PART") ?? tag("SERIESPART") ?? first.movementNumber.map(String.init)
    }

    private func tag(_ name: String) -> String? {
        first.tags.first { $0.name == name }?.values.first
    }

    private func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    // MARK: - How far it was heard

    /// How long it is in all, in seconds; parts of unknown length count nothing.
    public var duration: Double { seconds(of: parts[...]) }

    /// When a part of it was last heard to its end; `nil` for never.
    public var lastPlayedDate: Date? { parts.compactMap(\.userValues.lastPlayedDate).max() }

    /// When the first of it came into the library.
    public var dateAdded: Date {
        parts.map(\.userValues.dateAdded).min() ?? first.userValues.dateAdded
    }

    /// The position to resume at: the bookmark set last, of several of one time that of the last part; else the end of the part
    /// heard last.
    public var progress: Progress {
        let marked = parts.indices.filter { (parts[$0].userValues.bookmarkTime ?? 0) > 0 }
        if let part = marked.max(by: { (date(of: $0), $0) < (date(of: $1), $1) }) {
            return .begun(Place(part: part, time: parts[part].userValues.bookmarkTime ?? 0))
        }
        let heard = parts.indices.filter { parts[$0].userValues.lastPlayedDate != nil }.max {
            (parts[$0].userValues.lastPlayedDate, $0) < (parts[$1].userValues.lastPlayedDate, $1)
        }
        guard let heard else { return .new }
        return heard + 1 < parts.count ? .begun(Place(part: heard + 1, time: 0)) : .finished
    }

    /// When the bookmark of a part was set.
    private func date(of part: Int) -> Date {
        bookmarkDates[parts[part].persistentID] ?? .distantPast
    }

    /// How much of it was heard, 0 to 1.
    public var fractionHeard: Double {
        switch progress {
        case .new: 0
        case .finished: 1
        case .begun(let place):
            duration > 0 ? min(1, (seconds(of: parts[..<place.part]) + place.time) / duration) : 0
        }
    }

    private func seconds(of parts: ArraySlice<MediaItem>) -> Double {
        parts.reduce(0) { $0 + ($1.playbackDuration ?? 0) }
    }
}

private func < (left: (Date?, Int), right: (Date?, Int)) -> Bool {
    guard let one = left.0, let other = right.0, one != other else { return left.1 < right.1 }
    return one < other
}

/// The order of books.
public enum AudiobookOrder: String, CaseIterable, Sendable {
    /// By author, series, place in it, and title.
    case author
    case title
    /// Books heard last come first, then those never heard.
    case lastPlayed
    /// New books come first.
    case added

    /// Puts books in the order.
    public func sorted(_ books: [Audiobook], _ keys: SortKeyMaker = SortKeyMaker()) -> [Audiobook] {
        let shelf = books.map { book in
            let part = book.seriesPart.map { keys.key(for: $0) }
            let key = [
                keys.key(for: book.author ?? ""), keys.key(for: book.series ?? ""),
                part ?? (book.series == nil ? "" : Self.afterAllKeys), keys.key(for: book.title),
            ]
            return (key: key, book: book)
        }.sorted { one, other in
            if one.key != other.key { return one.key.lexicographicallyPrecedes(other.key) }
            return one.book.parts[0].persistentID.rawValue
                < other.book.parts[0].persistentID.rawValue
        }.map(\.book)
        return switch self {
        case .author: shelf
        case .title: stable(shelf) { keys.key(for: $0.title) < keys.key(for: $1.title) }
        case .lastPlayed:
            stable(shelf) { one, other in
                guard let left = one.lastPlayedDate else { return false }
                return other.lastPlayedDate.map { left > $0 } ?? true
            }
        case .added: stable(shelf) { $0.dateAdded > $1.dateAdded }
        }
    }

    /// A book of a series without a number comes after those that have one.
    private static let afterAllKeys = "\u{10FFFF}"

    /// Swift's own sort is stable, but does not promise it.
    private func stable(
        _ books: [Audiobook], _ isBefore: (Audiobook, Audiobook) -> Bool
    ) -> [Audiobook] {
        books.enumerated().sorted { one, other in
            if isBefore(one.element, other.element) { return true }
            return isBefore(other.element, one.element) ? false : one.offset < other.offset
        }.map(\.element)
    }
}

extension Record {
    /// The keys of a book, in order.
    package static let audiobookFields = [
        "albumPersistentID", "title", "author", "narrators", "series", "seriesPart", "partCount",
        "playbackDuration", "currentPart", "currentPersistentID", "currentTime", "fractionHeard",
        "isFinished", "dateAdded", "lastPlayedDate",
    ]

    /// A book. Where its listener left off is a part, counted from 1, with its id, and a time in it.
    package init(_ book: Audiobook) {
        var place: Audiobook.Place?
        if case .begun(let begun) = book.progress { place = begun }
        self.init([
            ("albumPersistentID", book.parts[0].albumPersistentID.map { .text($0.description) }),
            ("title", .text(book.title)), ("author", book.author.map { .text($0) }),
            ("narrators", book.narrators.isEmpty ? nil : .texts(book.narrators)),
            ("series", book.series.map { .text($0) }),
            ("seriesPart", book.seriesPart.map { .text($0) }),
            ("partCount", .integer(book.parts.count)),
            ("playbackDuration", .thousandths(book.duration)),
            ("currentPart", place.map { .integer($0.part + 1) }),
            (
                "currentPersistentID",
                place.map { .text(book.parts[$0.part].persistentID.description) }
            ),
            ("currentTime", place.map { .thousandths($0.time) }),
            ("fractionHeard", .thousandths(book.fractionHeard)),
            ("isFinished", .boolean(book.progress == .finished)),
            ("dateAdded", .timestamp(book.dateAdded)),
            ("lastPlayedDate", book.lastPlayedDate.map { .timestamp($0) }),
        ])
    }
}
