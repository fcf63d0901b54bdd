public import Foundation

/// One thing to play: a track, a chapter book, a video.
///
/// An item is what the library lists. Its ``facts`` come from its file and can be read again; its
/// ``userValues`` are the user's own and no scan touches them. What the facts hold can be asked of the item
/// itself: `item.title`, `item.playbackDuration`.
@dynamicMemberLookup
public struct MediaItem: Hashable, Sendable, Identifiable {
    /// Lasts as long as the library, wherever the file goes.
    public var persistentID: MediaItemID
    /// What the file says of itself.
    public var facts: MediaFacts
    /// Where the file is.
    public var location: Location
    /// The album that the item is on; `nil` where the file names none.
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
    /// What the user did with the item.
    public var userValues: UserValues
    /// Whether the last look found the file gone.
    public var isMissing: Bool
    /// Whether the file could be looked at last time; an unmounted disk makes items unavailable, not
    /// missing.
    public var isAvailable: Bool

    /// The same as ``persistentID``.
    public var id: MediaItemID { persistentID }

    /// Puts an item together.
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

    /// What the file says of itself.
    public subscript<Value>(dynamicMember fact: KeyPath<MediaFacts, Value>) -> Value {
        facts[keyPath: fact]
    }

    /// Where an item's file is, and which part of it the item is.
    public struct Location: Hashable, Sendable {
        /// The absolute path of the root that the file was found under.
        public var root: MediaPath
        /// The path below ``root``.
        public var relativePath: MediaPath
        /// In bytes.
        public var fileSize: Int
        /// Where the item begins in its file, in seconds; `nil` for a whole file.
        public var startTime: Double?
        /// Where the item ends in its file, in seconds; `nil` for the end of the file.
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

    /// What is the user's own about an item.
    public struct UserValues: Hashable, Sendable {
        /// 0 to 5; `nil` where the user gave none.
        public var rating: Int?
        /// When the user gave the item a star; `nil` for an item without.
        public var favoriteDate: Date?
        /// How often the item was played to its end.
        public var playCount: Int
        /// How often the item was skipped.
        public var skipCount: Int
        /// When the item was last played.
        public var lastPlayedDate: Date?
        /// When the item came into the library.
        public var dateAdded: Date
        /// Where playing goes on, in seconds from the item's beginning.
        public var bookmarkTime: Double?

        /// Whether the item has a star.
        public var isFavorite: Bool { favoriteDate != nil }

        /// Makes the values of an item that the user has not touched yet.
        public init(
            rating: Int? = nil, favoriteDate: Date? = nil, playCount: Int = 0,
            skipCount: Int = 0, lastPlayedDate: Date? = nil, dateAdded: Date,
            bookmarkTime: Double? = nil
        ) {
            self.rating = rating
            self.favoriteDate = favoriteDate
            self.playCount = playCount
            self.skipCount = skipCount
            self.lastPlayedDate = lastPlayedDate
            self.dateAdded = dateAdded
            self.bookmarkTime = bookmarkTime
        }
    }
}
