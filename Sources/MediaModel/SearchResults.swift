/// What a search found, best first in each group.
public struct SearchResults: Hashable, Sendable {
    /// Tracks, episodes, videos and so on.
    public var items: [MediaItem]
    /// Albums, found by their title and album artist.
    public var albums: [MediaItemCollection]
    /// Artists, found by any spelling of their name. Each is told of as an artist; somebody who is none on any
    /// item, as an album artist; who is neither, as a composer.
    public var artists: [MediaItemCollection]

    /// Puts results together.
    public init(
        items: [MediaItem] = [], albums: [MediaItemCollection] = [],
        artists: [MediaItemCollection] = []
    ) {
        self.items = items
        self.albums = albums
        self.artists = artists
    }

    /// What can be searched for.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case items, albums, artists
    }
}
