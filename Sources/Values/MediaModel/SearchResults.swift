/// The results of a search, best first in each group.
public struct SearchResults: Hashable, Sendable {
    /// Tracks, episodes, videos and so on.
    public var items: [MediaItem]
    /// Albums, found by their title and album artist.
    public var albums: [MediaItemCollection]
    /// Artists, found by any spelling of their name. Each is listed as an artist; one who is not an artist on any
    /// item, as an album artist; others, as a composer.
    public var artists: [MediaItemCollection]

    /// Creates results.
    public init(
        items: [MediaItem] = [], albums: [MediaItemCollection] = [],
        artists: [MediaItemCollection] = []
    ) {
        self.items = items
        self.albums = albums
        self.artists = artists
    }

    /// The kinds of results.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case items, albums, artists
    }
}
