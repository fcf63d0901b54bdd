/// Items that belong together, without the items themselves; the counterpart of `MPMediaItemCollection`.
public struct MediaItemCollection: Hashable, Sendable {
    /// The album, artist or other group.
    public var group: MediaGroup
    /// The album's title, or the artist's, genre's, podcast's or playlist's name.
    public var title: String
    /// The number of matching items; at least 1, except for playlists.
    public var count: Int
    /// The sum of the items' durations, in seconds.
    public var playbackDuration: Double
    /// All media types of its items.
    public var mediaTypes: MediaType
    /// The item that stands for all: of an album the first by disc and track, else that which came into the
    /// library first. `nil` for an empty playlist.
    public var representativeItem: MediaItemID?
    /// How many albums the items are on; only of artists, composers and genres.
    public var albumCount: Int?
    /// Albums only: the artist to show; `nil` for a compilation without album artist.
    public var albumArtist: String?
    /// Albums only.
    public var year: Int?
    /// Albums only.
    public var isCompilation: Bool?
    /// Albums and podcasts: the preferred picture, as SHA-256 in hexadecimal.
    public var artworkSHA256: String?
    /// Playlists only.
    public var playlist: MediaPlaylist?

    /// The property that the items share.
    public var grouping: MediaGrouping { group.grouping }
    /// The id of the album, artist, genre, podcast, playlist, or of the one item.
    public var persistentID: Int64 { group.persistentID }

    /// Creates a collection.
    public init(
        group: MediaGroup, title: String, count: Int, playbackDuration: Double,
        mediaTypes: MediaType = [], representativeItem: MediaItemID? = nil,
        albumCount: Int? = nil, albumArtist: String? = nil, year: Int? = nil,
        isCompilation: Bool? = nil, artworkSHA256: String? = nil, playlist: MediaPlaylist? = nil
    ) {
        self.group = group
        self.title = title
        self.count = count
        self.playbackDuration = playbackDuration
        self.mediaTypes = mediaTypes
        self.representativeItem = representativeItem
        self.albumCount = albumCount
        self.albumArtist = albumArtist
        self.year = year
        self.isCompilation = isCompilation
        self.artworkSHA256 = artworkSHA256
        self.playlist = playlist
    }
}

extension MediaQuery {
    /// The query for the items of one of this query's collections.
    public func items(of collection: MediaItemCollection) -> MediaQuery {
        var query = self
        query.group = collection.group
        (query.limit, query.offset, query.after) = (nil, 0, nil)
        query.order = []
        return query
    }
}
