/// A question to a library: which items, in which order, and which stretch of them.
///
/// The counterpart of `MPMediaQuery`; a plain value that knows nothing of how it is answered.
public struct MediaQuery: Hashable, Sendable {
    /// Only items that are at least one of these kinds.
    public var mediaType: MediaType
    /// All of these must hold.
    public var predicates: [MediaPredicate]
    /// Whether items whose files are gone are asked for, or those that are there.
    public var isMissing: Bool
    /// The order, first key first; what is equal in all keys comes by persistent ID.
    public var order: [MediaOrder]
    /// The most answers to give; `nil` for all.
    public var limit: Int?
    /// How many answers to pass over first.
    public var offset: Int

    /// Makes a query; without arguments it asks for everything.
    public init(
        mediaType: MediaType = .any, predicates: [MediaPredicate] = [], isMissing: Bool = false,
        order: [MediaOrder] = [], limit: Int? = nil, offset: Int = 0
    ) {
        self.mediaType = mediaType
        self.predicates = predicates
        self.isMissing = isMissing
        self.order = order
        self.limit = limit
        self.offset = offset
    }

    /// All music.
    public static let songs = MediaQuery(mediaType: .music)
    /// Whatever is part of a compilation, of any kind.
    public static let compilations = MediaQuery(predicates: [.isTrue(.isCompilation)])
}

/// One key of an order.
public struct MediaOrder: Hashable, Sendable {
    /// What to sort by; text by its sort key, absent values last.
    public var property: MediaProperty
    /// Whether the greatest comes first.
    public var isDescending: Bool

    /// Makes a key.
    public init(_ property: MediaProperty, isDescending: Bool = false) {
        self.property = property
        self.isDescending = isDescending
    }
}

/// A condition on one property.
public enum MediaPredicate: Hashable, Sendable {
    /// The text is this one; case, diacritics and Unicode forms do not matter. On a property with
    /// several values, any of them.
    case equalTo(MediaProperty, String)
    /// The number lies in the range, ends included.
    case between(MediaProperty, ClosedRange<Int>)
    /// The flag is set.
    case isTrue(MediaProperty)
}

/// What collections are made of.
public enum MediaGrouping: String, Hashable, Sendable, CaseIterable {
    case album, artist, albumArtist, composer, genre
}

/// Items that belong together, without the items themselves.
public struct MediaItemCollection: Hashable, Sendable {
    /// Which kind of thing the collection stands for.
    public var grouping: MediaGrouping
    /// The id of the album, artist or genre.
    public var persistentID: Int64
    /// The album's title, or the artist's or genre's name.
    public var title: String
    /// How many items of the query are in it; at least 1.
    public var count: Int
    /// The sum of the items' durations, in seconds.
    public var playbackDuration: Double
    /// How many albums the items are on; only where the collection is not an album itself.
    public var albumCount: Int?
    /// Albums only: the text to show for who made it; `nil` for a compilation without album artist.
    public var albumArtist: String?
    /// Albums only.
    public var year: Int?
    /// Albums only.
    public var isCompilation: Bool?
    /// Albums only: the preferred picture, as SHA-256 in hexadecimal.
    public var artworkSHA256: String?

    /// Puts a collection together.
    public init(
        grouping: MediaGrouping, persistentID: Int64, title: String, count: Int,
        playbackDuration: Double, albumCount: Int? = nil, albumArtist: String? = nil,
        year: Int? = nil, isCompilation: Bool? = nil, artworkSHA256: String? = nil
    ) {
        self.grouping = grouping
        self.persistentID = persistentID
        self.title = title
        self.count = count
        self.playbackDuration = playbackDuration
        self.albumCount = albumCount
        self.albumArtist = albumArtist
        self.year = year
        self.isCompilation = isCompilation
        self.artworkSHA256 = artworkSHA256
    }
}
