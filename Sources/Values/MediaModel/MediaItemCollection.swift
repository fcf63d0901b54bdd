/// Items that belong together; the counterpart of `MPMediaItemCollection`.
///
/// A collection of a query has no items of its own: `items(in:)` asks for them. One that is made of chosen items has them.
public struct MediaItemCollection: Hashable, Sendable, Identifiable {
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
    public var representativeItemID: MediaItemID?
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
    /// The items of a collection that was made of them; empty for others.
    public var items: [MediaItem]

    /// The property that the items share.
    public var grouping: MediaGrouping { group.grouping }
    /// The id of the album, artist, genre, podcast, playlist, or of the one item.
    public var persistentID: MediaCollectionID { MediaCollectionID(group.persistentID) }
    /// The same as ``persistentID``; unique among collections of one grouping.
    public var id: MediaCollectionID { persistentID }

    /// Creates a collection.
    public init(
        group: MediaGroup, title: String, count: Int, playbackDuration: Double,
        mediaTypes: MediaType = [], representativeItemID: MediaItemID? = nil,
        albumCount: Int? = nil, albumArtist: String? = nil, year: Int? = nil,
        isCompilation: Bool? = nil, artworkSHA256: String? = nil, playlist: MediaPlaylist? = nil,
        items: [MediaItem] = []
    ) {
        self.group = group
        self.title = title
        self.count = count
        self.playbackDuration = playbackDuration
        self.mediaTypes = mediaTypes
        self.representativeItemID = representativeItemID
        self.albumCount = albumCount
        self.albumArtist = albumArtist
        self.year = year
        self.isCompilation = isCompilation
        self.artworkSHA256 = artworkSHA256
        self.playlist = playlist
        self.items = items
    }

    /// Puts chosen items together, in their order; the first stands for all.
    public init(items: [MediaItem]) {
        let first = items.first
        self.init(
            group: MediaGroup(.title, first?.persistentID.rawValue ?? 0),
            title: first?.title ?? first?.location.path.lastComponent.description ?? "",
            count: items.count,
            playbackDuration: items.reduce(0) { $0 + ($1.playbackDuration ?? 0) },
            mediaTypes: items.reduce(into: []) { $0.formUnion($1.facts.mediaType) },
            representativeItemID: first?.persistentID, items: items)
    }
}

extension MediaQuery {
    /// The query for the items of one of this query's collections; of a collection of chosen items, for each of them once, in the
    /// query's order.
    public func items(of collection: MediaItemCollection) -> MediaQuery {
        var query = self
        if collection.items.isEmpty {
            query.group = collection.group
        } else {
            let ids = collection.items.map { MediaValue.text($0.persistentID.description) }
            query.filterPredicates.append(.isIn(.persistentID, ids))
        }
        (query.limit, query.offset, query.after) = (nil, 0, nil)
        query.order = []
        return query
    }
}
