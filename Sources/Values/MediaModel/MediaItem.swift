public import FoundationEssentials

/// Something to play: a track, a part of an audiobook, a video.
///
/// An item is what the library lists. Its ``facts`` come from its file and can be read again; its
/// ``userValues`` are the user's own and no scan touches them. Both can also be read from the item itself:
/// `item.title`, `item.genre`, `item.playCount`, `item.rating`.
@dynamicMemberLookup
public struct MediaItem: Hashable, Sendable, Identifiable {
    /// Permanent in the library, even if the file moves.
    public var persistentID: MediaItemID
    /// The metadata of the file.
    public var facts: MediaFacts
    /// The location of the file.
    public var location: Location
    /// The album that the item is on; `nil` if the file names none.
    public var albumPersistentID: MediaAlbumID?
    /// The first artist.
    public var artistPersistentID: MediaArtistID?
    /// The first album artist.
    public var albumArtistPersistentID: MediaArtistID?
    /// The first composer.
    public var composerPersistentID: MediaArtistID?
    /// The first genre.
    public var genrePersistentID: MediaGenreID?
    /// The podcast that the episode belongs to.
    public var podcastPersistentID: MediaPodcastID?
    /// The pictures of the item, the preferred one first.
    public var artwork: [MediaArtwork]
    /// The user's values for the item.
    public var userValues: UserValues
    /// Whether the file is gone, according to the last scan.
    public var isMissing: Bool
    /// Whether the file could be looked at last time; an unmounted disk makes items unavailable, not
    /// missing.
    public var isAvailable: Bool

    /// The same as ``persistentID``.
    public var id: MediaItemID { persistentID }

    /// Creates an item.
    public init(
        persistentID: MediaItemID, facts: MediaFacts, location: Location,
        albumPersistentID: MediaAlbumID?, artistPersistentID: MediaArtistID?,
        albumArtistPersistentID: MediaArtistID?,
        composerPersistentID: MediaArtistID? = nil,
        genrePersistentID: MediaGenreID? = nil,
        podcastPersistentID: MediaPodcastID? = nil, artwork: [MediaArtwork],
        userValues: UserValues, isMissing: Bool, isAvailable: Bool
    ) {
        self.persistentID = persistentID
        self.facts = facts
        self.location = location
        self.albumPersistentID = albumPersistentID
        self.artistPersistentID = artistPersistentID
        self.albumArtistPersistentID = albumArtistPersistentID
        self.composerPersistentID = composerPersistentID
        self.genrePersistentID = genrePersistentID
        self.podcastPersistentID = podcastPersistentID
        self.artwork = artwork
        self.userValues = userValues
        self.isMissing = isMissing
        self.isAvailable = isAvailable
    }

    /// The metadata of the file.
    public subscript<Value>(dynamicMember fact: KeyPath<MediaFacts, Value>) -> Value {
        facts[keyPath: fact]
    }

    /// The user's values.
    public subscript<Value>(dynamicMember value: KeyPath<UserValues, Value>) -> Value {
        userValues[keyPath: value]
    }

    /// Where an item's file is, and which part of it the item is.
    public struct Location: Hashable, Sendable {
        /// The absolute path of the root that the file was found under.
        public var root: MediaPath
        /// The path below ``root``.
        public var relativePath: MediaPath
        /// In bytes.
        public var fileSize: Int
        /// Start in the file, in seconds; `nil` for a whole file.
        public var startTime: Double?
        /// End in the file, in seconds; `nil` for the end of the file.
        public var endTime: Double?

        /// Makes a location.
        public init(
            root: MediaPath, relativePath: MediaPath, fileSize: Int, startTime: Double? = nil,
            endTime: Double? = nil
        ) {
            self.root = root
            self.relativePath = relativePath
            self.fileSize = fileSize
            self.startTime = startTime
            self.endTime = endTime
        }

        /// The absolute path.
        public var path: MediaPath { root.appending(relativePath) }
    }

    /// The user's values for an item. Moments are kept to the second, as in the library.
    public struct UserValues: Hashable, Sendable {
        /// 0 to 5; `nil` if the user did not rate it.
        public var rating: Int?
        /// When the user starred the item; `nil` if it has no star.
        public var favoriteDate: Date? { didSet { favoriteDate = favoriteDate?.toTheSecond } }
        /// How often the item was played to its end.
        public var playCount: Int
        /// How often the item was skipped.
        public var skipCount: Int
        /// When the item was last played.
        public var lastPlayedDate: Date? { didSet { lastPlayedDate = lastPlayedDate?.toTheSecond } }
        /// When the item was added to the library.
        public var dateAdded: Date { didSet { dateAdded = dateAdded.toTheSecond } }
        /// Position to resume at, in seconds from the item's beginning.
        public var bookmarkTime: Double?

        /// Whether the item has a star.
        public var isFavorite: Bool { favoriteDate != nil }

        /// Creates the values of a new item.
        public init(
            rating: Int? = nil, favoriteDate: Date? = nil, playCount: Int = 0,
            skipCount: Int = 0, lastPlayedDate: Date? = nil, dateAdded: Date,
            bookmarkTime: Double? = nil
        ) {
            self.rating = rating
            self.favoriteDate = favoriteDate?.toTheSecond
            self.playCount = playCount
            self.skipCount = skipCount
            self.lastPlayedDate = lastPlayedDate?.toTheSecond
            self.dateAdded = dateAdded.toTheSecond
            self.bookmarkTime = bookmarkTime
        }
    }
}
